#include "checker/simulate/simulate.hpp"

#include "checker/check/searchable.hpp"
#include "checker/engines/cpu_time.hpp"
#include "checker/eval/interpreter.hpp"
#include "checker/explore/instance.hpp"
#include "checker/simulate/monitors.hpp"
#include "checker/simulate/random_steps.hpp"
#include "checker/simulate/shorten.hpp"
#include "checker/system/is_selected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace muster::checker {
namespace {

constexpr std::uint64_t kProgressStride = 16; // runs between two reports
constexpr std::size_t kStarts = 100;          // tries to start a run
constexpr std::uint64_t kShortened = 10;      // runs that are made shorter, for each property

/// The instance with other sizes and without the bounds that are there to make a search end.
tl::expected<spec::InstanceInfo, InstanceError>
resized(const spec::TypedSpec& spec,
        spec::InstanceInfo instance,
        const std::map<std::string, std::uint32_t>& sizes) {
    instance.max_in_flight.reset();
    for (spec::SortSize& sort : instance.sorts) {
        const std::string& name = spec.sorts[sort.sort.value].name;
        const auto given = sizes.find(name);
        if (given == sizes.end()) {
            continue;
        }
        if (given->second < sort.elements.size()) {
            return tl::unexpected(InstanceError{
                fmt::format("the instance names {} elements of {}, which cannot be only {}",
                            sort.elements.size(),
                            name,
                            given->second)});
        }
        sort.size = given->second;
    }
    return instance;
}

/// The runs of one instance.
class Runs {
public:
    Runs(const TransitionSystem& system,
         const spec::InstanceInfo& instance,
         const Universe& universe,
         const std::vector<State>& interpretations,
         const std::vector<std::size_t>& properties,
         std::size_t premises_begin,
         const SimulationOptions& options,
         Simulation& done)
        : system_(system)
        , instance_(instance)
        , universe_(universe)
        , interpretations_(interpretations)
        , premises_begin_(premises_begin)
        , options_(options)
        , done_(done)
        , evaluator_(system, universe)
        , monitors_(evaluator_, properties) {
        for (const std::size_t property : properties) {
            done_.findings.push_back({property, {}, std::nullopt});
        }
        evaluator_.observe(options.observer);
    }

    void run() {
        const std::uint64_t first = options_.only.value_or(1);
        const std::uint64_t last = options_.only.value_or(options_.runs);
        for (std::uint64_t number = first; number <= last && !is_stopped(); ++number) {
            if (options_.progress && number % kProgressStride == 0) {
                options_.progress(instance_.name, number);
            }
            run_once(number);
        }
        for (const auto& [property, failure] : monitors_.not_evaluated()) {
            Simulation::Finding& finding = finding_of(property);
            if (!finding.verdict) {
                finding.verdict =
                    Undecided{Undecided::Reason::out_of_budget,
                              fmt::format("it cannot be evaluated in some state: {}", failure.text),
                              std::nullopt,
                              failure.span};
            }
        }
        for (std::uint32_t step = 0; step < system_.steps.size(); ++step) {
            if (!happened_.contains(step)) {
                done_.never_happened.push_back(system_.steps[step].name);
            }
        }
    }

private:
    [[nodiscard]] bool is_stopped() const {
        return options_.stop != nullptr && options_.stop->requested();
    }

    void run_once(std::uint64_t number) {
        number_ = number;
        Random chance(mix_hash(options_.seed, number));
        run_ = Trace();
        run_.without = system_.faults_left_out();
        run_.universe = universe_;
        ++done_.runs;
        if (!start(chance)) {
            return;
        }
        RandomSteps steps(evaluator_, instance_, options_.weights, chance);
        State now = run_.initial;
        for (std::uint32_t i = 0; i < options_.max_steps; ++i) {
            auto successor = steps.take(now);
            if (!successor) {
                ++done_.stuck;
                return;
            }
            ++done_.steps;
            happened_.insert(successor->event.step);
            if (const auto* failure = std::get_if<Failure>(&successor->result)) {
                run_.ending = Trace::Ending{successor->event, *failure};
                note({std::nullopt, *failure});
                return;
            }
            State after = std::move(std::get<State>(successor->result));
            // The states on the way are found again when the run is repeated.
            run_.steps.push_back({std::move(successor->event), State()});
            for (const ShownByRun& shown : monitors_.step(now, after)) {
                note(shown);
            }
            now = std::move(after);
        }
    }

    /// Whether the run begins well.
    bool start(Random& chance) {
        ChoiceScript script([&chance](std::size_t count) { return chance.below(count); });
        for (std::size_t i = 0; i < kStarts; ++i) {
            script.clear();
            const auto successor =
                evaluator_.start(interpretations_[chance.below(interpretations_.size())], script);
            if (!successor) {
                continue;
            }
            if (const auto* failure = std::get_if<Failure>(&successor->result)) {
                if (failure->kind == Failure::Kind::out_of_reach) {
                    continue;
                }
                run_.ending = Trace::Ending{successor->event, *failure};
                note({std::nullopt, *failure});
                return false;
            }
            run_.initial = std::get<State>(successor->result);
            run_.initial_choices = successor->event.choices;
            for (const ShownByRun& shown : monitors_.start(run_.initial)) {
                note(shown);
            }
            return true;
        }
        ++done_.stuck;
        return false;
    }

    void note(const ShownByRun& shown) {
        const auto steps = static_cast<std::uint32_t>(run_.steps.size() + (run_.ending ? 1 : 0));
        if (!shown.property) {
            note_broken_step(*shown.failure, steps);
            return;
        }
        Simulation::Finding& finding = finding_of(*shown.property);
        count(finding.seen, steps);
        if (finding.seen.runs > kShortened || *shown.property >= premises_begin_) {
            return;
        }
        Trace run = shorten(evaluator_, run_, shown);
        if (finding.verdict && run.steps.size() >= length_of(*finding.verdict)) {
            return;
        }
        finding.seen.shown_run = number_;
        const bool is_cover =
            system_.spec->properties[*shown.property].kind == spec::PropertyKind::cover;
        if (is_cover && !shown.failure) {
            finding.verdict = Shown{std::move(run)};
        } else {
            finding.verdict = Violated{std::move(run), shown.failure};
        }
    }

    void count(Sighting& seen, std::uint32_t steps) const {
        if (++seen.runs == 1) {
            seen.first_run = number_;
            seen.first_steps = steps;
        }
    }

    static std::size_t length_of(const Verdict& verdict) {
        const auto* violated = std::get_if<Violated>(&verdict);
        const auto* shown = std::get_if<Shown>(&verdict);
        return violated != nullptr ? violated->trace.steps.size()
               : shown != nullptr  ? shown->trace.steps.size()
                                   : 0;
    }

    void note_broken_step(const Failure& failure, std::uint32_t steps) {
        const auto same =
            std::find_if(done_.broken_steps.begin(), done_.broken_steps.end(), [&](auto& other) {
                return other.violated.failure->kind == failure.kind &&
                       other.violated.failure->span == failure.span &&
                       other.violated.failure->called_from == failure.called_from;
            });
        if (same != done_.broken_steps.end()) {
            count(same->seen, steps);
            return;
        }
        Trace run = run_.initial.variables.empty() && run_.steps.empty()
                        ? run_
                        : shorten(evaluator_, run_, {std::nullopt, failure});
        run.is_shortest = false;
        done_.broken_steps.push_back({{1, number_, steps, number_}, {std::move(run), failure}});
    }

    Simulation::Finding& finding_of(std::size_t property) {
        return *std::find_if(done_.findings.begin(), done_.findings.end(), [&](const auto& each) {
            return each.property == property;
        });
    }

    const TransitionSystem& system_;
    const spec::InstanceInfo& instance_;
    const Universe& universe_;
    const std::vector<State>& interpretations_;
    std::size_t premises_begin_; // the properties that are premises
    const SimulationOptions& options_;
    Simulation& done_;
    Evaluator evaluator_;
    Monitors monitors_;
    std::uint64_t number_ = 0; // of the run
    Trace run_;
    std::set<std::uint32_t> happened_;
};

class Simulator {
public:
    Simulator(const spec::TypedSpec& spec, const SimulationOptions& options)
        : premises_(spec, options.premises ? may_say_nothing(spec, options) : Properties())
        , spec_(premises_.spec())
        , premises_begin_(spec.properties.size())
        , options_(options) {}

    std::vector<Simulation> run() {
        std::vector<Simulation> all;
        for (const PropertyGroup& group : selected_groups(spec_, options_.properties)) {
            for (const spec::InstanceInfo& instance : spec_.instances) {
                const bool stopped = options_.stop != nullptr && options_.stop->requested();
                if (!stopped && is_selected(options_.instances, instance.name)) {
                    all.push_back(run(group, instance));
                }
            }
        }
        return all;
    }

private:
    using Properties = std::vector<std::size_t>;

    static Properties may_say_nothing(const spec::TypedSpec& spec,
                                      const SimulationOptions& options) {
        Properties result;
        for (std::size_t i = 0; i < spec.properties.size(); ++i) {
            const spec::PropertyInfo& property = spec.properties[i];
            if (property.kind != spec::PropertyKind::axiom &&
                property.kind != spec::PropertyKind::cover &&
                is_selected(options.properties, property.name)) {
                result.push_back(i);
            }
        }
        return result;
    }

    Simulation run(const PropertyGroup& group, const spec::InstanceInfo& given) {
        Simulation done;
        done.without = group.without;
        done.instance = given.name;
        const double begin = cpu_seconds();
        const auto instance = resized(spec_, given, options_.sizes);
        if (!instance) {
            done.error = instance.error().text;
        } else if (const auto error = run_on(group, *instance, done); !error) {
            done.error = error.error().text;
        }
        done.cpu_seconds = cpu_seconds() - begin;
        return done;
    }

    tl::expected<void, InstanceError>
    run_on(const PropertyGroup& group, const spec::InstanceInfo& instance, Simulation& done) const {
        const auto universe = make_universe(spec_, instance);
        if (!universe) {
            return tl::unexpected(universe.error());
        }
        const auto fixed = fixed_by(spec_, *universe, instance);
        if (!fixed) {
            return tl::unexpected(fixed.error());
        }
        const auto interpretations = interpretations_of(spec_, *universe, *fixed, std::nullopt);
        if (!interpretations) {
            return tl::unexpected(interpretations.error());
        }
        const TransitionSystem system = lower(spec_, group.without);
        std::vector<std::size_t> looked_at;
        std::vector<Simulation::Finding> not_looked_at;
        for (const std::size_t property : group.properties) {
            if (!is_selected(options_.properties, spec_.properties[property].name)) {
                continue;
            }
            auto why_not = why_not_searched(spec_, group.without, property);
            if (!why_not) {
                looked_at.push_back(property);
                continue;
            }
            not_looked_at.push_back(
                {property,
                 {},
                 Undecided{Undecided::Reason::not_checked, std::move(*why_not), std::nullopt}});
        }
        Runs(system,
             instance,
             *universe,
             *interpretations,
             looked_at,
             premises_begin_,
             options_,
             done)
            .run();
        take_silent_premises(done);
        done.findings.insert(done.findings.end(), not_looked_at.begin(), not_looked_at.end());
        std::sort(done.findings.begin(), done.findings.end(), [](const auto& a, const auto& b) {
            return a.property < b.property;
        });
        return {};
    }

    /// Those whose `never` holds in all runs.
    void take_silent_premises(Simulation& done) const {
        for (const Simulation::Finding& finding : done.findings) {
            if (finding.property >= premises_begin_ && finding.seen.runs == 0 && !finding.verdict) {
                done.silent.push_back(premises_.premises()[finding.property - premises_begin_]);
            }
        }
        std::erase_if(done.findings,
                      [&](const auto& finding) { return finding.property >= premises_begin_; });
    }

    PremiseSpec premises_;
    const spec::TypedSpec& spec_; // with the premises
    std::size_t premises_begin_;
    const SimulationOptions& options_;
};

} // namespace

std::vector<Simulation> simulate(const spec::TypedSpec& spec, const SimulationOptions& options) {
    return Simulator(spec, options).run();
}

} // namespace muster::checker
