#pragma once

#include "checker/engines/induction.hpp"
#include "checker/explore/explorer.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// Whether somebody who checks a spec notices that it was changed.
namespace muster::checker {

struct JudgeOptions {
    /// Of the search of one instance.
    std::uint64_t max_states = 100'000;
    /// Whether to try proofs of what no run shows.
    bool proofs = true;
    unsigned proof_timeout_ms = 500; // of one query
    Stop* stop = nullptr;            // ends the work early; never if null
};

struct Judgement {
    enum class Kind {
        failed_test,    // a test of the spec fails
        violated,       // a run on an instance violates a property, `live` ones with a fair loop,
                        // or a step goes wrong
        lost_cover,     // no run on any instance reaches a cover that was reached before
        unproved,       // something was proved and is not inductive any more
        same_behaviour, // the states and steps of every instance are what they were; and where
                        // bounds cut off what was seen of them, the proofs are too
        survived,       // nothing notices that it behaves in another way
        undecided,      // an instance was too large to see all of it
    };
    Kind kind = Kind::survived;
    /// The test, property or cover, or what goes wrong; empty for the last three.
    std::string by;
};

/// Whether somebody notices the change: by a test, a run or a proof.
[[nodiscard]] constexpr bool is_noticed(Judgement::Kind kind) {
    return kind == Judgement::Kind::failed_test || kind == Judgement::Kind::violated ||
           kind == Judgement::Kind::lost_cover || kind == Judgement::Kind::unproved;
}

/// Compares changed specs with the one that they were made from.
class Judge {
public:
    /// Looks at the spec as it is. It outlives the judge.
    Judge(const spec::TypedSpec& original, const JudgeOptions& options);

    /// Why nothing can be said about changes of the spec: something is wrong with it as it is.
    /// Empty if nothing is.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }

    /// A spec with the same declarations but other steps.
    [[nodiscard]] Judgement judge(const spec::TypedSpec& changed);

private:
    /// What was seen of an instance under some faults.
    struct Seen {
        bool is_whole = false;
        bool has_cuts = false; // some states were outside of bounds
        std::optional<std::uint64_t> fingerprint;
        std::string violated; // the first thing; empty if there is none
        std::set<std::size_t> covers;
    };

    [[nodiscard]] Seen explore(const spec::TypedSpec& spec,
                               const std::vector<spec::FaultInfo>& without,
                               const std::vector<std::size_t>& properties,
                               std::size_t instance) const;
    /// Ends at the first violation.
    [[nodiscard]] std::vector<Seen> explore_all(const spec::TypedSpec& spec) const;
    /// The first `live` property that a fair run of an instance breaks; empty if none does.
    [[nodiscard]] std::string first_broken_live(const spec::TypedSpec& spec) const;
    [[nodiscard]] InductionReport prove(const spec::TypedSpec& spec) const;
    [[nodiscard]] std::string first_unproved(const spec::TypedSpec& changed);

    const spec::TypedSpec& original_;
    JudgeOptions options_;
    std::string refusal_;
    std::vector<Seen> seen_;
    std::optional<InductionReport> proofs_; // of the original, made when needed
};

} // namespace muster::checker
