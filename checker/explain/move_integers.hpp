#pragma once

#include "checker/trace/trace.hpp"

#include <cstdint>
#include <set>

namespace muster::checker {

/// A first state and a step from it, on a universe.
struct StepFrom {
    Universe universe;
    State initial;
    Event event;
};

/// Integers of such a pair, by value wherever they stand.
class IntegerMover {
public:
    /// The system outlives this.
    explicit IntegerMover(const TransitionSystem& system)
        : system_(system)
        , spec_(*system.spec) {}

    /// Whether tables of functions can follow: integers are arguments alone or not at all.
    [[nodiscard]] bool can_move() const;

    /// Whether different integers may become one.
    [[nodiscard]] bool can_merge() const;

    /// Those that occur in the state or the event.
    [[nodiscard]] std::set<std::int64_t> occurring(const StepFrom& step) const;

    /// Adds `by` to every integer that is not less than `from` (if `by` is negative), or not
    /// greater than it (if it is positive). No integer may come to stand beyond another one; two
    /// may become one where that is possible.
    [[nodiscard]] StepFrom moved(const StepFrom& step, std::int64_t from, std::int64_t by) const;

    /// Adds `by` to every integer. Only if integers `can_merge`, as tables of functions do not
    /// follow. An integer that would leave the 64 bits stays, and may then equal another one.
    [[nodiscard]] StepFrom shifted(const StepFrom& step, std::int64_t by) const;

    /// Without an integer that does not occur: what functions say of it is left out.
    [[nodiscard]] StepFrom without(const StepFrom& step, std::int64_t integer) const;

private:
    template <class Visit>
    Value rewrite(spec::TypeId type, const Value& value, const Visit& visit) const;
    template <class Visit>
    void rewrite(StepFrom& step, const Visit& visit) const;
    template <class Visit>
    void rewrite(SentMessage& message, const Visit& visit) const;
    template <class Visit>
    void rewrite(Event& event, const Visit& visit) const;
    [[nodiscard]] std::size_t values_of(spec::TypeId type, const Universe& universe) const;

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
};

} // namespace muster::checker
