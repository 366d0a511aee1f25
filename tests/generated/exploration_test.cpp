// Every step of every process, in every state that an instance reaches, computed by the evaluator
// and by generated machines, for all shipped protocols that have a form in C++.

#include "checker/check/searchable.hpp"
#include "cli/generability.hpp"
#include "cli/load_spec.hpp"
#include "cli/machines/machine_library.hpp"
#include "tests/support/shipped_protocols.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/checker/specs.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace muster::checker::testing {
namespace {

using cli::Comparison;

/// Enough for every kind of step to happen; most instances have fewer.
constexpr std::uint64_t kStates = 2'000;

cli::MachineLibrary compiled(const spec::TypedSpec& spec) {
    auto library = cli::MachineLibrary::of(spec, {});
    if (!library) {
        throw std::runtime_error(library.error());
    }
    return *std::move(library);
}

/// The properties of a group that can be searched for, in instances that are kept small.
ExploreOptions options_for(const spec::TypedSpec& spec, const PropertyGroup& group) {
    ExploreOptions options;
    options.slicing = Slicing::off;
    options.on_violation = OnViolation::go_on;
    options.max_states = kStates;
    for (const std::size_t property : group.properties) {
        const spec::PropertyKind kind = spec.properties[property].kind;
        if (kind != spec::PropertyKind::axiom && !why_not_searched(spec, group.without, property)) {
            (kind == spec::PropertyKind::cover ? options.covers : options.properties)
                .push_back(property);
        }
    }
    return options;
}

/// Who computes the steps makes no difference, and comparing them finds none. Nor do threads.
void expect_all_alike(const spec::TypedSpec& spec,
                      const PropertyGroup& group,
                      const cli::MachineLibrary& library) {
    for (const spec::InstanceInfo& instance : spec.instances) {
        const TransitionSystem system = lower(spec, group.without, vanishing_on(instance));
        ExploreOptions options = options_for(spec, group);
        const auto found = [&] {
            return text_of(spec, product::explore(system, instance, options));
        };
        const std::string expected = found();
        for (const Comparison comparison : {Comparison::everywhere, Comparison::where_needed}) {
            const cli::GeneratedMachines machines = library.machines(comparison);
            options.sources = &machines;
            for (const std::uint32_t threads : {1, 2}) {
                options.threads = threads;
                EXPECT_EQ(found(), expected) << instance.name;
            }
        }
        const cli::GeneratedMachines machines = library.machines(Comparison::where_needed);
        options.sources = &machines;
        options.permutations = Permutations::taken_for_one;
        const std::string alike = found();
        options.sources = nullptr;
        EXPECT_EQ(found(), alike) << instance.name;
    }
}

class ShippedProtocols : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedProtocols, AreExploredAsGeneratedAndAsEvaluated) {
    const std::string file =
        std::string(MUSTER_SOURCE_DIR) + "/spec/protocols/" + GetParam() + ".muster";
    const cli::Context context{.in = std::cin, .out = std::cout, .err = std::cerr};
    const auto loaded = cli::load_spec(file, {}, context);
    ASSERT_TRUE(loaded);
    if (const auto why = cli::why_not_generable(loaded->typed)) {
        ASSERT_TRUE(GetParam().starts_with("models/")) << why->message;
        GTEST_SKIP() << why->message;
    }
    const cli::MachineLibrary library = compiled(loaded->typed);
    for (const PropertyGroup& group : group_properties(loaded->typed)) {
        expect_all_alike(loaded->typed, group, library);
    }
}

INSTANTIATE_TEST_SUITE_P(Each,
                         ShippedProtocols,
                         ::testing::ValuesIn(muster::test::shipped_protocols(
                             std::string(MUSTER_SOURCE_DIR) + "/spec/protocols")),
                         [](const auto& name) {
                             std::string letters = name.param;
                             std::replace(letters.begin(), letters.end(), '/', '_');
                             return letters;
                         });

void expect_alike(const std::string& text) {
    const spec::TypedSpec spec = analysed(text);
    const cli::MachineLibrary library = compiled(spec);
    for (const PropertyGroup& group : group_properties(spec)) {
        expect_all_alike(spec, group, library);
    }
}

// How a step goes wrong is said by the evaluator, wherever in it that happens.
TEST(Exploration, FindsTheSameStepsThatGoWrong) {
    expect_alike(R"(protocol p
sort C
enum E { Late = 7, Early = 3 }
message Ask from c to s { of: C, at: E = Early }
message Tell from s to c { n: int }
role c[me: C] {
  var n: int = 0
  action ask(of: C, at: E) { send Ask(of: of, at: at) to s }
  on Tell(n: m) when m < 2 { n = m }
}
role s {
  var counts: map C -> int
  var last: option C = none
  var seen: set E
  timer t[of: C] for 1s
  on Ask(of, at) from c when at == Early {
    assert last != some(of)
    pick one in { x | x in seen, x != at } { seen -= one } else { seen += at }
    last = some(of)
    counts[of] = 0
    start t[of]
    send Tell(n: size(counts)) to c
  }
  on Ask(of) from c when last == none { last = some(c) }
  on Ask(of) from c when of == c { ignore }
  on t(of) { counts[of] = counts[last.value] + 1  last = none }
  action use { pick one in seen { seen -= one } }
}
fault crash s
instance two { C = 2, s.counts <= 2 }
invariant small: forall x: C. not (x in s.counts) or s.counts[x] < 2
)");
}

// The evaluator does not follow lists of any length; what is generated does.
TEST(Exploration, EndsWhereListsGetTooLong) {
    expect_alike(R"(protocol p
sort C
role s {
  var items: list C
  action begin(x: C) when size(items) == 0 { items += x }
  action double { for each x in items { items += x } }
}
instance one { C = 1 }
invariant few: size(s.items) < 9000
)");
}

// Several handlers may take a message, an element is drawn, and a request is answered.
TEST(Exploration, FindsTheSameWaysToChoose) {
    expect_alike(R"(protocol p
sort C
sort Ticket
const limit: int
function rank(t: Ticket): int
message Ask from c to s {}
message Give from s to c { ticket: Ticket, n: int }
message Note from s to c { ticket: Ticket } via fifo
role c[me: C] {
  var mine: list Ticket
  var waiting: bool = false
  action ask when not waiting { send Ask() to s  waiting = true }
  on Give(ticket, n) when n <= limit { mine += ticket }
  on Give() otherwise { ignore }
  on Note(ticket) { mine -= ticket }
  on lost s { for each x in mine { mine -= x } }
}
role s {
  var given: map Ticket -> C
  var everybody: set C
  ghost number: int = 0
  either on Ask() from c as r when size(given) < 2 {
    let t = fresh Ticket
    given[t] = c
    number += 1
    reply Give(ticket: t, n: rank(t)) to r
  }
  either on Ask() from c as r when given != {} {
    pick t in keys(given) by max rank(t) { reply Give(ticket: t, n: limit) to r }
  }
  on Ask() otherwise { everybody = all c }
  action tell when everybody != {} {
    for t in keys(given) { send Note(ticket: t) to given[t] }
    everybody = {}
  }
}
fault crash s
instance two { C = 2, Ticket = 3, limit = 1 }
invariant few: size(s.given) <= 2
cover given_back: exists x: C. c[x].waiting and c[x].mine == []
)");
}

// What is missing in an answer is not made up.
TEST(Exploration, TellsWhereTheyDiffer) {
    const spec::TypedSpec spec = analysed(R"(protocol p
role a { var n: int = 0  action count when n < 3 { n = n + 1 } }
instance one {}
invariant few: a.n < 5
)");
    // Answers that the step is handled and that the variable is 9 after it.
    constexpr auto kWrong = [](const runtime::exploration::Word*,
                               std::size_t,
                               const runtime::exploration::Asker* asker) {
        const runtime::exploration::Word answer[] = {0, 0, 0, 0, 9};
        asker->take(asker->self, answer, std::size(answer));
        return 0;
    };
    ExploreOptions options;
    options.properties = {0};
    const TransitionSystem system = lower(spec, {}, Vanishing::never);
    for (const Comparison comparison : {Comparison::everywhere, Comparison::where_needed}) {
        const cli::GeneratedMachines machines(kWrong, comparison);
        options.sources = &machines;
        try {
            static_cast<void>(product::explore(system, spec.instances.front(), options));
            FAIL();
        } catch (const InternalError& error) {
            EXPECT_STREQ(error.what(),
                         "generated code and evaluator differ: count() at a in the state (n: 0)\n"
                         "  only generated code: leads to (n: 9)\n"
                         "  only the evaluator: leads to (n: 1)");
        }
    }
}

} // namespace
} // namespace muster::checker::testing
