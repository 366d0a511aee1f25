#include "checker/explain/replay_step.hpp"
#include "tests/unit/checker/smt/proofs.hpp"

// A counterexample that is shown has as few elements as any: no smaller universe has one, as going
// through all of its states and steps confirms.
namespace muster::checker::testing {
namespace {

/// Every state of a spec whose variables are truth values and which has no messages.
std::vector<State> all_states(const spec::TypedSpec& spec, const std::vector<std::int64_t>& sizes) {
    State empty;
    empty.used.resize(spec.sorts.size());
    std::vector<State> states{empty};
    for (const spec::VariableInfo& variable : spec.variables) {
        const spec::SortId index = spec.role(variable.role).index;
        const auto processes = static_cast<std::size_t>(index.valid() ? sizes[index.value] : 1);
        std::vector<State> longer;
        for (const State& state : states) {
            for (std::size_t bits = 0; bits < (std::size_t{1} << processes); ++bits) {
                State with = state;
                with.variables.emplace_back();
                for (std::size_t p = 0; p < processes; ++p) {
                    with.variables.back().push_back(Value::boolean((bits >> p & 1U) != 0));
                }
                longer.push_back(std::move(with));
            }
        }
        states = std::move(longer);
    }
    return states;
}

/// Whether this step, from some state on this universe in which the property holds, breaks it.
bool has_counterexample(const spec::TypedSpec& spec,
                        std::uint32_t step,
                        std::size_t property,
                        const std::vector<std::int64_t>& sizes) {
    const TransitionSystem system = lower(spec, {});
    Universe universe;
    universe.sort_sizes = sizes;
    universe.integers = {0};
    StepReplay replay(system, {property, {property}}, universe);
    for (const State& state : all_states(spec, sizes)) {
        const spec::SortId index = spec.role(system.steps[step].role).index;
        for (std::int64_t p = 0; p < (index.valid() ? sizes[index.value] : 1); ++p) {
            Trace trace;
            trace.universe = universe;
            trace.initial = state;
            Event event;
            event.step = step;
            event.process = p;
            if (replay.confirm(trace, event)) {
                return true;
            }
        }
    }
    return false;
}

std::int64_t sum(const std::vector<std::int64_t>& sizes) {
    std::int64_t result = 0;
    for (const std::int64_t size : sizes) {
        result += size;
    }
    return result;
}

/// The sizes that the report shows, after a look at all those with fewer elements, and at those
/// with as many and fewer of an earlier sort.
std::vector<std::int64_t> smallest(const std::string& text, const std::string& name) {
    const Proofs proofs = prove(text);
    const PropertyProof& proof = proofs.of(name);
    EXPECT_EQ(proof.outcome, ProofOutcome::not_inductive);
    expect_replayed(proof);
    const std::vector<std::int64_t> shown = proof.counterexample->trace.universe.sort_sizes;
    const std::uint32_t step = proof.counterexample->trace.steps.front().event.step;
    std::vector<std::int64_t> sizes(shown.size(), 1);
    std::size_t smaller = 0;
    while (true) {
        if (sum(sizes) < sum(shown) || (sum(sizes) == sum(shown) && sizes < shown)) {
            ++smaller;
            EXPECT_FALSE(has_counterexample(proofs.spec, step, proof.property, sizes))
                << ::testing::PrintToString(sizes);
        }
        std::size_t i = 0;
        while (i < sizes.size() && ++sizes[i] > sum(shown)) {
            sizes[i++] = 1;
        }
        if (i == sizes.size()) {
            break;
        }
    }
    EXPECT_TRUE(has_counterexample(proofs.spec, step, proof.property, shown));
    EXPECT_GT(smaller, 0U);
    return shown;
}

TEST(SmallCounterexamples, have_as_few_elements_of_one_sort_as_any) {
    EXPECT_EQ(smallest(R"(protocol three
sort P
role p[me: P] {
  var busy: bool = false
  action go when not busy { busy = true }
}
invariant not_three:
  forall x, y, z: P. x != y and y != z and x != z implies
    not (p[x].busy and p[y].busy and p[z].busy)
)",
                       "not_three"),
              (std::vector<std::int64_t>{3}));
}

// Two of one sort or two of the other would do: fewest of the first one then.
TEST(SmallCounterexamples, have_as_few_elements_of_all_sorts_as_any) {
    EXPECT_EQ(smallest(R"(protocol two_sorts
sort P
sort Q
role r {
  var done: bool = false
  action go when not done { done = true }
}
invariant not_two:
  r.done implies (forall x, y: P. x == y) and (forall x, y: Q. x == y)
)",
                       "not_two"),
              (std::vector<std::int64_t>{1, 2}));
}

// Nothing is told that could be otherwise: the third process and its flag have no part in it.
TEST(SmallCounterexamples, leave_out_what_does_not_matter) {
    const Proofs proofs = prove(R"(protocol aside
sort P
role p[me: P] {
  var busy: bool = false
  var noise: bool = false
  var seen: set P
  action go when not busy { busy = true }
}
invariant one:
  forall x, y: P. p[x].busy and p[y].busy implies x == y
)");
    const PropertyProof& proof = proofs.of("one");
    expect_replayed(proof);
    const State& before = proof.counterexample->trace.initial;
    std::size_t differences = 0;
    for (std::size_t v = 0; v < before.variables.size(); ++v) {
        for (const Value& value : before.variables[v]) {
            const bool is_initial = v == 2 ? value.items().empty() : !value.truth();
            differences += is_initial ? 0 : 1;
        }
    }
    EXPECT_EQ(differences, 1U);
}

} // namespace
} // namespace muster::checker::testing
