#pragma once

#include "spec/types/typed_spec.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace muster::spec {

/// A variable of a role that splits its states into a few phases.
struct PhaseVariable {
    VariableId variable;
    /// Of an enumeration its enumerators; of a truth `not x` and `x`; of an option `no x`, `some
    /// x`.
    std::vector<std::string> phases;
};

/// Those of a role: the enumerations that its guards or conditions look at, or else all of them.
/// Where there is none, the truths and options that guards or conditions look at. Ghosts are none.
std::vector<PhaseVariable> phase_variables(const TypedSpec& spec, RoleId role);

/// What code and conditions do to the phase of one process, as far as that can be told without
/// knowing the rest of the state. Never leaves out a phase that is possible.
class PhaseFlow {
public:
    using Phases = std::set<std::size_t>;

    enum class Truth { no, yes, unknown };

    /// The spec outlives this.
    PhaseFlow(const TypedSpec& spec, PhaseVariable variable);

    /// Of a condition of the role, in this phase.
    [[nodiscard]] Truth truth(ExprId condition, std::size_t phase) const;

    /// The phases that a block may end in, from any of these.
    [[nodiscard]] Phases after(BlockId block, const Phases& before) const;

    /// The phases that the variable may have before anything has happened.
    [[nodiscard]] Phases initial() const;

    /// The parts of a conjunction that this phase leaves open.
    [[nodiscard]] std::vector<ExprId> left_open(ExprId condition, std::size_t phase) const;

private:
    class Walk;

    [[nodiscard]] Truth compare(ExprId left, ExprId right, std::size_t phase) const;
    [[nodiscard]] Truth truth_of(const typed::Binary& binary, std::size_t phase) const;
    [[nodiscard]] bool is_the_variable(ExprId expr) const;
    [[nodiscard]] bool is_own(ExprId process) const;
    [[nodiscard]] Phases values(ExprId expr, std::size_t phase) const;
    [[nodiscard]] Phases all() const;

    const TypedSpec& spec_;
    PhaseVariable variable_;
    TypeKind kind_;
};

} // namespace muster::spec
