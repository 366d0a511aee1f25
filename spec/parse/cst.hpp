#pragma once

#include "spec/ast/ast.hpp"

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

/// What the grammar reads before it knows what it means. None of it leaves the parser.
namespace muster::spec::syntax::cst {

/// `not` or unary `-` before an operand.
struct Prefix {
    ast::UnaryOp op = ast::UnaryOp::logical_not;
    Span span;
};

struct Operand {
    std::vector<Prefix> prefixes;
    ast::ExprId value;
};

/// An operator with what stands right of it. `is some` and `is none` have nothing there.
struct IsTest {
    bool some = false;
};

struct Operator {
    std::variant<ast::BinaryOp, IsTest> op;
    Span span;
};

struct Link {
    Operator op;
    Operand right;
};

/// `a op b op c` before precedence is applied.
struct Chain {
    Operand first;
    std::vector<Link> links;
};

/// `a, b: T` or `x in S`.
struct BinderGroup {
    std::vector<ast::Name> names;
    ast::TypeId type;
    ast::ExprId domain;
};

/// `x: T`, or an expression that may turn out to be `x in S`.
struct Clause {
    std::optional<ast::Binder> typed;
    Chain chain;
};

/// `k -> v`.
struct MapEntry {
    ast::ExprId key;
    ast::ExprId value;
};

/// Everything that stands in braces where an expression may stand.
struct Braces {
    enum class Form { empty, elements, set_comprehension, map_comprehension, map_entries };
    Form form = Form::empty;
    Span span;
    Clause head;                       // `x: T` only before a bar
    std::vector<ast::ExprId> elements; // those behind the first
    ast::ExprId value;                 // of `k -> v`
    std::vector<MapEntry> entries;     // those behind the first
    std::vector<Clause> clauses;
};

/// `let x = e` or `let x = fresh S`.
struct LetStatement {
    ast::Name name;
    std::optional<ast::Name> sort;
    ast::ExprId value;
};

struct Duration {
    std::int64_t ms = 0;
};

} // namespace muster::spec::syntax::cst
