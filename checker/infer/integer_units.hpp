#pragma once

#include "spec/types/typed_spec.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace muster::checker::infer {

/// What the integers of a spec count: a generation, a number of milliseconds. Two places count the
/// same where the spec assigns, compares or adds one to the other, as in the inference of units of
/// measure by unification. Lemmas compare nothing else: a clause that compares a generation with
/// a timeout is true by accident only.
class IntegerUnits {
public:
    /// The spec outlives the units. Expressions that are added to it later may be asked about.
    explicit IntegerUnits(const spec::TypedSpec& spec);

    /// How a formula uses its parameters.
    struct Use {
        /// Whether it brings together only what the spec brings together.
        bool is_consistent = true;
        /// By parameter: the unit of an integer, if it is known.
        std::vector<std::optional<std::uint32_t>> units;
    };

    /// Of a formula, or of any expression, with these locals free, which occur nowhere else.
    [[nodiscard]] Use use(spec::ExprId body, const std::vector<spec::LocalId>& parameters) const;

    /// The unit of an integer expression; nothing if the spec relates it to no place.
    [[nodiscard]] std::optional<std::uint32_t> unit_of(spec::ExprId integer) const;

private:
    using Node = std::uint32_t;
    class Reader;

    [[nodiscard]] Node find(Node node) const;
    void unite(Node a, Node b);
    Node place(const std::string& key);

    const spec::TypedSpec& spec_;
    std::map<std::string, Node> places_;
    std::vector<Node> parent_;
    std::vector<bool> is_declared_; // by root: some variable, field, constant or function has it
    bool joined_declared_ = false;  // two units that were different became one
};

} // namespace muster::checker::infer
