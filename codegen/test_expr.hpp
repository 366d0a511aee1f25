#pragma once

#include "codegen/emit_expr.hpp"

#include <map>
#include <string>

namespace muster::codegen {

/// The names that a generated test has for what lies around its expressions.
struct TestNames {
    std::map<spec::ConstId, std::string> constants;
    std::map<spec::RoleId, std::string> processes; // the set of all processes of a role
    std::map<spec::DefId, std::string> defs;
    std::map<spec::SortId, std::string> elements; // the set of all elements of a sort
};

/// Emits expressions of a test: they see the machine from outside, through its accessors.
class TestExprEmitter final : public ExprEmitter {
public:
    /// The names outlive the emitter; what is added to them later counts.
    TestExprEmitter(const RoleContext& context, const TestNames& names)
        : ExprEmitter(context)
        , test_(names) {}

    /// `[&](const M& message) { return message.f == e && …; }`
    Doc fits(spec::MessageId message,
             const std::vector<std::pair<std::uint32_t, spec::ExprId>>& fields);

protected:
    [[nodiscard]] std::string member(spec::VariableId variable) const override;
    [[nodiscard]] std::string constant(spec::ConstId constant) const override;
    [[nodiscard]] std::string hook(spec::FunctionId function) const override;
    [[nodiscard]] std::string processes(spec::RoleId role) const override;
    [[nodiscard]] std::string def(spec::DefId def) const override;
    Code armed(const spec::typed::Armed& node, spec::Span span) override;
    Code sent(const spec::typed::MessagePattern& node, spec::Span span) override;
    Code old(const spec::typed::Old& node, spec::Span span) override;
    Doc every(spec::TypeId type, spec::Span span, const std::string& what) override;

private:
    const TestNames& test_;
};

} // namespace muster::codegen
