#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

void Writer::string(const std::string& value) {
    MUSTER_RUNTIME_ASSERT(value.size() <= std::numeric_limits<std::int16_t>::max());
    int16(static_cast<std::int16_t>(value.size()));
    out_ += value;
}

void Writer::nullable_string(const std::optional<std::string>& value) {
    if (!value) {
        int16(-1);
        return;
    }
    string(*value);
}

void Writer::bytes(const Bytes& value) {
    int32(checked_count(value.size()));
    out_ += value;
}

void Writer::nullable_bytes(const std::optional<Bytes>& value) {
    if (!value) {
        int32(-1);
        return;
    }
    bytes(*value);
}

void Writer::compact_string(const std::string& value) {
    unsigned_varint(static_cast<std::uint32_t>(checked_count(value.size())) + 1U);
    out_ += value;
}

void Writer::unsigned_varint(std::uint32_t value) {
    while (value >= 0x80U) {
        out_.push_back(static_cast<char>(static_cast<unsigned char>((value & 0x7FU) | 0x80U)));
        value >>= 7U;
    }
    out_.push_back(static_cast<char>(static_cast<unsigned char>(value)));
}

} // namespace muster::runtime::kafka
