#include "checker/bounded/bounded_search.hpp"

#include "checker/bounded/circuit_solver.hpp"
#include "checker/bounded/run_builder.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::checker::bounded {
namespace {

using Ended = BoundedResult::Ended;
using Answer = CircuitSolver::Answer;

/// Something that the search looks for at one length.
struct Goal {
    Bit reached;
    std::size_t property = 0; // of a failure, no property
    const Failure* failure = nullptr;
};

class Unrolling {
public:
    Unrolling(const TransitionSystem& system,
              const spec::InstanceInfo& instance,
              const BoundedOptions& options,
              const Universe& universe,
              const Fixed& fixed,
              const Slice& slice)
        : spec_(*system.spec)
        , system_(system)
        , options_(options)
        , effort_(options.effort)
        , slice_(slice)
        , solver_(circuit_)
        , interpreter_(circuit_, system, instance, universe, slice, options.inputs)
        , builder_(system, universe, fixed, interpreter_)
        , fixed_(fixed)
        , open_(options.properties) {
        open_.insert(open_.end(), options.covers.begin(), options.covers.end());
        std::sort(open_.begin(), open_.end());
    }

    /// Throws Unsupported where a step has no circuit.
    BoundedResult run() {
        interpreter_.limit(effort_, options_.deadline, options_.stop);
        try {
            unroll();
        } catch (const OutOfTime&) {
            note_why_unknown();
        }
        result_.limits = interpreter_.limits();
        result_.gates = circuit_.gate_count();
        return std::move(result_);
    }

    /// Whether a step property is false of a step that changes nothing, and only something that the
    /// slice forgets may take such a step: the search must be run again with less forgotten.
    [[nodiscard]] bool forgets_too_much() const { return forgets_too_much_; }

private:
    void unroll() {
        interpreter_.interpret(fixed_);
        start_ = interpreter_.start();
        tell(0);
        if (look_for_failures(start_.failures)) {
            return;
        }
        solver_.require(start_.possible);
        now_ = std::move(start_.after);
        before_ = now_;
        while (!look_at_state() && !is_over()) {
            if (!expand()) {
                return;
            }
        }
    }

    void tell(std::uint32_t depth) const {
        if (options_.progress) {
            options_.progress(depth);
        }
    }

    [[nodiscard]] std::uint32_t depth() const { return static_cast<std::uint32_t>(levels_.size()); }

    /// Whether the runs are as long as they should get; called once all of this length are known.
    bool is_over() {
        result_.complete_depth = depth();
        if (depth() >= options_.max_depth) {
            result_.ended = Ended::at_depth;
            return true;
        }
        return false;
    }

    /// Whether the search is over.
    bool look_at_state() {
        std::vector<Goal> goals;
        for (const std::size_t property : open_) {
            if (auto bit = goal_of(property)) {
                goals.push_back({*bit, property, nullptr});
            }
        }
        return look_for(std::move(goals));
    }

    std::optional<Bit> goal_of(std::size_t property) {
        const spec::PropertyInfo& info = spec_.properties[property];
        if (result_.refused.contains(property) ||
            (info.kind == spec::PropertyKind::step && levels_.empty())) {
            return std::nullopt;
        }
        try {
            const auto judgement = interpreter_.judge(info.body, before_, now_);
            if (info.kind == spec::PropertyKind::cover) {
                return circuit_.disjunction(judgement.holds, judgement.undefined);
            }
            return circuit_.conjunction(!judgement.holds, !judgement.lost);
        } catch (const Unsupported& unsupported) {
            result_.refused.emplace(property, unsupported);
            return std::nullopt;
        }
    }

    bool look_for_failures(const std::vector<Mishaps::Mishap>& mishaps) {
        std::vector<Goal> goals;
        for (const Mishaps::Mishap& mishap : mishaps) {
            goals.push_back({mishap.happens, 0, &mishap.failure});
        }
        return look_for(std::move(goals));
    }

    /// Asks for runs to any of the goals until there is none. Whether the search is over.
    bool look_for(std::vector<Goal> goals) {
        while (true) {
            std::erase_if(goals, [&](const Goal& goal) { return !is_open(goal); });
            Bit any;
            for (const Goal& goal : goals) {
                any = circuit_.disjunction(any, goal.reached);
            }
            switch (ask(any)) {
            case Answer::no:
                solver_.require(!any); // known for longer runs, too
                return false;
            case Answer::unknown:
                note_why_unknown();
                return true;
            case Answer::yes:
                break;
            }
            Assignment found = solver_.assignment();
            const auto goal = std::find_if(
                goals.begin(), goals.end(), [&](const Goal& one) { return found(one.reached); });
            MUSTER_ASSERT(goal != goals.end(), "the solver reaches no goal of those asked for");
            take(*goal, found);
            if (is_enough()) {
                return true;
            }
        }
    }

    Answer ask(Bit bit) {
        if (options_.stop != nullptr && options_.stop->requested()) {
            return Answer::unknown;
        }
        return solver_.ask(bit, {effort_, options_.deadline, options_.stop});
    }

    void note_why_unknown() {
        const bool late =
            options_.deadline && std::chrono::steady_clock::now() >= *options_.deadline;
        result_.ended = options_.stop != nullptr && options_.stop->requested() ? Ended::at_stop
                        : effort_.is_spent() ? Ended::out_of_effort
                        : late               ? Ended::at_deadline
                                             : Ended::gave_up;
    }

    [[nodiscard]] bool is_open(const Goal& goal) const {
        if (goal.failure == nullptr) {
            return std::binary_search(open_.begin(), open_.end(), goal.property);
        }
        return std::none_of(broken_.begin(), broken_.end(), [&](const Failure& known) {
            return known.kind == goal.failure->kind && known.span == goal.failure->span;
        });
    }

    [[nodiscard]] bool is_enough() {
        if (!result_.violations.empty() && options_.on_violation == OnViolation::stop) {
            result_.ended = Ended::at_violation;
            return true;
        }
        if (open_.empty() && !(options_.properties.empty() && options_.covers.empty())) {
            result_.ended = Ended::nothing_left;
            return true;
        }
        return false;
    }

    void take(const Goal& goal, Assignment& found) {
        Trace trace = builder_.build(start_, levels_, goal.failure != nullptr, found);
        if (goal.failure != nullptr) {
            broken_.push_back(*goal.failure);
            Failure failure = trace.ending->failure;
            result_.violations.push_back({std::nullopt, std::move(failure), std::move(trace)});
            return;
        }
        const spec::PropertyInfo& info = spec_.properties[goal.property];
        const bool cover = info.kind == spec::PropertyKind::cover;
        auto truth = builder_.at_end(goal.property, trace);
        std::erase(open_, goal.property);
        if (auto* failure = std::get_if<Failure>(&truth)) {
            result_.violations.push_back({goal.property, std::move(*failure), std::move(trace)});
            return;
        }
        MUSTER_ASSERT(std::get<bool>(truth) == cover,
                      "`{}` is not {} at the end of a run that the bounded search found",
                      info.name,
                      cover);
        if (cover) {
            result_.covers.push_back({goal.property, std::move(trace)});
        } else {
            result_.violations.push_back({goal.property, std::nullopt, std::move(trace)});
        }
    }

    /// Makes the runs one step longer. Whether they can be, and the search is not over.
    bool expand() {
        solver_.require(interpreter_.is_inside(now_));
        solver_.require(changes_);
        if (slice_.forgets_steps(system_) && looks_wrong_standing_still()) {
            return false;
        }
        tell(depth() + 1);
        std::vector<SymbolicStep> steps = interpreter_.steps(now_);
        if (steps.empty()) {
            result_.ended = Ended::complete;
            return false;
        }
        Level level{std::move(steps), {}};
        level.taken = interpreter_.fresh_choice(level.steps.size());
        Bit goes_on;
        SymbolicState next = now_;
        std::vector<Mishaps::Mishap> failures;
        for (std::size_t i = 0; i < level.steps.size(); ++i) {
            SymbolicStep& step = level.steps[i];
            const Bit taken = level.taken[i];
            goes_on = circuit_.disjunction(goes_on, circuit_.conjunction(taken, step.possible));
            if (!step.possible.is_false()) {
                next = choice(interpreter_.algebra(), taken, step.after, next);
            }
            step.after = {};
            for (const Mishaps::Mishap& mishap : step.failures) {
                failures.push_back({circuit_.conjunction(taken, mishap.happens), mishap.failure});
            }
        }
        levels_.push_back(std::move(level));
        if (look_for_failures(failures)) {
            return false;
        }
        solver_.require(goes_on);
        // A step that changes nothing only makes a run longer. What it breaks by itself was looked
        // for above.
        changes_ = !same(interpreter_.algebra(), spec_, slice_, now_, next);
        const Answer longer = ask(Bit::constant(true));
        if (longer != Answer::yes) {
            if (longer == Answer::no) {
                result_.ended = Ended::complete;
            } else {
                note_why_unknown();
            }
            return false;
        }
        before_ = std::exchange(now_, std::move(next));
        return true;
    }

    bool looks_wrong_standing_still() {
        Bit wrong;
        for (const std::size_t property : open_) {
            const spec::PropertyInfo& info = spec_.properties[property];
            if (info.kind == spec::PropertyKind::step && !result_.refused.contains(property)) {
                try {
                    const auto judgement = interpreter_.judge(info.body, now_, now_);
                    wrong = circuit_.disjunction(wrong, !judgement.holds);
                } catch (const Unsupported& unsupported) {
                    result_.refused.emplace(property, unsupported);
                }
            }
        }
        const Answer answer = ask(wrong);
        if (answer == Answer::unknown) {
            note_why_unknown();
        }
        forgets_too_much_ = answer == Answer::yes;
        return answer != Answer::no;
    }

    const spec::TypedSpec& spec_;
    const TransitionSystem& system_;
    const BoundedOptions& options_;
    Effort effort_; // that is left
    const Slice& slice_;
    Circuit circuit_;
    CircuitSolver solver_;
    SymbolicInterpreter interpreter_;
    RunBuilder builder_;
    const Fixed& fixed_;
    std::vector<std::size_t> open_; // properties without a run to them, ascending
    std::vector<Failure> broken_;   // how steps go wrong, one for each place
    SymbolicStep start_;
    std::vector<Level> levels_;
    SymbolicState before_;
    SymbolicState now_;
    Bit changes_ = Bit::constant(true); // the last step changes something
    BoundedResult result_;
    bool forgets_too_much_ = false;
};

} // namespace

tl::expected<BoundedResult, InstanceError> search_runs(const TransitionSystem& system,
                                                       const spec::InstanceInfo& instance,
                                                       const BoundedOptions& asked) {
    const auto universe = make_universe(*system.spec, instance);
    if (!universe) {
        return tl::unexpected(universe.error());
    }
    // Where the instance says nothing of constants and functions, the solver chooses integers, too.
    const bool says_nothing = instance.constants.empty() && instance.constant_bounds.empty() &&
                              instance.functions.empty() && asked.inputs == Inputs::any;
    const auto fixed = says_nothing ? tl::expected<Fixed, InstanceError>(Fixed{})
                                    : fixed_by(*system.spec, *universe, instance);
    if (!fixed) {
        return tl::unexpected(fixed.error());
    }
    BoundedOptions options = asked;
    try {
        while (true) {
            const Slice slice = slice_of(system, instance, *universe, options);
            Unrolling unrolling(system, instance, options, *universe, *fixed, slice);
            BoundedResult result = unrolling.run();
            if (!unrolling.forgets_too_much()) {
                return result;
            }
            if (slice.forgets_roles()) {
                options.obligations = Obligations::of_all_roles;
            } else {
                options.slicing = Slicing::off;
            }
        }
    } catch (const Unsupported& unsupported) {
        return tl::unexpected(
            InstanceError{fmt::format("bounded search has no circuit for {}", unsupported.what)});
    }
}

} // namespace muster::checker::bounded
