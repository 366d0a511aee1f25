#include "tests/unit/checker/smt/proofs.hpp"

// Proofs about majorities, lists, and loops that go through a list in order.
namespace muster::checker::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* kVote = R"(protocol vote
sort Node
sort Value
message Vote from node to leader { v: Value }
role leader {
  var votes: map Value -> set Node
  var chosen: set Value
  on Vote(v) from n { if v in votes { votes[v] += n } else { votes[v] = { n } } }
  action choose(v: Value) when v in votes and majority(votes[v], all node) { chosen += v }
}
role node[me: Node] {
  var voted: option Value = none
  action vote(v: Value) when voted == none { voted = some(v) send Vote(v: v) to leader }
}
invariant agreement: forall a, b: Value. a in leader.chosen and b in leader.chosen implies a == b
lemma sent_voted: forall n: Node, v: Value.
  sent(Vote(v: v) from n) implies node[n].voted == some(v)
lemma counted: forall v: Value, n: Node.
  v in leader.votes and n in leader.votes[v] implies node[n].voted == some(v)
lemma by_majority: forall v: Value.
  v in leader.chosen implies v in leader.votes and majority(leader.votes[v], all node)
)";

TEST(Majority, two_of_them_share_a_member) {
    expect_all_proved(prove(kVote));
}

TEST(Majority, without_one_there_is_no_agreement) {
    const Proofs proofs =
        prove(replaced(kVote, "majority(votes[v], all node) {", "votes[v] != {} {"));
    EXPECT_EQ(proofs.outcome("by_majority"), ProofOutcome::not_inductive);
}

// What is true of all majorities but does not follow from their meeting is not proved; what is
// false of some sizes must not be.
TEST(Majority, only_what_holds_for_every_size_is_proved) {
    const std::string role =
        "protocol p\nsort N\nrole s { var a: set N action add(n: N) { a += n } "
        "action drop(n: N) { a -= n } }\n"
        "role node[me: N] { var x: bool = false action go { x = true } }\n";
    const Proofs proofs =
        prove(role + "invariant whole: majority(all node, all node)\n"
                     "invariant not_empty: not majority({}, all node)\n"
                     "invariant not_both: not (majority(s.a, all node) and\n"
                     "  majority({ n | n in all node, not (n in s.a) }, all node))\n"
                     "invariant one_of_two: majority(s.a, all node) or\n"
                     "  majority({ n | n in all node, not (n in s.a) }, all node)\n"
                     "invariant single: forall n: N. not majority({ n }, all node)\n");
    EXPECT_EQ(proofs.outcome("whole"), ProofOutcome::proved);
    EXPECT_EQ(proofs.outcome("not_empty"), ProofOutcome::proved);
    EXPECT_EQ(proofs.outcome("not_both"), ProofOutcome::proved);
    EXPECT_NE(proofs.outcome("one_of_two"), ProofOutcome::proved);
    EXPECT_NE(proofs.outcome("single"), ProofOutcome::proved);
}

// What a comprehension's head has of its binders is what the element has there, under the binders'
// own conditions; a binder that the head has twice must agree.
constexpr const char* kHeads = R"(protocol heads
sort K
record Pair { a: K, b: K }
role s {
  var base: set K
  var same: set Pair = { Pair { a: x, b: x } | x: K }
  var below: set Pair
  var beside: set Pair
  action add(k: K) { base += k }
  action fill(k: K) {
    below = { Pair { a: x, b: y } | x in base, y: K, x != y }
    beside = { Pair { a: x, b: k } | x: K, y in base, x != y }
  }
}
invariant only_the_diagonal: forall p: Pair. p in s.same implies p.a == p.b
invariant whole_diagonal: forall k: K. Pair { a: k, b: k } in s.same
invariant below_base: forall p: Pair. p in s.below implies p.a in s.base and p.a != p.b
step all_of_below: forall x, y: K.
  s.below != old(s.below) and x in s.base and x != y implies Pair { a: x, b: y } in s.below
invariant beside_another: forall p: Pair. p in s.beside implies
  (exists y: K. y in s.base and y != p.a)
)";

TEST(Comprehensions, binders_in_the_head_are_what_the_element_has_there) {
    expect_all_proved(prove(kHeads));
}

TEST(Comprehensions, the_conditions_of_binders_in_the_head_count) {
    const auto outcome = [](const char* from, const char* to, const char* property) {
        return prove(replaced(kHeads, from, to)).outcome(property);
    };
    using enum ProofOutcome;
    EXPECT_EQ(outcome("| x in base, y", "| x: K, y", "below_base"), not_inductive);
    EXPECT_EQ(outcome("y: K, x != y", "y: K", "below_base"), not_inductive);
    EXPECT_EQ(outcome("y: K, x != y", "y in base, x != y", "all_of_below"), not_inductive);
    EXPECT_EQ(outcome("b: x } | x: K", "b: y } | x: K, y: K", "only_the_diagonal"), not_inductive);
    EXPECT_EQ(outcome("b: x } | x: K", "b: x } | x: K, false", "whole_diagonal"), not_inductive);
    EXPECT_EQ(outcome("y in base, x != y", "y in base", "beside_another"), not_inductive);
}

// A condition with a quantifier decides what several statements do.
constexpr const char* kBranch = R"(protocol branch
sort K
role s {
  var done: set K
  var whole: bool = false
  var touched: set K
  action finish(k: K) {
    done += k
    if forall x: K. x in done { whole = true touched += k } else { touched -= k }
  }
}
invariant whole_means_all: s.whole implies (forall x: K. x in s.done)
invariant touched_when_whole: forall k: K. k in s.touched implies s.whole
)";

TEST(Branches, may_depend_on_a_quantifier) {
    expect_all_proved(prove(kBranch));
    EXPECT_EQ(prove(replaced(kBranch, "forall x: K. x in done {", "exists x: K. x in done {"))
                  .outcome("whole_means_all"),
              ProofOutcome::not_inductive);
    EXPECT_EQ(prove(replaced(kBranch, "else { touched -= k }", "else { touched += k }"))
                  .outcome("touched_when_whole"),
              ProofOutcome::not_inductive);
}

constexpr const char* kLists = R"(protocol lists
sort K
role s {
  var log: list K
  var order: distinct list K
  var n: int = 0
  action add(k: K) { log += k order += k n += 1 }
}
)";

TEST(Lists, a_list_with_repeats_has_a_length_and_a_distinct_one_an_order) {
    const std::string text = std::string(kLists) +
                             "invariant length: size(s.log) == s.n\n"
                             "invariant both: forall k: K. k in s.log iff k in s.order\n"
                             "step head: old(s.order) != [] and s.order != [] implies\n"
                             "  (first x in s.order) == (first x in old(s.order))\n"
                             "step beginning: old(s.log) != [] and s.log != [] implies\n"
                             "  (first x in s.log) == (first x in old(s.log))\n";
    const Proofs proofs = prove(text);
    for (const char* name : {"length", "both", "head", "beginning"}) {
        EXPECT_EQ(proofs.outcome(name), ProofOutcome::proved)
            << name << ": " << proofs.of(name).reason;
    }
}

// Where an element stands afterwards is left to functions of which the solver seeks models in vain;
// what holds is proved all the same.
TEST(Lists, removing_from_a_list_leaves_out_every_occurrence) {
    InductionOptions options;
    options.timeout_ms = 500;
    const std::string text =
        replaced(kLists,
                 "action add(k: K) {",
                 "var dropped: option K = none\n"
                 "  action drop(k: K) { log -= k order -= k dropped = some(k) }\n"
                 "  action add(k: K) { dropped = none") +
        "invariant length: size(s.log) == s.n\n"
        "invariant both: forall k: K. k in s.log iff k in s.order\n"
        "invariant again: s.dropped is some implies not (s.dropped.value in s.log)\n";
    const Proofs proofs = prove(text, options);
    EXPECT_EQ(proofs.outcome("both"), ProofOutcome::proved) << proofs.of("both").reason;
    EXPECT_EQ(proofs.outcome("again"), ProofOutcome::proved) << proofs.of("again").reason;
    EXPECT_NE(proofs.outcome("length"), ProofOutcome::proved);
}

constexpr const char* kLeaving = R"(protocol leaving
sort K
message Batch from client to server { items: list K }
role server {
  var members: set K
  var gone: set K
  var left: int = 0
  on Batch(items) {
    for each k in items {
      if k in members { members -= k gone += k left += 1 }
    }
  }
  action enter(k: K) when not (k in gone) { members += k }
}
role client { action leave(ks: list K) { send Batch(items: ks) to server } }
fault arbitrary client
invariant apart: forall k: K. not (k in server.members and k in server.gone)
invariant counted: server.left >= 0
step grows: server.left >= old(server.left)
step by_one: server.left <= old(server.left) + 1
)";

TEST(InOrder, every_iteration_keeps_the_invariants) {
    const Proofs proofs = prove(kLeaving);
    EXPECT_EQ(proofs.outcome("apart"), ProofOutcome::proved) << proofs.of("apart").reason;
    EXPECT_EQ(proofs.outcome("counted"), ProofOutcome::proved) << proofs.of("counted").reason;
    EXPECT_EQ(proofs.outcome("grows"), ProofOutcome::proved) << proofs.of("grows").reason;
}

TEST(InOrder, a_step_property_that_does_not_add_up_is_not_understood) {
    const Proofs proofs = prove(kLeaving);
    EXPECT_EQ(proofs.outcome("by_one"), ProofOutcome::unknown);
    EXPECT_THAT(proofs.of("by_one").reason, HasSubstr("transitive"));
}

TEST(InOrder, an_iteration_that_breaks_an_invariant_is_found) {
    const Proofs proofs = prove(replaced(kLeaving, "members -= k gone += k", "gone += k"));
    EXPECT_EQ(proofs.outcome("apart"), ProofOutcome::not_inductive);
    EXPECT_EQ(proofs.outcome("counted"), ProofOutcome::proved);
}

// Broken before the loop and mended behind it: each iteration starts from what cannot be assumed.
TEST(InOrder, an_invariant_must_hold_where_the_loop_begins) {
    const Proofs proofs =
        prove(replaced(replaced(kLeaving, "    for each", "    left = 0 - 1\n    for each"),
                       "      if k in members { members -= k gone += k left += 1 }\n    }\n",
                       "      if k in members { members -= k gone += k }\n    }\n    left = 0\n"));
    EXPECT_EQ(proofs.outcome("counted"), ProofOutcome::not_inductive);
}

TEST(InOrder, what_stands_behind_the_loop_is_checked_as_well) {
    const Proofs proofs =
        prove(replaced(kLeaving, "left += 1 }\n    }\n", "left += 1 }\n    }\n    left = 0 - 1\n"));
    EXPECT_EQ(proofs.outcome("counted"), ProofOutcome::not_inductive);
    EXPECT_NE(proofs.outcome("grows"), ProofOutcome::proved);
}

// `[x, y]` with x = y is one element as a `distinct list`, but two as a list.
TEST(DistinctList, is_compared_with_a_literal_as_a_list) {
    expect_all_proved(prove(R"(protocol p
sort S
role a {
  var d: distinct list S
  action put(x: S) { d += x } }
invariant not_twice: forall x, y: S. a.d == [x, y] implies x != y
invariant either: forall x, y: S. a.d != [x, y] iff not [x, y] == a.d
)"));
    const Proofs proofs = prove(R"(protocol p
sort S
role a {
  var d: distinct list S
  action put(x: S) when d == [] { d += x } }
invariant never_one: forall x, y: S. x == y implies a.d != [x]
)");
    EXPECT_EQ(proofs.outcome("never_one"), ProofOutcome::not_inductive);
}

TEST(GlobalDefs, may_look_at_state_in_properties) {
    expect_all_proved(prove(R"(protocol p
sort S
message Ask from client to server { n: int }
def asked(c: S, n: int) = sent(Ask(n: n) from c) and waits(c)
def waits(c: S) = client[c].waiting
def total = server.total
role client[me: S] {
  var waiting: bool = false
  action ask { waiting = true; send Ask(n: 1) to server } }
role server {
  var total: int = 0
  on Ask(n) { total += 1 } }
invariant asks: forall c: S, n: int. sent(Ask(n: n) from c) implies asked(c, n) and n == 1
invariant counted: total >= 0
step grows: total >= old(total)
)"));
}

} // namespace
} // namespace muster::checker::testing
