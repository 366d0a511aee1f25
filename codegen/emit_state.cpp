#include "codegen/emit_expr.hpp"
#include "codegen/emit_role.hpp"
#include "codegen/model/cpp_type.hpp"

/// The methods by which the state of a machine is read, compared and reset.
namespace muster::codegen {

using spec::TypeKind;
using spec::VariableId;
using spec::VariableKind;

namespace {

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
        const std::string type = cpp_type(context.spec, info.type, Where::in_class);
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

/// A method that calls `function` for every variable.
void emit_for_each_variable(const RoleContext& context,
                            const std::string& head,
                            const std::string& function,
                            Writer& writer) {
    writer.open(head);
    const auto visit = [&](VariableId id) {
        writer.line(function + "(std::string_view(\"" + context.spec.variable(id).name + "\"), " +
                    context.member(id) + ");");
    };
    for (const VariableId id : context.without_ghosts()) {
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
}

void emit_visit(const RoleContext& context, Writer& writer) {
    const bool any = !context.role.variables.empty();
    writer.gap();
    writer.doc_comment(
        "Calls visit(\"name\", value) for every variable, in order; then for ghosts, "
        "where they exist.");
    writer.line("template <class VisitFunction>");
    emit_for_each_variable(context,
                           std::string("void visit_state(VisitFunction&&") + (any ? " visit" : "") +
                               ") const {",
                           "visit",
                           writer);
    writer.gap();
    writer.doc_comment(
        "Calls read(\"name\", variable) in the same order, to put the machine into a state that "
        "one "
        "was in before. For exploration: a host restarts a machine from what is durable.");
    writer.line("template <class ReadFunction>");
    emit_for_each_variable(context,
                           std::string("void restore_state(ReadFunction&&") + (any ? " read" : "") +
                               ") {",
                           "read",
                           writer);
}

void emit_is_initial(const RoleContext& context, Writer& writer) {
    ExprEmitter exprs(context);
    exprs.alias(context.role.me, "me_");
    writer.gap();
    writer.doc_comment("Whether every variable has its initial value, ghosts aside.");
    writer.open("[[nodiscard]] bool is_initial() const {");
    std::vector<Doc> terms;
    for (const VariableId id : context.without_ghosts()) {
        terms.push_back(exprs.equals(context.member(id), context.spec.variable(id).initial));
    }
    emit_conjunction(writer, terms);
    writer.close();
}

void emit_crash(const RoleContext& context, Writer& writer) {
    ExprEmitter exprs(context);
    exprs.alias(context.role.me, "me_");
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
}

void emit_equality(const RoleContext& context, Writer& writer) {
    writer.gap();
    writer.doc_comment("Compares states; constants and hooks play no part.");
    const bool stateless = context.role.variables.empty() && !context.role.index.valid();
    const std::string argument = "const " + context.class_name + '&';
    writer.open("friend bool operator==(" + argument + (stateless ? "" : " left") + ", " +
                argument + (stateless ? "" : " right") + ") {");
    std::vector<Doc> terms;
    if (context.role.index.valid()) {
        terms.emplace_back("left.me_ == right.me_");
    }
    for (const VariableId id : context.without_ghosts()) {
        const std::string member = context.member(id);
        terms.emplace_back("left." + member + " == right." + member);
    }
    if (context.has_ghosts()) {
        terms.emplace_back("left.ghosts_ == right.ghosts_");
    }
    emit_conjunction(writer, terms);
    writer.close();
}

} // namespace

void emit_state_interface(const RoleContext& context, Writer& writer) {
    emit_accessors(context, writer);
    emit_visit(context, writer);
    emit_is_initial(context, writer);
    emit_crash(context, writer);
    emit_equality(context, writer);
}

} // namespace muster::codegen
