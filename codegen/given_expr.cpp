#include "codegen/given_expr.hpp"

namespace muster::codegen {

using namespace spec::typed;

std::string GivenExprEmitter::constant(spec::ConstId constant) const {
    return given_ + identifier(context().spec.constants[constant.value].name);
}

std::string GivenExprEmitter::hook(spec::FunctionId function) const {
    return given_ + identifier(context().spec.functions[function.value].name);
}

std::string GivenExprEmitter::def(spec::DefId def) const {
    return defs_ + identifier(context().spec.def(def).name);
}

Code GivenExprEmitter::armed(const Armed&, spec::Span span) {
    return refuse(span, "an axiom about timers");
}

Code GivenExprEmitter::sent(const MessagePattern&, spec::Span span) {
    return refuse(span, "an axiom about messages");
}

Code GivenExprEmitter::old(const Old&, spec::Span span) {
    return refuse(span, "an axiom about a step");
}

Doc GivenExprEmitter::every(spec::TypeId type, spec::Span span, const std::string& what) {
    const auto& info = context().spec.types[type];
    if (info.kind == spec::TypeKind::sort) {
        return "machine::named_elements<" + this->type(type) + ">()";
    }
    if (info.kind == spec::TypeKind::boolean) {
        return "Set<bool>{false, true}";
    }
    if (info.kind == spec::TypeKind::enumeration) {
        return "enumerators(" + this->type(type) + "{})";
    }
    return refuse(span,
                  what + " inside an axiom over all values of `" + context().spec.type_name(type) +
                      '`')
        .doc;
}

} // namespace muster::codegen
