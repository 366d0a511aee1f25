#include "codegen/test_expr.hpp"

namespace muster::codegen {

using namespace spec::typed;

std::string TestExprEmitter::member(spec::VariableId variable) const {
    return "subject." + context().variables.at(variable) + "()";
}

std::string TestExprEmitter::constant(spec::ConstId constant) const {
    return test_.constants.at(constant);
}

std::string TestExprEmitter::hook(spec::FunctionId function) const {
    return "hooks." + identifier(context().spec.functions[function.value].name);
}

std::string TestExprEmitter::processes(spec::RoleId role) const {
    return test_.processes.at(role);
}

std::string TestExprEmitter::def(spec::DefId def) const {
    return test_.defs.at(def);
}

Code TestExprEmitter::armed(const Armed& node, spec::Span span) {
    if (context().spec.timer(node.timer).role != context().id || !is_own(node.process)) {
        return refuse(span, "a test that asks for another process's timer");
    }
    std::vector<Doc> key;
    if (node.key.valid()) {
        key.push_back(into(node.key));
    }
    return {call("out.is_armed(", {call(context().timer_type(node.timer) + '{', key, "}")}, ")")};
}

Doc TestExprEmitter::fits(spec::MessageId message,
                          const std::vector<std::pair<std::uint32_t, spec::ExprId>>& fields) {
    const auto& info = context().spec.message(message);
    Doc condition;
    for (const auto& [field, value] : fields) {
        const Doc next =
            equals("message." + field_identifier(context().spec, info.fields[field].name), value);
        condition = condition.node() == nullptr ? next : condition + line() + Doc("&& ") + next;
    }
    const std::string type = "const " + type_identifier(info.name) + '&';
    if (fields.empty()) {
        return "[&](" + type + ") { return true; }";
    }
    return group(Doc("[&](" + type + " message) {") +
                 nest(line() + group(Doc("return ") + nest(condition) + Doc(";"))) + line() +
                 Doc("}"));
}

Code TestExprEmitter::sent(const MessagePattern& node, spec::Span span) {
    const auto& info = context().spec.message(node.message);
    if (info.from != context().id || !is_own(node.from)) {
        return refuse(span, "a test that asks what another process sent");
    }
    if (node.in_flight && info.network != spec::NetworkKind::unreliable) {
        return refuse(span, "a test that asks what is in flight");
    }
    std::vector<Doc> docs{fits(node.message, node.fields)};
    if (node.to.valid()) {
        docs.push_back(plain(node.to));
    }
    return {call("out.has_sent<" + type_identifier(info.name) + ">(", docs, ")")};
}

// An expectation is about one state.
Code TestExprEmitter::old(const Old& node, spec::Span) {
    return emit(node.value);
}

Doc TestExprEmitter::every(spec::TypeId type, spec::Span span, const std::string& what) {
    const auto& info = context().spec.types[type];
    if (info.kind == spec::TypeKind::sort) {
        return test_.elements.at(spec::SortId{info.declaration});
    }
    std::vector<Doc> values;
    if (info.kind == spec::TypeKind::boolean) {
        values = {"false", "true"};
    } else if (info.kind == spec::TypeKind::enumeration) {
        const auto& declared = context().spec.enums[info.declaration];
        for (const std::string& enumerator : declared.enumerators) {
            values.emplace_back(type_identifier(declared.name) + "::" + identifier(enumerator));
        }
    } else {
        return refuse(span,
                      what + " in a test over all values of `" + context().spec.type_name(type) +
                          '`')
            .doc;
    }
    return call("Set<" + this->type(type) + ">{", values, "}");
}

} // namespace muster::codegen
