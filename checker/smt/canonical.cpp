#include "checker/smt/canonical.hpp"

#include <algorithm>
#include <vector>

namespace muster::checker::smt {

z3::expr Canonical::operator()(const z3::expr& term) {
    if (const auto found = known_.find(term.id()); found != known_.end())
        return found->second.result;
    const z3::expr result = reorder(term);
    known_.emplace(term.id(), Entry{term, result});
    return result;
}

z3::expr Canonical::reorder(const z3::expr& term) {
    std::vector<z3::expr> arguments;
    if (term.is_quantifier()) {
        arguments.push_back((*this)(term.body()));
    } else if (term.is_app()) {
        for (unsigned i = 0; i < term.num_args(); ++i)
            arguments.push_back((*this)(term.arg(i)));
        if (is_commutative(term.decl().decl_kind()))
            std::stable_sort(
                arguments.begin(), arguments.end(), [this](const z3::expr& a, const z3::expr& b) {
                    return hasher_.hash(a) < hasher_.hash(b);
                });
    }
    if (arguments.empty())
        return term;
    std::vector<Z3_ast> row(arguments.begin(), arguments.end());
    return {term.ctx(),
            Z3_update_term(term.ctx(), term, static_cast<unsigned>(row.size()), row.data())};
}

} // namespace muster::checker::smt
