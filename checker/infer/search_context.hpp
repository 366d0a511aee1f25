#pragma once

#include "checker/infer/clause.hpp"
#include "checker/smt/induction_oracle.hpp"

#include <functional>
#include <string>
#include <vector>

namespace muster::checker::infer {

/// What the parts of one search for lemmas share. All of it outlives them.
struct SearchContext {
    spec::TypedSpec& spec;
    const ExprBuilder& builder;
    const std::vector<Predicate>& predicates;
    smt::InductionOracle& oracle;
    std::function<bool()> out_of_time;
    /// Told every decision, one line each; may be empty.
    std::function<void(const std::string&)> log;

    /// `text` makes the line; it is not called when nobody listens.
    template <class Text>
    void tell_log(const Text& text) const {
        if (log) {
            log(text());
        }
    }

    /// A clause in the language, on one line.
    [[nodiscard]] std::string text_of(const Clause& clause) const;
};

} // namespace muster::checker::infer
