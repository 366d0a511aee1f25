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

constexpr const char* kLists = R"(protocol lists
sort P
sort K
message Push from client to server { k: K, items: list K }
message Shown from server to client { items: list K, once: distinct list K, marks: map K -> int }
role server {
  durable log: list K
  var order: distinct list K
  var by: map K -> list int
  var firsts: set K
  on Push(k, items) from c {
    log += k
    order += k
    if k in by { by[k] += size(log) } else { by[k] = [1, size(items), 1] }
    send Shown(items: log, once: [k, first x in log], marks: { k -> 1, first x in log -> 2 }) to c
  }
  action drop(k: K) when k in order {
    log -= k
    order -= k
    if k in by { by[k] -= 1 }
  }
  action settle when order != [] {
    firsts += first x in order
    if exists x in log. not (x in firsts) { firsts += first x in log where not (x in firsts) }
    if log == [] { order = [] } else { order = [first x in log, first x in order] }
  }
}
role client[me: P] {
  var seen: list K
  action push(k: K) { send Push(k: k, items: seen) to server }
  on Shown(items, once, marks) when size(items) < 3 {
    if forall k in once. k in marks { seen = items }
  }
  on Shown() otherwise { seen = [] }
}
instance small { P = 1, K = 2 }
)";

constexpr const char* kOnce = R"(protocol once
sort P
network once
message Ask from client to server { n: int }
message Tell from server to client { n: int }
message Note from server to server {} via unreliable
role server {
  var n: int = 0
  var seen: set P
  timer again for 1s
  on Ask(n: m) from c when m <= n + 1 {
    n = m
    seen += c
    send Tell(n: n) to c
    send Tell(n: n) to c
    start again
  }
  on Ask() otherwise { ignore }
  on Note() { seen = {} }
  on again {
    for c in seen { send Tell(n: 0) to c }
    for c in seen { if n > 1 { send Note() to server } }
  }
}
role client[me: P] {
  var n: int = 0
  action ask { n += 1; send Ask(n: n) to server }
  either on Tell(n: m) when m >= n { n = m + 1 }
  either on Tell(n: m) when m <= n { n = 0; send Ask(n: m) to server }
}
fault crash server
fault stop client
assume timing slow: server.again fires only when forall c: P. client[c].n < 3
instance small { P = 2 }
)";

constexpr const char* kFifo = R"(protocol fifo
sort P
network fifo
message Open from client to server { n: int }
message Data from server to client { n: int }
message Peer from client to client { n: int }
role server {
  var open: set P
  var lost: int = 0
  action spread { for c in open { send Data(n: lost) to c } }
  on Open() from c { open += c; send Data(n: 1) to c; send Data(n: 2) to c }
  on lost c { open -= c; lost += 1 }
}
role client[me: P] {
  var n: int = 0
  var peers: int = 0
  action connect(p: P) { n += 1; send Open(n: n) to server; send Peer(n: n) to p }
  on Data(n: m) { n = m }
  on Peer(n: m) from p { if p != me { peers = m } }
  on lost s of server { n = 0 }
  on lost p of client { peers = 0; if p == me { n = 7 } }
}
fault stop client
instance small { P = 2 }
)";

constexpr const char* kQuorum = R"(protocol quorum
sort Node
message Vote from node to leader {}
role leader {
  var votes: set Node
  var won: bool = false
  var barred: set Node
  on Vote() from n when not majority(votes, all node) { votes += n }
  on Vote() from n otherwise { won = true }
  action bar(n: Node) when majority({ m | m in all node, not (m in barred) }, all node) {
    barred += n
  }
  action clear when not majority(barred, all node) { votes = {}; barred = {} }
}
role node[me: Node] { action vote { send Vote() to leader } }
instance small { Node = 3 }
)";

constexpr const char* kInOrder = R"(protocol in_order
sort K
message Batch from client to server { items: list K }
role server {
  var members: set K
  var left: int = 0
  on Batch(items) {
    for each k in items {
      if not (k in members) { return }
      members -= k
      left += 1
    }
  }
  action enter(k: K) { members += k }
}
role client { var mine: list K action more(k: K) { mine += k send Batch(items: mine) to server } }
instance small { K = 2 }
)";

TEST(Encoding, means_what_the_evaluator_means_on_lists) {
    walk(kLists, {}, 4, 12);
}

TEST(Encoding, means_what_the_evaluator_means_on_a_network_that_delivers_once) {
    walk(kOnce, {}, 6, 25);
}

TEST(Encoding, means_what_the_evaluator_means_on_a_network_that_keeps_order) {
    walk(kFifo, {}, 6, 25);
}

TEST(Encoding, means_what_the_evaluator_means_on_majorities) {
    walk(kQuorum, {}, 6, 25);
}

TEST(Encoding, allows_what_the_evaluator_does_in_loops_in_order) {
    walk(kInOrder, {}, 4, 10);
}

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
