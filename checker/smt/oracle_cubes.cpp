#include "checker/smt/oracle_cubes.hpp"

#include "checker/smt/query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace muster::checker::smt {

namespace {

constexpr unsigned kMaxElements = 6; // of a sort, in a state before the cube: some need that many

constexpr unsigned kLittleMs = 200;

} // namespace

CubeQuestion::CubeQuestion(Vocabulary& vocabulary,
                           OracleFormulas& formulas,
                           OraclePaths& paths,
                           const Cube& cube,
                           const std::vector<FormulaNumber>& also,
                           Effort effort,
                           unsigned timeout_ms)
    : vocabulary_(vocabulary)
    , formulas_(formulas)
    , paths_(paths)
    , cube_(cube)
    , also_(also)
    , effort_(effort)
    , timeout_ms_(timeout_ms)
    , mentions_(formulas.mentions(cube)) {}

CubeAnswer CubeQuestion::ask(std::vector<OraclePath>& paths,
                             std::size_t& first,
                             const std::function<bool()>& out_of_time,
                             std::size_t& queries) {
    answer_ = {};
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const std::size_t at = (first + i) % paths.size();
        OraclePath& path = paths[at];
        // A path that changes none of it leads there from a state that is there already.
        if (path.step && !path.changes_any_of(mentions_))
            continue;
        if (out_of_time && out_of_time())
            return {Kind::unknown, std::nullopt, {}, "out of time"};
        ++queries;
        try {
            if (ask_one(path) != Kind::kept) {
                first = at;
                break;
            }
        } catch (const z3::exception& error) {
            path.solver.reset();
            return {Kind::unknown,
                    std::nullopt,
                    {},
                    fmt::format("the solver gave up on {} ({})", paths_.name(path), error.msg())};
        }
    }
    return std::move(answer_);
}

OracleAnswer::Kind CubeQuestion::ask_one(OraclePath& path) {
    Terms known = path.step ? paths_.holding_before(path, also_) : Terms();
    const Terms literals = formulas_.encode(cube_, path.last, known);
    z3::solver& solver = paths_.solver_of(path, mentions_);
    solver.push();
    for (const z3::expr& term : known)
        solver.add(term);
    z3::expr_vector switches(vocabulary_.ctx());
    for (const z3::expr& literal : literals) {
        switches.push_back(vocabulary_.fresh_constant("literal", vocabulary_.ctx().bool_sort()));
        solver.add(z3::implies(switches.back(), literal));
    }
    if (effort_ == Effort::little)
        limit_effort(solver, std::min(timeout_ms_, kLittleMs));
    const Kind kind = ask_switched(path, solver, switches);
    limit_effort(solver, timeout_ms_);
    solver.pop();
    return kind;
}

OracleAnswer::Kind
CubeQuestion::ask_switched(OraclePath& path, z3::solver& solver, const z3::expr_vector& switches) {
    // What other paths needed may be enough for this one, too.
    z3::expr_vector needed(vocabulary_.ctx());
    for (const std::size_t literal : answer_.needed)
        needed.push_back(switches[static_cast<int>(literal)]);
    if (!needed.empty() && needed.size() < switches.size() && solver.check(needed) == z3::unsat)
        return Kind::kept;
    const z3::check_result answer = solver.check(switches);
    if (answer == z3::unsat)
        return add_core(solver, switches);
    if (answer == z3::sat)
        return add_model(path, solver, switches);
    const std::string reason = solver.reason_unknown();
    if (effort_ == Effort::little)
        return answer_.kind = Kind::unknown;
    z3::solver small = paths_.where_sorts_are_small(solver);
    if (small.check(switches) == z3::sat)
        return add_model(path, small, switches);
    z3::solver other = paths_.with_another_seed(solver);
    const z3::check_result second = other.check(switches);
    if (second == z3::unsat)
        return add_core(other, switches);
    if (second == z3::sat)
        return add_model(path, other, switches);
    answer_.kind = Kind::unknown;
    answer_.reason = fmt::format("the solver gave up on {} ({})", paths_.name(path), reason);
    return answer_.kind;
}

OracleAnswer::Kind CubeQuestion::add_core(const z3::solver& solver,
                                          const z3::expr_vector& switches) {
    const z3::expr_vector core = solver.unsat_core();
    for (unsigned i = 0; i < core.size(); ++i) {
        for (unsigned s = 0; s < switches.size(); ++s) {
            if (z3::eq(core[static_cast<int>(i)], switches[static_cast<int>(s)]))
                answer_.needed.insert(s);
        }
    }
    return Kind::kept;
}

OracleAnswer::Kind
CubeQuestion::add_model(OraclePath& path, z3::solver& solver, const z3::expr_vector& switches) {
    answer_.kind = Kind::broken;
    answer_.reason = fmt::format("reached by {}", paths_.name(path));
    if (effort_ == Effort::little)
        return answer_.kind;
    for (unsigned s = 0; s < switches.size(); ++s)
        solver.add(switches[static_cast<int>(s)]);
    if (smt::check(solver) == z3::sat)
        answer_.before = paths_.read_counterexample(path, solver, kMaxElements, answer_.reason);
    return answer_.kind;
}

} // namespace muster::checker::smt
