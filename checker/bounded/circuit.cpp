#include "checker/bounded/circuit.hpp"

#include "checker/eval/value.hpp"

#include <algorithm>
#include <utility>

namespace muster::checker::bounded {

std::size_t Circuit::GateHash::operator()(const Gate& gate) const {
    std::uint64_t hash = static_cast<std::uint64_t>(gate.kind);
    for (const Bit bit : {gate.a, gate.b, gate.c}) {
        hash = mix_hash(hash, bit.code());
    }
    for (const Atom& atom : {gate.x, gate.y}) {
        hash = mix_hash(hash, atom.number);
        hash = mix_hash(hash, static_cast<std::uint64_t>(atom.offset));
    }
    return hash;
}

Circuit::Circuit() {
    gates_.push_back({.kind = GateKind::truth});
    numbers_.emplace_back();
}

Bit Circuit::make(const Gate& gate) {
    const auto [place, is_new] = known_.emplace(gate, static_cast<std::uint32_t>(gates_.size()));
    if (is_new) {
        gates_.push_back(gate);
    }
    return Bit::of_gate(place->second);
}

Bit Circuit::fresh() {
    gates_.push_back({.kind = GateKind::variable});
    return Bit::of_gate(static_cast<std::uint32_t>(gates_.size() - 1));
}

Bit Circuit::conjunction(Bit a, Bit b) {
    if (b < a) {
        std::swap(a, b);
    }
    if (a.is_true() || a == b) {
        return b;
    }
    if (a.is_false() || a == !b) {
        return Bit::constant(false);
    }
    // What one of them has as a part already, the other need not repeat.
    for (const auto& [whole, part] : {std::pair(a, b), std::pair(b, a)}) {
        const Gate& gate = gates_[whole.gate()];
        if (gate.kind != GateKind::conjunction) {
            continue;
        }
        const bool has = gate.a == part || gate.b == part;
        const bool has_opposite = gate.a == !part || gate.b == !part;
        if (!whole.is_negated() && (has || has_opposite)) {
            return has ? whole : Bit::constant(false);
        }
        if (whole.is_negated() && has_opposite) {
            return part;
        }
        if (whole.is_negated() && has) {
            return conjunction(part, !(gate.a == part ? gate.b : gate.a));
        }
    }
    return make({.kind = GateKind::conjunction, .a = a, .b = b});
}

Bit Circuit::choice(Bit condition, Bit yes, Bit no) {
    if (condition.is_negated() && !condition.is_constant()) {
        condition = !condition;
        std::swap(yes, no);
    }
    if (condition.is_true() || yes == no) {
        return yes;
    }
    if (condition.is_false()) {
        return no;
    }
    if (yes.is_true() || yes == condition) {
        return disjunction(condition, no);
    }
    if (yes.is_false() || yes == !condition) {
        return conjunction(!condition, no);
    }
    if (no.is_true() || no == !condition) {
        return disjunction(!condition, yes);
    }
    if (no.is_false() || no == condition) {
        return conjunction(condition, yes);
    }
    if (yes == !no) {
        return equivalence(condition, yes);
    }
    const bool negate = yes.is_negated();
    const Bit bit = make({.kind = GateKind::choice,
                          .a = condition,
                          .b = negate ? !yes : yes,
                          .c = negate ? !no : no});
    return negate ? !bit : bit;
}

Bit Circuit::equivalence(Bit a, Bit b) {
    if (b < a) {
        std::swap(a, b);
    }
    if (a.is_constant()) {
        return a.is_true() ? b : !b;
    }
    if (a.gate() == b.gate()) {
        return Bit::constant(a == b);
    }
    const bool negate = a.is_negated() != b.is_negated();
    const Bit bit = make({.kind = GateKind::equivalence,
                          .a = a.is_negated() ? !a : a,
                          .b = b.is_negated() ? !b : b});
    return negate ? !bit : bit;
}

Bit Circuit::all_of(std::span<const Bit> bits) {
    Bit result = Bit::constant(true);
    for (const Bit bit : bits) {
        result = conjunction(result, bit);
    }
    return result;
}

Bit Circuit::any_of(std::span<const Bit> bits) {
    Bit result = Bit::constant(false);
    for (const Bit bit : bits) {
        result = disjunction(result, bit);
    }
    return result;
}

Atom Circuit::fresh_number() {
    numbers_.emplace_back();
    return {static_cast<std::uint32_t>(numbers_.size() - 1), 0};
}

Atom Circuit::number(Arithmetic operation, const Alternatives& left, const Alternatives& right) {
    numbers_.push_back({false, operation, left, right});
    return {static_cast<std::uint32_t>(numbers_.size() - 1), 0};
}

Bit Circuit::equal(Atom x, Atom y) {
    if (x.number == y.number) {
        return Bit::constant(x.offset == y.offset);
    }
    if (y < x) {
        std::swap(x, y);
    }
    std::int64_t difference = 0;
    if (!__builtin_sub_overflow(y.offset, x.offset, &difference)) {
        x.offset = x.number == 0 ? x.offset - y.offset : 0;
        y.offset = x.number == 0 ? 0 : difference;
    }
    return make({.kind = GateKind::equal, .x = x, .y = y});
}

Bit Circuit::less(Atom x, Atom y) {
    if (x.number == y.number) {
        return Bit::constant(x.offset < y.offset);
    }
    return make({.kind = GateKind::less, .x = x, .y = y});
}

Assignment::Assignment(const Circuit& circuit,
                       std::map<std::uint32_t, bool> variables,
                       std::map<std::uint32_t, std::int64_t> numbers)
    : circuit_(&circuit)
    , variables_(std::move(variables))
    , numbers_(std::move(numbers))
    , known_(circuit.gate_count()) {}

// Gates are numbered after their parts, so that a stack of open gates never grows around a cycle.
bool Assignment::operator()(Bit bit) {
    if (known_.size() < circuit_->gate_count()) {
        known_.resize(circuit_->gate_count());
    }
    std::vector<std::uint32_t> open{bit.gate()};
    while (!open.empty()) {
        const std::uint32_t index = open.back();
        if (known_[index]) {
            open.pop_back();
            continue;
        }
        const Circuit::Gate& gate = circuit_->gate(index);
        const std::size_t before = open.size();
        for (const Bit part : {gate.a, gate.b, gate.c}) {
            if (!known_[part.gate()] && part.gate() != index) {
                open.push_back(part.gate());
            }
        }
        if (open.size() == before) {
            known_[index] = of_gate(gate, index);
            open.pop_back();
        }
    }
    return *known_[bit.gate()] != bit.is_negated();
}

bool Assignment::of_gate(const Circuit::Gate& gate, std::uint32_t index) {
    const auto value = [this](Bit bit) {
        return *known_[bit.gate()] != bit.is_negated();
    };
    switch (gate.kind) {
    case Circuit::GateKind::truth:
        return true;
    case Circuit::GateKind::variable: {
        const auto found = variables_.find(index);
        return found != variables_.end() && found->second;
    }
    case Circuit::GateKind::conjunction:
        return value(gate.a) && value(gate.b);
    case Circuit::GateKind::choice:
        return value(gate.a) ? value(gate.b) : value(gate.c);
    case Circuit::GateKind::equivalence:
        return value(gate.a) == value(gate.b);
    case Circuit::GateKind::equal:
        return (*this)(gate.x) == (*this)(gate.y);
    case Circuit::GateKind::less:
        return (*this)(gate.x) < (*this)(gate.y);
    }
    return false;
}

std::int64_t Assignment::operator()(Atom atom) {
    if (atom.number == 0) {
        return atom.offset;
    }
    const Number& number = circuit_->number(atom.number);
    std::uint64_t value = 0; // what leaves 64 bits belongs to no run
    if (number.is_free) {
        const auto found = numbers_.find(atom.number);
        value = found == numbers_.end() ? 0 : static_cast<std::uint64_t>(found->second);
    } else {
        const auto left = static_cast<std::uint64_t>((*this)(number.left));
        const auto right = static_cast<std::uint64_t>((*this)(number.right));
        value = number.operation == Arithmetic::sum          ? left + right
                : number.operation == Arithmetic::difference ? left - right
                                                             : left * right;
    }
    return static_cast<std::int64_t>(value + static_cast<std::uint64_t>(atom.offset));
}

std::int64_t Assignment::operator()(const Alternatives& alternatives) {
    for (const Alternative& alternative : alternatives) {
        if ((*this)(alternative.guard)) {
            return (*this)(alternative.atom);
        }
    }
    return alternatives.empty() ? 0 : (*this)(alternatives.front().atom);
}

} // namespace muster::checker::bounded
