#include "codegen/emit_types.hpp"

#include "codegen/emit_messages.hpp"
#include "codegen/model/cpp_type.hpp"
#include "codegen/model/names.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace muster::codegen {

using spec::FieldInfo;
using spec::TypedSpec;
using spec::TypeId;
using spec::TypeKind;

namespace {

void collect_records(const TypedSpec& spec, TypeId id, std::vector<std::uint32_t>& found) {
    if (!id.valid()) {
        return;
    }
    const auto& type = spec.types[id];
    if (type.kind == TypeKind::record) {
        found.push_back(type.declaration);
    }
    collect_records(spec, type.first, found);
    collect_records(spec, type.second, found);
}

/// Records, those inside another one first.
void emit_record(const TypedSpec& spec,
                 std::uint32_t record,
                 std::set<std::uint32_t>& done,
                 Writer& writer) {
    if (!done.insert(record).second) {
        return;
    }
    const auto& info = spec.records[record];
    for (const FieldInfo& field : info.fields) {
        std::vector<std::uint32_t> inside;
        collect_records(spec, field.type, inside);
        for (const std::uint32_t inner : inside) {
            emit_record(spec, inner, done, writer);
        }
    }
    writer.gap();
    emit_struct(spec, {type_identifier(info.name), info.doc, {}}, info.fields, writer);
}

void emit_default_types(const TypedSpec& spec, Writer& writer) {
    writer.gap();
    writer.doc_comment("The C++ types that stand for the sorts of the spec, and the containers: "
                       "strings and the standard ones. A machine takes any struct like this one. "
                       "Sorts need comparison; a request is chosen by the host and names the "
                       "sender's connection and the correlation.");
    writer.open("struct DefaultTypes {");
    for (const auto& sort : spec.sorts) {
        writer.doc_comment(sort.doc);
        writer.line("using " + type_identifier(sort.name) + " = std::string;");
    }
    writer.line("using Request = std::uint64_t;");
    writer.line("template <class T>");
    writer.line("using Set = std::set<T>;");
    writer.line("template <class Key, class Value>");
    writer.line("using Map = std::map<Key, Value>;");
    writer.line("template <class T>");
    writer.line("using List = std::vector<T>;");
    writer.close("};");
}

} // namespace

void emit_enum(const EnumText& text, Writer& writer) {
    const bool wide = std::any_of(text.numbers.begin(), text.numbers.end(), [](std::int64_t n) {
        return n < std::numeric_limits<std::int32_t>::min() ||
               n > std::numeric_limits<std::int32_t>::max();
    });
    writer.gap();
    writer.doc_comment(text.doc);
    writer.open("enum class " + text.name + " : " + (wide ? "std::int64_t" : "std::int32_t") +
                " {");
    for (std::size_t i = 0; i < text.enumerators.size(); ++i) {
        const std::string number =
            text.numbers.empty() ? "" : " = " + std::to_string(text.numbers[i]);
        writer.line(identifier(text.enumerators[i]) + number + ',');
    }
    writer.close("};");
    writer.gap();
    if (text.enumerators.empty()) {
        writer.line("[[nodiscard]] constexpr bool is_enumerator(" + text.name +
                    ") { return false; }");
        writer.gap();
        writer.line("[[nodiscard]] constexpr std::string_view name_of(" + text.name +
                    ") { return \"?\"; }");
        return;
    }
    writer.open("[[nodiscard]] constexpr bool is_enumerator(" + text.name + " value) {");
    writer.line("switch (value) {");
    for (const std::string& enumerator : text.enumerators) {
        writer.line("case " + text.name + "::" + identifier(enumerator) + ':');
    }
    writer.line("    return true;");
    writer.line("}");
    writer.line("return false;");
    writer.close();
    writer.gap();
    writer.open("[[nodiscard]] constexpr std::string_view name_of(" + text.name + " value) {");
    writer.line("switch (value) {");
    for (const std::string& enumerator : text.enumerators) {
        writer.line("case " + text.name + "::" + identifier(enumerator) + ':');
        writer.line("    return \"" + enumerator + "\";");
    }
    writer.line("}");
    writer.line("return \"?\";");
    writer.close();
}

void emit_struct(const TypedSpec& spec,
                 const StructText& text,
                 const std::vector<FieldInfo>& fields,
                 Writer& writer) {
    const std::string& name = text.name;
    writer.doc_comment(text.doc);
    writer.line("template <class Types>");
    writer.open("struct " + name + " {");
    for (const std::string& constant : text.constants) {
        writer.line(constant);
    }
    writer.gap();
    for (const FieldInfo& field : fields) {
        writer.doc_comment(field.doc);
        const std::string value = default_initialiser(spec, field);
        writer.line(cpp_type(spec, field.type, Where::in_namespace) + ' ' +
                    field_identifier(spec, field.name) + value + ';');
    }
    writer.gap();
    writer.line("friend auto operator<=>(const " + name + "&, const " + name + "&) = default;");
    writer.gap();
    writer.doc_comment("Calls visit(\"field\", value) for every field, in order.");
    writer.line("template <class Self, class Visit>");
    if (fields.empty()) {
        writer.line("static void visit_fields(Self&, Visit&&) {}");
    } else {
        writer.open("static void visit_fields(Self& self, Visit&& visit) {");
        for (const FieldInfo& field : fields) {
            writer.line("visit(std::string_view(\"" + field.name + "\"), self." +
                        field_identifier(spec, field.name) + ");");
        }
        writer.close();
    }
    writer.close("};");
}

void emit_types(const TypedSpec& spec, Writer& writer) {
    for (const auto& info : spec.enums) {
        emit_enum({type_identifier(info.name), info.doc, info.enumerators, info.numbers}, writer);
    }
    emit_default_types(spec, writer);
    std::set<std::uint32_t> done;
    for (std::uint32_t i = 0; i < spec.records.size(); ++i) {
        emit_record(spec, i, done, writer);
    }
}

} // namespace muster::codegen
