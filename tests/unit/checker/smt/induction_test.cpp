#include "tests/unit/checker/smt/proofs.hpp"

#include <map>
#include <ostream>

// Proofs by induction: what is proved, what is not and why, and that every counterexample that is
// shown was repeated on the evaluator.
namespace muster::checker::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// ---- the shipped specs ----

TEST(Shipped, lease_is_proved_for_any_number_of_clients) {
    expect_all_proved(prove(shipped("lease.muster")));
}

TEST(Shipped, kafka_group_is_proved_for_any_number_of_members) {
    const Proofs proofs = prove(shipped("kafka_group.muster"));
    expect_all_proved(proofs);
    EXPECT_LT(proofs.report.cpu_seconds, 10.0);
}

TEST(Shipped, lease_without_its_lemmas_is_not_inductive) {
    std::string text = shipped("lease.muster");
    for (std::size_t at = text.find("lemma "); at != std::string::npos; at = text.find("lemma ")) {
        text.erase(at,
                   text.find("\n\n", at) == std::string::npos ? std::string::npos
                                                              : text.find("\n\n", at) - at);
    }
    const Proofs proofs = prove(text);
    EXPECT_EQ(proofs.outcome("one_client_per_token"), ProofOutcome::not_inductive);
    expect_replayed(proofs.of("one_client_per_token"));
    EXPECT_EQ(proofs.outcome("tokens_never_go_back"), ProofOutcome::proved);
}

// ---- counterexamples and lemmas ----

constexpr const char* kCounter = R"(protocol counter
role a {
  var x: int = 0
  var y: int = 0
  action both { x += 1; y += 1 }
  action reset when x == 5 { x = 0; y = 0 }
}
)";

TEST(Induction, shows_the_step_that_leaves_an_invariant) {
    const Proofs proofs = prove(std::string(kCounter) + "invariant small: a.x >= 0\n"
                                                        "invariant odd: a.y != 7\n");
    EXPECT_EQ(proofs.outcome("small"), ProofOutcome::proved);
    EXPECT_EQ(proofs.outcome("odd"), ProofOutcome::not_inductive);
    EXPECT_THAT(proofs.of("odd").reason, HasSubstr("both"));
    expect_replayed(proofs.of("odd"));
}

TEST(Induction, a_lemma_makes_an_invariant_inductive) {
    const std::string text = std::string(kCounter) + "invariant bounded: a.y <= 5\n";
    const std::string stop = replaced(text, "action both {", "action both when x < 5 {");
    EXPECT_EQ(prove(stop).outcome("bounded"), ProofOutcome::not_inductive);
    EXPECT_EQ(prove(stop + "lemma together: a.x == a.y\n").outcome("bounded"),
              ProofOutcome::proved);
}

TEST(Induction, nothing_rests_on_a_lemma_that_fails) {
    const Proofs proofs =
        prove(replaced(std::string(kCounter), "action both", "action both when x < 5") +
              "invariant bounded: a.y <= 5\n"
              "lemma together: a.x == a.y and a.x != 3\n");
    EXPECT_EQ(proofs.outcome("together"), ProofOutcome::not_inductive);
    EXPECT_EQ(proofs.outcome("bounded"), ProofOutcome::not_inductive);
}

TEST(Induction, an_invariant_that_is_false_at_the_start_is_shown_there) {
    const Proofs proofs = prove(std::string(kCounter) + "invariant positive: a.x > 0\n");
    EXPECT_EQ(proofs.outcome("positive"), ProofOutcome::not_inductive);
    EXPECT_THAT(proofs.of("positive").reason, HasSubstr("start"));
    ASSERT_TRUE(proofs.of("positive").counterexample.has_value());
    EXPECT_EQ(proofs.of("positive").counterexample->rests_on, "");
    EXPECT_THAT(proofs.of("positive").counterexample->trace.steps, IsEmpty());
}

TEST(Induction, a_step_property_sees_what_only_old_mentions) {
    const Proofs proofs = prove(R"(protocol p
sort M
role s {
  ghost rounds: map int -> set M
  var members: set M
  var n: int = 0
  action go(m: M) { members += m; n += 1; rounds[n] = members }
}
step kept: forall g: int. g in old(s.rounds) implies
  g in s.rounds and s.rounds[g] == old(s.rounds[g])
)");
    EXPECT_EQ(proofs.outcome("kept"), ProofOutcome::not_inductive);
    expect_replayed(proofs.of("kept"));
}

// What is known about a size stands beside the formula, and so does the state that it speaks of: a
// step that changes that state has to be asked.
TEST(Induction, a_property_that_reads_state_through_a_size_is_asked_of_every_step) {
    const auto proofs = prove(R"(protocol sizes
sort Client
message Add from client to server {}
role server { var seen: set Client on Add() from c { seen += c } }
role client[me: Client] { action add { send Add() to server } }
invariant at_most_one: size(server.seen) <= 1
invariant none_seen: size(server.seen) == 0
invariant never_negative: size(server.seen) >= 0
)");
    EXPECT_NE(proofs.outcome("at_most_one"), ProofOutcome::proved);
    EXPECT_NE(proofs.outcome("none_seen"), ProofOutcome::proved);
    EXPECT_EQ(proofs.outcome("never_negative"), ProofOutcome::proved);
}

// A value that occurs nowhere in the state may have occurred earlier, so a counterexample with a
// fresh value says what it rests on where the evaluator does not repeat it.
TEST(Honesty, a_counterexample_with_a_fresh_value_never_stops_the_tool) {
    const auto proofs = prove(R"(protocol freshness
sort Key
message Go from client to server { key: Key }
role client { action go(key: Key) { send Go(key: key) to server } }
role server { var seen: set Key on Go() { let n = fresh Key seen += n } }
invariant at_most_one: forall k, j: Key. k in server.seen and j in server.seen implies k == j
)");
    EXPECT_EQ(proofs.outcome("at_most_one"), ProofOutcome::not_inductive);
}

TEST(Honesty, a_number_beyond_64_bits_in_a_counterexample_is_named) {
    const auto proofs = prove(R"(protocol large
message Go from client to server {}
role client { action go { send Go() to server } }
role server { var v: int = 9223372036854775806 on Go() { v = v + 2 } }
invariant same: server.v == 9223372036854775806
)");
    EXPECT_EQ(proofs.outcome("same"), ProofOutcome::not_inductive);
    ASSERT_TRUE(proofs.of("same").counterexample.has_value());
    EXPECT_NE(proofs.of("same").counterexample->rests_on, "");
}

TEST(Induction, a_step_property_that_standing_still_breaks_is_found) {
    const Proofs proofs = prove(std::string(kCounter) + "step grows: a.x != old(a.x)\n"
                                                        "invariant any: a.x >= 0\n");
    EXPECT_EQ(proofs.outcome("grows"), ProofOutcome::not_inductive);
}

// ---- messages and faults ----

constexpr const char* kEcho = R"(protocol echo
sort C
message Ask from c to s { n: int }
role s {
  var seen: int = 0
  on Ask(n) { seen = n }
}
role c[me: C] { action ask { send Ask(n: 1) to s } }
)";

TEST(Network, what_well_behaved_roles_send_is_all_that_arrives) {
    const std::string text = std::string(kEcho) +
                             "invariant seen: s.seen == 0 or s.seen == 1\n"
                             "lemma sent_ones: forall n: int. sent(Ask(n: n)) implies n == 1\n";
    EXPECT_EQ(prove(text).outcome("seen"), ProofOutcome::proved);
}

TEST(Network, what_a_lemma_says_of_none_holds_for_the_none_that_arrives) {
    EXPECT_EQ(prove(R"(protocol p
sort V
message M from teller to listener { x: option V }
role teller {
  var said: bool = false
  action say { said = true send M(x: none) to listener }
}
role listener {
  var heard: bool = false
  on M(x) when x is none { heard = true }
  on M() otherwise { ignore }
}
lemma told: sent(M(x: none)) implies teller.said
invariant heard_what_was_said: listener.heard implies teller.said
)")
                  .outcome("heard_what_was_said"),
              ProofOutcome::proved);
}

TEST(Network, an_arbitrary_role_sends_anything_unless_the_property_leaves_it_out) {
    const std::string text = std::string(kEcho) +
                             "fault arbitrary c\n"
                             "invariant seen: s.seen == 0 or s.seen == 1\n"
                             "invariant nice without arbitrary c: s.seen == 0 or s.seen == 1\n"
                             "lemma sent_ones without arbitrary c:\n"
                             "  forall n: int. sent(Ask(n: n)) implies n == 1\n";
    const Proofs proofs = prove(text);
    EXPECT_EQ(proofs.outcome("seen"), ProofOutcome::not_inductive);
    expect_replayed(proofs.of("seen"));
    EXPECT_EQ(proofs.outcome("nice"), ProofOutcome::proved);
}

TEST(Network, a_property_of_messages_from_arbitrary_roles_is_not_decided) {
    const Proofs proofs = prove(std::string(kEcho) +
                                "fault arbitrary c\n"
                                "invariant ones: forall n: int. sent(Ask(n: n)) implies n == 1\n");
    EXPECT_EQ(proofs.outcome("ones"), ProofOutcome::unknown);
    EXPECT_THAT(proofs.of("ones").reason, HasSubstr("arbitrary"));
}

// ---- obligations ----

std::string machine(const std::string& members) {
    return "protocol p\nsort K\nmessage M from c to s { k: K }\nrole s {\n"
           "  var m: map K -> int\n  var o: option K = none\n  var x: int = 0\n" +
           members +
           "}\nrole c[me: K] { action go(k: K) { send M(k: k) to s } }\n"
           "invariant fine: s.x >= 0\n";
}

using Kind = ObligationProof::Kind;

TEST(Obligations, a_missing_key_is_found_and_replayed) {
    const Proofs bad = prove(machine("on M(k) { x = if m[k] > 0 then m[k] else 0 }"));
    ASSERT_EQ(bad.failed(Kind::undefined).size(), 1U);
    ASSERT_TRUE(bad.failed(Kind::undefined)[0].counterexample.has_value());
    EXPECT_EQ(bad.failed(Kind::undefined)[0].counterexample->rests_on, "");
    EXPECT_TRUE(bad.failed(Kind::undefined)[0].counterexample->trace.ending.has_value());
    const Proofs good =
        prove(machine("on M(k) { if k in m { x = if m[k] > 0 then m[k] else 0 } }"));
    EXPECT_THAT(good.failed(Kind::undefined), IsEmpty());
}

TEST(Obligations, the_value_of_none_is_found) {
    EXPECT_EQ(prove(machine("on M(k) { m[o.value] = 1 }")).failed(Kind::undefined).size(), 1U);
    EXPECT_THAT(
        prove(machine("on M(k) { if o is some { m[o.value] = 1 } }")).failed(Kind::undefined),
        IsEmpty());
}

TEST(Obligations, an_undefined_operation_inside_a_loop_is_found) {
    EXPECT_EQ(prove(machine("var t: set K\n on M(k) { for i in t { m[i] = m[i] + 1 } }"))
                  .failed(Kind::undefined)
                  .size(),
              1U);
    EXPECT_THAT(
        prove(machine("on M(k) { for i in keys(m) { m[i] = m[i] + 1 } }")).failed(Kind::undefined),
        IsEmpty());
}

TEST(Obligations, picking_from_nothing_is_found) {
    EXPECT_EQ(prove(machine("on M(k) { pick i in keys(m) { o = some(i) } }"))
                  .failed(Kind::nothing_to_pick)
                  .size(),
              1U);
    EXPECT_THAT(prove(machine("on M(k) { m[k] = 1; pick i in keys(m) { o = some(i) } }"))
                    .failed(Kind::nothing_to_pick),
                IsEmpty());
}

TEST(Obligations, an_assertion_that_may_fail_is_found) {
    EXPECT_EQ(prove(machine("on M(k) { assert k in m }")).failed(Kind::assertion).size(), 1U);
    EXPECT_THAT(
        prove(machine("on M(k) { m[k] = 2; assert k in m and m[k] == 2 }")).failed(Kind::assertion),
        IsEmpty());
}

TEST(Obligations, messages_that_no_handler_or_two_handlers_take_are_found) {
    const Proofs gap = prove(machine("on M(k) when k in m { x = 1 }"));
    ASSERT_EQ(gap.failed(Kind::unhandled).size(), 1U);
    ASSERT_TRUE(gap.failed(Kind::unhandled)[0].counterexample.has_value());
    EXPECT_EQ(gap.failed(Kind::unhandled)[0].counterexample->rests_on, "");
    const Proofs overlap =
        prove(machine("on M(k) when k in m { x = 1 }\n on M(k) when x == 0 { x = 2 }\n"
                      "on M(k) otherwise { ignore }"));
    EXPECT_EQ(overlap.failed(Kind::ambiguous).size(), 1U);
    EXPECT_THAT(overlap.failed(Kind::unhandled), IsEmpty());
}

TEST(Obligations, a_property_that_may_be_undefined_is_an_error_of_its_own) {
    const Proofs proofs = prove(machine("on M(k) { ignore }") +
                                "invariant bare: forall k: K. s.m[k] >= 0\n"
                                "invariant guarded: forall k: K. k in s.m implies s.m[k] >= 0\n");
    ASSERT_EQ(proofs.failed(Kind::property).size(), 1U);
    EXPECT_EQ(proofs.failed(Kind::property)[0].step, "bare");
}

TEST(Obligations, in_a_property_only_what_stands_to_the_left_counts) {
    const std::string text =
        machine("on M(k) { m[k] = 1 }") +
        "lemma zero: s.x == 0\n"
        "invariant told: forall k: K. (k in s.m implies s.m[k] > 0)\n"
        "  and (s.x == 1 implies s.m[k] > 0)\n"
        "invariant option: forall k: K. s.x == 1 implies s.m?[k].value > 0\n"
        "invariant guarded: forall k: K. k in s.m implies s.m?[k].value > 0 and s.m[k] > 0\n";
    const Proofs proofs = prove(text);
    const auto failed = proofs.failed(Kind::property);
    ASSERT_EQ(failed.size(), 2U);
    EXPECT_EQ(failed[0].step, "told");
    EXPECT_EQ(failed[0].reason,
              "`s.m[k]` may be undefined, as only what stands to its left counts");
    EXPECT_EQ(failed[0].help, "write `k in s.m implies …`, or `k in s.m and …`, to its left");
    ASSERT_TRUE(failed[0].operation.has_value());
    EXPECT_EQ(failed[0].operation->begin, text.find("1 implies s.m[k] > 0)") + 10);
    EXPECT_EQ(failed[1].step, "option");
    EXPECT_EQ(failed[1].help,
              "write `s.m?[k] is some implies …`, or `s.m?[k] is some and …`, to its left");
}

// ---- every process sends to every process at the start ----

std::string greeting(const std::string& loop, const std::string& properties) {
    return "sort Node\nfunction rank(n: Node): int\n"
           "message Hello from node to node { rank: int, other: bool = false }\n"
           "role node[me: Node] {\n  var told: map Node -> int\n  var got: set Node\n"
           "  on start { " +
           loop + " }\n  on Hello() from n { got += n }\n}\n" + properties;
}

TEST(Start, every_process_may_loop_over_every_process) {
    const std::string all = "for n in all node { send Hello(rank: rank(me)) to n "
                            "told[n] = rank(n) }";
    const Proofs proofs = prove(
        "protocol p\n" +
        greeting(
            all,
            "invariant sent_to_all: forall a: Node, b: Node. sent(Hello(rank: rank(a)) from a to "
            "b)\n"
            "invariant sent_no_other: forall a: Node, b: Node, r: int.\n"
            "  sent(Hello(rank: r) from a to b) implies r == rank(a)\n"
            "invariant told: forall a: Node, b: Node. b in node[a].told and (b in node[a].told\n"
            "  implies node[a].told[b] == rank(b))\n"
            "invariant of_the_sender: forall a: Node, b: Node.\n"
            "  b in node[a].told implies node[a].told[b] == rank(a)\n"
            "invariant not_to_itself: forall a: Node. not sent(Hello() from a to a)\n"));
    for (const char* holds : {"sent_to_all", "sent_no_other", "told"}) {
        EXPECT_EQ(proofs.outcome(holds), ProofOutcome::proved) << holds;
    }
    for (const char* fails : {"of_the_sender", "not_to_itself"}) {
        EXPECT_EQ(proofs.outcome(fails), ProofOutcome::not_inductive) << fails;
    }
    for (const ObligationProof& proof : proofs.report.obligations) {
        EXPECT_EQ(proof.outcome, ProofOutcome::proved) << proof.reason;
    }
}

TEST(Start, what_is_under_a_condition_is_sent_under_it) {
    const std::string some = "if rank(me) > 0 { for n in all node { if n != me {\n"
                             "  send Hello(rank: 7, other: true) to n } } }";
    const Proofs proofs = prove(
        "protocol p\n" +
        greeting(
            some,
            "invariant not_to_itself: forall a: Node. not sent(Hello() from a to a)\n"
            "invariant only_from_high: forall a: Node, b: Node.\n"
            "  sent(Hello() from a to b) iff rank(a) > 0 and a != b\n"
            "invariant seven: forall a: Node, b: Node, r: int.\n"
            "  sent(Hello(rank: r) from a to b) implies r == 7\n"
            "invariant to_all: forall a: Node, b: Node. rank(a) > 0 implies sent(Hello() from a to "
            "b)\n"));
    for (const char* holds : {"not_to_itself", "only_from_high", "seven"}) {
        EXPECT_EQ(proofs.outcome(holds), ProofOutcome::proved) << holds;
    }
    EXPECT_EQ(proofs.outcome("to_all"), ProofOutcome::not_inductive);
}

// Each pair of processes has one message in flight at the start, and no more.
TEST(Start, what_every_process_sends_to_every_process_is_counted) {
    const Proofs proofs = prove("protocol p\nnetwork once\n" +
                                greeting("for n in all node { send Hello(rank: 1) to n }",
                                         "invariant once: forall a: Node, b: Node.\n"
                                         "  in_flight(Hello() from a to b) implies\n"
                                         "  not (a in node[b].got)\n"));
    EXPECT_EQ(proofs.outcome("once"), ProofOutcome::proved) << proofs.of("once").reason;
    const Proofs twice = prove("protocol p\nnetwork once\n" +
                               greeting("for n in all node { send Hello(rank: 1) to n\n"
                                        "send Hello(rank: 1) to n }",
                                        "invariant once: forall a: Node, b: Node.\n"
                                        "  in_flight(Hello() from a to b) implies\n"
                                        "  not (a in node[b].got)\n"));
    EXPECT_EQ(twice.outcome("once"), ProofOutcome::not_inductive);
}

// ---- what a proof says besides ----

TEST(Honesty, an_answer_that_rests_on_an_abstraction_says_so) {
    const Proofs proofs = prove(
        machine("on M(k) { pick i in keys(m) by max m[i] { assert m[i] >= x } else { ignore } }"));
    ASSERT_EQ(proofs.failed(Kind::assertion).size(), 1U);
    const Proofs best =
        prove(machine("on M(k) { if x == 0 and (forall i in keys(m). m[i] == 0 or m[i] == 1)\n"
                      " and (exists i in keys(m). m[i] == 1) {\n"
                      "  pick i in keys(m) by max m[i] { assert m[i] == 1 } else { ignore } } }"));
    ASSERT_EQ(best.failed(Kind::assertion).size(), 1U);
    ASSERT_TRUE(best.failed(Kind::assertion)[0].counterexample.has_value());
    EXPECT_THAT(best.failed(Kind::assertion)[0].counterexample->rests_on, HasSubstr("pick"));
}

TEST(Honesty, a_construct_without_an_encoding_is_named) {
    const Proofs proofs =
        prove("protocol p\nsort K\nrole s { var m: map K -> set K\n var x: int = 0\n"
              "action a { if forall k in keys(m). size(m[k]) > 1 { x = 1 } } }\n"
              "invariant fine: s.x >= 0\n");
    EXPECT_EQ(proofs.outcome("fine"), ProofOutcome::unknown);
    EXPECT_THAT(proofs.of("fine").reason, HasSubstr("size"));
    EXPECT_FALSE(proofs.report.all_proved());
}

// One constant for the sizes of all elements would make all ranks equal.
TEST(Honesty, a_size_that_each_iteration_of_a_loop_has_for_itself_is_not_taken_for_one) {
    const Proofs proofs =
        prove("protocol p\nsort K\nrole s { var m: map K -> set K\n var rank: map K -> int\n"
              "action a { rank = {} for k in keys(m) { rank[k] = size(m[k]) } } }\n"
              "invariant equal: forall a, b: K. a in s.rank and b in s.rank implies "
              "s.rank[a] == s.rank[b]\n");
    EXPECT_NE(proofs.outcome("equal"), ProofOutcome::proved);
}

TEST(Honesty, a_step_that_the_assumptions_rule_out_is_reported) {
    const Proofs proofs = prove(machine("on M(k) { ignore }\n action never when x < 0 { x = 1 }"));
    std::map<std::string, StepReach::Answer> reach;
    for (const StepReach& step : proofs.report.steps) {
        reach[step.step] = step.answer;
    }
    EXPECT_EQ(reach.at("never"), StepReach::Answer::impossible);
    EXPECT_EQ(reach.at("M"), StepReach::Answer::possible);
}

TEST(Honesty, axioms_that_contradict_each_other_are_reported) {
    const Proofs proofs =
        prove(machine("on M(k) { ignore }") + "function f(k: K): int\n"
                                              "axiom up: forall k: K. f(k) > 0\n"
                                              "axiom down: exists k: K. f(k) < 0\n");
    EXPECT_THAT(proofs.report.inconsistencies, Contains(HasSubstr("axioms")));
    EXPECT_FALSE(proofs.report.all_proved());
}

// ---- mistakes in the group protocol ----

struct Mistake {
    const char* what;
    const char* before;
    const char* after;
    const char* property;
};

void PrintTo(const Mistake& mistake, std::ostream* out) {
    *out << mistake.what;
}

class Mistakes : public ::testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, make_a_property_fail) {
    const Mistake& mistake = GetParam();
    const Proofs proofs =
        prove(replaced(shipped("kafka_group.muster"), mistake.before, mistake.after), {});
    const PropertyProof& proof = proofs.of(mistake.property);
    EXPECT_EQ(proof.outcome, ProofOutcome::not_inductive) << mistake.what;
    EXPECT_TRUE(proof.counterexample.has_value());
}

INSTANTIATE_TEST_SUITE_P(
    Group,
    Mistakes,
    ::testing::Values(
        Mistake{"no generation check on commit",
                "    if g != generation { reply OffsetCommitReply(error: IllegalGeneration); "
                "return }\n",
                "",
                "no_stale_commit"},
        Mistake{"generation not incremented",
                "    generation += 1\n",
                "",
                "generation_names_one_membership"},
        Mistake{"generation not durable",
                "durable generation: int",
                "var generation: int",
                "generation_never_goes_back"},
        Mistake{"leader kept after it left",
                "    if leader == some(id) {\n"
                "      pick m in keys(members) { leader = some(m) } else { leader = none }\n"
                "    }\n",
                "",
                "leader_is_a_member"},
        Mistake{"sync accepted from a follower",
                "    if leader == some(member) { share_out(member, proposed) }",
                "    share_out(member, proposed)",
                "assignment_comes_from_the_leader"},
        Mistake{"a join answered before the round is complete",
                "    joining[id] = r\n",
                "    joining[id] = r\n"
                "    reply JoinGroupReply(member: some(id), generation: generation + 1) to r\n",
                "no_early_join_reply"},
        Mistake{"a member expelled without being removed from the assignment",
                "  procedure remove(id: MemberId) {\n    members -= id\n    shares -= id\n",
                "  procedure remove(id: MemberId) {\n    members -= id\n",
                "only_members_have_a_share"},
        Mistake{
            "the vote taken over strategies that not all support",
            "members[one].strategies, forall m in keys(members). s in members[m].strategies }\n",
            "members[one].strategies, exists m in keys(members). s in members[m].strategies }\n",
            "strategy_is_supported_by_all"}));

} // namespace
} // namespace muster::checker::testing
