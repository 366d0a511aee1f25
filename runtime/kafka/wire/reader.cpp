#include "runtime/kafka/wire/reader.hpp"

namespace muster::runtime::kafka {

bool Reader::has(std::uint64_t count) {
    ok_ = ok_ && bytes_.size() >= count;
    return ok_;
}

bool Reader::may_hold(std::int64_t count, std::size_t least_bytes) {
    ok_ = ok_ && count >= 0 && static_cast<std::uint64_t>(count) <= kMaxArrayElements &&
          static_cast<std::uint64_t>(count) <= elements_left_ &&
          static_cast<std::uint64_t>(count) * least_bytes <= bytes_.size();
    if (ok_) {
        elements_left_ -= static_cast<std::size_t>(count);
    }
    return ok_;
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

std::int64_t Reader::string_length(Form form) {
    if (form == Form::flexible) {
        return std::int64_t{unsigned_varint()} - 1;
    }
    std::int16_t length = -1;
    int16(length);
    ok_ = ok_ && length >= kNull;
    return length;
}

std::int64_t Reader::long_length() {
    if (form_ == Form::flexible) {
        return std::int64_t{unsigned_varint()} - 1;
    }
    std::int32_t length = -1;
    int32(length);
    ok_ = ok_ && length >= kNull;
    return length;
}

void Reader::text(std::string& value, std::int64_t length) {
    ok_ = ok_ && length >= 0;
    if (has(static_cast<std::uint64_t>(length))) {
        value = bytes_.substr(0, static_cast<std::size_t>(length));
        bytes_.remove_prefix(static_cast<std::size_t>(length));
    }
}

void Reader::nullable_text(std::optional<std::string>& value, std::int64_t length, Null null) {
    if (!ok_) {
        return;
    }
    if (length == kNull && null == Null::allowed) {
        value.reset();
        return;
    }
    text(value.emplace(), length);
}

void Reader::boolean(bool& value) {
    std::int8_t byte = value ? 1 : 0;
    int8(byte);
    value = byte != 0;
}

void Reader::uuid(Uuid& value) {
    if (!has(value.size())) {
        return;
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
        value[i] = static_cast<std::uint8_t>(bytes_[i]);
    }
    bytes_.remove_prefix(value.size());
}

void Reader::error(ErrorCode& value) {
    auto number = static_cast<std::int16_t>(value);
    int16(number);
    value = static_cast<ErrorCode>(number);
}

void Reader::string(std::string& value) {
    text(value, string_length(form_));
}

void Reader::bytes(Bytes& value) {
    text(value, long_length());
}

} // namespace muster::runtime::kafka
