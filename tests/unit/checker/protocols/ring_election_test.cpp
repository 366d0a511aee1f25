#include "tests/unit/checker/protocols/state_count.hpp"

#include <gtest/gtest.h>

namespace muster::checker::testing {
namespace {

// The ChangRoberts specification of the TLA+ examples, action by action: inboxes are state, a
// message is taken out when it is handled, and who initiates is open. Ids are the places on the
// ring, and the smallest wins.
constexpr const char* kChangRoberts = R"(protocol chang_roberts
enum Node { One, Two, Three }
def next(n: Node) = if n == One then Two else if n == Two then Three else One
def smaller(a: Node, b: Node) = a != b and (a == One or b == Three)
function initiator(n: Node): bool

role ring {
  var inbox: map Node -> set Node
  var begun: set Node
  var defeated: set Node
  var winners: set Node

  on start {
    inbox[One] = {}
    inbox[Two] = {}
    inbox[Three] = {}
  }
  procedure deliver(id: Node, n: Node) { inbox[n] = inbox[n] union {id} }

  action begin(n: Node) when not (n in begun) {
    begun += n
    if initiator(n) { deliver(n, next(n)) }
  }
  action handle(n: Node, id: Node) when n in begun and n in inbox and id in inbox[n] {
    inbox[n] = inbox[n] minus {id}
    if not initiator(n) or n in defeated {
      deliver(id, next(n))
    } else if smaller(id, n) {
      defeated += n
      deliver(id, next(n))
    } else if id == n {
      winners += n
    }
  }
}
invariant the_winner_is_the_smallest_initiator:
  forall n: Node. n in ring.winners implies
    initiator(n) and (forall m: Node. initiator(m) and m != n implies smaller(n, m))
instance three {}
)";

TEST(RingElection, HasTheStatesOfTheTlaSpecification) {
    EXPECT_EQ(state_count(kChangRoberts), 137U);
}

} // namespace
} // namespace muster::checker::testing
