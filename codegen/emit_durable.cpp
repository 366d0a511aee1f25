#include "codegen/emit_durable.hpp"

#include "codegen/emit_types.hpp"
#include "codegen/model/cpp_type.hpp"

namespace muster::codegen {

using spec::TypeKind;
using spec::VariableId;
using spec::VariableKind;

namespace {

std::string field_type(const RoleContext& context) {
    return context.class_name + "_field";
}

std::string field(const RoleContext& context, VariableId variable) {
    return field_type(context) + "::" + identifier(context.spec.variable(variable).name);
}

/// Whether the variable is a set or map that does not begin empty. A removed entry is no longer
/// stored, so from single entries it could not be told which of the first ones are gone: such a
/// variable is stored as a whole.
bool is_stored_whole(const RoleContext& context, VariableId variable) {
    const auto& info = context.spec.variable(variable);
    const TypeKind kind = context.spec.types[info.type].kind;
    const auto& initial = context.spec.expr(info.initial).node;
    const auto* set = std::get_if<spec::typed::SetLiteral>(&initial);
    const auto* map = std::get_if<spec::typed::MapLiteral>(&initial);
    const bool empty =
        (set != nullptr && set->elements.empty()) || (map != nullptr && map->entries.empty());
    return (kind == TypeKind::set || kind == TypeKind::map) && !empty;
}

/// The suffix of the helper functions for variables of this shape.
std::string shape(const RoleContext& context, VariableId variable) {
    if (is_stored_whole(context, variable)) {
        return "scalar";
    }
    switch (context.spec.types[context.spec.variable(variable).type].kind) {
    case TypeKind::map:
        return "map";
    case TypeKind::set:
        return "set";
    default:
        return "scalar";
    }
}

void emit_switch(const RoleContext& context,
                 Writer& writer,
                 const std::string& before,
                 const std::string& after) {
    writer.line("switch (field) {");
    for (const VariableId variable : context.variables_of(VariableKind::durable)) {
        writer.line("case " + field(context, variable) + ':');
        std::string call = before;
        const std::size_t hole = call.find('$');
        call.replace(hole, 1, shape(context, variable));
        writer.line("    " + call + context.member(variable) + after);
        if (!call.starts_with("return")) {
            writer.line("    return;");
        }
    }
    writer.line("}");
}

struct WriterText {
    std::string parameters;
    std::string call;
    bool entry = false; // reports one entry, under `key`
    bool tells = false; // the call tells whether anything changed
};

WriterText writer_text(const RoleContext& context, VariableId variable, WriteForm form) {
    const auto& spec = context.spec;
    const auto& info = spec.variable(variable);
    const auto& type = spec.types[info.type];
    const std::string member = context.member(variable);
    const auto name = [&](spec::TypeId id) {
        return cpp_type(spec, id, Where::in_class);
    };
    const bool list = type.kind == TypeKind::list;
    const bool any_list = list || type.kind == TypeKind::distinct_list;
    const std::string key =
        type.first.valid() ? cpp_parameter(spec, type.first, Where::in_class) + " key, " : "";
    const std::string element =
        any_list ? cpp_parameter(spec, type.first, Where::in_class) + " element, " : "";
    switch (form) {
    case WriteForm::assign:
        return {name(info.type) + " value, ", "assign(out, " + member + ", std::move(value))"};
    case WriteForm::put:
        return {key + name(type.second) + " value, ",
                "put(out, " + member + ", key, std::move(value))",
                true};
    case WriteForm::insert:
        if (any_list) {
            const std::string function = list ? "append" : "append_new";
            return {element, function + "(out, " + member + ", element)", false, !list};
        }
        return {key, "insert(out, " + member + ", key)", true, true};
    case WriteForm::erase:
        if (any_list) {
            return {element, "remove_all(out, " + member + ", element)", false, true};
        }
        return {key, "erase(out, " + member + ", key)", true, true};
    case WriteForm::modify:
        return {"ChangeFunction&& change, ", "modify(out, " + member + ", change)"};
    case WriteForm::modify_entry:
        return {key + "ChangeFunction&& change, ",
                "modify_entry(out, " + member + ", key, change)",
                true};
    }
    return {};
}

} // namespace

void emit_durable_fields(const RoleContext& context, Writer& writer) {
    EnumText text;
    text.name = field_type(context);
    text.doc = "The durable variables of " + context.role.name + '.';
    for (const VariableId variable : context.variables_of(VariableKind::durable)) {
        text.enumerators.push_back(context.spec.variable(variable).name);
    }
    emit_enum(text, writer);
}

void emit_durable_interface(const RoleContext& context, Writer& writer) {
    const auto durable = context.variables_of(VariableKind::durable);
    const std::string type = field_type(context);
    writer.line("static constexpr std::array<" + type + ", " + std::to_string(durable.size()) +
                "> kDurableFields{" + (durable.empty() ? "};" : ""));
    for (const VariableId variable : durable) {
        writer.line("    " + field(context, variable) + ',');
    }
    if (!durable.empty()) {
        writer.line("};");
    }
    writer.gap();
    std::string about = "The encoded value of one durable entry; nothing if there is no such "
                        "entry. A map or set has one entry for every key, anything else has one, "
                        "under the empty key.";
    for (const VariableId variable : durable) {
        if (is_stored_whole(context, variable)) {
            about += " So has `" + context.spec.variable(variable).name +
                     "`, which does not begin empty.";
        }
    }
    writer.doc_comment(about);
    const std::string names = durable.empty() ? "" : " field";
    const std::string key = durable.empty() ? "" : " key";
    const std::string value = durable.empty() ? "" : " value";
    writer.open(call("[[nodiscard]] std::optional<std::string> durable_entry(",
                     {type + names, "std::string_view" + key},
                     ") const {"));
    if (!durable.empty()) {
        emit_switch(context, writer, "return machine::$_entry(", ", key);");
    }
    writer.line("return std::nullopt;");
    writer.close();
    writer.gap();
    writer.doc_comment("Puts back one entry. False if the bytes are no such entry; then nothing "
                       "changed.");
    writer.open(call("[[nodiscard]] bool restore_entry(",
                     {type + names, "std::string_view" + key, "std::string_view" + value},
                     ") {"));
    if (!durable.empty()) {
        emit_switch(context, writer, "return machine::restore_$_entry(", ", key, value);");
    }
    writer.line("return false;");
    writer.close();
    writer.gap();
    writer.doc_comment("Calls visit(key, value) with the encoded key and value of every entry.");
    writer.line("template <class VisitFunction>");
    writer.open("void for_each_durable(" + type + names + ", VisitFunction&&" +
                (durable.empty() ? "" : " visit") + ") const {");
    if (!durable.empty()) {
        emit_switch(context, writer, "machine::visit_$_entries(", ", visit);");
    }
    writer.close();
}

void emit_writers(const RoleContext& context, Writer& writer) {
    for (const auto& [target, name] : context.writers) {
        const auto [variable, form] = target;
        const WriterText text = writer_text(context, variable, form);
        const bool changes = form == WriteForm::modify || form == WriteForm::modify_entry;
        writer.gap();
        writer.line(changes ? "template <class ChangeFunction, class Out>"
                            : "template <class Out>");
        const std::string ghost = context.is_ghost(variable) ? "    requires Ghosts" : "";
        if (!ghost.empty()) {
            writer.line(ghost);
        }
        writer.open("void " + name + '(' + text.parameters + "Out& out) {");
        const bool entry = text.entry && !is_stored_whole(context, variable);
        const std::string report =
            entry ? "machine::report_entry(out, " + field(context, variable) + ", key);"
                  : "out.changed(" + field(context, variable) + ");";
        if (!context.is_durable(variable)) {
            writer.line("machine::" + text.call + ';');
        } else if (text.tells) {
            writer.open("if (machine::" + text.call + ") {");
            writer.line(report);
            writer.close();
        } else {
            writer.line("machine::" + text.call + ';');
            writer.line(report);
        }
        writer.close();
    }
}

} // namespace muster::codegen
