#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

/// Formulas without quantifiers, as a graph of gates in which no gate occurs twice. Constants are
/// folded where a gate is made, so that what an instance fixes costs nothing.
namespace muster::checker::bounded {

/// A truth value that depends on the variables of a circuit: a gate, or its negation.
class Bit {
public:
    /// False.
    constexpr Bit() = default;

    static constexpr Bit constant(bool truth) { return Bit(truth ? 0U : 1U); }

    static constexpr Bit of_gate(std::uint32_t gate) { return Bit(gate << 1U); }

    [[nodiscard]] constexpr bool is_true() const { return code_ == 0; }

    [[nodiscard]] constexpr bool is_false() const { return code_ == 1; }

    [[nodiscard]] constexpr bool is_constant() const { return code_ <= 1; }

    [[nodiscard]] constexpr std::uint32_t gate() const { return code_ >> 1U; }

    [[nodiscard]] constexpr bool is_negated() const { return (code_ & 1U) != 0; }

    [[nodiscard]] constexpr std::uint32_t code() const { return code_; }

    constexpr Bit operator!() const { return Bit(code_ ^ 1U); }

    friend constexpr auto operator<=>(Bit, Bit) = default; // NOLINT(modernize-use-nullptr)

private:
    constexpr explicit Bit(std::uint32_t code)
        : code_(code) {}

    std::uint32_t code_ = 1;
};

/// An integer without a bound: a number of the circuit, or 0, and what is added to it.
struct Atom {
    std::uint32_t number = 0; // 0: none, so that the offset is the value
    std::int64_t offset = 0;

    [[nodiscard]] bool is_constant() const { return number == 0; }

    auto operator<=>(const Atom&) const = default; // NOLINT(modernize-use-nullptr)
    bool operator==(const Atom&) const = default;
};

/// One of the values that something may have, and when it has it.
struct Alternative {
    Atom atom;
    Bit guard;
    bool operator==(const Alternative&) const = default;
};

/// Exactly one of the guards holds, except where the value does not matter. Ascending.
using Alternatives = std::vector<Alternative>;

enum class Arithmetic { sum, difference, product };

/// A number of a circuit: chosen freely among those of 64 bits, or calculated from others.
struct Number {
    bool is_free = true;
    Arithmetic operation = Arithmetic::sum;
    Alternatives left{};
    Alternatives right{};
};

/// The gates that were made so far. Owns them; bits of different circuits do not mix.
class Circuit {
public:
    enum class GateKind {
        truth,
        variable,
        conjunction, // of `a` and `b`
        choice,      // `a` decides between `b` and `c`
        equivalence, // of `a` and `b`
        equal,       // `x` and `y`
        less,        // `x` is less than `y`
    };

    struct Gate {
        GateKind kind = GateKind::variable;
        Bit a{};
        Bit b{};
        Bit c{};
        Atom x{};
        Atom y{};
        bool operator==(const Gate&) const = default;
    };

    Circuit();

    /// A variable of its own.
    Bit fresh();
    Bit conjunction(Bit a, Bit b);

    Bit disjunction(Bit a, Bit b) { return !conjunction(!a, !b); }

    Bit choice(Bit condition, Bit yes, Bit no);
    Bit equivalence(Bit a, Bit b);
    Bit all_of(std::span<const Bit> bits);
    Bit any_of(std::span<const Bit> bits);

    Atom fresh_number();
    /// The result of one operation. Calculated where constants are, where 64 bits hold the result.
    Atom number(Arithmetic operation, const Alternatives& left, const Alternatives& right);
    Bit equal(Atom x, Atom y);
    Bit less(Atom x, Atom y);

    /// What always holds: of several choices exactly one is made, say.
    void assume(Bit bit) { assumptions_.push_back(bit); }

    [[nodiscard]] const std::vector<Bit>& assumptions() const { return assumptions_; }

    [[nodiscard]] const Gate& gate(std::uint32_t index) const { return gates_[index]; }

    [[nodiscard]] std::size_t gate_count() const { return gates_.size(); }

    [[nodiscard]] const Number& number(std::uint32_t index) const { return numbers_[index]; }

    [[nodiscard]] std::size_t number_count() const { return numbers_.size(); }

private:
    struct GateHash {
        std::size_t operator()(const Gate& gate) const;
    };

    Bit make(const Gate& gate);

    std::vector<Gate> gates_;
    std::vector<Number> numbers_; // the first is none
    std::unordered_map<Gate, std::uint32_t, GateHash> known_;
    std::vector<Bit> assumptions_;
};

/// Values of a circuit's variables and numbers, and what the gates are under them.
class Assignment {
public:
    /// The circuit outlives the assignment; variables that are not given are false, numbers 0.
    Assignment(const Circuit& circuit,
               std::map<std::uint32_t, bool> variables,
               std::map<std::uint32_t, std::int64_t> numbers);

    bool operator()(Bit bit);
    std::int64_t operator()(Atom atom);
    /// The alternative whose guard holds; the first where none does.
    std::int64_t operator()(const Alternatives& alternatives);

private:
    bool of_gate(const Circuit::Gate& gate, std::uint32_t index);

    const Circuit* circuit_;
    std::map<std::uint32_t, bool> variables_;
    std::map<std::uint32_t, std::int64_t> numbers_;
    std::vector<std::optional<bool>> known_;
};

} // namespace muster::checker::bounded
