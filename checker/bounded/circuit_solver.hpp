#pragma once

#include "checker/bounded/circuit.hpp"
#include "checker/bounded/effort.hpp"
#include "checker/engines/stop.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace muster::checker::bounded {

/// Asks Z3 about a growing circuit. Each gate is given to it once, as clauses, when a question
/// first depends on it. What was found out for one question helps with the next.
///
/// A circuit without numbers goes to Z3's SAT core, one with numbers to its SMT core.
class CircuitSolver {
public:
    enum class Answer { yes, no, unknown };

    /// The circuit outlives the solver.
    explicit CircuitSolver(const Circuit& circuit);
    CircuitSolver(const CircuitSolver&) = delete;
    CircuitSolver& operator=(const CircuitSolver&) = delete;
    ~CircuitSolver();

    /// What ends a question early.
    struct Limits {
        /// Outlives the question, which adds to it what Z3 has done.
        Effort& effort;
        std::optional<std::chrono::steady_clock::time_point> deadline;
        Stop* stop = nullptr; // never if null
    };

    /// Whether this can be true together with all that was required. `unknown` once a limit is
    /// reached.
    Answer ask(Bit bit, const Limits& limits);

    /// From now on only what satisfies this counts.
    void require(Bit bit);

    /// After `yes`: what makes it so.
    [[nodiscard]] Assignment assignment() const;

    /// The last question as an SMT-LIB text, for a report of an internal error.
    [[nodiscard]] std::string last_question() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace muster::checker::bounded
