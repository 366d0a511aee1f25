#pragma once

#include "checker/smt/encode_step.hpp"

namespace muster::checker::smt {

/// A property as a formula over one state, or over two for a step property.
struct Formula {
    std::size_t property = 0;
    z3::expr holds;
    /// What is known of constants that the formula introduced.
    Terms facts;
    std::set<ComponentId> mentions;
    std::set<std::string> abstractions;
};

Formula encode_property(ExprEncoder& encoder,
                        std::size_t property,
                        const std::optional<SymbolicState>& before,
                        const SymbolicState& now);

/// A state that nothing ties to the symbols' own; their names begin with the given word.
SymbolicState other_state(Vocabulary& vocabulary, const std::string& word);

/// That the property is defined in every state (and the one before it); where an operation is
/// given, as if only that one could be undefined.
z3::expr property_defined(ExprEncoder& encoder,
                          std::size_t property,
                          const spec::typed::Expr* operation = nullptr);

/// A path's last state with a symbol of its own for every component that changed and that matters,
/// each defined pointwise; everything else keeps the symbol it had.
struct NamedState {
    SymbolicState state;
    Terms definitions;
    std::set<ComponentId> changed;
};

NamedState
name_state(Vocabulary& vocabulary, const SymbolicState& state, const std::set<ComponentId>& wanted);

/// The components that a term mentions.
std::set<ComponentId> components_in(const Vocabulary& vocabulary, const z3::expr& term);

} // namespace muster::checker::smt
