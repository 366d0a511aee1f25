#pragma once

#include "spec/ast/name.hpp"

#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

/// The syntax of expressions.
namespace muster::spec::ast {

enum class UnaryOp { negate, logical_not };

enum class BinaryOp {
    iff,
    implies,
    logical_or,
    logical_and,
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    in,
    subset,
    set_union,
    intersection,
    difference,
    add,
    subtract,
    multiply,
};

enum class QuantifierKind { forall, exists };

struct FieldInit {
    Name name;
    ExprId value;
};

/// `x: T`, `x in S`; several names that share a type become several binders.
struct Binder {
    Name name;
    TypeId type;   // valid for `x: T`
    ExprId domain; // valid for `x in S`
};

struct BoolLiteral {
    bool value = false;
};

struct IntLiteral {
    std::int64_t value = 0;
};

struct NoneLiteral {};

struct NameRef {
    Name name;
};

struct SomeExpr {
    ExprId value;
};

struct Unary {
    UnaryOp op;
    ExprId operand;
};

struct Binary {
    BinaryOp op;
    Span op_span;
    ExprId left;
    ExprId right;
};

struct IfElse {
    ExprId condition;
    ExprId then_value;
    ExprId else_value;
};

/// `e.f`, also `e.value` of an option and `role.x` in properties.
struct FieldAccess {
    ExprId object;
    Name field;
};

/// `e[k]` or, when optional, `e?[k]`; also `role[i]` and `timer[k]`.
struct Index {
    ExprId object;
    ExprId key;
    bool optional = false;
};

/// `e is some`, `e is none`.
struct IsOption {
    ExprId value;
    bool some = false;
};

/// `f(x, y)`: a def, a function, or one of the built-in `size`, `keys`, `majority`.
struct Call {
    Name name;
    std::vector<ExprId> arguments;
};

/// `{}` is an empty SetLiteral; its type comes from where it stands (a set or a map).
struct SetLiteral {
    std::vector<ExprId> elements;
};

/// `[a, b]`.
struct ListLiteral {
    std::vector<ExprId> elements;
};

/// `{ a -> x, b -> y }`, with one entry at least.
struct MapLiteral {
    std::vector<std::pair<ExprId, ExprId>> entries;
};

/// `{ e | x in S, P, … }`, `{ x in S | P }` (head is x) and `{ k -> v for x in S, P }`.
/// Binders and conditions keep the order in which they were written.
struct Comprehension {
    ExprId head;
    ExprId value; // valid for a map
    std::vector<std::variant<Binder, ExprId>> clauses;
};

/// `first x in list where P`.
struct First {
    Binder binder;
    ExprId condition; // invalid when there is no `where`
};

struct Quantifier {
    QuantifierKind kind;
    std::vector<Binder> binders;
    ExprId body;
};

struct RecordLiteral {
    Name record;
    std::vector<FieldInit> fields;
};

struct RecordUpdate {
    ExprId object;
    std::vector<FieldInit> fields;
};

/// `old(e)`.
struct Old {
    ExprId value;
};

/// `armed(t)`, `armed(t[k])`, `armed(role.t[k])`.
struct Armed {
    ExprId timer;
};

/// `sent(M(f: e, …) from p to q)` and `in_flight(…)`.
struct MessagePattern {
    bool in_flight = false;
    Name message;
    std::vector<FieldInit> fields;
    ExprId from; // invalid when left out
    ExprId to;   // invalid when left out
};

/// `all R`.
struct AllOf {
    Name role;
};

struct Expr {
    std::variant<BoolLiteral,
                 IntLiteral,
                 NoneLiteral,
                 NameRef,
                 SomeExpr,
                 Unary,
                 Binary,
                 IfElse,
                 FieldAccess,
                 Index,
                 IsOption,
                 Call,
                 SetLiteral,
                 ListLiteral,
                 MapLiteral,
                 Comprehension,
                 First,
                 Quantifier,
                 RecordLiteral,
                 RecordUpdate,
                 Old,
                 Armed,
                 MessagePattern,
                 AllOf>
        node;
    Span span;
};

} // namespace muster::spec::ast
