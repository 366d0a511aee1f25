#include "runtime/kafka/wire/writer.hpp"

#include <fmt/format.h>

namespace muster::runtime::kafka {

void Writer::fail(std::string why) {
    if (ok()) {
        failure_ = std::move(why);
    }
}

void Writer::absent(const char* field, bool has_default) {
    if (!has_default) {
        fail(fmt::format("it cannot carry `{}`", field));
    }
}

std::uint32_t Writer::checked_length(std::size_t length) {
    constexpr std::size_t kMost = std::numeric_limits<std::int32_t>::max() - 1;
    if (length > kMost) {
        fail(fmt::format("{} bytes or elements are too many", length));
        return 0;
    }
    return static_cast<std::uint32_t>(length);
}

void Writer::string(const std::string& value, Form form) {
    if (form == Form::flexible) {
        unsigned_varint(checked_length(value.size()) + 1U);
    } else if (value.size() <= std::numeric_limits<std::int16_t>::max()) {
        int16(static_cast<std::int16_t>(value.size()));
    } else {
        fail(fmt::format("a text of {} bytes is too long for it", value.size()));
    }
    out_ += value;
}

void Writer::long_length(std::size_t length) {
    const std::uint32_t checked = checked_length(length);
    if (form_ == Form::flexible) {
        unsigned_varint(checked + 1U);
    } else {
        int32(static_cast<std::int32_t>(checked));
    }
}

void Writer::long_null(Null null) {
    if (null == Null::refused) {
        fail("it has no null where there is one");
    } else if (form_ == Form::flexible) {
        unsigned_varint(0);
    } else {
        int32(-1);
    }
}

void Writer::string_null(Form form, Null null) {
    if (null == Null::refused) {
        fail("it has no null where there is one");
    } else if (form == Form::flexible) {
        unsigned_varint(0);
    } else {
        int16(-1);
    }
}

void Writer::bytes(const Bytes& value) {
    long_length(value.size());
    out_ += value;
}

void Writer::nullable_string(const std::optional<std::string>& value, Null null) {
    if (value) {
        string(*value, form_);
    } else {
        string_null(form_, null);
    }
}

void Writer::plain_nullable_string(const std::optional<std::string>& value, Null null) {
    if (value) {
        string(*value, Form::older);
    } else {
        string_null(Form::older, null);
    }
}

void Writer::nullable_bytes(const std::optional<Bytes>& value, Null null) {
    if (value) {
        bytes(*value);
    } else {
        long_null(null);
    }
}

void Writer::unsigned_varint(std::uint32_t value) {
    while (value >= 0x80U) {
        out_.push_back(static_cast<char>(static_cast<unsigned char>((value & 0x7FU) | 0x80U)));
        value >>= 7U;
    }
    out_.push_back(static_cast<char>(static_cast<unsigned char>(value)));
}

} // namespace muster::runtime::kafka
