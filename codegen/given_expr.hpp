#pragma once

#include "codegen/emit_expr.hpp"

#include <map>
#include <string>

namespace muster::codegen {

/// Emits expressions about constants and functions alone: axioms, and the values that an instance
/// gives to functions.
class GivenExprEmitter final : public ExprEmitter {
public:
    /// Constants and functions are members of the object `given`; `defs` is what stands before the
    /// name of a def. The context says nothing but which spec it is.
    GivenExprEmitter(const RoleContext& context, std::string given, std::string defs)
        : ExprEmitter(context)
        , given_(std::move(given))
        , defs_(std::move(defs)) {
        reserve("given");
        reserve("defs");
        reserve("axiom");
    }

protected:
    [[nodiscard]] std::string constant(spec::ConstId constant) const override;
    [[nodiscard]] std::string hook(spec::FunctionId function) const override;
    [[nodiscard]] std::string def(spec::DefId def) const override;
    Code armed(const spec::typed::Armed& node, spec::Span span) override;
    Code sent(const spec::typed::MessagePattern& node, spec::Span span) override;
    Code old(const spec::typed::Old& node, spec::Span span) override;
    /// Of a sort, those elements that have names.
    Doc every(spec::TypeId type, spec::Span span, const std::string& what) override;

private:
    std::string given_;
    std::string defs_;
};

} // namespace muster::codegen
