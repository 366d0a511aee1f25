#pragma once

#include "checker/smt/term.hpp"
#include "checker/smt/unsupported.hpp"
#include "spec/types/typed_spec.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace muster::checker::smt {

/// The symbolic value of an expression. Scalars are terms; containers are functions from the terms
/// of an element to the terms that say what the container holds, never arrays.
struct Sym {
    spec::TypeId type;
    /// A scalar; the flag of an option; the identity of a container that is a value of its own
    /// sort (inside a message, or quantified over). Absent for other containers and records.
    std::optional<z3::expr> term;
    /// The fields of a record; the one value of an option.
    std::vector<Sym> parts;
    /// Of a set, map or list, by the terms of an element or key.
    Closure contains;
    /// Of a map, by the terms of the key; of a list with repeats, by the position.
    std::function<Sym(const Terms&)> at;
    /// Of a `distinct list`, by the terms of two elements: the first stands before the second.
    Closure before;
    /// Of a list with repeats.
    std::optional<z3::expr> length;
};

} // namespace muster::checker::smt
