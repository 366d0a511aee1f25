#include "checker/bounded/circuit_solver.hpp"

#include <z3++.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace muster::checker::bounded {
namespace {

using Gate = Circuit::Gate;
using GateKind = Circuit::GateKind;

bool has_numbers(const Gate& gate) {
    return gate.kind == GateKind::equal || gate.kind == GateKind::less;
}

} // namespace

struct CircuitSolver::Impl {
    explicit Impl(const Circuit& the_circuit)
        : circuit(the_circuit) {
        restart(false);
    }

    /// The SAT core knows no numbers, so that the first of them means to begin again.
    void restart(bool numbers) {
        with_numbers = numbers;
        solver.emplace(numbers ? z3::solver(ctx, z3::solver::simple()) : z3::solver(ctx, "QF_FD"));
        literals.clear();
        terms.clear();
        variables.clear();
        assumptions_given = 0;
        for (const Bit bit : required) {
            give(bit);
            add({bit});
        }
    }

    [[nodiscard]] z3::expr literal(Bit bit) const {
        const z3::expr& positive = *literals[bit.gate()];
        return bit.is_negated() ? !positive : positive;
    }

    void add(const std::vector<Bit>& clause) {
        z3::expr_vector bits(ctx);
        for (const Bit bit : clause) {
            if (bit.is_true()) {
                return;
            }
            if (!bit.is_false()) {
                bits.push_back(literal(bit));
            }
        }
        solver->add(bits.size() == 1 ? bits[0] : z3::mk_or(bits));
    }

    [[nodiscard]] z3::expr integer(std::int64_t value) { return ctx.int_val(value); }

    z3::expr term(Atom atom) {
        if (atom.number == 0) {
            return integer(atom.offset);
        }
        const z3::expr number = term_of_number(atom.number);
        return atom.offset == 0 ? number : number + integer(atom.offset);
    }

    z3::expr term_of_number(std::uint32_t index) {
        if (terms.size() <= index) {
            terms.resize(index + 1);
        }
        if (!terms[index]) {
            const Number& number = circuit.number(index);
            if (number.is_free) {
                const z3::expr constant =
                    ctx.int_const(("number_" + std::to_string(index)).c_str());
                solver->add(constant >= integer(std::numeric_limits<std::int64_t>::min()));
                solver->add(constant <= integer(std::numeric_limits<std::int64_t>::max()));
                terms[index] = constant;
            } else {
                const z3::expr left = term(number.left);
                const z3::expr right = term(number.right);
                terms[index] = number.operation == Arithmetic::sum          ? left + right
                               : number.operation == Arithmetic::difference ? left - right
                                                                            : left * right;
            }
        }
        return *terms[index];
    }

    z3::expr term(const Alternatives& alternatives) {
        z3::expr result = integer(0);
        for (auto at = alternatives.rbegin(); at != alternatives.rend(); ++at) {
            if (at == alternatives.rbegin()) {
                result = term(at->atom);
                continue;
            }
            give(at->guard);
            result = at->guard.is_true()    ? term(at->atom)
                     : at->guard.is_false() ? result
                                            : z3::ite(literal(at->guard), term(at->atom), result);
        }
        return result;
    }

    /// Gives the gates that a bit depends on to Z3, parts first.
    void give(Bit bit) {
        std::vector<std::uint32_t> open{bit.gate()};
        while (!open.empty()) {
            const std::uint32_t index = open.back();
            if (index == 0 || is_given(index)) {
                open.pop_back();
                continue;
            }
            const Gate& gate = circuit.gate(index);
            const std::size_t before = open.size();
            for (const Bit part : {gate.a, gate.b, gate.c}) {
                if (part.gate() != 0 && !is_given(part.gate())) {
                    open.push_back(part.gate());
                }
            }
            if (open.size() == before) {
                open.pop_back();
                define(index, gate);
            }
        }
    }

    [[nodiscard]] bool is_given(std::uint32_t index) {
        if (literals.size() < circuit.gate_count()) {
            literals.resize(circuit.gate_count());
        }
        return literals[index].has_value();
    }

    void define(std::uint32_t index, const Gate& gate) {
        if (has_numbers(gate)) {
            needs_numbers = true;
            if (!with_numbers) {
                literals[index] = ctx.bool_val(true); // the restart that follows does better
                return;
            }
            literals[index] = gate.kind == GateKind::equal ? term(gate.x) == term(gate.y)
                                                           : term(gate.x) < term(gate.y);
            return;
        }
        literals[index] = ctx.bool_const(("gate_" + std::to_string(index)).c_str());
        const Bit self = Bit::of_gate(index);
        switch (gate.kind) {
        case GateKind::conjunction:
            add({!self, gate.a});
            add({!self, gate.b});
            add({self, !gate.a, !gate.b});
            break;
        case GateKind::choice:
            add({!self, !gate.a, gate.b});
            add({!self, gate.a, gate.c});
            add({self, !gate.a, !gate.b});
            add({self, gate.a, !gate.c});
            add({!self, gate.b, gate.c});
            add({self, !gate.b, !gate.c});
            break;
        case GateKind::equivalence:
            add({!self, !gate.a, gate.b});
            add({!self, gate.a, !gate.b});
            add({self, gate.a, gate.b});
            add({self, !gate.a, !gate.b});
            break;
        default:
            variables.push_back(index);
            break;
        }
    }

    /// Gives what a question needs, and all that always holds.
    void prepare(Bit bit) {
        const auto give_all = [&] {
            give(bit);
            const auto& assumptions = circuit.assumptions();
            for (; assumptions_given < assumptions.size(); ++assumptions_given) {
                give(assumptions[assumptions_given]);
                add({assumptions[assumptions_given]});
            }
        };
        give_all();
        if (needs_numbers && !with_numbers) {
            restart(true);
            give_all();
        }
    }

    /// Whether there is anything left of the limits, which the solver then has.
    bool limit(const Limits& limits) {
        using std::chrono::milliseconds;
        constexpr std::int64_t most = std::numeric_limits<unsigned>::max() - 1; // all: no limit
        std::int64_t timeout = most;
        if (limits.deadline) {
            timeout = std::min(timeout,
                               std::chrono::duration_cast<milliseconds>(
                                   *limits.deadline - std::chrono::steady_clock::now())
                                   .count());
        }
        if (timeout <= 0 || limits.effort.is_spent()) {
            return false;
        }
        z3::params params(ctx);
        params.set("timeout", static_cast<unsigned>(timeout));
        params.set("rlimit",
                   static_cast<unsigned>(std::clamp<std::uint64_t>(
                       limits.effort.left() / effort_of_count(), 1, most)));
        solver->set(params);
        return true;
    }

    /// The SMT core counts about a fifth of what the SAT core counts in the same time.
    [[nodiscard]] std::uint64_t effort_of_count() const { return with_numbers ? 5 : 1; }

    /// What Z3 has done so far, modulo 2^32.
    [[nodiscard]] std::uint32_t work() const {
        const z3::stats numbers = solver->statistics();
        for (unsigned i = 0; i < numbers.size(); ++i) {
            if (numbers.key(i) == "rlimit count") {
                return numbers.uint_value(i);
            }
        }
        return 0;
    }

    const Circuit& circuit;
    z3::context ctx;
    std::optional<z3::solver> solver;
    bool with_numbers = false;
    bool needs_numbers = false;
    std::vector<std::optional<z3::expr>> literals; // by gate
    std::vector<std::optional<z3::expr>> terms;    // by number
    std::vector<std::uint32_t> variables;          // that Z3 knows
    std::size_t assumptions_given = 0;
    std::vector<Bit> required;
    Bit asked;
};

CircuitSolver::CircuitSolver(const Circuit& circuit)
    : impl_(std::make_unique<Impl>(circuit)) {}

CircuitSolver::~CircuitSolver() = default;

CircuitSolver::Answer CircuitSolver::ask(Bit bit, const Limits& limits) {
    impl_->asked = bit;
    if (bit.is_false()) {
        return Answer::no;
    }
    impl_->prepare(bit);
    if (!impl_->limit(limits)) {
        return Answer::unknown;
    }
    z3::expr_vector assumptions(impl_->ctx);
    if (!bit.is_true()) {
        assumptions.push_back(impl_->literal(bit));
    }
    const Stop::Waiting waiting(limits.stop, [this] { impl_->ctx.interrupt(); });
    const std::uint32_t before = impl_->work();
    const z3::check_result answer = impl_->solver->check(assumptions);
    limits.effort.spend(std::uint64_t{impl_->work() - before} * impl_->effort_of_count());
    return answer == z3::sat ? Answer::yes : answer == z3::unsat ? Answer::no : Answer::unknown;
}

void CircuitSolver::require(Bit bit) {
    impl_->required.push_back(bit);
    impl_->prepare(bit);
    impl_->add({bit});
}

Assignment CircuitSolver::assignment() const {
    const z3::model model = impl_->solver->get_model();
    std::map<std::uint32_t, bool> variables;
    for (const std::uint32_t index : impl_->variables) {
        variables[index] = model.eval(*impl_->literals[index], true).is_true();
    }
    std::map<std::uint32_t, std::int64_t> numbers;
    for (std::uint32_t index = 1; index < impl_->terms.size(); ++index) {
        if (impl_->terms[index] && impl_->circuit.number(index).is_free) {
            std::int64_t value = 0;
            model.eval(*impl_->terms[index], true).is_numeral_i64(value);
            numbers[index] = value;
        }
    }
    return {impl_->circuit, std::move(variables), std::move(numbers)};
}

std::string CircuitSolver::last_question() const {
    z3::solver question(impl_->ctx, z3::solver::simple());
    for (const z3::expr& assertion : impl_->solver->assertions()) {
        question.add(assertion);
    }
    if (!impl_->asked.is_constant()) {
        question.add(impl_->literal(impl_->asked));
    }
    return question.to_smt2();
}

} // namespace muster::checker::bounded
