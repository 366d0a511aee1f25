#pragma once

#include "checker/smt/term.hpp"

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace muster::checker::smt {

/// How many elements the sorts without structure have.
struct Sizes {
    unsigned most;                                      // of every one that is not listed
    std::vector<std::pair<z3::sort, unsigned>> exact{}; // of these
};

/// A question about few elements, without quantifiers over them: every element has a name, and what
/// is said of all or of some is written out for each. A solver then searches instead of guessing
/// instances of quantifiers, and finds a model, or that there is none of this size, where it would
/// otherwise be lost. Quantifiers over numbers and over enumerations stay.
///
/// Every model of the result is one of the question.
class Grounding {
public:
    Grounding(z3::context& ctx, Sizes sizes);

    /// Nothing where the question would become too long.
    std::optional<Terms> operator()(const Terms& question);

private:
    struct TooLong {};

    struct Entry {
        z3::expr term; // kept, so that no other one gets its number
        z3::expr result;
    };

    /// The elements of a sort without structure; some may be the same where it has no exact size.
    const Terms& elements(const z3::sort& sort);
    [[nodiscard]] std::optional<unsigned> exact_size(const z3::sort& sort) const;
    [[nodiscard]] bool is_distinct(const z3::expr& term) const;

    z3::expr ground(const z3::expr& term);
    z3::expr ground_new(const z3::expr& term);
    z3::expr ground_equation(const Terms& arguments);
    z3::expr ground_application(const z3::expr& term);
    z3::expr ground_quantifier(const z3::expr& term);
    /// That the values of a function are among the elements.
    z3::expr closed(const z3::func_decl& function);

    z3::context& ctx_;
    Sizes sizes_;
    std::unordered_map<unsigned, Terms> elements_; // by the number of their sort
    Terms distinct_;                               // that the elements of one sort are, and so on
    std::unordered_set<unsigned> is_distinct_;     // elements that differ from all others
    std::unordered_map<unsigned, Entry> known_;
    std::size_t instances_ = 0;
};

} // namespace muster::checker::smt
