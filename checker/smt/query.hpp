#pragma once

#include "checker/engines/induction.hpp"
#include "checker/smt/query_cache.hpp"
#include "checker/smt/term.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace muster::checker::smt {

/// What the solver says about a set of formulas.
enum class Answer { unsatisfiable, satisfiable, unknown };

/// Thrown where somebody asked for an early end. Not an error: what is known stays known.
struct Stopped {};

/// Throws `Stopped` if somebody asked for it.
void stop_if_asked(const Stop* stop);

/// One try at a question: its part of the effort for the query, what is added to the seed, and two
/// settings of Z3. The settings are those that change most how a proof goes.
struct Try {
    unsigned part;
    unsigned seed;
    unsigned phase_selection = 3; // Z3's own choice: what was chosen last
    unsigned relevancy = 2;       // Z3's own choice: all that may be irrelevant is left out
    unsigned elements = 0;        // at most, of every sort: an unsatisfiable says nothing; 0: any
};

/// Asks questions that share assertions. One incremental core for a row of queries: a fresh solver
/// for each costs sixty times as much. The core learns of the assertions when a question comes that
/// no cache answers.
class Session {
public:
    /// `cache` may be null.
    Session(z3::context& ctx,
            const InductionOptions& options,
            std::size_t& queries,
            QueryCache* cache);

    void add(const z3::expr& formula);
    void add(const Terms& formulas);
    void push();
    void pop();

    /// Whether all assertions and this formula hold together. An unknown is asked again, on solvers
    /// of their own with other seeds. `name` becomes the name of the query's file.
    Answer check(const z3::expr& formula, const std::string& name);

    /// The same, for a question whose answer is only a remark: one try, and a short one.
    Answer glance(const z3::expr& formula, const std::string& name);

    /// The last unknown's reason.
    [[nodiscard]] const std::string& reason() const { return reason_; }

    [[nodiscard]] const Terms& assertions() const { return assertions_; }

private:
    /// The solver, with all assertions.
    z3::solver& solver();
    [[nodiscard]] QueryCache::Row row_with(const z3::expr& formula) const;
    /// One try on the solver of all questions.
    z3::check_result try_once(const z3::expr& formula, const std::string& name);
    /// The assertions and the formula, in a form that does not depend on what was asked before.
    [[nodiscard]] Terms canonical(const z3::expr& formula) const;
    /// One on a solver of its own.
    z3::check_result try_again(const Terms& question, const Try& attempt);

    z3::context& ctx_;
    const InductionOptions& options_;
    std::size_t& queries_;
    QueryCache* cache_;
    Terms assertions_;
    std::vector<std::size_t> levels_; // how many assertions there were at each push
    /// For each assertion, it and all before it.
    std::vector<QueryCache::Row> rows_;
    std::optional<z3::solver> solver_;
    /// How much of the above the solver has.
    std::size_t solver_assertions_ = 0;
    std::size_t solver_levels_ = 0;
    std::string reason_;
};

/// What Z3 counts of its own work in a millisecond: 5,500 to 8,100 where this was measured,
/// whatever the question.
inline constexpr unsigned kCountsPerMs = 8000;

/// A solver with the settings of all proofs. Never without e-matching: that gave wrong models.
z3::solver make_solver(z3::context& ctx, unsigned effort_ms, unsigned seed);

/// The same with the settings of a try, and its part of the effort for a query.
z3::solver make_solver(z3::context& ctx, const Try& attempt, const InductionOptions& options);

/// What the solver says, and of an unknown the reason. Z3 throws where it is interrupted, and
/// 4.8.12 now and then where it has instantiated a quantifier with a term of another sort: that it
/// does not know is all that this says.
z3::check_result check(z3::solver& solver, std::string& reason);
z3::check_result check(z3::solver& solver);

/// Those that a question gets that the first one did not answer.
std::span<const Try> more_tries();

/// What is asked in such a try. Nothing where it would be too long.
std::optional<Terms> as_tried(const Try& attempt, const Terms& question);

/// How much the solver may do for a question: about what it does in that time on an idle machine.
/// Its own count of its work ends a question, so that the answer does not depend on what else the
/// machine does; the clock ends it only after several times as long.
void limit_effort(z3::solver& solver, unsigned effort_ms);

/// One of so many parts of an effort, but enough to begin with.
unsigned part_of(unsigned effort_ms, unsigned parts);

/// Answers only "cannot be" or "perhaps", quickly: no search for models.
class Pruner {
public:
    /// `stop`, which ends a proof early, and `cache` may be null.
    explicit Pruner(z3::context& ctx, const Stop* stop = nullptr, QueryCache* cache = nullptr);
    void add(const Terms& formulas);
    bool perhaps(const Terms& conditions);

private:
    bool ask(const Terms& conditions);

    z3::context& ctx_;
    const Stop* stop_;
    QueryCache* cache_;
    QueryCache::Row row_;
    Terms formulas_;
    /// There from the first question on that the cache does not answer.
    std::optional<z3::solver> solver_;
};

} // namespace muster::checker::smt
