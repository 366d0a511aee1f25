#pragma once

#include "checker/eval/value.hpp"
#include "checker/smt/footprint.hpp"
#include "spec/types/typed_spec.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// The vocabulary of candidate lemmas: predicates over a state whose arguments are variables.
namespace muster::checker::infer {

/// Makes typed expressions at the end of a spec.
class ExprBuilder {
public:
    /// The spec outlives the builder.
    explicit ExprBuilder(spec::TypedSpec& spec)
        : spec_(spec) {}

    [[nodiscard]] spec::TypedSpec& spec() const { return spec_; }

    template <class Node>
    spec::ExprId make(Node node, spec::TypeId type) const {
        spec_.exprs.push_back({std::move(node), type, {}});
        return spec::ExprId{static_cast<std::uint32_t>(spec_.exprs.size() - 1)};
    }

    template <class Node>
    spec::ExprId truth(Node node) const {
        return make(std::move(node), spec_.types.boolean());
    }

    spec::ExprId binary(spec::BinaryOp op, spec::ExprId left, spec::ExprId right) const {
        return truth(spec::typed::Binary{op, left, right});
    }

    spec::ExprId negation(spec::ExprId operand) const;
    /// Of one at least.
    spec::ExprId all(const std::vector<spec::ExprId>& parts, spec::BinaryOp op) const;
    spec::ExprId local(spec::LocalId id) const;
    spec::LocalId new_local(const std::string& name, spec::TypeId type) const;

private:
    spec::TypedSpec& spec_;
};

using Exprs = std::vector<spec::ExprId>;

/// Makes an expression of its arguments.
using Build = std::function<spec::ExprId(const Exprs& arguments)>;

/// What a value must look like, with slots for variables: `some(x)`, `Committed`, a record of such.
struct ValuePattern {
    enum class Kind { slot, constant, nothing, something, record, anything };
    Kind kind = Kind::anything;
    spec::TypeId type;
    std::size_t slot = 0;            // of a slot
    Value constant{};                // of a constant
    std::vector<ValuePattern> parts; // of a record or an option
};

/// Which messages a predicate asks for; reading them off a state is much faster than evaluation.
struct MessageShape {
    spec::MessageId message;
    bool in_flight = false;
    std::vector<ValuePattern> fields;
    std::optional<std::size_t> from; // slots
    std::optional<std::size_t> to;
    bool is_whole = false; // names everything that can be named
};

/// One predicate: true or false in a state for every choice of its arguments. Where it has a guard
/// and the guard does not hold, it means nothing: neither it nor its negation can be relied on.
struct Predicate {
    std::vector<spec::TypeId> slots;
    Build build;
    Build guard; // empty: always defined
    Footprint reads;
    std::optional<MessageShape> message;
    /// The predicate of its own parameters, which are free in these; `undefined_unless` is invalid
    /// without a guard.
    std::vector<spec::LocalId> parameters;
    spec::ExprId body;
    spec::ExprId undefined_unless;
    /// It depends on functions or constants, among others.
    bool reads_rigid = false;

    /// It depends on functions and constants only.
    [[nodiscard]] bool is_rigid() const {
        return reads.variables.empty() && reads.timers.empty() && reads.messages.empty();
    }

    /// By slot: what an integer counts; nothing where it may be anything, and for other types.
    std::vector<std::optional<std::uint32_t>> units{};

    /// `x == y` of two variables.
    bool is_equality = false;
    /// It compares two integers.
    bool is_comparison = false;
    /// It has a quantifier inside; and it is `exists x. …` made of other predicates, which is used
    /// as a conclusion only.
    bool is_quantified = false;
    bool is_projection = false;
    /// What the integers count that it compares, apart from variables.
    std::optional<std::uint32_t> counts{};
    /// It is about integers that count nothing of what the properties speak of.
    bool counts_something_else = false;
    /// It comes from a statement of the spec, and is for the clauses that were made with it.
    bool is_derived = false;
    /// Its truth says something of all elements without a quantifier: that a set is empty.
    bool says_of_all = false;
    /// Its truth means that something is there: a message, an element, a value.
    bool says_something_is_there = false;
    /// Slots before this one have been filled with terms.
    std::size_t filled = 0;
    /// Less is simpler to read.
    int cost = 1;
};

/// Everything that lemmas may be made of.
struct PredicateOptions {
    /// By role, message: what may be spoken of.
    std::vector<bool> roles;
    std::vector<bool> messages;
    /// By message: whether `sent` may be asked, besides what is in flight.
    std::vector<bool> history;
};

/// Whether the value depends on functions or constants.
bool reads_rigid(const spec::TypedSpec& spec, spec::ExprId id);

std::vector<Predicate> make_predicates(ExprBuilder& builder, const PredicateOptions& options);

} // namespace muster::checker::infer
