#include "checker/smt/query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace muster::checker::smt {

namespace {

constexpr unsigned kPruneTimeoutMs = 200;
constexpr unsigned kGlanceTimeoutMs = 200;

void write_query(const std::filesystem::path& directory,
                 std::size_t number,
                 const std::string& name,
                 z3::solver& solver) {
    std::string file = fmt::format("{:04}-", number);
    for (char c : name)
        file += (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') ? c : '-';
    std::ofstream(directory / (file + ".smt2")) << solver.to_smt2();
}

Answer answer(z3::check_result result) {
    switch (result) {
    case z3::unsat:
        return Answer::unsatisfiable;
    case z3::sat:
        return Answer::satisfiable;
    case z3::unknown:
        break;
    }
    return Answer::unknown;
}

} // namespace

z3::solver make_solver(z3::context& ctx, unsigned timeout_ms, unsigned seed) {
    z3::solver solver(ctx, z3::solver::simple());
    z3::params parameters(ctx);
    parameters.set("timeout", timeout_ms);
    parameters.set("random_seed", seed);
    solver.set(parameters);
    return solver;
}

Session::Session(z3::context& ctx, const InductionOptions& options, std::size_t& queries)
    : ctx_(ctx)
    , options_(options)
    , queries_(queries)
    , solver_(make_solver(ctx, options.timeout_ms, options.seed)) {}

void Session::add(const z3::expr& formula) {
    if (formula.is_true())
        return;
    solver_.add(formula);
    assertions_.push_back(formula);
}

void Session::add(const Terms& formulas) {
    for (const z3::expr& formula : formulas)
        add(formula);
}

void Session::push() {
    solver_.push();
    levels_.push_back(assertions_.size());
}

void Session::pop() {
    solver_.pop();
    assertions_.erase(assertions_.begin() + static_cast<std::ptrdiff_t>(levels_.back()),
                      assertions_.end());
    levels_.pop_back();
}

void Session::limit(unsigned timeout_ms) {
    z3::params parameters(ctx_);
    parameters.set("timeout", timeout_ms);
    solver_.set(parameters);
}

z3::check_result Session::try_once(const z3::expr& formula, const std::string& name) {
    ++queries_;
    solver_.push();
    solver_.add(formula);
    if (!options_.query_directory.empty())
        write_query(options_.query_directory, queries_, name, solver_);
    const z3::check_result result = solver_.check();
    if (result == z3::unknown)
        reason_ = solver_.reason_unknown();
    if (result == z3::sat)
        model_ = solver_.get_model();
    solver_.pop();
    return result;
}

Answer Session::check(const z3::expr& formula, const std::string& name) {
    z3::check_result result = try_once(formula, name);
    if (result == z3::unknown) {
        z3::solver again = make_solver(ctx_, options_.timeout_ms, options_.seed + 1);
        for (const z3::expr& assertion : assertions_)
            again.add(assertion);
        again.add(formula);
        result = again.check();
        if (result == z3::unknown)
            reason_ = again.reason_unknown();
        if (result == z3::sat)
            model_ = again.get_model();
    }
    return answer(result);
}

Answer Session::glance(const z3::expr& formula, const std::string& name) {
    limit(std::min(kGlanceTimeoutMs, options_.timeout_ms));
    const z3::check_result result = try_once(formula, name);
    limit(options_.timeout_ms);
    return answer(result);
}

Pruner::Pruner(z3::context& ctx)
    : solver_(make_solver(ctx, kPruneTimeoutMs, 0)) {
    z3::params parameters(ctx);
    parameters.set("mbqi", false);
    solver_.set(parameters);
}

void Pruner::add(const Terms& formulas) {
    for (const z3::expr& formula : formulas)
        solver_.add(formula);
}

bool Pruner::perhaps(const Terms& conditions) {
    solver_.push();
    for (const z3::expr& condition : conditions)
        solver_.add(condition);
    const z3::check_result result = solver_.check();
    solver_.pop();
    return result != z3::unsat;
}

} // namespace muster::checker::smt
