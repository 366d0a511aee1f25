#pragma once

#include "runtime/kafka/wire/error_code.hpp"
#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

#include <concepts>
#include <optional>
#include <type_traits>

namespace muster::runtime::kafka {

/// The message itself, or the same one as a constant.
template <class Given, class Message>
concept Is = std::same_as<std::remove_const_t<Given>, Message>;

// Every message has one function `layout(stream, message, version)` that states its fields in wire
// order. With a Reader it decodes, with a Writer it encodes, so the two cannot disagree. Versions
// are those of api_table.hpp.

/// The message whose body is exactly these bytes, or nothing if they are malformed or some are left
/// over.
template <class Message>
[[nodiscard]] std::optional<Message> decode_body(BytesView body, int version) {
    Reader reader(body);
    Message message;
    layout(reader, message, version);
    if (!reader.finished()) {
        return std::nullopt;
    }
    return message;
}

/// The body of the message in that version.
template <class Message>
[[nodiscard]] Bytes encode_body(const Message& message, int version) {
    Writer writer;
    layout(writer, message, version);
    return writer.take();
}

} // namespace muster::runtime::kafka
