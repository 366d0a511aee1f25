#include "checker/live/check_live.hpp"

#include "checker/check/silence.hpp"
#include "checker/engines/cpu_time.hpp"
#include "checker/eval/value_space.hpp"
#include "checker/live/assumptions.hpp"
#include "checker/live/check_lasso.hpp"
#include "checker/live/lasso_search.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace muster::checker::live {
namespace {

/// A property whose parameters stand for more than that together is not searched.
constexpr std::size_t kMostBindings = 4096;

Undecided not_searched(std::string text) {
    return {Undecided::Reason::out_of_budget, std::move(text), std::nullopt};
}

/// Properties that are searched together: all have the same faults and need the same to be looked
/// at.
struct Group {
    std::vector<spec::FaultInfo> without;
    Slice slice;
    std::vector<std::size_t> members; // into the findings
};

class Check {
public:
    Check(const spec::TypedSpec& spec,
          const std::vector<std::size_t>& lives,
          const spec::InstanceInfo& instance,
          const LiveOptions& options)
        : spec_(spec)
        , instance_(instance) {
        for (const std::size_t live : lives) {
            LiveFinding& finding = findings_.emplace_back();
            finding.live = live;
            finding.instance = instance.name;
        }
        options_.max_states = options.max_states;
        options_.max_depth = options.max_depth;
        options_.deadline = options.deadline;
        options_.stop = options.stop;
        options_.progress = options.progress;
    }

    std::vector<LiveFinding> run() {
        const auto universe = make_universe(spec_, instance_);
        const auto fixed =
            universe ? fixed_by(spec_, *universe, instance_) : tl::unexpected(universe.error());
        if (!fixed) {
            give_up(fixed.error().text);
            return std::move(findings_);
        }
        try {
            const auto interpretations =
                interpretations_of(spec_, *universe, *fixed, options_.deadline);
            if (interpretations) {
                for (const Group& group : groups(*universe)) {
                    search(group, *universe, *interpretations);
                }
            } else {
                give_up(interpretations.error().text);
            }
        } catch (const OutOfTime&) {
            give_up("the search ran out of time before it had seen the start");
        }
        return std::move(findings_);
    }

private:
    void give_up(const std::string& why) {
        for (LiveFinding& finding : findings_) {
            finding.verdict = not_searched(why);
        }
    }

    [[nodiscard]] const spec::LiveInfo& live(std::size_t member) const {
        return spec_.lives[findings_[member].live];
    }

    [[nodiscard]] TransitionSystem system(const std::vector<spec::FaultInfo>& without) const {
        return lower(spec_, without, vanishing_on(instance_));
    }

    std::vector<Group> groups(const Universe& universe) {
        std::vector<Group> groups;
        for (std::size_t i = 0; i < findings_.size(); ++i) {
            const TransitionSystem model = system(live(i).without);
            Slice slice = slice_for_fairness(model,
                                             {live(i).premise, live(i).conclusion},
                                             heard_roles(model, Fairness(model, live(i))),
                                             instance_.variables,
                                             universe);
            findings_[i].assumptions = assumptions_of(model, live(i), instance_, slice);
            const auto at = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
                return group.without == live(i).without && group.slice == slice;
            });
            if (at == groups.end()) {
                groups.push_back({live(i).without, std::move(slice), {i}});
            } else {
                at->members.push_back(i);
            }
        }
        return groups;
    }

    void search(const Group& group,
                const Universe& universe,
                const std::vector<State>& interpretations) {
        const double begin = cpu_seconds();
        const TransitionSystem model = system(group.without);
        const auto inputs = Inputs::make(model, instance_, universe, group.slice);
        if (!inputs) {
            for (const std::size_t member : group.members) {
                findings_[member].verdict = not_searched(inputs.error().text);
            }
            return;
        }
        const SearchSetup setup{
            model, instance_, options_, universe, group.slice, *inputs, interpretations};
        std::vector<std::size_t> members;
        std::vector<LiveQuestion> questions;
        for (const std::size_t member : group.members) {
            auto bindings = bindings_of(live(member), universe);
            if (!bindings) {
                findings_[member].verdict =
                    not_searched("its parameters have too many values to try them all");
            } else {
                members.push_back(member);
                questions.push_back(
                    {findings_[member].live, Fairness(model, live(member)), std::move(*bindings)});
            }
        }
        ask(setup, members, questions);
        for (const std::size_t member : members) {
            findings_[member].cpu_seconds =
                (cpu_seconds() - begin) / static_cast<double>(members.size());
        }
    }

    /// Where messages may arrive any number of times there are more runs and fewer states: what
    /// holds of all of these holds, and a lasso may do with fewer arrivals. If it does not,
    /// arrivals are counted.
    void ask(const SearchSetup& setup,
             const std::vector<std::size_t>& members,
             const std::vector<LiveQuestion>& questions) {
        if (questions.empty()) {
            return;
        }
        std::vector<std::size_t> again;
        {
            LiveGraph graph({setup, questions, Arrivals::any_number});
            graph.build();
            for (std::size_t i = 0; i < members.size(); ++i) {
                auto found = verdict(graph, questions, i, members[i], Arrivals::any_number);
                if (found) {
                    findings_[members[i]].verdict = std::move(*found);
                } else {
                    again.push_back(i);
                }
            }
        }
        for (const std::size_t i : again) {
            const std::vector<LiveQuestion> question{questions[i]};
            LiveGraph graph({setup, question, Arrivals::counted});
            graph.build();
            findings_[members[i]].verdict =
                *verdict(graph, question, 0, members[i], Arrivals::counted);
        }
    }

    std::optional<std::vector<std::vector<Binding>>> bindings_of(const spec::LiveInfo& live,
                                                                 const Universe& universe) {
        std::vector<std::vector<Binding>> bindings(1);
        for (const spec::LocalId parameter : live.parameters) {
            const auto values =
                all_values(spec_, universe, spec_.local(parameter).type, universe.integers);
            if (!values || values->size() * bindings.size() > kMostBindings) {
                return std::nullopt;
            }
            std::vector<std::vector<Binding>> longer;
            for (const auto& bound : bindings) {
                for (const Value& value : *values) {
                    longer.push_back(bound);
                    longer.back().push_back({parameter, value});
                }
            }
            bindings = std::move(longer);
        }
        return bindings;
    }

    /// The integers that stand for parameters.
    [[nodiscard]] std::vector<std::string> tried(const spec::LiveInfo& live,
                                                 const Universe& universe) const {
        std::vector<std::string> texts;
        for (const spec::LocalId parameter : live.parameters) {
            if (holds_integers(spec_, spec_.local(parameter).type)) {
                texts.push_back(fmt::format("{} in {} .. {}",
                                            spec_.local(parameter).name,
                                            universe.integers.front(),
                                            universe.integers.back()));
            }
        }
        return texts;
    }

    /// Nothing where the lasso that was found needs more arrivals than the instance allows.
    std::optional<Verdict> verdict(LiveGraph& graph,
                                   const std::vector<LiveQuestion>& questions,
                                   std::size_t number,
                                   std::size_t member,
                                   Arrivals arrivals) {
        LiveFinding& finding = findings_[member];
        finding.outside = graph.closed_count();
        if (const auto& failure = graph.not_evaluated(number)) {
            return Undecided{Undecided::Reason::out_of_budget,
                             fmt::format("it cannot be evaluated in some state of instance {}: {}",
                                         instance_.name,
                                         failure->text),
                             std::nullopt,
                             failure->span};
        }
        const LiveQuestion& question = questions[number];
        std::optional<Lasso> shortest;
        for (std::size_t i = 0; i < question.bindings.size(); ++i) {
            note_premise(graph, {number, i}, finding);
            if (const auto path = find_lasso(graph, {number, i})) {
                Lasso lasso = lasso_of(graph, *path, question.bindings[i]);
                lasso.live = question.live;
                if (!shortest || lasso.loop_start < shortest->loop_start) {
                    shortest = std::move(lasso);
                }
            }
        }
        return shortest ? confirm(*shortest, arrivals, finding)
                        : silence(graph, tried(live(member), graph.universe()));
    }

    static void note_premise(const LiveGraph& graph, const Asked& asked, LiveFinding& finding) {
        for (std::uint32_t node = 0; node < graph.size() && !finding.has_premise; ++node) {
            finding.has_premise = graph.premise(asked, node);
        }
    }

    static Lasso
    lasso_of(LiveGraph& graph, const LassoPath& path, const std::vector<Binding>& parameters) {
        std::vector<FairEdge> edges = path.stem;
        edges.insert(edges.end(), path.loop.begin(), path.loop.end());
        Lasso lasso;
        lasso.trace = graph.trace(path.initial, edges);
        lasso.loop_start = path.stem.size();
        lasso.premise_at = path.premise_at;
        lasso.parameters = parameters;
        return lasso;
    }

    std::optional<Verdict> confirm(const Lasso& lasso, Arrivals arrivals, LiveFinding& finding) {
        LassoCheck check = check_lasso(spec_, instance_, lasso);
        switch (check.answer) {
        case LassoCheck::Answer::confirmed: {
            Trace trace = check.lasso.trace;
            finding.lasso = std::move(check.lasso);
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

    [[nodiscard]] Verdict silence(const LiveGraph& graph,
                                  const std::vector<std::string>& tried) const {
        const ExploreResult& result = graph.result();
        if (!result.start_seen || result.states == 0) {
            return not_searched(fmt::format("no run starts on instance {}", instance_.name));
        }
        std::vector<std::string> cuts = result.cuts;
        cuts.insert(cuts.end(), tried.begin(), tried.end());
        return silence_in(result, instance_, std::move(cuts));
    }

    const spec::TypedSpec& spec_;
    const spec::InstanceInfo& instance_;
    ExploreOptions options_;
    std::vector<LiveFinding> findings_;
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

std::vector<LiveFinding> check_lives(const spec::TypedSpec& spec,
                                     const std::vector<std::size_t>& lives,
                                     const spec::InstanceInfo& instance,
                                     const LiveOptions& options) {
    return Check(spec, lives, instance, options).run();
}

namespace {

/// What the instances together say of one property.
LiveReport report_on(std::size_t live, std::vector<LiveFinding> findings) {
    LiveReport report;
    report.live = live;
    report.finding.live = live;
    report.finding.verdict =
        Undecided{Undecided::Reason::not_checked, "there is no instance to search", std::nullopt};
    if (findings.empty()) {
        return report;
    }
    std::size_t best = 0;
    double seconds = 0;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const auto rank = [&](std::size_t at) {
            return std::pair(weight(findings[at].verdict), states_of(findings[at].verdict));
        };
        best = rank(i) > rank(best) ? i : best;
        seconds += findings[i].cpu_seconds;
    }
    const bool is_violated = std::holds_alternative<Violated>(findings[best].verdict);
    for (std::size_t i = 0; i < findings.size(); ++i) {
        if (i != best && !is_violated) {
            report.notes.push_back(note_of(findings[i]));
        }
    }
    report.finding = std::move(findings[best]);
    report.finding.cpu_seconds = seconds;
    return report;
}

} // namespace

std::vector<LiveReport> check_lives_on_instances(const spec::TypedSpec& spec,
                                                 const std::vector<std::size_t>& lives,
                                                 const std::function<LiveOptions()>& options) {
    std::map<std::size_t, std::vector<LiveFinding>> findings; // by property
    std::vector<std::size_t> open = lives;
    for (const spec::InstanceInfo& instance : spec.instances) {
        if (open.empty()) {
            break;
        }
        for (LiveFinding& finding : check_lives(spec, open, instance, options())) {
            if (std::holds_alternative<Violated>(finding.verdict)) {
                std::erase(open, finding.live);
            }
            findings[finding.live].push_back(std::move(finding));
        }
    }
    std::vector<LiveReport> reports;
    for (const std::size_t live : lives) {
        reports.push_back(report_on(live, std::move(findings[live])));
    }
    return reports;
}

} // namespace muster::checker::live
