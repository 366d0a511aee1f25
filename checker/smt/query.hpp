#pragma once

#include "checker/engines/induction.hpp"
#include "checker/smt/term.hpp"

#include <optional>
#include <string>
#include <vector>

namespace muster::checker::smt {

/// What the solver says about a set of formulas.
enum class Answer { unsatisfiable, satisfiable, unknown };

/// Asks questions that share assertions. One incremental core for a row of queries: a fresh solver
/// for each costs sixty times as much.
class Session {
public:
    Session(z3::context& ctx, const InductionOptions& options, std::size_t& queries);

    void add(const z3::expr& formula);
    void add(const Terms& formulas);
    void push();
    void pop();

    /// Whether all assertions and this formula hold together. An unknown is asked once more, on a
    /// solver of its own with another seed. `name` becomes the name of the query's file.
    Answer check(const z3::expr& formula, const std::string& name);

    /// The same, for a question whose answer is only a remark: one try, and a short one.
    Answer glance(const z3::expr& formula, const std::string& name);

    /// The last unknown's reason.
    [[nodiscard]] const std::string& reason() const { return reason_; }

    [[nodiscard]] const Terms& assertions() const { return assertions_; }

    /// Of the last question that was satisfiable.
    [[nodiscard]] const std::optional<z3::model>& model() const { return model_; }

private:
    void limit(unsigned timeout_ms);
    /// One try on the solver of all questions.
    z3::check_result try_once(const z3::expr& formula, const std::string& name);

    z3::context& ctx_;
    const InductionOptions& options_;
    std::size_t& queries_;
    z3::solver solver_;
    Terms assertions_;
    std::vector<std::size_t> levels_;
    std::string reason_;
    std::optional<z3::model> model_;
};

/// A solver with the settings of all proofs. Never without e-matching: that gave wrong models.
z3::solver make_solver(z3::context& ctx, unsigned timeout_ms, unsigned seed);

/// Answers only "cannot be" or "perhaps", quickly: no search for models.
class Pruner {
public:
    explicit Pruner(z3::context& ctx);
    void add(const Terms& formulas);
    bool perhaps(const Terms& conditions);

private:
    z3::solver solver_;
};

} // namespace muster::checker::smt
