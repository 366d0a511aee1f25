#include "checker/live/check_live.hpp"

#include "checker/check/silence.hpp"
#include "checker/engines/cpu_time.hpp"
#include "checker/eval/value_space.hpp"
#include "checker/live/assumptions.hpp"
#include "checker/live/check_lasso.hpp"
#include "checker/live/lasso_search.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <fmt/format.h>

namespace muster::checker::live {
namespace {

/// A property whose parameters stand for more than that together is not searched.
constexpr std::size_t kMostBindings = 4096;

Undecided not_searched(std::string text) {
    return {Undecided::Reason::out_of_budget, std::move(text), std::nullopt};
}

class Check {
public:
    Check(const spec::TypedSpec& spec,
          std::size_t live,
          const spec::InstanceInfo& instance,
          const LiveOptions& options)
        : spec_(spec)
        , live_(spec.lives[live])
        , instance_(instance)
        , system_(lower(spec, live_.without, vanishing_on(instance)))
        , fairness_(system_, live_) {
        finding_.live = live;
        finding_.instance = instance.name;
        options_.max_states = options.max_states;
        options_.deadline = options.deadline;
        options_.stop = options.stop;
        options_.progress = options.progress;
    }

    LiveFinding run() {
        finding_.verdict = verdict();
        return std::move(finding_);
    }

private:
    Verdict verdict() {
        const auto universe = make_universe(spec_, instance_);
        if (!universe) {
            return not_searched(universe.error().text);
        }
        const auto fixed = fixed_by(spec_, *universe, instance_);
        if (!fixed) {
            return not_searched(fixed.error().text);
        }
        try {
            const auto interpretations =
                interpretations_of(spec_, *universe, *fixed, options_.deadline);
            if (!interpretations) {
                return not_searched(interpretations.error().text);
            }
            return search(*universe, *interpretations);
        } catch (const OutOfTime&) {
            return not_searched("the search ran out of time before it had seen the start");
        }
    }

    Verdict search(const Universe& universe, const std::vector<State>& interpretations) {
        const Slice slice = slice_for_fairness(system_,
                                               {live_.premise, live_.conclusion},
                                               heard_roles(system_, fairness_),
                                               instance_.variables,
                                               universe);
        finding_.assumptions = assumptions_of(system_, live_, instance_, slice);
        const auto inputs = Inputs::make(system_, instance_, universe, slice);
        if (!inputs) {
            return not_searched(inputs.error().text);
        }
        if (!bind_parameters(universe)) {
            return not_searched("a parameter has too many values to try them all");
        }
        const SearchSetup setup{
            system_, instance_, options_, universe, slice, *inputs, interpretations};
        // Where messages may arrive any number of times there are more runs and fewer states: what
        // holds of all of these holds, and a lasso may do with fewer arrivals.
        auto found = search_with(setup, Arrivals::any_number);
        return found ? std::move(*found) : *search_with(setup, Arrivals::counted);
    }

    bool bind_parameters(const Universe& universe) {
        bindings_.assign(1, {});
        for (const spec::LocalId parameter : live_.parameters) {
            const auto values =
                all_values(spec_, universe, spec_.local(parameter).type, universe.integers);
            if (!values || values->size() * bindings_.size() > kMostBindings) {
                return false;
            }
            if (holds_integers(spec_, spec_.local(parameter).type)) {
                tried_.push_back(fmt::format("{} in {} .. {}",
                                             spec_.local(parameter).name,
                                             universe.integers.front(),
                                             universe.integers.back()));
            }
            std::vector<std::vector<Binding>> longer;
            for (const auto& bound : bindings_) {
                for (const Value& value : *values) {
                    longer.push_back(bound);
                    longer.back().push_back({parameter, value});
                }
            }
            bindings_ = std::move(longer);
        }
        return true;
    }

    /// Nothing where the lasso that was found needs more arrivals than the instance allows.
    std::optional<Verdict> search_with(const SearchSetup& setup, Arrivals arrivals) {
        LiveGraph graph({setup, live_, fairness_, bindings_, arrivals});
        graph.build();
        finding_.outside = graph.closed_count();
        if (const auto& failed = graph.not_evaluated()) {
            return Undecided{Undecided::Reason::out_of_budget,
                             fmt::format("it cannot be evaluated in some state of instance {}: {}",
                                         instance_.name,
                                         failed->failure.text),
                             std::nullopt,
                             failed->failure.span};
        }
        std::optional<Lasso> shortest;
        for (std::size_t i = 0; i < bindings_.size(); ++i) {
            note_premise(graph, i);
            if (const auto path = find_lasso(graph, i)) {
                Lasso lasso = lasso_of(graph, *path, i);
                if (!shortest || lasso.loop_start < shortest->loop_start) {
                    shortest = std::move(lasso);
                }
            }
        }
        return shortest ? confirm(*shortest, arrivals) : silence(graph.result());
    }

    void note_premise(const LiveGraph& graph, std::size_t binding) {
        for (std::uint32_t node = 0; node < graph.graph().size(); ++node) {
            finding_.has_premise = finding_.has_premise || graph.premise(binding, node);
        }
    }

    Lasso lasso_of(LiveGraph& graph, const LassoPath& path, std::size_t binding) const {
        std::vector<FairEdge> edges = path.stem;
        edges.insert(edges.end(), path.loop.begin(), path.loop.end());
        Lasso lasso;
        lasso.live = finding_.live;
        lasso.trace = graph.trace(path.initial, edges);
        lasso.loop_start = path.stem.size();
        lasso.premise_at = path.premise_at;
        lasso.parameters = bindings_[binding];
        return lasso;
    }

    std::optional<Verdict> confirm(const Lasso& lasso, Arrivals arrivals) {
        LassoCheck check = check_lasso(spec_, instance_, lasso);
        switch (check.answer) {
        case LassoCheck::Answer::confirmed: {
            Trace trace = check.lasso.trace;
            finding_.lasso = std::move(check.lasso);
            return Violated{std::move(trace), std::nullopt};
        }
        case LassoCheck::Answer::too_many_arrivals:
            MUSTER_ASSERT(arrivals == Arrivals::any_number,
                          "a message arrives too often in a run that counts arrivals");
            return std::nullopt;
        case LassoCheck::Answer::out_of_reach:
            return not_searched(fmt::format("the evaluator cannot follow a run of {} steps: {}",
                                            lasso.trace.steps.size(),
                                            check.text));
        case LassoCheck::Answer::no_lasso:
            break;
        }
        MUSTER_ASSERT(false, "a lasso is none when it is repeated: {}", check.text);
        return std::nullopt;
    }

    [[nodiscard]] Verdict silence(const ExploreResult& result) const {
        if (!result.start_seen || result.states == 0) {
            return not_searched(fmt::format("no run starts on instance {}", instance_.name));
        }
        std::vector<std::string> cuts = result.cuts;
        cuts.insert(cuts.end(), tried_.begin(), tried_.end());
        return silence_in(result, instance_, std::move(cuts));
    }

    const spec::TypedSpec& spec_;
    const spec::LiveInfo& live_;
    const spec::InstanceInfo& instance_;
    TransitionSystem system_;
    Fairness fairness_;
    ExploreOptions options_;
    std::vector<std::vector<Binding>> bindings_;
    std::vector<std::string> tried_; // integers that parameters stand for
    LiveFinding finding_;
};

/// How much a verdict says.
int weight(const Verdict& verdict) {
    if (std::holds_alternative<Violated>(verdict)) {
        return 3;
    }
    if (std::holds_alternative<HoldsOn>(verdict)) {
        return 2;
    }
    return std::holds_alternative<NoViolationWithin>(verdict) ? 1 : 0;
}

std::uint64_t states_of(const Verdict& verdict) {
    const auto* holds = std::get_if<HoldsOn>(&verdict);
    return holds != nullptr ? holds->states : 0;
}

std::string note_of(const LiveFinding& finding) {
    if (const auto* partial = std::get_if<NoViolationWithin>(&finding.verdict)) {
        return fmt::format("not settled on instance {}: {}", finding.instance, partial->limit);
    }
    if (const auto* undecided = std::get_if<Undecided>(&finding.verdict)) {
        return fmt::format("not settled on instance {}: {}", finding.instance, undecided->text);
    }
    return fmt::format("it also holds on instance {}", finding.instance);
}

} // namespace

LiveFinding check_live(const spec::TypedSpec& spec,
                       std::size_t live,
                       const spec::InstanceInfo& instance,
                       const LiveOptions& options) {
    return Check(spec, live, instance, options).run();
}

LiveReport check_live_on_instances(const spec::TypedSpec& spec,
                                   std::size_t live,
                                   const std::function<LiveOptions()>& options) {
    const double begin = cpu_seconds();
    LiveReport report;
    report.live = live;
    report.finding.live = live;
    report.finding.verdict =
        Undecided{Undecided::Reason::not_checked, "there is no instance to search", std::nullopt};
    std::vector<LiveFinding> findings;
    for (const spec::InstanceInfo& instance : spec.instances) {
        findings.push_back(check_live(spec, live, instance, options()));
        if (std::holds_alternative<Violated>(findings.back().verdict)) {
            break;
        }
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < findings.size(); ++i) {
        const auto rank = [&](std::size_t at) {
            return std::pair(weight(findings[at].verdict), states_of(findings[at].verdict));
        };
        best = rank(i) > rank(best) ? i : best;
    }
    const bool is_violated =
        !findings.empty() && std::holds_alternative<Violated>(findings[best].verdict);
    for (std::size_t i = 0; i < findings.size(); ++i) {
        if (i != best && !is_violated) {
            report.notes.push_back(note_of(findings[i]));
        }
    }
    if (!findings.empty()) {
        report.finding = std::move(findings[best]);
    }
    report.cpu_seconds = cpu_seconds() - begin;
    return report;
}

} // namespace muster::checker::live
