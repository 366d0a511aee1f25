#pragma once

#include "checker/engines/stop.hpp"
#include "checker/infer/clause.hpp"
#include "checker/system/transition_system.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace muster::checker::infer {

struct LemmaSearchOptions {
    std::uint64_t seed = 1;
    unsigned timeout_ms = 1000; // for one query
    double seconds = 60;        // of CPU time
    double guess_share = 0.6;   // the part of it in which clauses are guessed, before frames
    /// Ends the search early; may be null.
    const Stop* stop = nullptr;
    /// Told what is being done; may be empty.
    std::function<void(const std::string&)> progress{};
    /// Told every decision, one line each; may be empty.
    std::function<void(const std::string&)> log{};
};

/// A property that no lemmas were found for, or not in time.
struct OpenProperty {
    std::size_t property = 0; // into the spec's properties
    std::string reason;
};

/// What the search believes. Nothing here is proved until `prove_by_induction` says so.
struct LemmaSearchResult {
    std::vector<Clause> lemmas;       // kept by every step from any state that satisfies them
    std::vector<std::size_t> settled; // properties
    std::vector<OpenProperty> open;
    std::size_t queries = 0;
    std::size_t samples = 0;
    std::size_t counterexamples = 0;
    std::size_t dropped = 0; // lemmas that could not be kept
};

/// Looks for lemmas that make a group of properties inductive: where a step breaks a formula, the
/// state before it must be excluded by a clause that holds on every sampled state and speaks only
/// of what the formula depends on; that clause is the next formula to prove. A lemma that cannot be
/// proved is given up, with everything that rested on it.
///
/// `spec` is what the system is of; expressions and locals are appended to it.
class LemmaSearch {
public:
    LemmaSearch(spec::TypedSpec& spec,
                const TransitionSystem& system,
                std::vector<std::size_t> properties,
                LemmaSearchOptions options);

    LemmaSearchResult run();

    [[nodiscard]] const std::vector<Predicate>& predicates() const { return predicates_; }

private:
    class Run;
    spec::TypedSpec& spec_;
    const TransitionSystem& system_;
    std::vector<std::size_t> properties_;
    LemmaSearchOptions options_;
    ExprBuilder builder_;
    std::vector<Predicate> predicates_;
    std::vector<Clause> derived_; // candidates, from what statements record
};

} // namespace muster::checker::infer
