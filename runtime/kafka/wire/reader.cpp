#include "runtime/kafka/wire/reader.hpp"

namespace muster::runtime::kafka {

bool Reader::has(std::uint64_t count) {
    ok_ = ok_ && bytes_.size() >= count;
    return ok_;
}

bool Reader::may_hold(std::int64_t count, std::size_t min_element_bytes) {
    ok_ = ok_ && count >= 0 && static_cast<std::uint64_t>(count) <= kMaxArrayElements &&
          static_cast<std::uint64_t>(count) * min_element_bytes <= bytes_.size();
    return ok_;
}

Bytes Reader::take(std::size_t count) {
    Bytes taken(bytes_.substr(0, count));
    bytes_.remove_prefix(count);
    return taken;
}

std::uint32_t Reader::unsigned_varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
        if (!has(1)) {
            return 0;
        }
        const auto byte = static_cast<unsigned char>(bytes_.front());
        bytes_.remove_prefix(1);
        value |= std::uint64_t{byte & 0x7FU} << shift;
        if ((byte & 0x80U) == 0) {
            ok_ = value <= UINT32_MAX;
            return ok_ ? static_cast<std::uint32_t>(value) : 0;
        }
    }
    ok_ = false;
    return 0;
}

void Reader::boolean(bool& value) {
    std::int8_t byte = value ? 1 : 0;
    int8(byte);
    value = byte != 0;
}

void Reader::error(ErrorCode& value) {
    auto number = static_cast<std::int16_t>(value);
    int16(number);
    value = static_cast<ErrorCode>(number);
}

void Reader::string(std::string& value) {
    std::optional<std::string> maybe;
    nullable_string(maybe);
    if (!maybe) {
        ok_ = false;
        return;
    }
    value = *std::move(maybe);
}

void Reader::nullable_string(std::optional<std::string>& value) {
    std::int16_t length = -1;
    int16(length);
    if (length == -1) {
        value.reset();
        return;
    }
    if (length < 0) {
        ok_ = false;
        return;
    }
    if (has(static_cast<std::uint64_t>(length))) {
        value = take(static_cast<std::size_t>(length));
    }
}

void Reader::bytes(Bytes& value) {
    std::optional<Bytes> maybe;
    nullable_bytes(maybe);
    if (!maybe) {
        ok_ = false;
        return;
    }
    value = *std::move(maybe);
}

void Reader::nullable_bytes(std::optional<Bytes>& value) {
    std::int32_t length = -1;
    int32(length);
    if (length == -1) {
        value.reset();
        return;
    }
    if (length < 0) {
        ok_ = false;
        return;
    }
    if (has(static_cast<std::uint64_t>(length))) {
        value = take(static_cast<std::size_t>(length));
    }
}

void Reader::compact_string(std::string& value) {
    const auto length_and_one = unsigned_varint();
    if (length_and_one == 0) {
        ok_ = false;
        return;
    }
    if (has(length_and_one - 1U)) {
        value = take(length_and_one - 1U);
    }
}

void Reader::tagged_fields() {
    const auto count = unsigned_varint();
    for (std::uint32_t i = 0; i < count && ok_; ++i) {
        unsigned_varint();
        const auto size = unsigned_varint();
        if (has(size)) {
            bytes_.remove_prefix(size);
        }
    }
}

} // namespace muster::runtime::kafka
