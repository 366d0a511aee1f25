#include "checker/eval/wording.hpp"

#include <fmt/format.h>

namespace muster::checker {
namespace {

using namespace spec::typed;

constexpr const char* kShortened = "…";

std::string variable(const spec::TypedSpec& spec, const VariableRef& node, WrittenIn place) {
    const spec::VariableInfo& info = spec.variable(node.variable);
    const spec::RoleInfo& role = spec.role(info.role);
    if (!node.process.valid()) {
        return place == WrittenIn::property ? fmt::format("{}.{}", role.name, info.name)
                                            : info.name;
    }
    const auto* local = std::get_if<LocalRef>(&spec.expr(node.process).node);
    return local != nullptr && local->local == role.me
               ? info.name
               : fmt::format(
                     "{}[{}].{}", role.name, describe(spec, node.process, place), info.name);
}

std::string field(const spec::TypedSpec& spec, const FieldAccess& node, WrittenIn place) {
    const spec::Type& type = spec.type_of(node.object);
    return fmt::format("{}.{}",
                       describe(spec, node.object, place),
                       type.kind == spec::TypeKind::record
                           ? spec.records[type.declaration].fields[node.field].name
                           : kShortened);
}

} // namespace

std::string describe(const spec::TypedSpec& spec, spec::ExprId id, WrittenIn place) {
    const Expr& expr = spec.expr(id);
    if (const auto* node = std::get_if<LocalRef>(&expr.node)) {
        return spec.local(node->local).name;
    }
    if (const auto* node = std::get_if<ConstRef>(&expr.node)) {
        return spec.constants[node->constant.value].name;
    }
    if (const auto* node = std::get_if<IntLiteral>(&expr.node)) {
        return std::to_string(node->value);
    }
    if (const auto* node = std::get_if<VariableRef>(&expr.node)) {
        return variable(spec, *node, place);
    }
    if (const auto* node = std::get_if<FieldAccess>(&expr.node)) {
        return field(spec, *node, place);
    }
    if (const auto* node = std::get_if<OptionValue>(&expr.node)) {
        return describe(spec, node->option, place) + ".value";
    }
    if (const auto* node = std::get_if<MapLookup>(&expr.node)) {
        return fmt::format("{}{}[{}]",
                           describe(spec, node->map, place),
                           node->optional ? "?" : "",
                           describe(spec, node->key, place));
    }
    if (const auto* node = std::get_if<Keys>(&expr.node)) {
        return fmt::format("keys({})", describe(spec, node->map, place));
    }
    if (const auto* node = std::get_if<Old>(&expr.node)) {
        return fmt::format("old({})", describe(spec, node->value, place));
    }
    if (const auto* node = std::get_if<DefCall>(&expr.node)) {
        return spec.def(node->def).name + (node->arguments.empty() ? "" : "(…)");
    }
    if (const auto* node = std::get_if<FunctionCall>(&expr.node)) {
        return spec.functions[node->function.value].name + "(…)";
    }
    return kShortened;
}

} // namespace muster::checker
