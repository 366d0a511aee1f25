#include "checker/bounded/circuit.hpp"
#include "checker/bounded/circuit_solver.hpp"

#include <gtest/gtest.h>

namespace muster::checker::bounded {
namespace {

const Bit kTrue = Bit::constant(true);
const Bit kFalse = Bit::constant(false);

CircuitSolver::Answer ask(CircuitSolver& solver, Bit bit) {
    Effort without_limit;
    return solver.ask(bit, {without_limit, std::nullopt, nullptr});
}

TEST(Gates, of_constants_and_of_equal_parts_are_folded) {
    Circuit circuit;
    const Bit a = circuit.fresh();
    const Bit b = circuit.fresh();
    const std::size_t gates = circuit.gate_count();
    EXPECT_EQ(circuit.conjunction(a, kTrue), a);
    EXPECT_EQ(circuit.conjunction(a, kFalse), kFalse);
    EXPECT_EQ(circuit.conjunction(a, !a), kFalse);
    EXPECT_EQ(circuit.disjunction(a, !a), kTrue);
    EXPECT_EQ(circuit.choice(a, b, b), b);
    EXPECT_EQ(circuit.choice(kFalse, a, b), b);
    EXPECT_EQ(circuit.choice(a, kTrue, kFalse), a);
    EXPECT_EQ(circuit.equivalence(a, !a), kFalse);
    EXPECT_EQ(circuit.gate_count(), gates);
    const Bit both = circuit.conjunction(a, b);
    EXPECT_EQ(circuit.conjunction(b, a), both);
    EXPECT_EQ(circuit.conjunction(both, a), both);
    EXPECT_EQ(circuit.conjunction(both, !b), kFalse);
    EXPECT_EQ(circuit.conjunction(!both, a), circuit.conjunction(a, !b));
}

// Every gate under every assignment of its variables, against what it is said to be.
TEST(Gates, mean_what_they_say) {
    for (unsigned bits = 0; bits < 8; ++bits) {
        Circuit circuit;
        const Bit a = circuit.fresh();
        const Bit b = circuit.fresh();
        const Bit c = circuit.fresh();
        const bool x = (bits & 1U) != 0;
        const bool y = (bits & 2U) != 0;
        const bool z = (bits & 4U) != 0;
        Assignment under(circuit, {{a.gate(), x}, {b.gate(), y}, {c.gate(), z}}, {});
        EXPECT_EQ(under(circuit.conjunction(a, !b)), x && !y);
        EXPECT_EQ(under(circuit.disjunction(a, b)), x || y);
        EXPECT_EQ(under(circuit.choice(!a, b, c)), x ? z : y);
        EXPECT_EQ(under(circuit.choice(a, !b, c)), x ? !y : z);
        EXPECT_EQ(under(circuit.equivalence(a, !c)), x != z);
    }
}

TEST(Numbers, are_compared_as_far_as_they_are_known) {
    Circuit circuit;
    const Atom n = circuit.fresh_number();
    EXPECT_EQ(circuit.equal({0, 3}, {0, 3}), kTrue);
    EXPECT_EQ(circuit.less({0, 3}, {0, 3}), kFalse);
    EXPECT_EQ(circuit.less({n.number, 1}, {n.number, 2}), kTrue);
    EXPECT_EQ(circuit.equal({n.number, 1}, {n.number, 2}), kFalse);
    EXPECT_EQ(circuit.equal({n.number, 1}, {0, 4}), circuit.equal({n.number, 0}, {0, 3}));
    EXPECT_FALSE(circuit.equal(n, {0, 4}).is_constant());
}

TEST(Solver, finds_what_there_is_and_keeps_what_was_required) {
    Circuit circuit;
    CircuitSolver solver(circuit);
    const Bit a = circuit.fresh();
    const Bit b = circuit.fresh();
    const Bit different = !circuit.equivalence(a, b);
    ASSERT_EQ(ask(solver, different), CircuitSolver::Answer::yes);
    Assignment found = solver.assignment();
    EXPECT_NE(found(a), found(b));
    solver.require(a);
    ASSERT_EQ(ask(solver, different), CircuitSolver::Answer::yes);
    found = solver.assignment();
    EXPECT_TRUE(found(a));
    EXPECT_FALSE(found(b));
    EXPECT_EQ(ask(solver, circuit.conjunction(b, different)), CircuitSolver::Answer::no);
    EXPECT_EQ(ask(solver, kTrue), CircuitSolver::Answer::yes);
    solver.require(!a);
    EXPECT_EQ(ask(solver, kTrue), CircuitSolver::Answer::no);
}

// The first question about a number comes after others, so that the solver changes under way.
TEST(Solver, takes_numbers_of_any_size) {
    Circuit circuit;
    CircuitSolver solver(circuit);
    const Bit a = circuit.fresh();
    solver.require(a);
    ASSERT_EQ(ask(solver, a), CircuitSolver::Answer::yes);
    const Atom n = circuit.fresh_number();
    const Atom twice = circuit.number(Arithmetic::sum, {{n, kTrue}}, {{n, kTrue}});
    const Bit is_it = circuit.conjunction(a, circuit.equal(twice, {0, 2'000'000'000'000}));
    ASSERT_EQ(ask(solver, is_it), CircuitSolver::Answer::yes);
    Assignment found = solver.assignment();
    EXPECT_EQ(found(n), 1'000'000'000'000);
    EXPECT_EQ(found(twice), 2'000'000'000'000);
    EXPECT_EQ(ask(solver, circuit.equal(twice, {0, 7})), CircuitSolver::Answer::no);
    EXPECT_EQ(ask(solver, !a), CircuitSolver::Answer::no);
}

TEST(Solver, gives_up_at_its_deadline_and_when_it_is_asked_to) {
    Circuit circuit;
    CircuitSolver solver(circuit);
    Effort effort;
    const Bit a = circuit.fresh();
    EXPECT_EQ(solver.ask(a, {effort, std::chrono::steady_clock::now(), nullptr}),
              CircuitSolver::Answer::unknown);
}

} // namespace
} // namespace muster::checker::bounded
