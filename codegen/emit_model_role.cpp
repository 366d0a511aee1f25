#include "codegen/emit_model_role.hpp"

#include "codegen/emit_role.hpp"
#include "codegen/model/cpp_type.hpp"

#include <algorithm>

namespace muster::codegen {

namespace {

std::string actions_namespace(const RoleContext& context) {
    return context.class_name + "_actions";
}

void emit_action(const RoleContext& context, std::size_t index, Writer& writer) {
    const auto& action = context.role.actions[index];
    NameScope names = context.local_names;
    for (const char* taken : {"call", "kName", "subject", "out", "self", "visit", "visit_fields"}) {
        names.reserve(taken);
    }
    std::vector<std::string> fields;
    for (const spec::LocalId parameter : action.parameters) {
        fields.push_back(names.claim(context.spec.local(parameter).name));
    }
    writer.gap();
    writer.doc_comment(action.doc);
    writer.open("struct " + context.actions[index] + " {");
    writer.line("static constexpr std::string_view kName = \"" + action.name + "\";");
    writer.gap();
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto& local = context.spec.local(action.parameters[i]);
        writer.line(cpp_type(context.spec, local.type, Where::in_class) + ' ' + fields[i] + "{};");
    }
    writer.gap();
    writer.line("template <class Self, class Visit>");
    if (fields.empty()) {
        writer.line("static void visit_fields(Self&, Visit&&) {}");
    } else {
        writer.open("static void visit_fields(Self& self, Visit&& visit) {");
        for (std::size_t i = 0; i < fields.size(); ++i) {
            writer.line("visit(std::string_view(\"" +
                        context.spec.local(action.parameters[i]).name + "\"), self." + fields[i] +
                        ");");
        }
        writer.close();
    }
    writer.gap();
    std::vector<Doc> arguments{fields.begin(), fields.end()};
    arguments.emplace_back("out");
    const std::string method = "subject." + context.actions[index] + '(';
    writer.line("template <class Subject, class Out>");
    writer.open(group(Doc("auto call(Subject& subject, Out& out) const") +
                      nest(line() + call("-> decltype(" + method, arguments, ")) {"))));
    writer.line(call("return " + method, arguments, ");"));
    writer.close();
    writer.close("};");
}

void emit_actions(const RoleContext& context, Writer& writer) {
    if (context.role.actions.empty()) {
        return;
    }
    writer.gap();
    writer.doc_comment("The actions of " + context.role.name + ", with their arguments.");
    writer.open("namespace " + actions_namespace(context) + " {");
    for (std::size_t i = 0; i < context.role.actions.size(); ++i) {
        emit_action(context, i, writer);
    }
    writer.gap();
    writer.close("} // namespace " + actions_namespace(context));
}

std::string message_event(const RoleContext& context, spec::MessageId id) {
    const auto& message = context.spec.message(id);
    const bool indexed = message.from.valid() && context.spec.role(message.from).index.valid();
    const std::string from = indexed
                                 ? sort_name(context.spec, context.spec.role(message.from).index)
                                 : "machine::OnlyProcess";
    return std::string("machine::") + (message.is_request ? "RequestEvent<" : "MessageEvent<") +
           type_identifier(message.name) + ", " + from + '>';
}

std::vector<Doc> events(const RoleContext& context) {
    std::vector<std::string> all;
    const auto add = [&](const std::string& event) {
        if (std::find(all.begin(), all.end(), event) == all.end()) {
            all.push_back(event);
        }
    };
    for (const auto& handler : context.role.handlers) {
        add(message_event(context, handler.message));
    }
    for (const auto& handler : context.role.timer_handlers) {
        add("machine::TimerEvent<" + context.timer_type(handler.timer) + '>');
    }
    for (const std::string& action : context.actions) {
        add("machine::ActionEvent<" + actions_namespace(context) + "::" + action + '>');
    }
    return {all.begin(), all.end()};
}

std::vector<Doc> seldom_events(const RoleContext& context) {
    std::vector<Doc> all;
    for (const auto& handler : context.role.lost_handlers) {
        all.emplace_back("machine::LostEvent<" + context.peer_type(handler.peer) + '>');
    }
    return all;
}

bool crashes(const RoleContext& context) {
    const auto& faults = context.spec.faults;
    return std::any_of(faults.begin(), faults.end(), [&](const auto& fault) {
        return fault.kind == spec::FaultKind::crash && fault.role == context.id;
    });
}

void emit_make(const RoleContext& context, Writer& writer) {
    std::vector<Doc> arguments;
    if (context.role.index.valid()) {
        arguments.emplace_back("me");
    }
    if (!context.usage.constants.empty()) {
        std::vector<Doc> fields;
        for (const spec::ConstId id : context.usage.constants) {
            const std::string name = identifier(context.spec.constants[id.value].name);
            fields.emplace_back('.' + name + " = given." + name);
        }
        arguments.push_back(call(constants_type(context) + '{', fields, "}"));
    }
    for (const spec::RoleId other : context.usage.all_of) {
        arguments.emplace_back("machine::named_elements<" +
                               sort_name(context.spec, context.spec.role(other).index) + ">()");
    }
    arguments.emplace_back("hooks");
    const std::string given = context.usage.constants.empty() ? "" : " given";
    const std::string me = context.role.index.valid() ? " me" : "";
    writer.line("template <class Base>");
    writer.open(
        call("[[nodiscard]] static RoleMachine<Base> make(",
             {"const RoleGiven&" + given, "const RoleProcess&" + me, "RoleHooks<Base>& hooks"},
             ") {"));
    writer.line(call("return RoleMachine<Base>(", arguments, ");"));
    writer.close();
}

} // namespace

bool has_events(const RoleContext& context) {
    return !events(context).empty() || !context.role.lost_handlers.empty();
}

void emit_model_role(const RoleContext& context, const std::string& name, Writer& writer) {
    emit_actions(context, writer);
    const std::string scope = "::" + context.scope + "::";
    const std::string outer = scope + "model_test::";
    writer.gap();
    writer.doc_comment("The role " + context.role.name + " for its model test.");
    writer.line("template <class GivenType = Given>");
    writer.open("struct " + name + " {");
    writer.line("static constexpr std::string_view kName = \"" + context.role.name + "\";");
    writer.line(std::string("static constexpr bool kCrashes = ") +
                (crashes(context) ? "true;" : "false;"));
    writer.gap();
    writer.line("using RoleGiven = GivenType;");
    writer.line("using RoleProcess = " +
                (context.role.index.valid() ? sort_name(context.spec, context.role.index)
                                            : std::string("machine::OnlyProcess")) +
                ';');
    writer.line("template <class Base>");
    writer.line("using RoleHooks = " + outer + "Hooks<Base, GivenType>;");
    writer.line("template <class Base>");
    writer.line("using RoleMachine = " + scope + context.class_name + "<Types, RoleHooks<Base>>;");
    writer.line(call("using RoleEvents = std::tuple<", events(context), ">;"));
    writer.line(call("using RoleSeldomEvents = std::tuple<", seldom_events(context), ">;"));
    writer.gap();
    emit_make(context, writer);
    writer.close("};");
}

} // namespace muster::codegen
