#pragma once

#include "checker/infer/parameters.hpp"
#include "checker/infer/predicate.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace muster::checker::infer {

/// A formula as a predicate of its free locals, or the negation of one.
struct Atom {
    std::uint32_t predicate = 0;
    std::vector<spec::LocalId> arguments; // by slot
    bool positive = true;
};

/// Turns formulas into predicates. Formulas that say the same of other locals share one.
class PredicateIndex {
public:
    /// All outlive the index; new predicates go to the end of `predicates` and are marked as
    /// derived.
    PredicateIndex(const ExprBuilder& builder,
                   const PredicateOptions& options,
                   std::vector<Predicate>& predicates);

    /// Nothing if it speaks of what may not be spoken of, of too many locals, or of places that may
    /// not be there in a way that no guard can tell.
    std::optional<Atom> atom(spec::ExprId formula);

private:
    /// The same text for formulas that are equal up to the names of locals, and the free locals in
    /// the order in which they occur.
    struct Shape {
        std::string text;
        std::vector<spec::LocalId> locals;
    };

    struct Known {
        std::uint32_t predicate = 0;
        std::vector<std::size_t> slots; // by local in the order of the shape
    };

    [[nodiscard]] Shape shape_of(spec::ExprId formula, spec::ExprId guard) const;
    void enter(std::uint32_t predicate);
    [[nodiscard]] bool is_speakable(spec::ExprId formula) const;
    std::optional<std::uint32_t>
    make(spec::ExprId formula, spec::ExprId guard, const std::vector<spec::LocalId>& locals);

    const ExprBuilder& builder_;
    spec::TypedSpec& spec_;
    const PredicateOptions& options_;
    std::vector<Predicate>& predicates_;
    Parameters parameters_;
    std::map<std::string, Known> known_;
};

} // namespace muster::checker::infer
