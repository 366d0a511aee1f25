#include "checker/explore/expansion.hpp"
#include "tests/unit/checker/smt/step_relation.hpp"
#include "tests/unit/checker/specs.hpp"

#include <random>

// The symbolic encoding and the evaluator must mean the same. Random walks of the evaluator give
// states and steps; the solver is asked whether the encoding of the step leads from one state to
// the other, and whether it leads to a state that the evaluator cannot reach.
namespace muster::checker::smt::testing {
namespace {

struct Taken {
    Event event;
    State after;
};

class Walk {
public:
    Walk(const spec::TypedSpec& spec, const std::vector<spec::FaultInfo>& without)
        : system_(lower(spec, without))
        , instance_(spec.instances.front())
        , universe_(make_universe(spec, instance_).value())
        , slice_(whole(system_, universe_))
        , inputs_(Inputs::make(system_, instance_, universe_, slice_).value())
        , interpreter_(spec, universe_)
        , evaluator_(system_, universe_)
        , relation_(system_, universe_) {}

    void run(unsigned seed, std::size_t steps) {
        std::mt19937 random(seed);
        State state = std::get<State>(
            evaluator_
                .initial_states(fixed_by(*system_.spec, evaluator_.universe(), instance_).value())
                .front()
                .result);
        for (std::size_t i = 0; i < steps; ++i) {
            const std::vector<Taken> all = successors(state);
            ASSERT_FALSE(all.empty());
            // A kind of step first, so that rare ones get their turn.
            std::map<std::uint32_t, std::vector<const Taken*>> by_step;
            for (const Taken& taken : all) {
                by_step[taken.event.step].push_back(&taken);
            }
            auto kind = by_step.begin();
            std::advance(kind, static_cast<std::ptrdiff_t>(random() % by_step.size()));
            const Taken& taken = *kind->second[random() % kind->second.size()];
            compare(state, taken, all[random() % all.size()].after);
            state = taken.after;
        }
    }

    std::size_t allowed = 0;
    std::size_t excluded = 0;
    std::size_t unknown = 0;
    std::set<std::string> steps_seen;

private:
    std::vector<Taken> successors(const State& state) {
        std::vector<Taken> result;
        Expansion expansion(system_, slice_, inputs_, interpreter_);
        expansion.expand(state, [&](const Expansion::Outcome& outcome) {
            if (outcome.failure == nullptr) {
                result.push_back({Expansion::complete(outcome), interpreter_.workspace().finish()});
            }
            return Expansion::Next::go_on;
        });
        return result;
    }

    void compare(const State& before, const Taken& taken, const State& other) {
        const std::string& name = system_.steps[taken.event.step].name;
        steps_seen.insert(name);
        const auto there = relation_.ask(before, taken.event, taken.after);
        EXPECT_NE(there, StepRelation::Verdict::excluded)
            << "the encoding of " << name << " excludes what the evaluator does";
        (there == StepRelation::Verdict::allowed ? allowed : unknown) += 1;
        if (relation_.is_abstract(taken.event.step) || reaches(before, taken.event, other)) {
            return;
        }
        const auto elsewhere = relation_.ask(before, taken.event, other);
        EXPECT_NE(elsewhere, StepRelation::Verdict::allowed)
            << "the encoding of " << name << " allows what the evaluator cannot do";
        (elsewhere == StepRelation::Verdict::excluded ? excluded : unknown) += 1;
    }

    /// Whether some outcome of the event is this state, but for what `fresh` remembers.
    bool reaches(const State& before, const Event& event, State wanted) {
        for (const Successor& successor : evaluator_.outcomes(before, event)) {
            const auto* state = std::get_if<State>(&successor.result);
            if (state == nullptr) {
                continue;
            }
            wanted.used = state->used;
            // The encoding does not tell the correlations of replies apart.
            State mine = *state;
            for (State* one : {&mine, &wanted}) {
                for (SentMessage& message : one->sent) {
                    message.correlation = 0;
                }
                std::sort(one->sent.begin(), one->sent.end());
                one->sent.erase(std::unique(one->sent.begin(), one->sent.end()), one->sent.end());
            }
            if (mine == wanted) {
                return true;
            }
        }
        return false;
    }

    TransitionSystem system_;
    const spec::InstanceInfo& instance_;
    Universe universe_;
    Slice slice_;
    Inputs inputs_;
    Interpreter interpreter_;
    Evaluator evaluator_;
    StepRelation relation_;
};

void walk(const std::string& text,
          const std::vector<spec::FaultInfo>& without,
          std::size_t runs,
          std::size_t steps) {
    const spec::TypedSpec spec = checker::testing::analysed(text);
    Walk walk(spec, without);
    for (unsigned seed = 1; seed <= runs; ++seed) {
        walk.run(seed, steps);
    }
    std::cout << walk.allowed << " allowed, " << walk.excluded << " excluded, " << walk.unknown
              << " unknown, " << walk.steps_seen.size() << " kinds of steps\n";
    EXPECT_GT(walk.allowed, 0U);
    EXPECT_GT(walk.excluded, 0U);
    EXPECT_LT(walk.unknown, (walk.allowed + walk.excluded) / 10 + 1);
}

constexpr const char* kContainers = R"(protocol containers
sort P
sort K
enum Mood { calm, angry }
record Item { rank: int, mood: Mood, tags: set K, order: distinct list K }
message Put from client to server { k: K, order: distinct list K, tags: set K }
message Take from client to server { k: K }
message Taken from server to client { k: option K, left: map K -> int }
role server {
  durable items: map K -> Item
  durable total: int = 0
  var last: option K = none
  var parked: map K -> request Take
  timer clean[k: K] for 1s
  timer tick for 1s
  ghost log: map int -> set K
  procedure forget(k: K) {
    if not (k in items) { return }
    items -= k
    stop clean[k]
  }
  on Put(k, order, tags) {
    if k in items and items[k].order == order { last = some(k); return }
    items[k] = Item { rank: 0, mood: calm, tags: tags, order: order }
    total += 1
    log[total] = keys(items)
    start clean[k]
    start tick
  }
  on Take(k) from c as r {
    if not (k in items) {
      if k in parked { reply Taken(k: none, left: {}) to parked[k] }
      parked[k] = r
      return
    }
    reply Taken(k: some(k), left: { x -> items[x].rank for x in keys(items) })
    forget(k)
    last = if last == some(k) then none else last
  }
  on clean(k) { if k in items { items[k].mood = angry; items[k].tags += k } }
  on tick {
    for k in keys(items) {
      items[k].rank += 1
      if items[k].mood == angry { stop clean[k]; items[k].mood = calm } else { start clean[k] }
    }
    for k in keys(parked) { reply Taken(k: some(k), left: {}) to parked[k] }
    parked = {}
    pick k in keys(items) where items[k].rank > 1 { forget(k) } else { last = none }
  }
}
role client[me: P] {
  var got: set K
  var sum: int = 0
  action put(k: K, order: distinct list K, tags: set K) {
    send Put(k: k, order: order, tags: tags) to server
  }
  action take(k: K) when not (k in got) { send Take(k: k) to server }
  on Taken(k, left) when k is some {
    got += k.value
    sum += (if k.value in left then left[k.value] else 1)
  }
  on Taken() otherwise { got = {} }
}
fault crash server
fault crash client
instance small { P = 2, K = 2 }
)";

TEST(Encoding, means_what_the_evaluator_means_on_containers) {
    walk(kContainers, {}, 6, 25);
}

TEST(Encoding, means_what_the_evaluator_means_on_leases) {
    walk(checker::testing::shipped("lease.muster"), {}, 4, 25);
}

TEST(Encoding, means_what_the_evaluator_means_on_groups) {
    walk(checker::testing::shipped("kafka_group.muster"), {}, 12, 40);
}

} // namespace
} // namespace muster::checker::smt::testing
