#include "codegen/wire/emit_header.hpp"

#include "codegen/model/writer.hpp"
#include "codegen/wire/cpp_text.hpp"

#include <fmt/format.h>

#include <utility>

namespace muster::codegen::wire {

namespace {

/// In which of the message's versions the field is, in words; nothing if in all of them.
std::string versions_in_words(VersionRange range, VersionRange all) {
    if (all == range) {
        return "";
    }
    if (range.last == all.last) {
        return fmt::format("From version {} on.", range.first);
    }
    return range.first == range.last ? fmt::format("Version {} only.", range.first)
                                     : fmt::format("Versions {} to {}.", range.first, range.last);
}

void emit_fields(const Message& message,
                 const std::string& struct_name,
                 const std::vector<Field>& fields,
                 Writer& writer) {
    for (const Field& field : fields) {
        const std::string versions = versions_in_words(field.versions, message.versions);
        writer.doc_comment(field.doc);
        writer.doc_comment(versions);
        writer.line(member_type(field) + ' ' + field.name + initialiser(field) + ';');
    }
    writer.gap();
    const Doc other = "const " + struct_name + '&';
    writer.line(call("friend bool operator==(", {other, other}, ") = default;"));
}

void emit_message(const Message& message, Writer& writer) {
    writer.doc_comment(message.doc);
    writer.open("struct " + message.name + " {");
    writer.line(fmt::format("static constexpr std::string_view kName = \"{}\";", message.name));
    writer.line(fmt::format("static constexpr VersionRange kVersions{{{}, {}}};",
                            message.versions.first,
                            message.versions.last));
    writer.line("static constexpr int kFirstFlexible = " +
                (message.first_flexible ? std::to_string(*message.first_flexible)
                                        : std::string("kNeverFlexible")) +
                ';');
    for (const Struct& each : message.structs) {
        writer.gap();
        writer.open("struct " + each.name + " {");
        emit_fields(message, each.name, each.fields, writer);
        writer.close("};");
    }
    writer.gap();
    emit_fields(message, message.name, message.fields, writer);
    writer.close("};");
}

} // namespace

std::string source_path(const Description& description) {
    return "runtime/kafka/messages/" + description.name + ".messages";
}

std::string banner(const std::string& source) {
    return "// Generated from " + source + ". Change that, not this file.\n// clang-format off\n";
}

std::string emit_header(const Description& description) {
    Writer writer;
    writer.line("#pragma once");
    writer.line();
    writer.line("#include \"runtime/kafka/wire/layout.hpp\"");
    writer.line();
    for (const char* header : {"cstdint", "optional", "string", "string_view", "vector"}) {
        writer.line(fmt::format("#include <{}>", header));
    }
    writer.line();
    writer.line("namespace muster::runtime::kafka {");
    for (const Message& message : description.messages) {
        writer.line();
        emit_message(message, writer);
    }
    for (const Message& message : description.messages) {
        writer.line();
        writer.line("template <class Stream, Is<" + message.name + "> Message>");
        writer.line("void layout(Stream& s, Message& message, int version);");
    }
    writer.line();
    writer.line("} // namespace muster::runtime::kafka");
    return banner(source_path(description)) + std::move(writer).finish();
}

} // namespace muster::codegen::wire
