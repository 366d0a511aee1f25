#pragma once

#include "runtime/base/error.hpp"
#include "runtime/kafka/wire/layout.hpp"
#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

#include <optional>
#include <string>

namespace muster::runtime::kafka {

/// The form that a message has in a version.
template <class Message>
[[nodiscard]] constexpr Form form_of(int version) {
    return version >= Message::kFirstFlexible ? Form::flexible : Form::older;
}

/// The message whose body is exactly these bytes, or nothing if they are malformed, some are left
/// over, or the message has no such version.
template <class Message>
[[nodiscard]] std::optional<Message> decode_body(BytesView body, int version) {
    if (!Message::kVersions.contains(version)) {
        return std::nullopt;
    }
    Reader reader(body, form_of<Message>(version));
    Message message;
    layout(reader, message, version);
    if (!reader.finished()) {
        return std::nullopt;
    }
    return message;
}

/// The body of the message in that version. Fails if it cannot be told in that version: a field
/// that only other versions have and that may not be left out, a null where there is none, a text
/// that is too long for the older form. What a peer sent in one version can come to that in another
/// one, so it is no bug.
template <class Message>
[[nodiscard]] Result<Bytes> encode_body(const Message& message, int version) {
    const auto refused = [version](const std::string& why) {
        return failure(std::string(Message::kName) + " in version " + std::to_string(version) +
                       ": " + why);
    };
    if (!Message::kVersions.contains(version)) {
        return refused("there is no such version");
    }
    Writer writer(form_of<Message>(version));
    layout(writer, message, version);
    if (!writer.ok()) {
        return refused(writer.failure());
    }
    return writer.take();
}

} // namespace muster::runtime::kafka
