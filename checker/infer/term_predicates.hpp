#pragma once

#include "checker/infer/fill_slots.hpp"
#include "checker/infer/value_pattern.hpp"

#include <functional>
#include <set>
#include <vector>

namespace muster::checker::infer {

/// What lemmas can say about the value of a term, by its type: that an option is none or holds a
/// variable, that a variable is in a set, what stands in the field of a record, and so on.
class TermPredicates {
public:
    /// Both outlive this; what is made goes to the end of `result`.
    TermPredicates(ExprBuilder& builder, std::vector<Predicate>& result);

    void expand(const Term& term);

    /// A predicate of slots; left out where there are too many.
    void add(std::vector<spec::TypeId> slots, Build build, Build guard, Footprint reads, int cost);

    /// What was added last.
    [[nodiscard]] Predicate& last() { return result_.back(); }

    /// Integers that were met on the way; what lemmas say of them are comparisons.
    [[nodiscard]] const std::vector<Term>& integers() const { return integers_; }

    /// Terms that may stand in the place of a variable.
    [[nodiscard]] Fillers& fillers() { return fillers_; }

private:
    void add(const Term& term,
             const std::vector<spec::TypeId>& more,
             const std::function<spec::ExprId(spec::ExprId term, const Exprs& more)>& build,
             int cost = 0);
    void add_equal(const Term& term, const SlottedPattern& pattern, int cost = 0);
    Term field(const Term& term, std::uint32_t index);
    void expand_option(const Term& term);
    void add_membership(const Term& term, spec::TypeId element);
    void add_emptiness(const Term& term);
    void expand_set(const Term& term, spec::TypeId element);
    void expand_map(const Term& term, spec::TypeId key, spec::TypeId value);

    ExprBuilder& builder_;
    spec::TypedSpec& spec_;
    std::vector<Predicate>& result_;
    std::vector<Term> integers_;
    Fillers fillers_;
    bool is_there_ = false;             // what is added now says that something is there
    std::set<spec::RoleId> majorities_; // that the spec asks for
    std::set<spec::RoleId> wholes_;     // `all R`
};

/// Both hold; the first one may be empty.
Build both(ExprBuilder& builder, const Build& first, const Build& second);

} // namespace muster::checker::infer
