#pragma once

#include "checker/smt/symbolic_state.hpp"

#include <memory>
#include <set>
#include <string>
#include <utility>

namespace muster::checker::smt {

/// What the locals stand for. A linked list that grows at its head: closures keep the scope they
/// were made in at no cost, and an expanded procedure's second call shadows its first.
class Env {
public:
    [[nodiscard]] Env with(spec::LocalId local, Sym value) const;
    [[nodiscard]] const Sym& at(spec::LocalId local) const;

private:
    struct Node;
    std::shared_ptr<const Node> head_;
};

/// Where an expression is evaluated.
struct Scope {
    Env env;
    SymbolicState now;
    /// What `old` refers to.
    std::optional<SymbolicState> before;
    /// Under a quantifier or inside a comprehension: no constant can be introduced here.
    bool bound = false;

    [[nodiscard]] Scope with(spec::LocalId local, Sym value) const {
        Scope result = *this;
        result.env = env.with(local, std::move(value));
        result.bound = true;
        return result;
    }
};

/// Turns typed expressions into symbolic values. Total: an undefined expression yields some value,
/// and `defined` says when an expression is defined, in the order of evaluation.
class ExprEncoder {
public:
    explicit ExprEncoder(Vocabulary& vocabulary)
        : vocabulary_(vocabulary) {}

    Sym value(spec::ExprId id, const Scope& scope);

    /// Of a boolean or any other scalar.
    z3::expr term(spec::ExprId id, const Scope& scope) { return *value(id, scope).term; }

    z3::expr defined(spec::ExprId id, const Scope& scope);
    /// The same where every other operation than this one counts as defined.
    z3::expr defined_at(const spec::typed::Expr& operation, spec::ExprId id, const Scope& scope);

    /// What is known of the constants that the values evaluated so far introduced.
    [[nodiscard]] Terms take_facts() { return std::exchange(facts_, {}); }

    /// The abstractions that were used so far, as a report names them.
    [[nodiscard]] std::set<std::string> take_abstractions() {
        return std::exchange(abstractions_, {});
    }

    [[nodiscard]] Vocabulary& vocabulary() { return vocabulary_; }

private:
    friend class ValueOf;
    friend class DefinedOf;

    bool may_be_undefined(spec::ExprId id);

    Vocabulary& vocabulary_;
    Terms facts_;
    std::set<std::string> abstractions_;
    std::map<spec::ExprId, bool> partial_;
    const spec::typed::Expr* only_ = nullptr; // while one operation is asked about
};

/// Whether this operation itself can be undefined, its operands left aside.
bool is_partial(const spec::typed::Expr& expr);

/// One element that a binder ranges over.
struct Range {
    Sym element;
    Terms bound;
    z3::expr guard;
};

Range range_over(ExprEncoder& encoder, const spec::typed::Binder& binder, const Scope& scope);

} // namespace muster::checker::smt
