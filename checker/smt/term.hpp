#pragma once

#include <z3++.h>

#include <functional>
#include <map>
#include <memory>
#include <vector>

/// Small helpers over Z3 terms. The constructors fold the constants away, so that what a path of a
/// handler does not touch stays visibly untouched.
namespace muster::checker::smt {

using Terms = std::vector<z3::expr>;

/// A function from argument terms to a term, computed once for each argument vector. State during
/// the symbolic execution of a handler is a row of these.
class Closure {
public:
    Closure() = default;
    explicit Closure(std::function<z3::expr(const Terms&)> body);

    z3::expr operator()(const Terms& arguments) const;

    [[nodiscard]] bool valid() const { return body_ != nullptr; }

    friend bool operator==(const Closure& a, const Closure& b) { return a.body_ == b.body_; }

private:
    struct Body;
    std::shared_ptr<Body> body_;
};

z3::expr truth(z3::context& ctx, bool value);
z3::expr negation(const z3::expr& a);
z3::expr both(const z3::expr& a, const z3::expr& b);
z3::expr either(const z3::expr& a, const z3::expr& b);
z3::expr implication(const z3::expr& a, const z3::expr& b);
z3::expr same(const z3::expr& a, const z3::expr& b);
z3::expr choice(const z3::expr& condition, const z3::expr& then_term, const z3::expr& else_term);
z3::expr conjunction(z3::context& ctx, const Terms& terms);
z3::expr disjunction(z3::context& ctx, const Terms& terms);
/// Position by position; the rows have one length.
z3::expr same_rows(z3::context& ctx, const Terms& a, const Terms& b);

/// Quantifiers over constants; the body itself where nothing is bound. A constant that an equation
/// in the body determines is not bound but replaced.
z3::expr for_all(const Terms& bound, const z3::expr& body);
z3::expr there_is(const Terms& bound, const z3::expr& body);
/// That the sort has at most so many elements.
z3::expr at_most(const z3::sort& sort, unsigned size);

/// A shorter claim that is the same wherever the condition holds: what the condition says is left
/// out. Guards often say what makes the operations behind them defined.
z3::expr given(const z3::expr& condition, const z3::expr& claim);
/// That the claim holds where the condition does; visibly true if the condition repeats the claim.
z3::expr where(const z3::expr& condition, const z3::expr& claim);

z3::expr replace(const z3::expr& term, const z3::expr& from, const z3::expr& to);
bool mentions(const z3::expr& term, const z3::expr& constant);
bool has_quantifier(const z3::expr& term);
/// In the order in which they are met.
std::vector<z3::sort> uninterpreted_sorts_in(const Terms& terms);
Terms append(Terms row, const Terms& more);

} // namespace muster::checker::smt
