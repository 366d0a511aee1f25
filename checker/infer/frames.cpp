#include "checker/infer/frames.hpp"

#include <algorithm>
#include <cstddef>

namespace muster::checker::infer {

using smt::FormulaNumber;
using smt::InductionOracle;
using smt::OracleAnswer;

void Frames::add(const Clause& clause, std::size_t level) {
    const Clause known = canonical(clause);
    for (std::size_t i = lemmas_.size(); i-- > 0;) {
        const FrameLemma& lemma = lemmas_[i];
        if (lemma.level <= level && lemma.clause && subsumes(known, *lemma.clause)) {
            lemmas_.erase(lemmas_.begin() + static_cast<std::ptrdiff_t>(i));
            entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    lemmas_.push_back({known, formula_of_clause(known), level});
    entries_.emplace_back();
    note_change(level);
}

void Frames::add(FormulaNumber formula) {
    lemmas_.push_back({std::nullopt, formula, 0});
    entries_.emplace_back();
    note_change(0);
}

std::vector<FormulaNumber> Frames::formulas(std::size_t level) const {
    std::vector<FormulaNumber> result;
    if (level == 0 && start_) {
        return {*start_};
    }
    for (const FrameLemma& lemma : lemmas_) {
        if (lemma.level >= level) {
            result.push_back(lemma.formula);
        }
    }
    return result;
}

std::optional<std::size_t> Frames::push(std::size_t last) {
    for (std::size_t level = 0; level <= last; ++level) {
        bool all = true;
        for (std::size_t i = 0; i < lemmas_.size(); ++i) {
            if (lemmas_[i].level == level) {
                all = lift(i) && all;
            }
        }
        if (all && level > 0) {
            return level;
        }
    }
    return std::nullopt;
}

/// To the next frame, if every step keeps it from this one. Not asked again of the same frame.
bool Frames::lift(std::size_t index) {
    FrameLemma& lemma = lemmas_[index];
    const std::size_t since = lemma.level < changes_.size() ? changes_[lemma.level] : 0;
    if (entries_[index].failed_at == since) {
        return false;
    }
    const OracleAnswer answer = oracle_.kept_by_steps(
        lemma.formula, InductionOracle::Models::unwanted, formulas(lemma.level));
    if (answer.kind != OracleAnswer::Kind::kept) {
        entries_[index].failed_at = since;
        return false;
    }
    note_change(++lemma.level);
    return true;
}

/// All frames up to this one are smaller than before.
void Frames::note_change(std::size_t level) {
    changes_.resize(std::max(changes_.size(), level + 1), 0);
    ++clock_;
    std::fill_n(changes_.begin(), level + 1, clock_);
}

FormulaNumber Frames::formula_of_clause(const Clause& clause) {
    const Clause known = canonical(clause);
    const auto found = formulas_.find(known);
    if (found != formulas_.end()) {
        return found->second;
    }
    const FormulaNumber number =
        oracle_.add_state_formula(formula_of(builder_, predicates_, known));
    formulas_.emplace(known, number);
    return number;
}

} // namespace muster::checker::infer
