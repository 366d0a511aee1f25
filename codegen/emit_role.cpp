#include "codegen/emit_role.hpp"

#include "codegen/emit_durable.hpp"
#include "codegen/emit_expr.hpp"
#include "codegen/model/cpp_type.hpp"

#include <algorithm>

namespace muster::codegen {

using spec::TypeKind;
using spec::VariableId;
using spec::VariableKind;

namespace {

std::string in_class(const RoleContext& context, spec::TypeId type) {
    return cpp_type(context.spec, type, Where::in_class);
}

bool constants_need_types(const RoleContext& context) {
    return std::any_of(
        context.usage.constants.begin(), context.usage.constants.end(), [&](spec::ConstId id) {
            const TypeKind kind = context.spec.types[context.spec.constants[id.value].type].kind;
            return kind != TypeKind::boolean && kind != TypeKind::integer &&
                   kind != TypeKind::enumeration;
        });
}

void emit_constants(const RoleContext& context, Writer& writer) {
    if (context.usage.constants.empty()) {
        return;
    }
    writer.gap();
    writer.doc_comment("The constants that " + context.role.name + " uses.");
    if (constants_need_types(context)) {
        writer.line("template <class Types>");
    }
    writer.open("struct " + context.class_name + "_constants {");
    for (const spec::ConstId id : context.usage.constants) {
        const auto& info = context.spec.constants[id.value];
        writer.doc_comment(info.doc);
        writer.line(cpp_type(context.spec, info.type, Where::in_namespace) + ' ' +
                    field_identifier(context.spec, info.name) + "{};");
    }
    writer.close("};");
}

void emit_timers(const RoleContext& context, Writer& writer) {
    if (context.role.timers.empty()) {
        return;
    }
    writer.gap();
    writer.doc_comment("The timers of " + context.role.name + '.');
    writer.open("namespace " + context.class_name + "_timers {");
    writer.gap();
    for (const spec::TimerId id : context.role.timers) {
        const auto& info = context.spec.timer(id);
        const std::string name = type_identifier(info.name);
        writer.gap();
        writer.doc_comment(info.doc);
        if (info.key_type.valid()) {
            writer.line("template <class Types>");
        }
        writer.open("struct " + name + " {");
        writer.line("static constexpr std::string_view kName = \"" + info.name + "\";");
        writer.doc_comment("Whether it stays armed through a crash.");
        writer.line(std::string("static constexpr bool kDurable = ") +
                    (info.durable ? "true;" : "false;"));
        if (info.key_type.valid()) {
            writer.line(cpp_type(context.spec, info.key_type, Where::in_namespace) + " key{};");
        }
        writer.gap();
        writer.line("friend auto operator<=>(const " + name + "&, const " + name + "&) = default;");
        writer.close("};");
    }
    writer.gap();
    writer.close("} // namespace " + context.class_name + "_timers");
}

void emit_peers(const RoleContext& context, Writer& writer) {
    if (context.role.lost_handlers.empty()) {
        return;
    }
    writer.gap();
    writer.doc_comment("The other ends of the connections of " + context.role.name +
                       " whose loss it handles.");
    writer.open("namespace " + context.class_name + "_peers {");
    writer.gap();
    for (const auto& handler : context.role.lost_handlers) {
        const auto& peer = context.spec.role(handler.peer);
        const std::string name = type_identifier(peer.name);
        writer.gap();
        if (peer.index.valid()) {
            writer.line("template <class Types>");
        }
        writer.open("struct " + name + " {");
        writer.line("static constexpr std::string_view kName = \"" + peer.name + "\";");
        if (peer.index.valid()) {
            writer.line("typename Types::" + sort_name(context.spec, peer.index) + " process{};");
        }
        writer.gap();
        writer.line("friend auto operator<=>(const " + name + "&, const " + name + "&) = default;");
        writer.close("};");
    }
    writer.gap();
    writer.close("} // namespace " + context.class_name + "_peers");
}

void emit_ghosts(const RoleContext& context, Writer& writer) {
    const auto ghosts = context.variables_of(VariableKind::ghost);
    if (ghosts.empty()) {
        return;
    }
    ExprEmitter exprs(context);
    exprs.alias(context.role.me, "me_");
    writer.gap();
    writer.doc_comment("The variables that exist for properties only.");
    writer.open("struct GhostState {");
    for (const VariableId id : ghosts) {
        const auto& info = context.spec.variable(id);
        if (context.role.me.valid() && context.analysis.uses_local(info.initial, context.role.me)) {
            context.not_generable(context.spec.expr(info.initial).span,
                                  "a ghost that begins with something of its own process");
        }
        writer.line(Doc(in_class(context, info.type) + ' ' + context.variables.at(id) + " = ") +
                    exprs.into(info.initial) + Doc(";"));
    }
    writer.gap();
    writer.line("friend bool operator==(const GhostState&, const GhostState&) = default;");
    writer.close("};");
}

/// Short names for the types that the class mentions.
void emit_aliases(const RoleContext& context, Writer& writer) {
    const auto& spec = context.spec;
    for (const auto& sort : spec.sorts) {
        const std::string name = type_identifier(sort.name);
        writer.line("using " + name + " = typename Types::" + name + ';');
    }
    writer.line("using Request = typename Types::Request;");
    writer.line("template <class T>");
    writer.line("using Set = typename Types::template Set<T>;");
    writer.line("template <class Key, class Value>");
    writer.line("using Map = typename Types::template Map<Key, Value>;");
    writer.line("template <class T>");
    writer.line("using List = typename Types::template List<T>;");
    const std::string scope = "::" + context.scope + "::";
    for (const auto& record : spec.records) {
        const std::string name = type_identifier(record.name);
        writer.line("using " + name + " = " + scope + name + "<Types>;");
    }
    std::set<spec::MessageId> used = context.usage.sends;
    for (const auto& handler : context.role.handlers) {
        used.insert(handler.message);
    }
    for (const spec::MessageId message : used) {
        const std::string name = type_identifier(spec.message(message).name);
        writer.line("using " + name + " = " + scope + name + "<Types>;");
    }
}

std::string process_set(const RoleContext& context, spec::RoleId role) {
    return "Set<" + sort_name(context.spec, context.spec.role(role).index) + '>';
}

void emit_constructor(const RoleContext& context, Writer& writer) {
    std::vector<Doc> parameters;
    std::vector<std::string> initialisers;
    if (context.role.index.valid()) {
        parameters.emplace_back(sort_name(context.spec, context.role.index) + " me");
        initialisers.emplace_back("me_(std::move(me))");
    }
    if (!context.usage.constants.empty()) {
        parameters.emplace_back(constants_type(context) + " constants");
        initialisers.emplace_back("constants_(std::move(constants))");
    }
    for (const spec::RoleId other : context.usage.all_of) {
        const std::string name = context.all_of(other);
        parameters.emplace_back(process_set(context, other) + ' ' + name);
        initialisers.emplace_back(name + "_(std::move(" + name + "))");
    }
    parameters.emplace_back("Hooks& hooks");
    initialisers.emplace_back("hooks_(&hooks)");
    writer.gap();
    writer.doc_comment("A machine in its initial state; `start` comes next. The hooks outlive it.");
    const std::string explicit_word = parameters.size() == 1 ? "explicit " : "";
    writer.line(call(explicit_word + context.class_name + '(', parameters, ")"));
    for (std::size_t i = 0; i < initialisers.size(); ++i) {
        const bool last = i + 1 == initialisers.size();
        writer.line((i == 0 ? "    : " : "    , ") + initialisers[i] + (last ? " {}" : ""));
    }
}

void emit_members(const RoleContext& context, Writer& writer) {
    ExprEmitter exprs(context);
    exprs.alias(context.role.me, "me_");
    writer.gap();
    if (context.role.index.valid()) {
        writer.line(sort_name(context.spec, context.role.index) + " me_;");
    }
    if (!context.usage.constants.empty()) {
        writer.line(constants_type(context) + " constants_;");
    }
    for (const spec::RoleId other : context.usage.all_of) {
        writer.line(process_set(context, other) + ' ' + context.all_of(other) + "_;");
    }
    writer.line("Hooks* hooks_;");
    for (const VariableId id : context.without_ghosts()) {
        const auto& info = context.spec.variable(id);
        writer.line(Doc(in_class(context, info.type) + ' ' + context.member(id) + " = ") +
                    exprs.into(info.initial) + Doc(";"));
    }
    if (context.has_ghosts()) {
        writer.line(
            "[[no_unique_address]] std::conditional_t<Ghosts, GhostState, machine::NoGhosts> "
            "ghosts_;");
    }
}

void emit_class_comment(const RoleContext& context, Writer& writer) {
    writer.gap();
    writer.doc_comment(context.role.doc.empty() ? "The role " + context.role.name + '.'
                                                : context.role.doc);
    std::string hooks;
    for (const spec::SortId sort : context.usage.fresh) {
        const std::string name = sort_name(context.spec, sort);
        hooks += "\n    " + name + " fresh_" + name + "();";
    }
    for (const spec::FunctionId id : context.usage.functions) {
        const auto& function = context.spec.functions[id.value];
        std::string parameters;
        for (const spec::LocalId parameter : function.parameters) {
            const auto& local = context.spec.local(parameter);
            parameters += (parameters.empty() ? "" : ", ") +
                          cpp_parameter(context.spec, local.type, Where::in_class) + ' ' +
                          identifier(local.name);
        }
        hooks += "\n    " + in_class(context, function.result) + ' ' + identifier(function.name) +
                 '(' + parameters + ");";
    }
    writer.line("///");
    if (!hooks.empty()) {
        writer.doc_comment("Its hooks provide" + hooks);
        writer.line("///");
    }
    emit_table_comment(context, writer);
}

} // namespace

std::string constants_type(const RoleContext& context) {
    return context.class_name + "_constants" + (constants_need_types(context) ? "<Types>" : "");
}

void emit_role(const RoleContext& context, Writer& writer) {
    emit_constants(context, writer);
    emit_timers(context, writer);
    emit_peers(context, writer);
    emit_durable_fields(context, writer);
    emit_class_comment(context, writer);
    writer.line("template <class Types, class Hooks, bool Ghosts = false>");
    writer.open("class " + context.class_name + " {");
    writer.access("public:");
    emit_aliases(context, writer);
    emit_constructor(context, writer);
    writer.gap();
    writer.comment("---- events ----");
    emit_events(context, writer);
    writer.gap();
    writer.comment("---- state ----");
    emit_state_interface(context, writer);
    writer.gap();
    writer.comment("---- the durable part ----");
    writer.gap();
    emit_durable_interface(context, writer);
    writer.gap();
    writer.access("private:");
    emit_procedures(context, writer);
    emit_writers(context, writer);
    emit_ghosts(context, writer);
    emit_members(context, writer);
    writer.close("};");
}

} // namespace muster::codegen
