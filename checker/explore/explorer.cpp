#include "checker/explore/explorer.hpp"

#include "checker/eval/value_space.hpp"
#include "checker/explore/expansion.hpp"
#include "checker/explore/formula_check.hpp"
#include "checker/explore/state_store.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

namespace muster::checker {
namespace {

using Next = Expansion::Next;
using Ended = ExploreResult::Ended;
using Row = StateStore::Row;

constexpr std::uint32_t kNoParent = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kDeadlineStride = 64; // states between two looks at the clock

// The end of a run worth telling: a state, and the step from it if there is one more.
struct Ending {
    FormulaCheck::Finding finding;
    bool is_obligation = false;
    std::uint32_t at = kNoParent; // none: it went wrong before there was a state
    std::optional<Event> event;
    std::optional<Row> row; // after the event, unless it failed
};

class Search {
public:
    Search(const TransitionSystem& system,
           const spec::InstanceInfo& instance,
           const ExploreOptions& options,
           const Universe& universe,
           const Slice& slice,
           const Inputs& inputs,
           const std::vector<State>& interpretations)
        : system_(system)
        , spec_(*system.spec)
        , instance_(instance)
        , options_(options)
        , universe_(universe)
        , slice_(slice)
        , inputs_(inputs)
        , interpretations_(interpretations)
        , interpreter_(spec_, universe)
        , expansion_(system, slice, inputs, interpreter_)
        , store_(spec_, interpreter_.layout(), slice)
        , check_(spec_, interpreter_, store_, options.properties, options.covers) {}

    ExploreResult run() {
        interpreter_.limit_time(options_.deadline);
        try {
            start();
            result_.start_seen = true;
            level_end_ = count();
            for (std::uint32_t at = 0; at < count() && !over_; ++at) {
                if (at == level_end_) {
                    ++depth_;
                    level_end_ = count();
                }
                if (!out_of_budget(at)) {
                    expand(at);
                }
            }
        } catch (const OutOfTime&) {
            end(Ended::at_deadline);
        }
        interpreter_.limit_time(std::nullopt);
        result_.states = count();
        result_.depth = depth_ + (result_.start_seen && count() > level_end_ ? 1 : 0);
        result_.complete_depth = over_ ? depth_ : result_.depth;
        result_.not_evaluated = check_.not_evaluated();
        note_cuts();
        tell();
        return std::move(result_);
    }

    /// Whether a step property is false of a step that changes nothing, and only something that the
    /// slice forgets may take such a step: the search must be run again with less forgotten.
    [[nodiscard]] bool forgets_too_much() const { return forgets_too_much_; }

    /// Why a start could not be followed, if that is so for one.
    [[nodiscard]] const std::optional<Failure>& lost_start() const { return lost_start_; }

private:
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(store_.size()); }

    void start() {
        ChoiceScript script;
        for (const State& base : interpretations_) {
            script.clear();
            do {
                start_from(base, script);
            } while (!over_ && script.advance());
        }
    }

    /// Whether the start leads to a state.
    bool initialise(const State& base, ChoiceScript& script) {
        interpreter_.begin(base, script);
        try {
            return interpreter_.initialise() != Flow::dead;
        } catch (const Undefined& undefined) {
            if (undefined.failure.kind == Failure::Kind::out_of_reach) {
                lost_start_ = lost_start_.value_or(undefined.failure);
                return false;
            }
            Ending ending;
            ending.is_obligation = true;
            ending.finding.failure = undefined.failure;
            ending.event = Event{};
            ending.event->choices = script.chosen();
            note(std::move(ending));
            return false;
        }
    }

    void start_from(const State& base, ChoiceScript& script) {
        if (!initialise(base, script)) {
            return;
        }
        const Row row = store_.pack(interpreter_.workspace().finish());
        const auto added = store_.add(row);
        if (!added.is_new) {
            return;
        }
        parents_.push_back(kNoParent);
        initial_choices_.push_back(script.chosen());
        const State state = store_.unpack(row);
        check_.begin(state);
        for (FormulaCheck::Finding& finding : check_.initial_state()) {
            note({std::move(finding), false, added.index, std::nullopt, std::nullopt});
        }
    }

    bool out_of_budget(std::uint32_t at) {
        if (options_.max_depth && depth_ >= *options_.max_depth) {
            end(Ended::at_max_depth);
        } else if (options_.max_states && count() >= *options_.max_states) {
            end(Ended::at_max_states);
        } else if (options_.deadline && at % kDeadlineStride == 0 &&
                   std::chrono::steady_clock::now() >= *options_.deadline) {
            end(Ended::at_deadline);
        } else if (options_.stop != nullptr && options_.stop->requested()) {
            end(Ended::at_stop);
        }
        return over_;
    }

    void end(Ended why) {
        if (!over_) {
            result_.ended = why;
            over_ = true;
        }
    }

    void expand(std::uint32_t at) {
        const Row before = store_.row(at);
        const State state = store_.unpack(before);
        if (is_outside(state)) {
            return;
        }
        check_.begin(state);
        expansion_.expand(state, [&](const Expansion::Outcome& outcome) {
            ++result_.transitions;
            visit(at, before, outcome);
            return over_ ? Next::stop : Next::go_on;
        });
        if (!over_ && slice_.forgets_steps(system_) && check_.stutter_breaks_something()) {
            forgets_too_much_ = true;
            over_ = true;
        }
    }

    void visit(std::uint32_t at, const Row& before, const Expansion::Outcome& outcome) {
        if (outcome.failure != nullptr && outcome.failure->kind == Failure::Kind::out_of_reach) {
            lost_steps_.try_emplace(outcome.event.step, *outcome.failure);
            return;
        }
        result_.happened.insert(outcome.event.step);
        if (outcome.failure != nullptr) {
            Ending ending;
            ending.is_obligation = true;
            ending.finding.failure = *outcome.failure;
            ending.at = at;
            ending.event = Expansion::complete(outcome);
            note(std::move(ending));
            return;
        }
        const Row after = store_.after(before, interpreter_.workspace());
        note_all(check_.step(before, after), at, outcome, after);
        if (over_ || after == before) {
            return;
        }
        if (store_.add(after).is_new) {
            parents_.push_back(at);
            note_all(check_.new_state(before, after), at, outcome, after);
        }
    }

    void note_all(std::vector<FormulaCheck::Finding> findings,
                  std::uint32_t at,
                  const Expansion::Outcome& outcome,
                  const Row& after) {
        for (FormulaCheck::Finding& finding : findings) {
            note({std::move(finding), false, at, Expansion::complete(outcome), after});
        }
    }

    void note(Ending ending) {
        const bool is_violation = !ending.finding.is_cover || ending.finding.failure;
        if (ending.is_obligation && !is_new_place(*ending.finding.failure)) {
            return;
        }
        endings_.push_back(std::move(ending));
        if (is_violation && options_.on_violation == OnViolation::stop) {
            end(Ended::at_violation);
        } else if (is_everything_found()) {
            end(Ended::nothing_left);
        }
    }

    bool is_new_place(const Failure& failure) {
        const bool known = std::any_of(broken_.begin(), broken_.end(), [&](const Failure& other) {
            return other.kind == failure.kind && other.span == failure.span &&
                   other.called_from == failure.called_from;
        });
        if (!known) {
            broken_.push_back(failure);
        }
        return !known;
    }

    [[nodiscard]] bool is_everything_found() const {
        const bool looks_for_nothing =
            options_.properties.empty() && options_.covers.empty() && options_.places.empty();
        return !looks_for_nothing && check_.nothing_left() &&
               std::all_of(options_.places.begin(), options_.places.end(), [&](spec::Span place) {
                   return std::any_of(broken_.begin(), broken_.end(), [&](const Failure& failure) {
                       return goes_wrong_at(failure, place);
                   });
               });
    }

    bool is_outside(const State& state) {
        bool outside = false;
        for (std::size_t i = 0; i < instance_.variables.size(); ++i) {
            const spec::VariableBound& bound = instance_.variables[i];
            if (!slice_.keep_variable[bound.variable.value]) {
                continue;
            }
            const spec::TypeId type = spec_.variable(bound.variable).type;
            for (const Value& value : state.variables[bound.variable.value]) {
                if (is_beyond(spec_, type, value, bound.range)) {
                    bounds_met_.insert(i);
                    outside = true;
                }
            }
        }
        const std::size_t in_flight = state.in_flight.loose.size() + state.in_flight.queued.size();
        if (universe_.max_in_flight && in_flight > *universe_.max_in_flight) {
            too_many_in_flight_ = true;
            outside = true;
        }
        return outside;
    }

    void note_cuts() {
        for (const std::size_t bound : bounds_met_) {
            result_.cuts.push_back(describe_bound(spec_, instance_.variables[bound]));
        }
        if (too_many_in_flight_) {
            result_.cuts.push_back(fmt::format("in flight <= {}", *universe_.max_in_flight));
        }
        note_open_functions();
        result_.cuts.insert(
            result_.cuts.end(), inputs_.list_limits().begin(), inputs_.list_limits().end());
        note_tried_integers();
        note_lost_steps();
        for (std::size_t sort = 0; sort < spec_.sorts.size(); ++sort) {
            if (interpreter_.exhausted()[sort] > 0) {
                result_.cuts.push_back(fmt::format("{0} = {1} (`fresh {0}` found none left)",
                                                   spec_.sorts[sort].name,
                                                   universe_.sort_sizes[sort]));
            }
        }
        for (std::size_t role = 0; role < spec_.roles.size(); ++role) {
            if (!slice_.keep_role[role]) {
                result_.forgotten_roles.push_back(spec_.roles[role].name);
            }
        }
    }

    void note_lost_steps() {
        if (lost_start_) {
            result_.cuts.push_back(
                fmt::format("starts that can be followed ({})", lost_start_->text));
        }
        for (const auto& [step, failure] : lost_steps_) {
            result_.cuts.push_back(fmt::format(
                "steps of `{}` that can be followed ({})", system_.steps[step].name, failure.text));
        }
    }

    // A quantifier of a def that properties call is theirs, any other one that of a step.
    void note_tried_integers() {
        std::map<spec::LocalId, spec::IntegerRange> left = interpreter_.tried_integers();
        std::vector<std::size_t> formulas = options_.properties;
        formulas.insert(formulas.end(), options_.covers.begin(), options_.covers.end());
        for (const std::size_t property : formulas) {
            const spec::PropertyInfo& info = spec_.properties[property];
            std::optional<spec::IntegerRange> range;
            for (const spec::LocalId binder : integer_binders(spec_, info.body)) {
                const auto tried = interpreter_.tried_integers().find(binder);
                if (tried != interpreter_.tried_integers().end()) {
                    range = range ? both(*range, tried->second) : tried->second;
                    left.erase(binder);
                }
            }
            if (range) {
                result_.property_cuts.emplace(property,
                                              describe_tried("`" + info.name + "`", *range));
            }
        }
        std::optional<spec::IntegerRange> range;
        for (const auto& [binder, tried] : left) {
            range = range ? both(*range, tried) : tried;
        }
        if (range) {
            result_.cuts.push_back(describe_tried("the steps", *range));
        }
    }

    static spec::IntegerRange both(const spec::IntegerRange& one, const spec::IntegerRange& other) {
        return {std::min(one.low, other.low), std::max(one.high, other.high)};
    }

    static std::string describe_tried(const std::string& where, const spec::IntegerRange& range) {
        return fmt::format("integers from {} to {} in the quantifiers of {}",
                           range.low.value_or(0),
                           range.high.value_or(0),
                           where);
    }

    void note_open_functions() {
        for (std::uint32_t i = 0; i < spec_.functions.size(); ++i) {
            const auto& given = instance_.functions;
            const bool open = std::none_of(given.begin(), given.end(), [&](const auto& value) {
                return value.function.value == i;
            });
            if (open && slice_.keep_function[i] &&
                holds_integers(spec_, spec_.functions[i].result)) {
                result_.cuts.push_back(fmt::format("results of {} in {} .. {}",
                                                   spec_.functions[i].name,
                                                   universe_.integers.front(),
                                                   universe_.integers.back()));
            }
        }
    }

    // Builds the runs once the search is over, because that repeats steps.
    void tell() {
        for (Ending& ending : endings_) {
            Trace trace = trace_to(ending.at);
            if (ending.row) {
                trace.steps.push_back({std::move(*ending.event), store_.unpack(*ending.row)});
            } else if (ending.event) {
                trace.ending = Trace::Ending{std::move(*ending.event), *ending.finding.failure};
            }
            if (ending.finding.is_cover && !ending.finding.failure) {
                result_.covers.push_back({ending.finding.property, std::move(trace)});
                continue;
            }
            Violation violation{std::nullopt, ending.finding.failure, std::move(trace)};
            if (!ending.is_obligation) {
                violation.property = ending.finding.property;
            }
            result_.violations.push_back(std::move(violation));
        }
    }

    Trace trace_to(std::uint32_t at) {
        Trace trace;
        trace.without = without();
        trace.universe = universe_;
        std::vector<std::uint32_t> path;
        for (std::uint32_t state = at; state != kNoParent; state = parents_[state]) {
            path.push_back(state);
        }
        if (path.empty()) {
            return trace;
        }
        std::reverse(path.begin(), path.end());
        trace.initial = store_.unpack(store_.row(path.front()));
        trace.initial_choices = initial_choices_[path.front()];
        for (std::size_t i = 1; i < path.size(); ++i) {
            trace.steps.push_back(
                {event_between(path[i - 1], path[i]), store_.unpack(store_.row(path[i]))});
        }
        return trace;
    }

    Event event_between(std::uint32_t from, std::uint32_t to) {
        const Row before = store_.row(from);
        const Row wanted = store_.row(to);
        const State state = store_.unpack(before);
        std::optional<Event> found;
        expansion_.expand(state, [&](const Expansion::Outcome& outcome) {
            if (outcome.failure == nullptr &&
                store_.after(before, interpreter_.workspace()) == wanted) {
                found = Expansion::complete(outcome);
                return Next::stop;
            }
            return Next::go_on;
        });
        MUSTER_ASSERT(found, "a state cannot be reached from its parent again");
        return *found;
    }

    [[nodiscard]] std::vector<spec::FaultInfo> without() const {
        std::vector<spec::FaultInfo> missing;
        for (const spec::FaultInfo& fault : spec_.faults) {
            if (!system_.has_fault(fault.kind, fault.role)) {
                missing.push_back(fault);
            }
        }
        return missing;
    }

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    const spec::InstanceInfo& instance_;
    const ExploreOptions& options_;
    const Universe& universe_;
    const Slice& slice_;
    const Inputs& inputs_;
    const std::vector<State>& interpretations_;
    Interpreter interpreter_;
    Expansion expansion_;
    StateStore store_;
    FormulaCheck check_;
    ExploreResult result_;
    std::vector<std::uint32_t> parents_;              // by state
    std::vector<std::vector<Value>> initial_choices_; // by state, of initial ones
    std::vector<Ending> endings_;
    std::set<std::size_t> bounds_met_;
    bool too_many_in_flight_ = false;
    std::vector<Failure> broken_; // how steps go wrong, one for each place
    std::map<std::uint32_t, Failure> lost_steps_;
    std::optional<Failure> lost_start_;
    std::uint32_t depth_ = 0;
    std::uint32_t level_end_ = 0; // the states before it are at most this deep
    bool over_ = false;
    bool forgets_too_much_ = false;
};

Slice make_slice(const TransitionSystem& system,
                 const spec::InstanceInfo& instance,
                 const ExploreOptions& options,
                 const Universe& universe) {
    if (options.slicing == Slicing::off) {
        return whole(system, universe);
    }
    std::vector<std::size_t> formulas = options.properties;
    formulas.insert(formulas.end(), options.covers.begin(), options.covers.end());
    return slice_for(system, formulas, instance.variables, universe, options.obligations);
}

tl::expected<ExploreResult, InstanceError> explore_from(const TransitionSystem& system,
                                                        const spec::InstanceInfo& instance,
                                                        const Universe& universe,
                                                        const std::vector<State>& interpretations,
                                                        ExploreOptions options) {
    while (true) {
        const Slice slice = make_slice(system, instance, options, universe);
        const auto inputs = Inputs::make(system, instance, universe, slice);
        if (!inputs) {
            return tl::unexpected(inputs.error());
        }
        Search search(system, instance, options, universe, slice, *inputs, interpretations);
        ExploreResult result = search.run();
        if (!search.forgets_too_much()) {
            if (result.states == 0 && result.violations.empty() && search.lost_start()) {
                return tl::unexpected(InstanceError{
                    fmt::format("no start can be followed: {}", search.lost_start()->text)});
            }
            return result;
        }
        if (slice.forgets_roles()) {
            options.obligations = Obligations::of_all_roles;
        } else {
            options.slicing = Slicing::off;
        }
    }
}

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
                                                   const ExploreOptions& asked) {
    const auto universe = make_universe(*system.spec, instance);
    if (!universe) {
        return tl::unexpected(universe.error());
    }
    const auto fixed = fixed_by(*system.spec, *universe, instance);
    if (!fixed) {
        return tl::unexpected(fixed.error());
    }
    try {
        const auto interpretations =
            interpretations_of(*system.spec, *universe, *fixed, asked.deadline);
        if (!interpretations) {
            return tl::unexpected(interpretations.error());
        }
        return explore_from(system, instance, *universe, *interpretations, asked);
    } catch (const OutOfTime&) {
        ExploreResult nothing_seen;
        nothing_seen.ended = Ended::at_deadline;
        return nothing_seen;
    }
}

} // namespace muster::checker
