#include "checker/infer/derived_clauses.hpp"
#include "checker/infer/inductive_subset.hpp"
#include "checker/infer/lemma_name.hpp"
#include "checker/infer/search_scope.hpp"
#include "tests/unit/checker/infer/tiny.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>

namespace muster::checker::infer::testing {
namespace {

using checker::testing::replaced;
using ::testing::Contains;
using ::testing::Not;

/// What is derived from a spec, and what of it every step keeps.
struct Derived {
    std::vector<std::string> guessed;
    std::vector<std::string> kept;
};

Derived derived_from(const std::string& text) {
    spec::TypedSpec spec = analysed(text);
    const TransitionSystem system = lower(spec, {});
    std::vector<std::size_t> properties(spec.properties.size());
    std::iota(properties.begin(), properties.end(), std::size_t{0});
    const smt::Relevance relevance = relevance_for(system, properties);
    const PredicateOptions options = predicate_options(system, relevance);
    ExprBuilder builder(spec);
    std::vector<Predicate> predicates = make_predicates(builder, options);
    smt::InductionOracle oracle(system, relevance, smt::OracleOptions{});
    Derived result;
    std::vector<smt::FormulaNumber> formulas;
    std::map<smt::FormulaNumber, std::string> texts;
    for (const Clause& clause : derive_clauses(builder, system, options, predicates)) {
        const spec::ExprId formula = formula_of(builder, predicates, clause);
        result.guessed.push_back(text_of(spec, formula));
        formulas.push_back(oracle.add_state_formula(formula));
        texts[formulas.back()] = result.guessed.back();
    }
    for (const smt::FormulaNumber kept : inductive_subset(oracle, formulas, [] { return false; })) {
        result.kept.push_back(texts[kept]);
    }
    return result;
}

/// A server that hands out tokens.
const std::string kTokens = R"(
protocol tokens
sort Client
sort Ticket
message Ask from client to server {}
message Granted from server to client { token: int }
role server {
  var last: int = 0
  var open: bool = true
  ghost granted: map int -> Client
  on Ask() from c when open {
    last += 1
    granted[last] = c
    send Granted(token: last) to c
  }
  on Ask() otherwise { ignore }
  action close { open = false }
}
role client[me: Client] {
  var token: option int = none
  action ask { send Ask() to server }
  on Granted(token: t) { token = some(t) }
}
invariant anything: forall c: Client, t: int. sent(Granted(token: t) to c) implies t > 0
  and sent(Ask() from c) and (server.open or not server.open) and t in server.granted
  and (client[c].token == some(t) or client[c].token != some(t))
)";

TEST(DerivedClauses, SayThatAFieldIsAtMostWhatOnlyGrows) {
    const Derived derived = derived_from(kTokens);
    const std::string at_most = "forall i: int. sent(Granted(token: i)) implies i <= server.last";
    const std::string equal = "forall i: int. sent(Granted(token: i)) implies i == server.last";
    EXPECT_THAT(derived.kept, Contains(at_most));
    EXPECT_THAT(derived.guessed, Contains(equal));
    EXPECT_THAT(derived.kept, Not(Contains(equal)));
    // A counter that is set back is no bound.
    const Derived reset = derived_from(replaced(
        kTokens, "action close { open = false }", "action close { open = false last = 0 }"));
    EXPECT_THAT(reset.guessed, Contains(at_most));
    EXPECT_THAT(reset.kept, Not(Contains(at_most)));
}

TEST(DerivedClauses, SayThatAGuardStillHoldsIfItCanOnlyStayTrue) {
    const std::string open = "sent(Granted()) implies server.open";
    const Derived derived = derived_from(kTokens);
    EXPECT_THAT(derived.guessed, Contains(open));
    EXPECT_THAT(derived.kept, Not(Contains(open)));
    const Derived reopened =
        derived_from(replaced(kTokens, "action close { open = false }", "action close { ignore }"));
    EXPECT_THAT(reopened.kept, Contains(open));
}

TEST(DerivedClauses, SayWhatWasReceived) {
    const Derived derived = derived_from(kTokens);
    EXPECT_THAT(derived.kept,
                Contains("forall c: Client. sent(Granted() to c) implies sent(Ask() from c)"));
    EXPECT_THAT(derived.kept,
                Contains("forall i: int, c: Client. client[c].token == some(i) implies "
                         "sent(Granted(token: i) to c)"));
}

TEST(DerivedClauses, SayWhatWasRecordedBesides) {
    const std::string recorded = "forall i: int, c: Client. sent(Granted(token: i) to c) implies "
                                 "server.granted?[i] == some(c)";
    EXPECT_THAT(derived_from(kTokens).kept, Contains(recorded));
    // What is taken out again need not be there.
    const Derived forgotten = derived_from(
        replaced(kTokens, "action close { open = false }", "action close { granted = {} }"));
    EXPECT_THAT(forgotten.guessed, Contains(recorded));
    EXPECT_THAT(forgotten.kept, Not(Contains(recorded)));
}

TEST(DerivedClauses, SayWhatAMessageDetermines) {
    const std::string unique = "forall i: int, c1, c2: Client. sent(Granted(token: i) to c1) and "
                               "sent(Granted(token: i) to c2) implies c1 == c2";
    EXPECT_THAT(derived_from(kTokens).kept, Contains(unique));
    const Derived repeated = derived_from(replaced(kTokens, "last += 1", "last += 0"));
    EXPECT_THAT(repeated.guessed, Contains(unique));
    EXPECT_THAT(repeated.kept, Not(Contains(unique)));
}

TEST(DerivedClauses, SayThatFreshValuesAreUnique) {
    const std::string fresh = R"(
protocol tickets
sort Client
sort Ticket
message Given from server to client { ticket: Ticket }
role server {
  action give(c: Client) { let t = fresh Ticket send Given(ticket: t) to c }
}
role client[me: Client] { on Given(ticket) { ignore } }
invariant anything: forall c: Client, t: Ticket. sent(Given(ticket: t) to c) implies t == t
)";
    const std::string unique = "forall t: Ticket, c1, c2: Client. sent(Given(ticket: t) to c1) and "
                               "sent(Given(ticket: t) to c2) implies c1 == c2";
    EXPECT_THAT(derived_from(fresh).kept, Contains(unique));
    const Derived chosen =
        derived_from(replaced(replaced(fresh, "give(c: Client)", "give(c: Client, t: Ticket)"),
                              "let t = fresh Ticket",
                              ""));
    EXPECT_THAT(chosen.guessed, Contains(unique));
    EXPECT_THAT(chosen.kept, Not(Contains(unique)));
}

const std::string kVotes = R"(
protocol votes
sort Node
sort Quorum
sort Value
function member(n: Node, q: Quorum): bool
message Vote from node to teller { value: Value }
role node[me: Node] {
  var voted: bool = false
  action vote(v: Value) when not voted { voted = true send Vote(value: v) to teller }
}
role teller {
  var votes: map Node -> Value
  ghost decided: set Value
  on Vote(value) from n { votes[n] = value }
  action decide(q: Quorum, v: Value)
      when forall n: Node. member(n, q) implies n in votes and votes[n] == v { decided += v }
}
invariant one: forall a, b: Value. a in teller.decided and b in teller.decided implies a == b
)";

TEST(DerivedClauses, SayThatThereWasAWitness) {
    const std::string witness =
        "forall v: Value. v in teller.decided implies (exists q: Quorum. "
        "forall n: Node. member(n, q) implies n in teller.votes and teller.votes[n] == v)";
    EXPECT_THAT(derived_from(kVotes).kept, Contains(witness));
    const Derived forgetful =
        derived_from(replaced(kVotes, "var votes:", "action forget { votes = {} }\n  var votes:"));
    EXPECT_THAT(forgetful.guessed, Contains(witness));
    EXPECT_THAT(forgetful.kept, Not(Contains(witness)));
}

TEST(DerivedClauses, SayThatVotesAreGivenOnce) {
    const std::string once = "forall v1, v2: Value, n: Node. sent(Vote(value: v1) from n) and "
                             "sent(Vote(value: v2) from n) implies v1 == v2";
    // Only together with this: a node that has sent its vote has voted.
    const std::string voted = "forall n: Node. sent(Vote() from n) implies node[n].voted";
    const Derived derived = derived_from(kVotes);
    EXPECT_THAT(derived.kept, Contains(once));
    EXPECT_THAT(derived.kept, Contains(voted));
    const Derived often = derived_from(replaced(kVotes, "when not voted ", ""));
    EXPECT_THAT(often.guessed, Contains(once));
    EXPECT_THAT(often.kept, Not(Contains(once)));
    EXPECT_THAT(often.kept, Contains(voted));
}

// What a set was assigned stands for the set.
TEST(DerivedClauses, SayWhereAnElementWasRecorded) {
    const std::string rounds = R"(
protocol rounds
sort Member
message Welcome from server to member { round: int }
role server {
  var round: int = 0
  var members: set Member
  ghost rounds: map int -> set Member
  action join(m: Member) { members += m }
  action leave(m: Member) { members -= m }
  action begin {
    round += 1
    rounds[round] = members
    for m in members { send Welcome(round: round) to m }
  }
}
role member[me: Member] { on Welcome(round) { ignore } }
invariant welcome: forall m: Member, r: int. sent(Welcome(round: r) to m) implies
  r in server.rounds and m in server.rounds[r]
)";
    const std::string recorded = "forall i: int, m: Member. i in server.rounds and "
                                 "sent(Welcome(round: i) to m) implies m in server.rounds[i]";
    const Derived derived = derived_from(rounds);
    EXPECT_THAT(derived.kept, Contains(recorded));
    EXPECT_THAT(derived.kept,
                Contains("forall i: int. i in server.rounds implies i <= server.round"));
    const std::string member = "forall m: Member. sent(Welcome() to m) implies m in server.members";
    EXPECT_THAT(derived.guessed, Contains(member));
    EXPECT_THAT(derived.kept, Not(Contains(member)));
    // What was recorded may be written over.
    const Derived rewritten = derived_from(
        replaced(rounds, "{ members -= m }", "{ members -= m rounds[round] = members }"));
    EXPECT_THAT(rewritten.guessed, Contains(recorded));
    EXPECT_THAT(rewritten.kept, Not(Contains(recorded)));
}

TEST(LemmaNames, SayWhatALemmaIsAbout) {
    spec::TypedSpec spec = analysed(kTokens + R"(
invariant a:
  forall c: Client, t: int. client[c].token == some(t) implies sent(Granted(token: t) to c)
invariant b:
  forall t: int, c, d: Client.
    sent(Granted(token: t) to c) and sent(Granted(token: t) to d) implies c == d
invariant c: forall c: Client. server.open implies not sent(Granted() to c)
invariant d: server.last >= 0
)");
    const std::size_t first = spec.properties.size() - 4;
    std::set<std::string> names;
    std::vector<std::string> given;
    for (std::size_t p = first; p < spec.properties.size(); ++p) {
        given.push_back(lemma_name(spec, spec.properties[p].body, names));
        names.insert(given.back());
    }
    EXPECT_THAT(given,
                ::testing::ElementsAre("token_implies_sent_Granted",
                                       "sent_Granted_is_unique",
                                       "open_excludes_sent_Granted",
                                       "always_last"));
    EXPECT_EQ(lemma_name(spec, spec.properties[first].body, names), "token_implies_sent_Granted_2");
    spec.properties[first].name = "token_implies_sent_Granted_2";
    EXPECT_EQ(lemma_name(spec, spec.properties[first].body, names), "token_implies_sent_Granted_3");
}

} // namespace
} // namespace muster::checker::infer::testing
