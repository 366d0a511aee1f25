#include "checker/smt/query.hpp"

#include "checker/smt/canonical.hpp"
#include "checker/smt/grounding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <utility>

namespace muster::checker::smt {

namespace {

constexpr unsigned kPruneEffortMs = 200;
constexpr unsigned kGlanceEffortMs = 100;
constexpr unsigned kShortestTryMs = 50;

// How much longer a query may take on a slow or a busy machine before it is cut off after all, and
// how long a short one may take in any case.
constexpr unsigned kSlowestMachine = 8;
constexpr unsigned kLeastTimeoutMs = 10'000;

unsigned times(unsigned value, unsigned factor) {
    const unsigned most = std::numeric_limits<unsigned>::max();
    return value > most / factor ? most : value * factor;
}

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

// How long a proof takes is a matter of luck, with a long tail: the same question takes a tenth of
// a second with one seed and ten seconds with another, or with another setting. So there are short
// tries before the long ones. Whether there is a model with few elements takes a tenth of a second
// where quantifiers are written out, and no luck.
constexpr Try kFirstTry{100, 0};
constexpr Try kMoreTries[] = {{4, 0, 3, 2, 3},
                              {100, 1},
                              {50, 2, 5, 1},
                              {25, 3, 0, 1},
                              {50, 4, 5},
                              {25, 5, 5, 1},
                              {25, 6},
                              {12, 7, 5, 1},
                              {12, 8, 0, 1},
                              {12, 9},
                              {8, 10, 5, 1},
                              {4, 11, 5, 1},
                              {2, 12, 0, 1},
                              {1, 13, 5, 1}};

} // namespace

void limit_effort(z3::solver& solver, unsigned effort_ms) {
    z3::params parameters(solver.ctx());
    parameters.set("rlimit", times(effort_ms, kCountsPerMs));
    parameters.set("timeout", std::max(times(effort_ms, kSlowestMachine), kLeastTimeoutMs));
    solver.set(parameters);
}

unsigned part_of(unsigned effort_ms, unsigned parts) {
    return std::max(effort_ms / parts, std::min(kShortestTryMs, effort_ms));
}

z3::solver make_solver(z3::context& ctx, unsigned effort_ms, unsigned seed) {
    z3::solver solver(ctx, z3::solver::simple());
    z3::params parameters(ctx);
    parameters.set("random_seed", seed);
    solver.set(parameters);
    limit_effort(solver, effort_ms);
    return solver;
}

z3::solver make_solver(z3::context& ctx, const Try& attempt, const InductionOptions& options) {
    z3::solver solver =
        make_solver(ctx, part_of(options.timeout_ms, attempt.part), options.seed + attempt.seed);
    z3::params parameters(ctx);
    parameters.set("phase_selection", attempt.phase_selection);
    parameters.set("relevancy", attempt.relevancy);
    solver.set(parameters);
    return solver;
}

std::span<const Try> more_tries() {
    return kMoreTries;
}

std::optional<Terms> as_tried(const Try& attempt, const Terms& question) {
    if (attempt.elements == 0 || question.empty())
        return question;
    return Grounding(question.front().ctx(), {attempt.elements})(question);
}

z3::check_result check(z3::solver& solver, std::string& reason) {
    try {
        const z3::check_result result = solver.check();
        if (result == z3::unknown)
            reason = solver.reason_unknown();
        return result;
    } catch (const z3::exception& error) {
        reason = error.msg();
        return z3::unknown;
    }
}

z3::check_result check(z3::solver& solver) {
    std::string reason;
    return check(solver, reason);
}

void stop_if_asked(const Stop* stop) {
    if (stop != nullptr && stop->requested())
        throw Stopped{};
}

Session::Session(z3::context& ctx,
                 const InductionOptions& options,
                 std::size_t& queries,
                 QueryCache* cache)
    : ctx_(ctx)
    , options_(options)
    , queries_(queries)
    , cache_(cache) {}

void Session::add(const z3::expr& formula) {
    if (formula.is_true())
        return;
    if (cache_ != nullptr)
        rows_.push_back(row_with(formula));
    assertions_.push_back(formula);
}

void Session::add(const Terms& formulas) {
    for (const z3::expr& formula : formulas)
        add(formula);
}

void Session::push() {
    levels_.push_back(assertions_.size());
}

void Session::pop() {
    const std::size_t left = levels_.back();
    levels_.pop_back();
    assertions_.erase(assertions_.begin() + static_cast<std::ptrdiff_t>(left), assertions_.end());
    if (cache_ != nullptr)
        rows_.resize(left);
    if (solver_levels_ > levels_.size()) {
        solver_->pop();
        solver_levels_ = levels_.size();
        solver_assertions_ = left;
    }
}

z3::solver& Session::solver() {
    if (!solver_)
        solver_ = make_solver(ctx_, part_of(options_.timeout_ms, kFirstTry.part), options_.seed);
    for (; solver_assertions_ <= assertions_.size(); ++solver_assertions_) {
        for (; solver_levels_ < levels_.size() && levels_[solver_levels_] == solver_assertions_;
             ++solver_levels_)
            solver_->push();
        if (solver_assertions_ == assertions_.size())
            break;
        solver_->add(assertions_[solver_assertions_]);
    }
    return *solver_;
}

QueryCache::Row Session::row_with(const z3::expr& formula) const {
    if (cache_ == nullptr)
        return std::nullopt;
    return cache_->extend(rows_.empty() ? cache_->empty() : rows_.back(), formula);
}

z3::check_result Session::try_once(const z3::expr& formula, const std::string& name) {
    z3::solver& solver = this->solver();
    solver.push();
    solver.add(formula);
    if (!options_.query_directory.empty())
        write_query(options_.query_directory, queries_, name, solver);
    const z3::check_result result = smt::check(solver, reason_);
    solver.pop();
    return result;
}

z3::check_result Session::try_again(const Terms& question, const Try& attempt) {
    // What was asked before leaves terms behind, and the order of terms decides how a proof goes.
    // In a context of its own a try depends on the question and the settings alone.
    z3::context ctx;
    const Stop::Waiting waiting(options_.stop, [&ctx] { Z3_interrupt(ctx); });
    z3::solver again = make_solver(ctx, attempt, options_);
    Terms translated;
    for (const z3::expr& term : question)
        translated.emplace_back(ctx, Z3_translate(ctx_, term, ctx));
    const std::optional<Terms> asked = as_tried(attempt, translated);
    if (!asked)
        return z3::unknown;
    for (const z3::expr& term : *asked)
        again.add(term);
    const z3::check_result result = smt::check(again, reason_);
    return attempt.elements != 0 && result == z3::unsat ? z3::unknown : result;
}

Terms Session::canonical(const z3::expr& formula) const {
    Canonical canonical;
    Terms result;
    for (const z3::expr& assertion : assertions_)
        result.push_back(canonical(assertion));
    result.push_back(canonical(formula));
    return result;
}

Answer Session::check(const z3::expr& formula, const std::string& name) {
    ++queries_;
    const QueryCache::Row row = row_with(formula);
    if (cache_ != nullptr && cache_->knows(QueryCache::Kind::unsatisfiable, row))
        return Answer::unsatisfiable;
    stop_if_asked(options_.stop);
    z3::check_result result = try_once(formula, name);
    if (result == z3::unknown) {
        const Terms question = canonical(formula);
        for (const Try& attempt : kMoreTries) {
            if (result != z3::unknown)
                break;
            // What was interrupted is no answer, and another try would be another wait.
            stop_if_asked(options_.stop);
            result = try_again(question, attempt);
        }
    }
    if (result == z3::unknown)
        stop_if_asked(options_.stop);
    if (cache_ != nullptr && result == z3::unsat)
        cache_->keep(QueryCache::Kind::unsatisfiable, row);
    return answer(result);
}

Answer Session::glance(const z3::expr& formula, const std::string& name) {
    static constexpr std::pair<Answer, QueryCache::Kind> kKept[] = {
        {Answer::unsatisfiable, QueryCache::Kind::unsatisfiable},
        {Answer::satisfiable, QueryCache::Kind::possible},
        {Answer::unknown, QueryCache::Kind::no_remark},
    };
    ++queries_;
    const QueryCache::Row row = row_with(formula);
    for (const auto& [known, kind] : kKept) {
        if (cache_ != nullptr && cache_->knows(kind, row))
            return known;
    }
    stop_if_asked(options_.stop);
    limit_effort(solver(), std::min(kGlanceEffortMs, options_.timeout_ms));
    const Answer result = answer(try_once(formula, name));
    if (result == Answer::unknown)
        stop_if_asked(options_.stop);
    limit_effort(solver(), part_of(options_.timeout_ms, kFirstTry.part));
    if (cache_ != nullptr)
        cache_->keep(kKept[static_cast<std::size_t>(result)].second, row);
    return result;
}

Pruner::Pruner(z3::context& ctx, const Stop* stop, QueryCache* cache)
    : ctx_(ctx)
    , stop_(stop)
    , cache_(cache) {
    if (cache_ != nullptr)
        row_ = cache_->empty();
}

void Pruner::add(const Terms& formulas) {
    for (const z3::expr& formula : formulas) {
        formulas_.push_back(formula);
        if (cache_ != nullptr)
            row_ = cache_->extend(row_, formula);
    }
}

bool Pruner::perhaps(const Terms& conditions) {
    if (cache_ == nullptr)
        return ask(conditions);
    QueryCache::Row row = row_;
    for (const z3::expr& condition : conditions)
        row = cache_->extend(row, condition);
    if (cache_->knows(QueryCache::Kind::unsatisfiable, row))
        return false;
    if (cache_->knows(QueryCache::Kind::perhaps, row))
        return true;
    const bool result = ask(conditions);
    cache_->keep(result ? QueryCache::Kind::perhaps : QueryCache::Kind::unsatisfiable, row);
    return result;
}

bool Pruner::ask(const Terms& conditions) {
    if (!solver_) {
        solver_ = make_solver(ctx_, kPruneEffortMs, 0);
        z3::params parameters(ctx_);
        parameters.set("mbqi", false);
        solver_->set(parameters);
        for (const z3::expr& formula : formulas_)
            solver_->add(formula);
    }
    solver_->push();
    for (const z3::expr& condition : conditions)
        solver_->add(condition);
    const z3::check_result result = check(*solver_);
    solver_->pop();
    if (result == z3::unknown)
        stop_if_asked(stop_);
    return result != z3::unsat;
}

} // namespace muster::checker::smt
