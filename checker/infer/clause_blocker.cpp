#include "checker/infer/clause_blocker.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace muster::checker::infer {

using smt::CubeAnswer;
using smt::FormulaNumber;
using smt::InductionOracle;
using smt::OracleAnswer;

namespace {

constexpr std::size_t kMaxAssumedWidth = 6; // variables of a clause that is assumed to hold

constexpr std::size_t kSmallestPart = 4; // of literals that are left out at once, besides one

Clause part_of(const Clause& clause, const std::set<std::size_t>& places) {
    Clause result{clause.variables, {}};
    for (const std::size_t place : places) {
        result.literals.push_back(clause.literals[place]);
    }
    return result;
}

/// The states that the clause excludes.
smt::Cube cube_of(const ExprBuilder& builder,
                  const std::vector<Predicate>& predicates,
                  const Clause& clause) {
    smt::Cube result;
    Exprs values;
    for (const spec::TypeId type : clause.variables) {
        result.variables.push_back(builder.new_local("element", type));
        values.push_back(builder.local(result.variables.back()));
    }
    for (const Literal& literal : clause.literals) {
        const Predicate& predicate = predicates[literal.predicate];
        Exprs arguments;
        for (const std::uint8_t argument : literal.arguments) {
            arguments.push_back(values[argument]);
        }
        spec::ExprId atom = predicate.build(arguments);
        atom = literal.positive ? builder.negation(atom) : atom;
        if (predicate.guard) {
            atom = builder.binary(spec::BinaryOp::logical_and, predicate.guard(arguments), atom);
        }
        result.literals.push_back(atom);
    }
    return result;
}

} // namespace

bool ClauseBlocker::is_refuted(const Clause& clause) {
    return std::any_of(samples_.begin(), samples_.end(), [&](GroundStates& sample) {
        return sample.refute(clause).has_value();
    });
}

CubeAnswer ClauseBlocker::reached_at_start(const Clause& clause) {
    return oracle_.reached_at_start(cube_of(builder_, predicates_, clause));
}

CubeAnswer ClauseBlocker::reached_from(Frames& frames,
                                       std::size_t level,
                                       const Clause& clause,
                                       InductionOracle::Effort effort) {
    const smt::Cube cube = cube_of(builder_, predicates_, clause);
    std::vector<FormulaNumber> before = frames.formulas(level);
    if (canonical(clause).variables.size() <= kMaxAssumedWidth) {
        before.push_back(frames.formula_of_clause(clause));
        CubeAnswer answer = oracle_.reached_by_steps(cube, before, effort);
        if (answer.kind != OracleAnswer::Kind::unknown ||
            effort == InductionOracle::Effort::little || out_of_time_()) {
            return answer;
        }
        before.pop_back(); // It is easier without, though more may be reached.
    }
    return oracle_.reached_by_steps(cube, before, effort);
}

Clause
ClauseBlocker::generalised(Frames& frames, std::size_t level, const Clause& clause, Places needed) {
    needed = unrefuted(clause, std::move(needed));
    for (std::size_t v = clause.variables.size(); v-- > 0;) {
        Places less;
        std::copy_if(
            needed.begin(), needed.end(), std::inserter(less, less.end()), [&](std::size_t place) {
                const auto& arguments = clause.literals[place].arguments;
                return std::find(arguments.begin(), arguments.end(), v) == arguments.end();
            });
        leave_out(frames, level, clause, needed, less);
    }
    for (std::size_t size = needed.size() / 4; size >= kSmallestPart; size /= 2) {
        leave_out_parts(frames, level, clause, needed, size);
    }
    leave_out_parts(frames, level, clause, needed, 1);
    return part_of(clause, needed);
}

/// With as many more literals as keep sampled states from refuting them: too few may exclude states
/// that are reached later than the frames know. The whole clause is not refuted.
ClauseBlocker::Places ClauseBlocker::unrefuted(const Clause& clause, Places chosen) {
    for (GroundStates& sample : samples_) {
        while (const auto refutation = sample.refute(part_of(clause, chosen))) {
            const auto holds = [&](const Literal& literal) {
                std::vector<std::uint16_t> elements;
                for (const std::uint8_t argument : literal.arguments) {
                    elements.push_back(refutation->assignment[argument]);
                }
                return sample.truth(literal.predicate, elements, refutation->state) !=
                       (literal.positive ? Truth::no : Truth::yes);
            };
            const auto found = std::find_if(clause.literals.begin(), clause.literals.end(), holds);
            chosen.insert(static_cast<std::size_t>(found - clause.literals.begin()));
        }
    }
    return chosen;
}

/// So many literals at once, the last ones first.
void ClauseBlocker::leave_out_parts(
    Frames& frames, std::size_t level, const Clause& clause, Places& chosen, std::size_t size) {
    for (std::size_t end = chosen.size(); end > 0;) {
        const std::size_t begin = end - std::min(size, end);
        const auto at = [&](std::size_t place) {
            return std::next(chosen.begin(), static_cast<std::ptrdiff_t>(place));
        };
        Places less(chosen.begin(), at(begin));
        less.insert(at(end), chosen.end());
        leave_out(frames, level, clause, chosen, less);
        end = std::min(begin, chosen.size());
    }
}

/// If `less` of the literals can be had, or even fewer, they are chosen.
void ClauseBlocker::leave_out(
    Frames& frames, std::size_t level, const Clause& clause, Places& chosen, const Places& less) {
    if (less.empty() || less.size() == chosen.size() || out_of_time_()) {
        return;
    }
    const Clause part = part_of(clause, less);
    if (is_refuted(part)) {
        return;
    }
    const CubeAnswer start = reached_at_start(part);
    if (start.kind != OracleAnswer::Kind::kept) {
        return;
    }
    std::set<std::size_t> needed = start.needed;
    if (level > 0) {
        const CubeAnswer steps =
            reached_from(frames, level - 1, part, InductionOracle::Effort::little);
        if (steps.kind != OracleAnswer::Kind::kept) {
            return;
        }
        needed.insert(steps.needed.begin(), steps.needed.end());
    }
    needed = unrefuted(part, std::move(needed));
    chosen = needed.empty() ? less : Places();
    for (const std::size_t place : needed) {
        chosen.insert(*std::next(less.begin(), static_cast<std::ptrdiff_t>(place)));
    }
}

} // namespace muster::checker::infer
