#include "codegen/wire/emit_source.hpp"

#include "codegen/model/writer.hpp"
#include "codegen/wire/cpp_text.hpp"
#include "codegen/wire/emit_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace muster::codegen::wire {

namespace {

/// Whether and when null is allowed, as an argument: nothing where it always is.
std::string null_text(const Message& message, const Field& field) {
    if (*field.nullable == field.versions) {
        return "";
    }
    return "null_if(" + condition(*field.nullable, message.versions) + ')';
}

/// Writes the layout of one struct.
class LayoutEmitter {
public:
    LayoutEmitter(const Message& message, Writer& writer)
        : message_(message)
        , writer_(writer) {}

    void emit(const std::string& type, const std::string& value, const std::vector<Field>& fields) {
        value_ = value;
        const bool is_message = type == message_.name;
        const std::string name = is_message ? "Message" : "Struct";
        writer_.line(fmt::format("template <class Stream, Is<{}> {}>", type, name));
        writer_.open(fmt::format("void layout({}Stream& s, {}{}& {}, int{}) {{",
                                 uses_stream(fields) ? "" : "[[maybe_unused]] ",
                                 fields.empty() ? "[[maybe_unused]] " : "",
                                 name,
                                 value,
                                 uses_version(fields) ? " version" : " /*version*/"));
        emit_fields(fields);
        if (message_.first_flexible) {
            emit_tagged(fields);
        }
        writer_.close();
    }

private:
    [[nodiscard]] bool uses_stream(const std::vector<Field>& fields) const {
        return !fields.empty() || message_.first_flexible;
    }

    [[nodiscard]] std::string condition_of(const Field& field) const {
        return condition(field.versions, message_.versions);
    }

    [[nodiscard]] bool uses_version(const std::vector<Field>& fields) const {
        return std::any_of(fields.begin(), fields.end(), [this](const Field& field) {
            const bool has_own_null = field.nullable && !null_text(message_, field).empty();
            const bool is_sized =
                field.type.is_array &&
                least_size_text(message_, field).find("version") != std::string::npos;
            return field.tag || !condition_of(field).empty() || has_own_null || is_sized ||
                   std::holds_alternative<std::string>(field.type.element);
        });
    }

    [[nodiscard]] std::string member(const Field& field) const { return value_ + '.' + field.name; }

    /// Neighbours that are in the same versions stand in one block.
    void emit_fields(const std::vector<Field>& fields) {
        for (auto first = fields.begin(); first != fields.end();) {
            if (first->tag) {
                ++first;
                continue;
            }
            const auto last = std::find_if(first, fields.end(), [&](const Field& field) {
                return field.tag || field.versions != first->versions;
            });
            emit_block({first, last});
            first = last;
        }
    }

    void emit_block(const std::vector<Field>& fields) {
        const std::string when = condition_of(fields.front());
        if (when.empty()) {
            emit_calls(fields);
            return;
        }
        writer_.open("if (" + when + ") {");
        emit_calls(fields);
        const bool has_absent = std::any_of(
            fields.begin(), fields.end(), [](const Field& field) { return !field.is_ignorable; });
        if (has_absent) {
            writer_.reopen("} else {");
            emit_absent(fields);
        }
        writer_.close();
    }

    void emit_calls(const std::vector<Field>& fields) {
        for (const Field& field : fields) {
            writer_.line(statement(field));
        }
    }

    void emit_absent(const std::vector<Field>& fields) {
        for (const Field& field : fields) {
            if (!field.is_ignorable) {
                writer_.line(
                    call("s.absent(",
                         {'"' + field.name + '"', is_default(message_, field, member(field))},
                         ");"));
            }
        }
    }

    [[nodiscard]] Doc statement(const Field& field) const {
        const std::string null = field.nullable ? null_text(message_, field) : "";
        const bool has_structs = std::holds_alternative<std::string>(field.type.element);
        if (has_structs && !field.type.is_array) {
            return call("layout(", {"s", member(field), "version"}, ");");
        }
        std::vector<Doc> arguments{member(field)};
        std::string function = field.nullable ? "nullable_" : "";
        if (field.type.is_array) {
            function += "array";
            if (field.nullable) {
                arguments.emplace_back(null.empty() ? "Null::allowed" : null);
            }
            arguments.emplace_back(least_size_text(message_, field));
            if (has_structs) {
                arguments.emplace_back("version");
            }
        } else {
            function += function_name(std::get<Primitive>(field.type.element));
            if (!null.empty()) {
                arguments.emplace_back(null);
            }
        }
        return call((field.is_plain ? "s.plain_" : "s.") + function + '(', arguments, ");");
    }

    static std::string function_name(Primitive primitive) {
        switch (primitive) {
        case Primitive::boolean:
            return "boolean";
        case Primitive::int8:
            return "int8";
        case Primitive::int16:
            return "int16";
        case Primitive::int32:
            return "int32";
        case Primitive::int64:
            return "int64";
        case Primitive::uuid:
            return "uuid";
        case Primitive::error_code:
            return "error";
        case Primitive::string:
            return "string";
        case Primitive::bytes:
            return "bytes";
        }
        return "";
    }

    void emit_tagged(std::vector<Field> fields) {
        std::erase_if(fields, [](const Field& field) { return !field.tag; });
        std::sort(fields.begin(), fields.end(), [](const Field& left, const Field& right) {
            return *left.tag < *right.tag;
        });
        if (fields.empty()) {
            writer_.line("s.tagged_fields();");
            return;
        }
        std::vector<Doc> arguments{"version"};
        for (const Field& field : fields) {
            const VersionRange flexible{*message_.first_flexible, message_.versions.last};
            const std::string when = condition(field.versions, flexible);
            std::vector<Doc> parts{std::to_string(*field.tag),
                                   when.empty() ? "true" : when,
                                   member(field),
                                   is_default(message_, field, member(field))};
            if (field.type.is_array) {
                parts.emplace_back(least_size_text(message_, field));
            }
            arguments.push_back(call("tag(", parts, ")"));
        }
        writer_.line(call("s.tagged_fields(", arguments, ");"));
    }

    const Message& message_;
    Writer& writer_;
    std::string value_;
};

void emit_instances(const Description& description, Writer& writer) {
    for (const Message& message : description.messages) {
        writer.line("template void layout(Reader&, " + message.name + "&, int);");
        writer.line("template void layout(Writer&, const " + message.name + "&, int);");
    }
}

} // namespace

std::string emit_source(const Description& description) {
    Writer writer;
    writer.line(fmt::format("#include \"{}{}.hpp\"", kOutputFolder, description.name));
    writer.line();
    writer.line("#include \"runtime/kafka/wire/reader.hpp\"");
    writer.line("#include \"runtime/kafka/wire/writer.hpp\"");
    writer.line();
    writer.line("namespace muster::runtime::kafka {");
    for (const Message& message : description.messages) {
        LayoutEmitter emitter(message, writer);
        for (const Struct& each : message.structs) {
            writer.line();
            emitter.emit(message.name + "::" + each.name, "value", each.fields);
        }
        writer.line();
        emitter.emit(message.name, "message", message.fields);
    }
    writer.line();
    emit_instances(description, writer);
    writer.line();
    writer.line("} // namespace muster::runtime::kafka");
    return banner(source_path(description)) + std::move(writer).finish();
}

} // namespace muster::codegen::wire
