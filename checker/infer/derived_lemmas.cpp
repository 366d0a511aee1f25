#include "checker/infer/derived_lemmas.hpp"

#include "checker/infer/inductive_subset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace muster::checker::infer {

using smt::FormulaNumber;

std::vector<Clause> keep_derived(const SearchContext& context,
                                 LemmaGoals& goals,
                                 ClauseFinder& finder,
                                 const std::vector<Clause>& candidates,
                                 const std::function<bool()>& out_of_time) {
    std::vector<FormulaNumber> formulas;
    std::map<FormulaNumber, const Clause*> clauses;
    for (const Clause& clause : candidates) {
        if (out_of_time()) {
            break;
        }
        if (!finder.holds(clause)) {
            continue;
        }
        if (const auto formula = goals.formula_of_clause(clause)) {
            formulas.push_back(*formula);
            clauses.emplace(*formula, &clause);
        }
    }
    context.tell_log([&] {
        return fmt::format(
            "{} of {} derived clauses hold on the samples", formulas.size(), candidates.size());
    });
    std::vector<Clause> result;
    for (const FormulaNumber formula : inductive_subset(context.oracle, formulas, out_of_time)) {
        result.push_back(*clauses[formula]);
        context.tell_log([&] { return "derived: " + context.text_of(result.back()); });
    }
    std::stable_sort(result.begin(), result.end(), [&](const Clause& a, const Clause& b) {
        return rank_of(context.predicates, a) < rank_of(context.predicates, b);
    });
    return result;
}

} // namespace muster::checker::infer
