#include "checker/infer/lemma_goals.hpp"

#include "checker/smt/unsupported.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace muster::checker::infer {

using smt::FormulaNumber;
using smt::InductionOracle;
using smt::OracleAnswer;

void LemmaGoals::add_property(std::size_t property) {
    Goal goal;
    goal.property = property;
    try {
        const spec::PropertyInfo& info = context_.spec.properties[property];
        if (info.kind == spec::PropertyKind::step) {
            goal.formula = context_.oracle.add_step_formula(info.body);
        } else {
            goal.formula = context_.oracle.add_state_formula(info.body);
            assume(goal);
        }
    } catch (const smt::Unsupported& unsupported) {
        goal.is_alive = goal.is_understood = false;
        goal.reason = fmt::format("proofs do not understand {}", unsupported.what());
    }
    goals_.push_back(std::move(goal));
}

void LemmaGoals::add_never_twice() {
    for (std::uint32_t m = 0; m < context_.spec.messages.size(); ++m) {
        if (context_.spec.messages[m].network == spec::NetworkKind::unreliable) {
            continue;
        }
        if (const auto formula = context_.oracle.add_never_twice(spec::MessageId{m})) {
            Goal goal;
            goal.kind = GoalKind::never_twice;
            goal.formula = *formula;
            assume(goal);
            goals_.push_back(std::move(goal));
        }
    }
}

Goal LemmaGoals::lemma_of(const Clause& clause) {
    Goal lemma;
    lemma.kind = GoalKind::lemma;
    lemma.clause = clause;
    lemma.formula = *formula_of_clause(clause);
    assume(lemma);
    return lemma;
}

void LemmaGoals::add_lemma(const Clause& clause) {
    goals_.push_back(lemma_of(clause));
}

void LemmaGoals::add_kept_lemma(const Clause& clause) {
    Goal lemma = lemma_of(clause);
    lemma.holds_at_start = true;
    note_kept(lemma);
    goals_.push_back(std::move(lemma));
}

void LemmaGoals::assume(Goal& goal) {
    context_.oracle.assume(goal.formula);
    goal.is_assumed = true;
    goal.born = ++clock_;
}

void LemmaGoals::note_kept(Goal& goal) {
    goal.is_kept = true;
    goal.kept_since = ++clock_;
}

Goal* LemmaGoals::next_open() {
    const auto is_open = [](const Goal& goal) {
        return goal.is_alive && !goal.is_kept;
    };
    for (auto it = goals_.rbegin(); it != goals_.rend(); ++it) {
        if (it->kind == GoalKind::lemma && is_open(*it)) {
            return &*it;
        }
    }
    const auto found = std::find_if(goals_.begin(), goals_.end(), is_open);
    return found == goals_.end() ? nullptr : &*found;
}

std::optional<FormulaNumber> LemmaGoals::formula_of_clause(const Clause& clause) {
    const auto found = formulas_.find(clause);
    if (found != formulas_.end()) {
        return found->second;
    }
    try {
        const FormulaNumber number = context_.oracle.add_state_formula(
            formula_of(context_.builder, context_.predicates, clause));
        formulas_.emplace(clause, number);
        return number;
    } catch (const smt::Unsupported&) {
        return std::nullopt;
    }
}

std::string LemmaGoals::name_of(const Goal& goal) const {
    switch (goal.kind) {
    case GoalKind::property:
        return context_.spec.properties[goal.property].name;
    case GoalKind::never_twice:
        return fmt::format("never twice #{}", goal.formula);
    case GoalKind::lemma:
        break;
    }
    return context_.text_of(goal.clause);
}

bool LemmaGoals::is_lemma(const Clause& clause) const {
    return std::any_of(goals_.begin(), goals_.end(), [&](const Goal& goal) {
        return goal.kind == GoalKind::lemma && goal.is_alive && goal.clause == clause;
    });
}

std::size_t LemmaGoals::lemma_count() const {
    return static_cast<std::size_t>(
        std::count_if(goals_.begin(), goals_.end(), [](const Goal& goal) {
            return goal.kind == GoalKind::lemma && goal.is_alive;
        }));
}

void LemmaGoals::give_up(Goal& goal, const std::string& reason) {
    context_.tell_log([&] { return fmt::format("given up: {} ({})", name_of(goal), reason); });
    goal.is_alive = false;
    goal.reason = reason;
    if (goal.kind == GoalKind::lemma) {
        banned_.insert(goal.clause);
        ++dropped_;
    }
    withdraw(goal);
}

/// What was seen to be kept since the goal was assumed may have rested on it.
void LemmaGoals::withdraw(Goal& goal) {
    if (!goal.is_assumed) {
        return;
    }
    context_.oracle.retract(goal.formula);
    goal.is_assumed = false;
    for (Goal& other : goals_) {
        if (other.kept_since > goal.born) {
            other.is_kept = false;
        }
    }
}

void LemmaGoals::settle() {
    while (Goal* goal = next_open()) {
        const bool at_start =
            goal->holds_at_start ||
            context_.oracle.holds_at_start(goal->formula).kind == OracleAnswer::Kind::kept;
        const OracleAnswer answer =
            at_start
                ? context_.oracle.kept_by_steps(goal->formula, InductionOracle::Models::unwanted)
                : OracleAnswer{OracleAnswer::Kind::unknown, std::nullopt, ""};
        if (answer.kind == OracleAnswer::Kind::kept) {
            goal->holds_at_start = true;
            note_kept(*goal);
        } else {
            give_up(*goal, answer.reason.empty() ? goal->reason : answer.reason);
        }
    }
}

void LemmaGoals::minimise() {
    for (std::size_t i = goals_.size(); i-- > 0 && !context_.out_of_time();) {
        Goal& goal = goals_[i];
        if (goal.kind != GoalKind::property && goal.is_alive) {
            take_away(goal);
        }
    }
}

/// With everything that rests on it, unless a property does: some lemmas keep each other alive.
void LemmaGoals::take_away(Goal& first) {
    std::vector<Goal*> taken{&first};
    context_.oracle.retract(first.formula);
    first.is_alive = false;
    while (Goal* broken = first_broken()) {
        if (broken->kind != GoalKind::property && !context_.out_of_time()) {
            context_.oracle.retract(broken->formula);
            broken->is_alive = false;
            taken.push_back(broken);
            continue;
        }
        for (Goal* goal : taken) {
            context_.oracle.assume(goal->formula);
            goal->is_alive = true;
        }
        return;
    }
    for (Goal* goal : taken) {
        goal->is_assumed = false;
    }
}

/// Properties first: one of them decides.
Goal* LemmaGoals::first_broken() {
    for (const bool properties : {true, false}) {
        for (Goal& goal : goals_) {
            if (goal.is_alive && (goal.kind == GoalKind::property) == properties &&
                context_.oracle.kept_by_steps(goal.formula, InductionOracle::Models::unwanted)
                        .kind != OracleAnswer::Kind::kept) {
                return &goal;
            }
        }
    }
    return nullptr;
}

} // namespace muster::checker::infer
