#pragma once

#include "checker/smt/term_hash.hpp"

#include <unordered_map>

namespace muster::checker::smt {

/// Puts the arguments of what commutes into an order that depends on the terms alone. Z3's
/// simplifier puts them into the order in which terms were made, which depends on all that was
/// asked before, and the solver's models depend on it.
class Canonical {
public:
    z3::expr operator()(const z3::expr& term);

private:
    struct Entry {
        z3::expr term; // kept, so that no other one gets its number
        z3::expr result;
    };

    z3::expr reorder(const z3::expr& term);

    TermHasher hasher_;
    std::unordered_map<unsigned, Entry> known_;
};

} // namespace muster::checker::smt
