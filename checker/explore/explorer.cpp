#include "checker/explore/explorer.hpp"

#include "checker/explore/breadth_first.hpp"
#include "checker/explore/expansion.hpp"
#include "checker/explore/state_store.hpp"

#include <algorithm>

namespace muster::checker {
namespace {

using Next = Expansion::Next;

/// Runs every step of every state on the evaluator.
class Search : public BreadthFirst {
public:
    explicit Search(const SearchSetup& setup)
        : BreadthFirst(setup)
        , expansion_(setup.system, setup.slice, setup.inputs, interpreter())
        , store_(spec(), interpreter().layout(), setup.slice)
        , check_(spec(), interpreter(), store_, setup.options.properties, setup.options.covers) {}

private:
    [[nodiscard]] std::uint32_t count() const override {
        return static_cast<std::uint32_t>(store_.size());
    }

    Row pack(const State& state) override { return store_.pack(state); }

    [[nodiscard]] State unpack(const Row& row) const override { return store_.unpack(row); }

    Added add(const Row& row) override {
        const auto added = store_.add(row);
        return {added.index, added.is_new};
    }

    [[nodiscard]] Row row(std::uint32_t index) const override { return store_.row(index); }

    [[nodiscard]] bool nothing_left() const override { return check_.nothing_left(); }

    [[nodiscard]] const std::map<std::size_t, Failure>& not_evaluated() const override {
        return check_.not_evaluated();
    }

    Findings check_initial_state(const Row& row) override {
        const State state = store_.unpack(row);
        check_.begin(state);
        return check_.initial_state();
    }

    void expand(std::uint32_t at) override {
        const Row before = store_.row(at);
        const State state = store_.unpack(before);
        if (limits().is_outside(state)) {
            return;
        }
        check_.begin(state);
        goes_on_ = false;
        expansion_.expand(state, [&](const Expansion::Outcome& outcome) {
            ++result().transitions;
            visit(at, before, outcome);
            return over() ? Next::stop : Next::go_on;
        });
        if (!over() && !goes_on_) {
            note_end(at);
        }
        if (!over() && setup().slice.forgets_steps(setup().system) &&
            check_.stutter_breaks_something()) {
            give_up_slice();
        }
    }

    void visit(std::uint32_t at, const Row& before, const Expansion::Outcome& outcome) {
        if (outcome.failure != nullptr && outcome.failure->kind == Failure::Kind::out_of_reach) {
            limits().note_lost_step(outcome.event.step, *outcome.failure);
            goes_on_ = true; // to where is not known
            return;
        }
        result().happened.insert(outcome.event.step);
        const bool is_own = is_own_step(outcome.event.step, outcome.event.origin);
        if (outcome.failure != nullptr) {
            goes_on_ = goes_on_ || is_own;
            findings().note_failure(*outcome.failure, at, Expansion::complete(outcome));
            return;
        }
        const Row after = store_.after(before, interpreter().workspace());
        goes_on_ = goes_on_ || (is_own && after != before);
        note_all(check_.step(before, after), at, after);
        if (over() || after == before) {
            return;
        }
        if (store_.add(after).is_new) {
            note_parent(at);
            note_all(check_.new_state(before, after), at, after);
        }
    }

    void note_all(Findings found, std::uint32_t at, const Row& after) {
        for (FormulaCheck::Finding& finding : found) {
            findings().note({std::move(finding), false, at, std::nullopt, after});
        }
    }

    std::optional<Followed> follow(const Row& before, const Row& wanted) override {
        const State state = store_.unpack(before);
        std::optional<Followed> found;
        expansion_.expand(state, [&](const Expansion::Outcome& outcome) {
            if (outcome.failure == nullptr &&
                store_.after(before, interpreter().workspace()) == wanted) {
                found = Followed{Expansion::complete(outcome), wanted};
                return Next::stop;
            }
            return Next::go_on;
        });
        return found;
    }

    Expansion expansion_;
    StateStore store_;
    FormulaCheck check_;
    bool goes_on_ = false; // of the state that is expanded
};

} // namespace

bool goes_wrong_at(const Failure& failure, spec::Span place) {
    const auto contains = [](spec::Span outer, spec::Span inner) {
        return outer.begin <= inner.begin && inner.end <= outer.end;
    };
    const auto is_there = [&](spec::Span at) {
        return at == place || (failure.kind == Failure::Kind::undefined &&
                               (contains(at, place) || contains(place, at)));
    };
    return is_there(failure.span) ||
           std::any_of(failure.called_from.begin(), failure.called_from.end(), is_there);
}

tl::expected<ExploreResult, InstanceError> explore(const TransitionSystem& system,
                                                   const spec::InstanceInfo& instance,
                                                   const ExploreOptions& options) {
    return search_instance(
        system, instance, options, [](const SearchSetup& setup) { return Search(setup).run(); });
}

} // namespace muster::checker
