#pragma once

#include "checker/check/check.hpp"

#include <cstddef>
#include <vector>

namespace muster::checker {

/// What must be true in some state for a part of a property to say anything, as a property that
/// says it never is.
struct Premise {
    std::size_t property = 0; // of the spec
    spec::Span span;
    VacuousPart::Kind kind = VacuousPart::Kind::premise;
    std::size_t never = 0; // into the properties of the spec with premises
};

/// A copy of a spec with a property `not premise` for each premise of some properties, behind those
/// that it has.
class PremiseSpec {
public:
    PremiseSpec(const spec::TypedSpec& given, const std::vector<std::size_t>& properties);

    [[nodiscard]] const spec::TypedSpec& spec() const { return spec_; }

    [[nodiscard]] const std::vector<Premise>& premises() const { return premises_; }

private:
    template <class Node>
    spec::ExprId truth(Node node);
    void add_parts(std::size_t property, spec::ExprId id);
    void add_part(std::size_t property, spec::ExprId whole);

    spec::TypedSpec spec_;
    std::vector<Premise> premises_;
};

} // namespace muster::checker
