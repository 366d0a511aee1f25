#pragma once

#include "tests/spec_generator/plausible/defined_expressions.hpp"

#include <string>
#include <vector>

namespace muster::test::generator {

/// Writes properties in the forms that people write: what follows from what, what is unique, what
/// was sent before, what only grows. Whether they hold is not known.
class CandidateProperties {
public:
    /// All outlive the writer.
    CandidateProperties(const Vocabulary& vocabulary,
                        DefinedExpressions& expressions,
                        Decisions& decisions)
        : vocabulary_(vocabulary)
        , expressions_(expressions)
        , decisions_(decisions) {}

    /// `invariant`, say, and its formula.
    struct Candidate {
        std::string kind;
        std::string formula;
    };

    Candidate next();

private:
    std::string state_formula();
    std::string step_formula();
    std::string about_a_message();
    std::string of_integers(const Scope& scope);

    std::string some_condition(const Scope& scope) {
        return expressions_.condition(scope, decisions_.one_in(3) ? 1 : 0);
    }

    const Vocabulary& vocabulary_;
    DefinedExpressions& expressions_;
    Decisions& decisions_;
};

} // namespace muster::test::generator
