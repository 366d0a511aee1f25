#include "checker/infer/sample_states.hpp"

#include "checker/eval/fixed.hpp"
#include "checker/eval/state_hash.hpp"
#include "checker/eval/value_space.hpp"
#include "checker/explore/expansion.hpp"
#include "checker/explore/random.hpp"
#include "checker/infer/collect_integers.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace muster::checker::infer {

namespace {

/// Collects states of one instance.
class Sampler {
public:
    Sampler(const TransitionSystem& system,
            const Universe& universe,
            const Inputs& inputs,
            const SampleOptions& options,
            Random& random)
        : spec_(*system.spec)
        , slice_(whole(system, universe))
        , options_(options)
        , random_(random)
        , interpreter_(spec_, universe)
        , system_(system)
        , inputs_(inputs)
        , integers_(spec_) {}

    void run(const std::vector<State>& bases) {
        for (const State& base : bases) {
            start(base);
        }
        if (initial_.empty()) {
            return;
        }
        draw_inputs();
        // Most runs begin alike: what lies deeper is for the walks.
        search(options_.max_expansions / 4, options_.max_states / 4);
        walk(options_.max_expansions);
    }

    std::vector<State> take() { return std::move(states_); }

private:
    void start(const State& base) {
        ChoiceScript script;
        do {
            interpreter_.begin(base, script);
            try {
                if (interpreter_.initialise() != Flow::dead) {
                    State state = looked_at(interpreter_.workspace().finish());
                    // Constants and functions leave room for what integers become.
                    if (keep(state, options_.max_integers / 2) != Kept::no) {
                        initial_.push_back(std::move(state));
                    }
                }
            } catch (const Undefined&) { // no run starts like this
            }
        } while (script.advance() && initial_.size() < 64);
    }

    bool is_over() const {
        return states_.size() >= options_.max_states ||
               (options_.out_of_time && options_.out_of_time());
    }

    /// Made-up messages, if there are many, by chance.
    void draw_inputs() {
        std::map<spec::MessageId, std::size_t> counts;
        for (const SentMessage& message : inputs_.arbitrary()) {
            ++counts[message.message];
        }
        drawn_.emplace(inputs_.thinned([&](const SentMessage& message) {
            const std::size_t count = counts[message.message];
            return count <= options_.max_made_up || random_.below(count) < options_.max_made_up;
        }));
        expansion_.emplace(system_, slice_, *drawn_, interpreter_);
    }

    /// Without the messages that nobody looks at.
    State looked_at(State state) const {
        if (!options_.messages.empty()) {
            for (auto* all : {&state.sent, &state.in_flight.loose, &state.in_flight.queued}) {
                std::erase_if(*all, [&](const SentMessage& message) {
                    return !options_.messages[message.message.value];
                });
            }
        }
        return state;
    }

    /// A state is kept if it is new and does not bring too many integers.
    enum class Kept { no, known, added };

    Kept keep(const State& state) { return keep(state, options_.max_integers); }

    Kept keep(const State& state, std::size_t max_integers) {
        IntegerCollector with = integers_;
        with.add(state);
        if (with.found().size() > max_integers && !states_.empty()) {
            return Kept::no;
        }
        std::vector<std::size_t>& alike = known_[hash_of(state)];
        const bool is_known = std::any_of(
            alike.begin(), alike.end(), [&](std::size_t index) { return states_[index] == state; });
        if (is_known) {
            return Kept::known;
        }
        integers_ = std::move(with);
        alike.push_back(states_.size());
        states_.push_back(state);
        return Kept::added;
    }

    void search(std::size_t expansions, std::size_t states) {
        std::size_t next = 0;
        const auto is_enough = [&] {
            return states_.size() >= states || is_over();
        };
        while (next < states_.size() && expansions_ < expansions && !is_enough()) {
            const State state = states_[next++];
            ++expansions_;
            expansion_->expand(state, [&](const Expansion::Outcome& outcome) {
                if (outcome.failure == nullptr) {
                    static_cast<void>(keep(looked_at(interpreter_.workspace().finish())));
                }
                return is_enough() ? Expansion::Next::stop : Expansion::Next::go_on;
            });
        }
    }

    void walk(std::size_t expansions) {
        while (expansions_ < expansions && !is_over()) {
            draw_inputs();
            State state = initial_[random_.below(initial_.size())];
            for (std::size_t i = 0; i < options_.max_walk && expansions_ < expansions; ++i) {
                ++expansions_;
                std::vector<State> known;
                std::vector<State> added;
                for (auto& [step, next] : one_of_each_step(state)) {
                    const Kept kept = keep(next);
                    if (kept != Kept::no) {
                        (kept == Kept::added ? added : known).push_back(std::move(next));
                    }
                }
                std::vector<State>& ways = added.empty() ? known : added;
                if (ways.empty() || is_over()) {
                    break;
                }
                state = std::move(ways[random_.below(ways.size())]);
            }
        }
    }

    /// Every step that is possible, each in one of the ways in which it can go.
    std::map<std::uint32_t, State> one_of_each_step(const State& state) {
        std::map<std::uint32_t, State> result;
        std::map<std::uint32_t, std::size_t> seen;
        expansion_->expand(state, [&](const Expansion::Outcome& outcome) {
            if (outcome.failure == nullptr) {
                const std::uint32_t step = outcome.event.step;
                if (random_.below(++seen[step]) == 0) {
                    result[step] = looked_at(interpreter_.workspace().finish());
                }
            }
            return Expansion::Next::go_on;
        });
        return result;
    }

    const spec::TypedSpec& spec_;
    Slice slice_;
    const SampleOptions& options_;
    Random& random_;
    Interpreter interpreter_;
    const TransitionSystem& system_;
    const Inputs& inputs_;
    std::optional<Inputs> drawn_;
    std::optional<Expansion> expansion_;
    IntegerCollector integers_;
    std::vector<State> states_;
    std::vector<State> initial_;
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> known_;
    std::size_t expansions_ = 0;
};

/// An instance with these sizes. Integers that come from outside are few.
spec::InstanceInfo instance_of(const spec::TypedSpec& spec,
                               const std::vector<std::int64_t>& sort_sizes) {
    const spec::IntegerRange range{0, 2};
    spec::InstanceInfo instance;
    for (std::uint32_t s = 0; s < spec.sorts.size(); ++s) {
        instance.sorts.push_back({spec::SortId{s}, static_cast<std::uint32_t>(sort_sizes[s]), {}});
    }
    for (std::uint32_t m = 0; m < spec.messages.size(); ++m) {
        for (std::uint32_t f = 0; f < spec.messages[m].fields.size(); ++f) {
            instance.fields.push_back({spec::MessageId{m}, f, range});
        }
    }
    for (std::uint32_t r = 0; r < spec.roles.size(); ++r) {
        for (std::uint32_t a = 0; a < spec.roles[r].actions.size(); ++a) {
            const std::size_t count = spec.roles[r].actions[a].parameters.size();
            for (std::uint32_t p = 0; p < count; ++p) {
                instance.arguments.push_back({spec::RoleId{r}, a, p, range});
            }
        }
    }
    return instance;
}

bool has_functions_of_integers(const spec::TypedSpec& spec) {
    return std::any_of(
        spec.functions.begin(), spec.functions.end(), [&](const spec::FunctionInfo& function) {
            return std::any_of(function.parameters.begin(),
                               function.parameters.end(),
                               [&](spec::LocalId parameter) {
                                   return holds_integers(spec, spec.local(parameter).type);
                               });
        });
}

class SampleMaker {
public:
    SampleMaker(const TransitionSystem& system, const SampleOptions& options)
        : system_(system)
        , spec_(*system.spec)
        , options_(options)
        , random_(options.seed) {}

    std::vector<Sample> run(const std::vector<smt::Interpretation>& interpretations) {
        for (const spec::InstanceInfo& instance : spec_.instances) {
            of_instance(instance);
        }
        const bool apart = has_functions_of_integers(spec_);
        std::vector<std::pair<Universe, std::vector<State>>> together;
        for (const smt::Interpretation& each : interpretations) {
            const auto same = [&](const auto& other) {
                return other.first.sort_sizes == each.universe.sort_sizes;
            };
            auto found =
                apart ? together.end() : std::find_if(together.begin(), together.end(), same);
            if (found == together.end()) {
                together.emplace_back(each.universe, std::vector<State>{});
                found = std::prev(together.end());
            }
            found->second.push_back(each.state);
            widen(found->first, each.universe);
        }
        for (const auto& [universe, bases] : together) {
            sample(universe, instance_of(spec_, universe.sort_sizes), bases);
        }
        return std::move(result_);
    }

private:
    static void widen(Universe& universe, const Universe& by) {
        std::set<std::int64_t> all(universe.integers.begin(), universe.integers.end());
        all.insert(by.integers.begin(), by.integers.end());
        all.insert({-1, 0, 1, 2, 3});
        universe.integers.assign(all.begin(), all.end());
    }

    /// Leaves some thousands at even distances, as one cannot be drawn from a million in a moment.
    static void thin_out(std::vector<State>& bases) {
        constexpr std::size_t kMany = 4096;
        const std::size_t distance = bases.size() / kMany + 1;
        std::size_t kept = 0;
        for (std::size_t i = 0; distance > 1 && i < bases.size(); i += distance) {
            std::swap(bases[kept++], bases[i]);
        }
        if (kept > 0) {
            bases.resize(kept);
        }
    }

    /// An instance that cannot be explored adds nothing.
    void of_instance(spec::InstanceInfo instance) {
        instance.max_in_flight.reset(); // messages would vanish
        const auto universe = make_universe(spec_, instance);
        if (!universe) {
            return;
        }
        const auto fixed = fixed_by(spec_, *universe, instance);
        if (!fixed) {
            return;
        }
        auto bases = interpretations_of(spec_, *universe, *fixed, std::nullopt);
        if (!bases) {
            return;
        }
        thin_out(*bases);
        constexpr std::size_t kMaxBases = 24;
        while (bases->size() > kMaxBases) {
            bases->erase(bases->begin() +
                         static_cast<std::ptrdiff_t>(random_.below(bases->size())));
        }
        sample(*universe, instance, *bases);
    }

    void sample(const Universe& universe,
                const spec::InstanceInfo& instance,
                const std::vector<State>& bases) {
        const Slice slice = whole(system_, universe);
        const auto inputs = Inputs::make(system_, instance, universe, slice);
        if (!inputs) {
            return;
        }
        Sampler sampler(system_, universe, *inputs, options_, random_);
        sampler.run(bases);
        Sample sample{universe, sampler.take()};
        if (!sample.states.empty()) {
            result_.push_back(std::move(sample));
        }
    }

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    const SampleOptions& options_;
    Random random_;
    std::vector<Sample> result_;
};

} // namespace

std::vector<Sample> sample_states(const TransitionSystem& system,
                                  const std::vector<smt::Interpretation>& interpretations,
                                  const SampleOptions& options) {
    return SampleMaker(system, options).run(interpretations);
}

} // namespace muster::checker::infer
