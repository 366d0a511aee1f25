#include "checker/graph/state_graph.hpp"
#include "spec/outline/phases.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace muster::checker {
namespace {

using spec::PhaseFlow;
using spec::PhaseVariable;

// What of a state the variable of a process says.
std::size_t phase_of(const spec::TypedSpec& spec,
                     const PhaseVariable& variable,
                     const State& state,
                     std::int64_t process) {
    const Value& value =
        state.variables[variable.variable.value][static_cast<std::size_t>(process)];
    const spec::TypeKind kind = spec.types[spec.variable(variable.variable).type].kind;
    return kind == spec::TypeKind::option ? (value.items().empty() ? 0U : 1U)
                                          : static_cast<std::size_t>(value.number());
}

// The code of a step, and the guard of it; none for what is no code of a role.
std::optional<std::pair<spec::BlockId, spec::ExprId>> code_of(const spec::TypedSpec& spec,
                                                              const Step& step) {
    const spec::RoleInfo& role = spec.role(step.role);
    switch (step.kind) {
    case StepKind::deliver:
        return std::pair(role.handlers[step.index].body, role.handlers[step.index].guard);
    case StepKind::fire:
        return std::pair(role.timer_handlers[step.index].body, spec::ExprId{});
    case StepKind::act:
        return std::pair(role.actions[step.index].body, role.actions[step.index].guard);
    case StepKind::crash:
    case StepKind::stop:
    case StepKind::lose:
    case StepKind::cut:
        return std::nullopt;
    }
    return std::nullopt;
}

// Whatever a role does to its phase on an instance, the flow says that it may.
void expect_sound(const std::string& protocol,
                  const std::string& instance_name,
                  std::size_t moves) {
    const auto spec = testing::analysed(testing::shipped(protocol + ".muster"));
    const auto instance =
        std::find_if(spec.instances.begin(), spec.instances.end(), [&](const auto& each) {
            return each.name == instance_name;
        });
    ASSERT_NE(instance, spec.instances.end());
    const TransitionSystem system = lower(spec, {}, vanishing_on(*instance));
    const auto made = make_state_graph(system, *instance, 20'000);
    ASSERT_TRUE(made.has_value()) << made.error().text;
    ASSERT_TRUE(std::holds_alternative<StateGraph>(*made));
    const auto& graph = std::get<StateGraph>(*made);
    std::size_t seen = 0;
    for (const StateGraph::Edge& edge : graph.edges) {
        const Step& step = system.steps[edge.event.step];
        const auto code = code_of(spec, step);
        if (!code) {
            continue;
        }
        for (const PhaseVariable& variable : phase_variables(spec, step.role)) {
            const PhaseFlow flow(spec, variable);
            const std::size_t from =
                phase_of(spec, variable, graph.states[edge.from], edge.event.process);
            const std::size_t to =
                phase_of(spec, variable, graph.states[edge.to], edge.event.process);
            seen += from == to ? 0 : 1;
            EXPECT_TRUE(flow.after(code->first, {from}).contains(to)) << step.name;
            if (code->second.valid()) {
                EXPECT_NE(flow.truth(code->second, from), PhaseFlow::Truth::no) << step.name;
            }
        }
    }
    EXPECT_EQ(seen, moves); // steps that change a phase
}

TEST(PhaseFlow, LeavesOutNoMoveOfALease) {
    expect_sound("lease", "small", 2922);
}

TEST(PhaseFlow, LeavesOutNoMoveOfTwoPhaseCommit) {
    expect_sound("two_phase_commit", "small", 713);
}

TEST(PhaseFlow, LeavesOutNoMoveOfAnElection) {
    expect_sound("raft_election", "two", 296);
    expect_sound("bully_election", "three", 5203);
}

constexpr const char* kDoors = R"(
protocol doors
enum Door { Open, Closed, Locked }
role house {
  var door: Door = Closed
  var key: option int = none
  var dark: bool = false
  def is_shut() = door != Open
  procedure turn() {
    if key is none { return }
    door = if door == Locked then Closed else Locked
  }
  action open when door == Closed and not dark { door = Open }
  action close when door in { Open, Locked } { door = Closed }
  action turn_key when is_shut() and key is some { turn() }
  action find(k: int) when key == none { key = some(k) }
  action night when not dark implies door == Locked { dark = not dark }
}
)";

// By hand, for everything that a condition or a body may be made of.
TEST(PhaseFlow, FollowsConditionsAndCode) {
    const auto spec = testing::analysed(kDoors);
    const auto variables = phase_variables(spec, spec::RoleId{0});
    ASSERT_EQ(variables.size(), 1U); // the truth and the option do not count beside it
    const PhaseFlow flow(spec, variables[0]);
    const auto& actions = spec.roles[0].actions;
    constexpr std::size_t kOpen = 0;
    constexpr std::size_t kClosed = 1;
    constexpr std::size_t kLocked = 2;
    using Truth = PhaseFlow::Truth;
    using Phases = PhaseFlow::Phases;
    EXPECT_EQ(flow.initial(), Phases{kClosed});
    EXPECT_EQ(flow.truth(actions[0].guard, kOpen), Truth::no);
    EXPECT_EQ(flow.truth(actions[0].guard, kClosed), Truth::unknown);
    EXPECT_EQ(flow.left_open(actions[0].guard, kClosed).size(), 1U); // `not dark`
    EXPECT_EQ(flow.truth(actions[1].guard, kOpen), Truth::yes);
    EXPECT_EQ(flow.truth(actions[1].guard, kClosed), Truth::no);
    EXPECT_EQ(flow.truth(actions[2].guard, kOpen), Truth::no);
    EXPECT_EQ(flow.truth(actions[4].guard, kLocked), Truth::yes);
    EXPECT_EQ(flow.after(actions[0].body, {kClosed}), Phases{kOpen});
    EXPECT_EQ(flow.after(actions[2].body, {kClosed}), (Phases{kClosed, kLocked}));
    EXPECT_EQ(flow.after(actions[2].body, {kLocked}), (Phases{kClosed, kLocked}));
    EXPECT_EQ(flow.after(actions[3].body, {kOpen, kLocked}), (Phases{kOpen, kLocked}));
}

// Without an enumeration, what the role decides on.
TEST(PhaseVariables, AreTruthsAndOptionsOtherwise) {
    const auto spec = testing::analysed(
        "protocol p\nrole a {\n  var on: bool = false\n  var idle: bool = true\n"
        "  var owner: option int = none\n  action go when not on { on = true }\n"
        "  action take(n: int) { if owner is none { owner = some(n) }  idle = false }\n}\n");
    const auto variables = phase_variables(spec, spec::RoleId{0});
    ASSERT_EQ(variables.size(), 2U);
    EXPECT_EQ(variables[0].phases, (std::vector<std::string>{"not on", "on"}));
    EXPECT_EQ(variables[1].phases, (std::vector<std::string>{"no owner", "some owner"}));
    const PhaseFlow flow(spec, variables[1]);
    EXPECT_EQ(flow.after(spec.roles[0].actions[1].body, {0}), PhaseFlow::Phases{1});
    EXPECT_EQ(flow.after(spec.roles[0].actions[1].body, {1}), PhaseFlow::Phases{1});
}

} // namespace
} // namespace muster::checker
