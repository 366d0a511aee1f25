#pragma once

#include "checker/smt/symbolic_state.hpp"

namespace muster::checker::smt {

/// A list that is given element by element.
Sym list_of(Vocabulary& vocabulary, spec::TypeId type, const std::vector<Sym>& elements);

/// The list with the element at its end; a `distinct list` that has it stays as it is.
Sym with_element(Vocabulary& vocabulary, const Sym& list, const Sym& element);

/// The list without any occurrence of the element. What is introduced for the positions of a list
/// with repeats is defined by `definitions`, and always exists.
Sym without_element(Vocabulary& vocabulary,
                    const Sym& list,
                    const Sym& element,
                    Terms& definitions);

/// Whether a number is a position of a list with repeats.
z3::expr is_position(const Sym& list, const z3::expr& number);

/// Membership in a list with repeats: some position holds the element.
Closure members_by_position(Vocabulary& vocabulary,
                            const z3::expr& length,
                            const std::function<Sym(const Terms&)>& at);

} // namespace muster::checker::smt
