#include "checker/explore/instance.hpp"
#include "checker/simulate/random_steps.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gtest/gtest.h>

#include <map>

namespace muster::checker {
namespace {

using testing::analysed;

// One action with a hundred arguments, one without any, and one that is never possible.
constexpr std::string_view kCrowd = R"(
protocol crowd
sort Node
role hub {
  var wide: int = 0
  var narrow: int = 0
  action spread(n: int) when n >= 0 { wide = n }
  action step { narrow = 1 - narrow }
  action stuck when wide > 1000 { narrow = 2 }
}
fault crash hub
invariant small: hub.narrow <= 2
instance i { Node = 1, hub.spread.n in 0 .. 99 }
)";

class Walk {
public:
    explicit Walk(std::string_view text, const Weights& weights = {}, std::uint64_t seed = 1)
        : spec_(analysed(text))
        , system_(lower(spec_, {}))
        , universe_(*make_universe(spec_, spec_.instances[0]))
        , evaluator_(system_, universe_)
        , random_(seed)
        , steps_(evaluator_, spec_.instances[0], weights, random_) {
        const auto fixed = fixed_by(spec_, universe_, spec_.instances[0]);
        state_ = std::get<State>(evaluator_.initial_states(*fixed).front().result);
    }

    /// How often each step was taken.
    std::map<std::string, int> count(int steps) {
        std::map<std::string, int> counts;
        for (int i = 0; i < steps; ++i) {
            auto taken = steps_.take(state_);
            if (!taken) {
                break;
            }
            ++counts[system_.steps[taken->event.step].name];
            const auto again = evaluator_.replay(state_, taken->event);
            EXPECT_TRUE(again.has_value());
            EXPECT_TRUE(std::get<State>(again->result) == std::get<State>(taken->result));
            state_ = std::get<State>(taken->result);
        }
        return counts;
    }

private:
    spec::TypedSpec spec_;
    TransitionSystem system_;
    Universe universe_;
    Evaluator evaluator_;
    Random random_;
    RandomSteps steps_;
    State state_;
};

TEST(RandomSteps, ManyArgumentsDoNotCrowdOutAStepWithout) {
    auto counts = Walk(kCrowd).count(3000);
    EXPECT_EQ(counts["stuck"], 0);
    // Both have the weight 1, the fault 0.2: 1364 of 3000 each.
    EXPECT_NEAR(counts["spread"], 1364, 100);
    EXPECT_NEAR(counts["step"], 1364, 100);
    EXPECT_NEAR(counts["crash hub"], 273, 60);
}

TEST(RandomSteps, WeightsAreFollowed) {
    Weights weights;
    weights.set("crash", 0);
    weights.set("act", 2);
    weights.set("spread", 6);
    auto counts = Walk(kCrowd, weights).count(2000);
    EXPECT_EQ(counts["crash hub"], 0);
    // The name of a step outranks its kind: three of four.
    EXPECT_NEAR(counts["spread"], 1500, 100);
}

TEST(RandomSteps, OneSeedGivesOneWalk) {
    EXPECT_EQ(Walk(kCrowd, {}, 7).count(500), Walk(kCrowd, {}, 7).count(500));
    EXPECT_NE(Walk(kCrowd, {}, 7).count(500), Walk(kCrowd, {}, 8).count(500));
}

// What is in flight, made up, lost, cut, armed: each way for a step to come about.
constexpr std::string_view kNetwork = R"(
protocol network
sort Node
message Ping from node to hub { at: Node }
message Once from hub to node {} via once
message Line from hub to node {} via fifo
role hub {
  var seen: set Node
  timer pause[n: Node] for 1s
  on Ping(at) from n {
    seen += at
    start pause[n]
    send Once() to n
    send Line() to n
  }
  on pause(n) { seen -= n }
}
role node[me: Node] {
  on Once() { ignore }
  on Line() { ignore }
}
fault arbitrary node
fault stop node
instance i { Node = 3 }
)";

TEST(RandomSteps, EveryKindOfStepComesAbout) {
    auto counts = Walk(kNetwork).count(2000);
    for (const char* step : {"Ping", "Once", "Line", "pause", "lose Once", "cut hub and node"}) {
        EXPECT_GT(counts[step], 0) << step;
    }
}

} // namespace
} // namespace muster::checker
