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

std::string constants_type(const RoleContext& context) {
    return context.class_name + "_constants" + (constants_need_types(context) ? "<Types>" : "");
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
                    identifier(info.name) + "{};");
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
        const std::string name = identifier(info.name);
        writer.gap();
        writer.doc_comment(info.doc);
        if (info.key_type.valid()) {
            writer.line("template <class Types>");
        }
        writer.open("struct " + name + " {");
        writer.line("static constexpr std::string_view kName = \"" + info.name + "\";");
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
        const std::string name = identifier(sort.name);
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
        const std::string name = identifier(record.name);
        writer.line("using " + name + " = " + scope + name + "<Types>;");
    }
    std::set<spec::MessageId> used = context.usage.sends;
    for (const auto& handler : context.role.handlers) {
        used.insert(handler.message);
    }
    for (const spec::MessageId message : used) {
        const std::string name = identifier(spec.message(message).name);
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

void emit_accessors(const RoleContext& context, Writer& writer) {
    if (context.role.index.valid()) {
        writer.gap();
        writer.line("[[nodiscard]] const " + sort_name(context.spec, context.role.index) +
                    "& me() const { return me_; }");
    }
    for (const VariableId id : context.role.variables) {
        const auto& info = context.spec.variable(id);
        const TypeKind kind = context.spec.types[info.type].kind;
        const bool small =
            kind == TypeKind::boolean || kind == TypeKind::integer || kind == TypeKind::enumeration;
        const std::string type = in_class(context, info.type);
        writer.gap();
        writer.doc_comment(info.doc);
        const std::string head = "[[nodiscard]] " + (small ? type : "const " + type + '&') + ' ' +
                                 context.variables.at(id) + "() const";
        const std::string body = " { return " + context.member(id) + "; }";
        if (context.is_ghost(id)) {
            writer.line(head);
            writer.line("    requires Ghosts");
            writer.open("{");
            writer.line("return " + context.member(id) + ';');
            writer.close();
        } else if (head.size() + body.size() + 4 <= Writer::kWidth) {
            writer.line(head + body);
        } else {
            writer.open(head + " {");
            writer.line("return " + context.member(id) + ';');
            writer.close();
        }
    }
}

std::vector<VariableId> without_ghosts(const RoleContext& context) {
    std::vector<VariableId> found;
    for (const VariableId id : context.role.variables) {
        if (!context.is_ghost(id)) {
            found.push_back(id);
        }
    }
    return found;
}

void emit_conjunction(Writer& writer, const std::vector<Doc>& terms) {
    if (terms.empty()) {
        writer.line("return true;");
        return;
    }
    Doc all = terms.front();
    for (std::size_t i = 1; i < terms.size(); ++i) {
        all = all + line() + Doc("&& ") + terms[i];
    }
    writer.line(group(Doc("return ") + nest(all) + Doc(";")));
}

void emit_state_functions(const RoleContext& context, Writer& writer) {
    ExprEmitter exprs(context);
    exprs.alias(context.role.me, "me_");
    writer.gap();
    writer.doc_comment(
        "Calls visit(\"name\", value) for every variable, in order; then for ghosts, "
        "where they exist.");
    writer.line("template <class VisitFunction>");
    writer.open(std::string("void visit_state(VisitFunction&&") +
                (context.role.variables.empty() ? "" : " visit") + ") const {");
    const auto visit = [&](VariableId id) {
        writer.line("visit(std::string_view(\"" + context.spec.variable(id).name + "\"), " +
                    context.member(id) + ");");
    };
    for (const VariableId id : without_ghosts(context)) {
        visit(id);
    }
    if (context.has_ghosts()) {
        writer.open("if constexpr (Ghosts) {");
        for (const VariableId id : context.variables_of(VariableKind::ghost)) {
            visit(id);
        }
        writer.close();
    }
    writer.close();

    writer.gap();
    writer.doc_comment("Whether every variable has its initial value, ghosts aside.");
    writer.open("[[nodiscard]] bool is_initial() const {");
    std::vector<Doc> terms;
    for (const VariableId id : without_ghosts(context)) {
        terms.push_back(exprs.equals(context.member(id), context.spec.variable(id).initial));
    }
    emit_conjunction(writer, terms);
    writer.close();

    writer.gap();
    writer.doc_comment(
        "What a crash leaves: durable variables and ghosts. The rest is as it was at "
        "the beginning; `start` comes next.");
    writer.open("void crash() {");
    for (const VariableId id : context.variables_of(VariableKind::volatile_)) {
        writer.line(Doc(context.member(id) + " = ") +
                    exprs.into(context.spec.variable(id).initial) + Doc(";"));
    }
    writer.close();

    if (context.has_ghosts()) {
        writer.gap();
        writer.doc_comment("Ghosts survive crashes, but no host stores them: a machine that was "
                           "built anew takes them from the one that it replaces.");
        writer.line("void take_ghosts(const " + context.class_name + "& before)");
        writer.line("    requires Ghosts");
        writer.open("{");
        writer.line("ghosts_ = before.ghosts_;");
        writer.close();
    }

    writer.gap();
    writer.doc_comment("Compares states; constants and hooks play no part.");
    const bool stateless = context.role.variables.empty() && !context.role.index.valid();
    const std::string argument = "const " + context.class_name + '&';
    writer.open("friend bool operator==(" + argument + (stateless ? "" : " left") + ", " +
                argument + (stateless ? "" : " right") + ") {");
    terms.clear();
    if (context.role.index.valid()) {
        terms.emplace_back("left.me_ == right.me_");
    }
    for (const VariableId id : without_ghosts(context)) {
        const std::string member = context.member(id);
        terms.emplace_back("left." + member + " == right." + member);
    }
    if (context.has_ghosts()) {
        terms.emplace_back("left.ghosts_ == right.ghosts_");
    }
    emit_conjunction(writer, terms);
    writer.close();
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
    for (const VariableId id : without_ghosts(context)) {
        const auto& info = context.spec.variable(id);
        writer.line(Doc(in_class(context, info.type) + ' ' + context.member(id) + " = ") +
                    exprs.into(info.initial) + Doc(";"));
    }
    if (context.has_ghosts()) {
        writer.line("[[no_unique_address]] std::conditional_t<Ghosts, GhostState, std::monostate> "
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

void emit_role(const RoleContext& context, Writer& writer) {
    emit_constants(context, writer);
    emit_timers(context, writer);
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
    emit_accessors(context, writer);
    emit_state_functions(context, writer);
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
