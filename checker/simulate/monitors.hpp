#pragma once

#include "checker/eval/evaluator.hpp"
#include "checker/explore/reads.hpp"
#include "checker/simulate/shorten.hpp"

#include <map>
#include <vector>

namespace muster::checker {

/// Whether a step changed something that a formula looks at.
[[nodiscard]] bool is_touched(const Reads& reads, const State& before, const State& now);

/// Looks at the properties of a spec along runs: at each of them until it was seen once in a run.
class Monitors {
public:
    /// The properties, into the spec's, are invariants, lemmas, steps and covers.
    Monitors(const Evaluator& evaluator, const std::vector<std::size_t>& properties);

    /// What the start of a new run shows.
    std::vector<ShownByRun> start(const State& state);
    /// What its next step shows.
    std::vector<ShownByRun> step(const State& before, const State& now);

    /// The properties that could not be evaluated in some state, by index, and why.
    [[nodiscard]] const std::map<std::size_t, Failure>& not_evaluated() const {
        return not_evaluated_;
    }

private:
    struct Monitor {
        std::size_t property = 0;
        spec::PropertyKind kind;
        spec::ExprId body;
        Reads reads;
        bool seen = false;
    };

    void
    look(Monitor& monitor, const State& before, const State& now, std::vector<ShownByRun>& shown);

    const Evaluator& evaluator_;
    std::vector<Monitor> monitors_;
    std::map<std::size_t, Failure> not_evaluated_;
};

} // namespace muster::checker
