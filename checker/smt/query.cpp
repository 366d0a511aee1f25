#include "checker/smt/query.hpp"

#include "checker/smt/canonical.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

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

/// One try at a question: its part of the time for the query, and what is added to the seed.
struct Session::Try {
    unsigned part;
    unsigned seed;
};

namespace {

// How long a proof takes is a matter of luck, with a long tail: the same question takes a tenth of
// a second with one seed and ten seconds with another. So there are short tries before the long
// one.
constexpr Session::Try kFirstTry{16, 0};
constexpr Session::Try kMoreTries[] = {{16, 1}, {16, 2}, {16, 3}, {8, 4}, {8, 5}, {1, 6}, {1, 7}};

unsigned part_of(unsigned timeout_ms, const Session::Try& attempt) {
    return std::max(1U, timeout_ms / attempt.part);
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
        solver_ = make_solver(ctx_, part_of(options_.timeout_ms, kFirstTry), options_.seed);
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

void Session::limit(unsigned timeout_ms) {
    z3::params parameters(ctx_);
    parameters.set("timeout", timeout_ms);
    solver().set(parameters);
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
    const z3::check_result result = solver.check();
    if (result == z3::unknown)
        reason_ = solver.reason_unknown();
    if (result == z3::sat)
        model_ = solver.get_model();
    solver.pop();
    return result;
}

z3::check_result Session::try_again(const Terms& question, const Try& attempt) {
    // A try that was cut off by the clock leaves terms behind, more of them or fewer, and the order
    // of terms decides what the next one does. In a context of its own a try depends on the
    // question and the seed alone.
    z3::context ctx;
    const Stop::Waiting waiting(options_.stop, [&ctx] { Z3_interrupt(ctx); });
    z3::solver again =
        make_solver(ctx, part_of(options_.timeout_ms, attempt), options_.seed + attempt.seed);
    for (const z3::expr& term : question)
        again.add(z3::expr(ctx, Z3_translate(ctx_, term, ctx)));
    const z3::check_result result = again.check();
    if (result == z3::unknown)
        reason_ = again.reason_unknown();
    if (result == z3::sat) {
        z3::model model = again.get_model();
        model_ = z3::model(model, ctx_, z3::model::translate());
    }
    return result;
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
    limit(std::min(kGlanceTimeoutMs, options_.timeout_ms));
    const Answer result = answer(try_once(formula, name));
    if (result == Answer::unknown)
        stop_if_asked(options_.stop);
    limit(part_of(options_.timeout_ms, kFirstTry));
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
        solver_ = make_solver(ctx_, kPruneTimeoutMs, 0);
        z3::params parameters(ctx_);
        parameters.set("mbqi", false);
        solver_->set(parameters);
        for (const z3::expr& formula : formulas_)
            solver_->add(formula);
    }
    solver_->push();
    for (const z3::expr& condition : conditions)
        solver_->add(condition);
    const z3::check_result result = solver_->check();
    solver_->pop();
    if (result == z3::unknown)
        stop_if_asked(stop_);
    return result != z3::unsat;
}

} // namespace muster::checker::smt
