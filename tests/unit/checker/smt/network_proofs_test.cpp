#include "tests/unit/checker/smt/proofs.hpp"

// Proofs about networks that lose messages, cut connections and stop, and about timing.
namespace muster::checker::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kLock = R"(protocol lock
sort Client
network once
message Lock from client to server {}
message Grant from server to client {}
message Unlock from client to server {}
role server {
  var held: bool = false
  on Lock() from c when not held { held = true send Grant() to c }
  on Lock() otherwise { ignore }
  on Unlock() { held = false }
}
role client[me: Client] {
  var has: bool = false
  action lock { send Lock() to server }
  on Grant() { has = true }
  action unlock when has { has = false send Unlock() to server }
}
invariant exclusive: forall a, b: Client. client[a].has and client[b].has implies a == b
lemma has_held: forall a: Client. client[a].has implies server.held
lemma grant_held: forall a: Client. in_flight(Grant() to a) implies server.held
lemma unlock_held: forall a: Client. in_flight(Unlock() from a) implies server.held
lemma one_grant: forall a, b: Client.
  in_flight(Grant() to a) and in_flight(Grant() to b) implies a == b
lemma one_unlock: forall a, b: Client.
  in_flight(Unlock() from a) and in_flight(Unlock() from b) implies a == b
lemma grant_or_has: forall a, b: Client. not (in_flight(Grant() to a) and client[b].has)
lemma grant_or_unlock: forall a, b: Client.
  not (in_flight(Grant() to a) and in_flight(Unlock() from b))
lemma unlock_or_has: forall a, b: Client. not (in_flight(Unlock() from a) and client[b].has)
)";

std::vector<std::string> never_twice(const Proofs& proofs) {
    std::vector<std::string> names;
    for (const spec::MessageId message : proofs.report.never_twice) {
        names.push_back(proofs.spec.message(message).name);
    }
    return names;
}

TEST(Once, a_lock_server_is_proved_as_no_grant_is_in_flight_twice) {
    const Proofs proofs = prove(kLock);
    expect_all_proved(proofs);
    EXPECT_THAT(never_twice(proofs), ::testing::UnorderedElementsAre("Grant", "Unlock"));
}

TEST(Once, two_grants_for_one_lock_are_found) {
    const Proofs proofs =
        prove(replaced(kLock, "send Grant() to c", "send Grant() to c send Grant() to c"));
    EXPECT_EQ(proofs.outcome("grant_or_has"), ProofOutcome::not_inductive);
    EXPECT_THAT(never_twice(proofs), Not(Contains("Grant")));
}

TEST(Once, the_default_network_may_deliver_a_grant_again) {
    const Proofs proofs = prove(replaced(kLock, "network once\n", ""));
    EXPECT_EQ(proofs.outcome("grant_or_has"), ProofOutcome::not_inductive);
    expect_replayed(proofs.of("grant_or_has"));
}

TEST(Once, a_message_may_be_lost_and_was_sent_all_the_same) {
    const Proofs proofs = prove(R"(protocol p
message M from a to b {}
role a { var n: int = 0 action go when n == 0 { n = 1 send M() to b } }
role b { var got: int = 0 on M() { got += 1 } }
invariant there: a.n == 1 and b.got == 0 implies in_flight(M())
invariant was: a.n == 1 implies sent(M())
invariant once: b.got <= 1
lemma unsent: a.n == 0 implies not sent(M())
lemma before: a.n == 0 implies b.got == 0
lemma limit: a.n == 0 or a.n == 1
lemma least: b.got >= 0
lemma gone: b.got >= 1 implies not in_flight(M())
)" + std::string("network once\n"));
    EXPECT_EQ(proofs.outcome("there"), ProofOutcome::not_inductive);
    EXPECT_THAT(proofs.of("there").reason, HasSubstr("lose M"));
    expect_replayed(proofs.of("there"));
    for (const char* name : {"was", "once", "unsent", "before", "limit", "least", "gone"}) {
        EXPECT_EQ(proofs.outcome(name), ProofOutcome::proved) << name;
    }
}

constexpr const char* kSession = R"(protocol session
sort C
message Open from client to server {} via fifo
role server {
  var open: set C
  on Open() from c { open += c }
  on lost c { open -= c }
}
role client[me: C] {
  var up: bool = false
  action connect when not up { up = true send Open() to server }
  on lost s { up = false }
}
invariant heard: forall a: C. client[a].up implies in_flight(Open() from a) or a in server.open
)";

TEST(Fifo, a_cut_takes_everything_and_both_ends_hear_of_it) {
    const Proofs proofs = prove(kSession);
    EXPECT_EQ(proofs.outcome("heard"), ProofOutcome::proved) << proofs.of("heard").reason;
    EXPECT_THAT(proofs.of("heard").abstractions, Contains(HasSubstr("order")));
}

TEST(Fifo, a_cut_that_one_end_does_not_hear_of_is_found) {
    const Proofs proofs = prove(replaced(kSession, "  on lost s { up = false }\n", ""));
    EXPECT_EQ(proofs.outcome("heard"), ProofOutcome::not_inductive);
    EXPECT_THAT(proofs.of("heard").reason, HasSubstr("cut"));
    expect_replayed(proofs.of("heard"));
}

TEST(Fifo, a_process_that_has_stopped_does_not_hear_of_a_cut) {
    const Proofs proofs = prove(std::string(kSession) + "fault stop client\n");
    EXPECT_EQ(proofs.outcome("heard"), ProofOutcome::not_inductive);
    expect_replayed(proofs.of("heard"));
}

TEST(Fifo, what_needs_the_order_is_not_proved_and_says_why) {
    const Proofs proofs = prove(R"(protocol order
network fifo
message First from a to b {}
message Second from a to b {}
role a { var n: int = 0 action go when n == 0 { n = 1 send First() to b send Second() to b } }
role b {
  var ready: bool = false
  var wrong: bool = false
  on First() { ready = true }
  on Second() { if not ready { wrong = true } }
}
invariant in_order: not b.wrong
lemma sent_after: in_flight(First()) implies not b.ready
lemma unsent: a.n == 0 implies not in_flight(First()) and not in_flight(Second())
)");
    EXPECT_EQ(proofs.outcome("in_order"), ProofOutcome::not_inductive);
    EXPECT_THAT(proofs.of("in_order").abstractions, Contains(HasSubstr("order")));
}

constexpr const char* kTimer = R"(protocol p
role s {
  var busy: bool = false
  timer t for 1s
  action begin { busy = true start t }
  action end { busy = false }
  on t { assert not busy }
}
invariant fine: s.busy or not s.busy
)";

TEST(Timing, an_assumption_restricts_when_a_timer_fires) {
    const auto failed = ObligationProof::Kind::assertion;
    EXPECT_EQ(prove(kTimer).failed(failed).size(), 1U);
    const Proofs proofs =
        prove(std::string(kTimer) + "assume timing quick: s.t fires only when not s.busy\n");
    EXPECT_THAT(proofs.failed(failed), IsEmpty());
    EXPECT_EQ(proofs.report.steps.size(), 3U);
}

// What was sent is looked at although no property speaks of it.
TEST(Timing, an_assumption_may_ask_what_no_property_asks) {
    const std::string text = R"(protocol p
sort C
message Ask from c to s { n: int }
message Held from c to s {} via once
role s {
  var fired: bool = false
  timer t for 1s
  on start { start t }
  on t { fired = true }
  on Ask() { ignore }
  on Held() { ignore }
}
role c[me: C] { action ask(n: int) { send Ask(n: n) to s; send Held() to s } }
invariant waits: not s.fired
assume timing late: s.t fires only when CONDITION
)";
    const auto with = [&](const std::string& condition) {
        return prove(replaced(text, "CONDITION", condition)).outcome("waits");
    };
    EXPECT_EQ(with("exists a: C. sent(Ask(n: 1) from a)"), ProofOutcome::not_inductive);
    EXPECT_EQ(with("exists a: C. in_flight(Held() from a)"), ProofOutcome::not_inductive);
    EXPECT_EQ(with("sent(Ask()) and not sent(Ask())"), ProofOutcome::proved);
    EXPECT_EQ(with("in_flight(Held()) and not sent(Held())"), ProofOutcome::proved);
}

TEST(Either, handlers_may_overlap_only_if_both_are_marked) {
    const std::string text = R"(protocol p
message M from c to s { n: int }
role s {
  var x: int = 0
  either on M(n) when n > 0 { x = 1 }
  either on M(n) when n > 1 { x = 2 }
  on M(n) when n <= 0 { x = 0 }
}
role c { action go(n: int) { send M(n: n) to s } }
invariant fine: s.x >= 0 and s.x <= 2
invariant one: s.x != 2
)";
    const auto ambiguous = ObligationProof::Kind::ambiguous;
    const Proofs proofs = prove(text);
    EXPECT_EQ(proofs.outcome("fine"), ProofOutcome::proved);
    EXPECT_EQ(proofs.outcome("one"), ProofOutcome::not_inductive);
    EXPECT_THAT(proofs.failed(ambiguous), IsEmpty());
    EXPECT_EQ(prove(replaced(text, "n <= 0", "n <= 1")).failed(ambiguous).size(), 1U);
}

// Z3 4.8.12 refuses a term of its own making in one question of the first property, which is true.
// The other ones are answered all the same.
TEST(NetworkProofs, KnowMoreThanAQuestionThatTheSolverRefuses) {
    const auto spec = analysed(R"(protocol generated
sort A
sort B
record R { owner: B, count: int }
message M0 from client to server { f1: set B } via unreliable
message M2 from server to client {  } via fifo
message M3 from client to server { f4: R, f5: int } via once
message M6 from server to client { f7: A, f8: R } via once
role server[me: B] {
on M0(f1: m2) from s3 {
}
on M3(f4: m5, f5: m6) from s7 as r8 {
reply M6(f7: s7, f8: m5)
}
}
role client[me: A] {
var x14: int = 0
on M2() from s13 {
}
either on M6(f7: m14, f8: m15) from s16 {
if ((m15.count > 2) or (m14 != me)) {
send M3(f4: m15, f5: x14) to s16
}
}
}
invariant p0: forall a: A, f5: int. in_flight(M3(f5: client[a].x14) from a)
  implies ((client[a].x14 < 1) implies (f5 <= client[a].x14))
invariant p3: forall a: A. true implies (client[a].x14 >= 1)
lemma p5: forall a: A. not ((client[a].x14 < 2) and ((client[a].x14 > 1) and (client[a].x14 == 0)))
)");
    const InductionReport report = prove_by_induction(spec, {});
    ASSERT_EQ(report.properties.size(), 3U);
    EXPECT_NE(report.properties[0].outcome, ProofOutcome::not_inductive);
    EXPECT_EQ(report.properties[1].outcome, ProofOutcome::not_inductive); // false at the start
    EXPECT_EQ(report.properties[2].outcome, ProofOutcome::proved);
}

} // namespace
} // namespace muster::checker::testing
