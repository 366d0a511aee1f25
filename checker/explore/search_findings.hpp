#pragma once

#include "checker/explore/explorer.hpp"
#include "checker/explore/formula_check.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace muster::checker {

constexpr std::uint32_t kNoState = std::numeric_limits<std::uint32_t>::max();

/// The end of a run worth telling: a state, and the step from it if there is one more.
struct RunEnd {
    FormulaCheck::Finding finding;
    bool is_obligation = false;
    std::uint32_t at = kNoState;                   // none: it went wrong before there was a state
    std::optional<Event> event;                    // that fails
    std::optional<std::vector<std::uint32_t>> row; // one step further
};

/// What a search has found, and whether it is over.
class SearchFindings {
public:
    using Ended = ExploreResult::Ended;

    /// `all_found` tells whether every property and cover was found. The options outlive it.
    SearchFindings(const ExploreOptions& options, std::function<bool()> all_found)
        : options_(options)
        , all_found_(std::move(all_found)) {}

    void note(RunEnd end);
    /// A step, or the start, that went wrong.
    void note_failure(const Failure& failure, std::uint32_t at, Event event);

    void end(Ended why);

    [[nodiscard]] bool over() const { return ended_.has_value(); }

    [[nodiscard]] Ended ended() const { return ended_.value_or(Ended::complete); }

    /// Ends the search if it has seen enough. Looks at the clock now and then.
    bool out_of_budget(std::uint32_t at, std::uint32_t depth, std::uint64_t states);

    [[nodiscard]] std::vector<RunEnd>& ends() { return ends_; }

    [[nodiscard]] const std::vector<RunEnd>& ends() const { return ends_; }

    /// How steps go wrong, one for each place.
    [[nodiscard]] const std::vector<Failure>& broken() const { return broken_; }

    /// Goes on from what another search of the same has found.
    void go_on_from(std::vector<RunEnd> ends, std::vector<Failure> broken) {
        ends_ = std::move(ends);
        broken_ = std::move(broken);
    }

private:
    bool is_new_place(const Failure& failure);
    [[nodiscard]] bool is_everything_found() const;

    const ExploreOptions& options_;
    std::function<bool()> all_found_;
    std::vector<RunEnd> ends_;
    std::vector<Failure> broken_;
    std::optional<Ended> ended_;
};

} // namespace muster::checker
