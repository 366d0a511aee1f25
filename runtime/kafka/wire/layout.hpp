#pragma once

#include "runtime/base/bytes.hpp"
#include "runtime/kafka/wire/error_code.hpp"
#include "runtime/kafka/wire/version_range.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace muster::runtime::kafka {

// Every message has one function `layout(stream, message, version)` that states its fields in wire
// order; it is generated from the description of the message in runtime/kafka/messages/. With a
// Reader it decodes, with a Writer it encodes, so the two cannot disagree. This is what such
// functions, and the structs that they fill, are made of.

/// The message itself, or the same one as a constant.
template <class Given, class Message>
concept Is = std::same_as<std::remove_const_t<Given>, Message>;

/// The first flexible version of a message that has none.
inline constexpr int kNeverFlexible = std::numeric_limits<int>::max();

/// Two forms that a message can have on the wire. The flexible one has compact lengths, and tagged
/// fields at the end of every struct.
enum class Form { older, flexible };

/// Whether a value may be null in a version.
enum class Null { refused, allowed };

[[nodiscard]] constexpr Null null_if(bool is_allowed) {
    return is_allowed ? Null::allowed : Null::refused;
}

/// 16 bytes that name a topic; all zero names none.
using Uuid = std::array<std::uint8_t, 16>;

/// A field that is written with its tag, and only if it does not have its default.
template <class Value>
struct Tag {
    std::uint32_t number = 0;
    /// A reader skips a field that the version does not have, as any other unknown one.
    bool is_in_version = false;
    Value& value;
    bool has_default = true;
    /// Of an array, the fewest bytes that an element takes.
    std::size_t least_bytes = 0;
};

template <class Value>
[[nodiscard]] Tag<Value> tag(std::uint32_t number,
                             bool is_in_version,
                             Value& value,
                             bool has_default,
                             std::size_t least_bytes = 0) {
    return {number, is_in_version, value, has_default, least_bytes};
}

} // namespace muster::runtime::kafka
