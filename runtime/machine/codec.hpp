#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// The bytes in which a machine's durable part is kept. One value has exactly one encoding, so
/// equal values have equal bytes, and whatever `decode` accepts is what `encode` writes:
///
///     bool            one byte, 0 or 1
///     integer         8 bytes, big-endian, top bit flipped for signed ones: bytes sort like
///     numbers enum            its number as an integer; a number that has no name is malformed
///     string          4 bytes length, big-endian; the bytes
///     option          one byte, 0 or 1; then the value if it is 1
///     set, map, list  4 bytes count; the elements (key, then value), sets and maps ascending
///     record          its fields in order; a record without fields is one byte, 0
///
/// Decoding is total: any bytes give a value or nothing, never more work than their length.
namespace muster::runtime {

class CodecReader {
public:
    explicit CodecReader(std::string_view bytes)
        : bytes_(bytes) {}

    [[nodiscard]] std::size_t left() const { return bytes_.size(); }

    /// The next `count` bytes, or nothing if there are not so many.
    [[nodiscard]] std::optional<std::string_view> take(std::size_t count) {
        if (count > bytes_.size()) {
            return std::nullopt;
        }
        const std::string_view taken = bytes_.substr(0, count);
        bytes_.remove_prefix(count);
        return taken;
    }

    template <class Unsigned>
    [[nodiscard]] bool number(Unsigned& value) {
        const auto bytes = take(sizeof(Unsigned));
        if (!bytes.has_value()) {
            return false;
        }
        std::uint64_t number = 0;
        for (const char byte : *bytes) {
            number = (number << 8U) | static_cast<unsigned char>(byte);
        }
        value = static_cast<Unsigned>(number);
        return true;
    }

private:
    std::string_view bytes_;
};

template <class Unsigned>
void write_number(std::string& out, Unsigned value) {
    for (std::size_t i = sizeof(Unsigned); i > 0; --i) {
        const auto shifted = static_cast<std::uint64_t>(value) >> (8U * (i - 1));
        out.push_back(static_cast<char>(static_cast<unsigned char>(shifted & 0xffU)));
    }
}

/// Specialise this for a C++ type of your own that stands for a sort of a durable variable.
template <class T>
struct Codec;

template <class T>
[[nodiscard]] std::string encode(const T& value) {
    std::string bytes;
    Codec<T>::write(bytes, value);
    return bytes;
}

/// Nothing unless the bytes are exactly one value.
template <class T>
[[nodiscard]] std::optional<T> decode(std::string_view bytes) {
    CodecReader reader(bytes);
    T value{};
    if (!Codec<T>::read(reader, value) || reader.left() != 0) {
        return std::nullopt;
    }
    return value;
}

template <>
struct Codec<bool> {
    static void write(std::string& out, bool value) { out.push_back(value ? '\1' : '\0'); }

    static bool read(CodecReader& reader, bool& value) {
        std::uint8_t byte = 0;
        if (!reader.number(byte) || byte > 1) {
            return false;
        }
        value = byte == 1;
        return true;
    }
};

template <std::integral T>
struct Codec<T> {
    static constexpr std::uint64_t kFlip = std::is_signed_v<T> ? std::uint64_t{1} << 63U : 0;

    static void write(std::string& out, T value) {
        write_number(out, static_cast<std::uint64_t>(value) ^ kFlip);
    }

    static bool read(CodecReader& reader, T& value) {
        std::uint64_t number = 0;
        if (!reader.number(number)) {
            return false;
        }
        using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
        const auto wide = static_cast<Wide>(number ^ kFlip);
        if (wide < Wide{std::numeric_limits<T>::min()} ||
            wide > Wide{std::numeric_limits<T>::max()}) {
            return false;
        }
        value = static_cast<T>(wide);
        return true;
    }
};

/// A generated enum comes with `is_enumerator(E)`, found by its argument.
template <class T>
requires std::is_enum_v<T>

struct Codec<T> {
    using Number = std::underlying_type_t<T>;

    static void write(std::string& out, T value) {
        Codec<Number>::write(out, static_cast<Number>(value));
    }

    static bool read(CodecReader& reader, T& value) {
        Number number{};
        if (!Codec<Number>::read(reader, number) || !is_enumerator(static_cast<T>(number))) {
            return false;
        }
        value = static_cast<T>(number);
        return true;
    }
};

template <>
struct Codec<std::string> {
    static void write(std::string& out, const std::string& value) {
        write_number(out, static_cast<std::uint32_t>(value.size()));
        out.append(value);
    }

    static bool read(CodecReader& reader, std::string& value) {
        std::uint32_t size = 0;
        if (!reader.number(size)) {
            return false;
        }
        const auto bytes = reader.take(size);
        if (!bytes.has_value()) {
            return false;
        }
        value.assign(*bytes);
        return true;
    }
};

template <class T>
struct Codec<std::optional<T>> {
    static void write(std::string& out, const std::optional<T>& value) {
        Codec<bool>::write(out, value.has_value());
        if (value.has_value()) {
            Codec<T>::write(out, *value);
        }
    }

    static bool read(CodecReader& reader, std::optional<T>& value) {
        bool some = false;
        if (!Codec<bool>::read(reader, some)) {
            return false;
        }
        value.reset();
        return !some || Codec<T>::read(reader, value.emplace());
    }
};

template <class T>
concept MapLike = requires(const T& map) {
    typename T::mapped_type;
    map.find(std::declval<typename T::key_type>());
};

template <class T>
concept SetLike = !MapLike<T> && requires(const T& set) {
    typename T::key_type;
    set.find(std::declval<typename T::key_type>());
};

template <class T>
concept ListLike = !MapLike<T> && !SetLike<T> && !std::same_as<T, std::string> &&
                   requires(T & list, typename T::value_type element) {
    list.push_back(std::move(element));
};

/// Generated records and messages show their fields one by one.
template <class T>
concept RecordLike = requires(T& record) {
    T::visit_fields(record, [](std::string_view, auto&) {});
};

/// Every element takes at least one byte, so a count beyond the bytes left is malformed; nothing is
/// allocated for it.
[[nodiscard]] inline bool read_count(CodecReader& reader, std::uint32_t& count) {
    return reader.number(count) && count <= reader.left();
}

template <MapLike T>
struct Codec<T> {
    using Key = typename T::key_type;
    using Value = typename T::mapped_type;

    static void write(std::string& out, const T& map) {
        write_number(out, static_cast<std::uint32_t>(map.size()));
        for (const auto& entry : map) {
            Codec<Key>::write(out, entry.first);
            Codec<Value>::write(out, entry.second);
        }
    }

    static bool read(CodecReader& reader, T& map) {
        std::uint32_t count = 0;
        if (!read_count(reader, count)) {
            return false;
        }
        map = T{};
        std::optional<Key> last;
        for (std::uint32_t i = 0; i < count; ++i) {
            Key key{};
            Value value{};
            if (!Codec<Key>::read(reader, key) || (last.has_value() && !(*last < key)) ||
                !Codec<Value>::read(reader, value)) {
                return false;
            }
            map.insert_or_assign(key, std::move(value));
            last = std::move(key);
        }
        return true;
    }
};

template <SetLike T>
struct Codec<T> {
    using Key = typename T::key_type;

    static void write(std::string& out, const T& set) {
        write_number(out, static_cast<std::uint32_t>(set.size()));
        for (const auto& element : set) {
            Codec<Key>::write(out, element);
        }
    }

    static bool read(CodecReader& reader, T& set) {
        std::uint32_t count = 0;
        if (!read_count(reader, count)) {
            return false;
        }
        set = T{};
        std::optional<Key> last;
        for (std::uint32_t i = 0; i < count; ++i) {
            Key key{};
            if (!Codec<Key>::read(reader, key) || (last.has_value() && !(*last < key))) {
                return false;
            }
            set.insert(key);
            last = std::move(key);
        }
        return true;
    }
};

template <ListLike T>
struct Codec<T> {
    using Element = typename T::value_type;

    static void write(std::string& out, const T& list) {
        write_number(out, static_cast<std::uint32_t>(list.size()));
        for (const auto& element : list) {
            Codec<Element>::write(out, element);
        }
    }

    static bool read(CodecReader& reader, T& list) {
        std::uint32_t count = 0;
        if (!read_count(reader, count)) {
            return false;
        }
        list = T{};
        for (std::uint32_t i = 0; i < count; ++i) {
            Element element{};
            if (!Codec<Element>::read(reader, element)) {
                return false;
            }
            list.push_back(std::move(element));
        }
        return true;
    }
};

template <RecordLike T>
struct Codec<T> {
    static void write(std::string& out, const T& record) {
        const std::size_t before = out.size();
        T::visit_fields(record, [&](std::string_view, const auto& field) {
            Codec<std::remove_cvref_t<decltype(field)>>::write(out, field);
        });
        if (out.size() == before) {
            out.push_back('\0');
        }
    }

    static bool read(CodecReader& reader, T& record) {
        bool well_formed = true;
        bool has_fields = false;
        T::visit_fields(record, [&](std::string_view, auto& field) {
            has_fields = true;
            well_formed =
                well_formed && Codec<std::remove_cvref_t<decltype(field)>>::read(reader, field);
        });
        if (!has_fields) {
            std::uint8_t byte = 0;
            return reader.number(byte) && byte == 0;
        }
        return well_formed;
    }
};

} // namespace muster::runtime
