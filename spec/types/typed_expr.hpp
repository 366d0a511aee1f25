#pragma once

#include "spec/ast/ast.hpp"
#include "spec/types/type.hpp"

#include <optional>
#include <variant>
#include <vector>

/// Expressions and statements with every name resolved and every type known. This is what the
/// checker and the generator read; they never look at the syntax tree.
namespace muster::spec {

using ExprId = Id<struct ExprTag>;
using BlockId = Id<struct BlockTag>;
/// A parameter, `let`, binder, sender or request. Every binding occurrence in a spec has an id of
/// its own, so that substitution can never capture.
using LocalId = Id<struct LocalTag>;
using RoleId = Id<struct RoleTag>;
/// Variables, timers, defs and procedures are numbered over the whole spec.
using VariableId = Id<struct VariableTag>;
using TimerId = Id<struct TimerTag>;
using DefId = Id<struct DefTag>;
using ProcedureId = Id<struct ProcedureTag>;
using ConstId = Id<struct ConstTag>;
using FunctionId = Id<struct FunctionTag>;

using ast::BinaryOp;
using ast::PickOrder;
using ast::QuantifierKind;
using ast::UnaryOp;

namespace typed {

struct BoolLiteral {
    bool value = false;
};

struct IntLiteral {
    std::int64_t value = 0;
};

struct EnumLiteral { // the expression's type says which enum
    std::uint32_t enumerator = 0;
};

struct NoneLiteral {};

struct SomeExpr {
    ExprId value;
};

struct LocalRef {
    LocalId local;
};

struct ConstRef {
    ConstId constant;
};

/// A role's variable. `process` is the index of the process; it is invalid for a role without an
/// index. Inside an indexed role the type checker fills in the role's own `me`.
struct VariableRef {
    VariableId variable;
    ExprId process;
};

/// `armed(…)`; `process` as above, `key` invalid for a timer without a key.
struct Armed {
    TimerId timer;
    ExprId process;
    ExprId key;
};

struct FunctionCall {
    FunctionId function;
    std::vector<ExprId> arguments;
};

/// A call of a def. `process` as for a variable, for defs of a role.
struct DefCall {
    DefId def;
    ExprId process;
    std::vector<ExprId> arguments;
};

struct Unary {
    UnaryOp op;
    ExprId operand;
};

/// Every binary operator but the set comparisons has operands of one type. `in` has an element and
/// a set, list, or map (whose keys are meant).
struct Binary {
    BinaryOp op;
    ExprId left;
    ExprId right;
};

struct IfElse {
    ExprId condition;
    ExprId then_value;
    ExprId else_value;
};

struct FieldAccess {
    ExprId object;
    std::uint32_t field = 0;
};

/// `e.value` of an option. An obligation: it must be some.
struct OptionValue {
    ExprId option;
};

struct IsOption {
    ExprId option;
    bool some = false;
};

/// `m[k]`, an obligation that k is there; or `m?[k]`, an option.
struct MapLookup {
    ExprId map;
    ExprId key;
    bool optional = false;
};

struct SetLiteral {
    std::vector<ExprId> elements;
};

/// Entries are put in from left to right: of two with equal keys the later one counts.
struct MapLiteral {
    std::vector<std::pair<ExprId, ExprId>> entries;
};

/// In a `distinct list`, an element that occurred before is left out.
struct ListLiteral {
    std::vector<ExprId> elements;
};

/// Ranges over a finite collection, or over all values of a type where `domain` is invalid.
struct Binder {
    LocalId local;
    ExprId domain;
};

/// A set (value invalid) or a map. Clauses bind and filter from left to right.
struct Comprehension {
    ExprId head;
    ExprId value;
    std::vector<std::variant<Binder, ExprId>> clauses;
};

struct Size {
    ExprId container;
};

/// The keys of a map, as a set.
struct Keys {
    ExprId map;
};

/// The first element of a list for which the condition holds (always, if invalid). An obligation:
/// there must be one.
struct First {
    LocalId local;
    ExprId list;
    ExprId condition;
};

struct Quantifier {
    QuantifierKind kind;
    std::vector<Binder> binders;
    ExprId body;
};

/// All fields, in the order of the record's declaration.
struct RecordLiteral {
    std::vector<ExprId> fields;
};

struct RecordUpdate {
    ExprId object;
    std::vector<std::pair<std::uint32_t, ExprId>> fields;
};

struct Old {
    ExprId value;
};

/// `fields` holds only those that were named; `from` and `to` are process indices and invalid
/// where left out.
struct MessagePattern {
    bool in_flight = false;
    MessageId message;
    std::vector<std::pair<std::uint32_t, ExprId>> fields;
    ExprId from;
    ExprId to;
};

/// All processes of an indexed role, as a set of its index sort.
struct AllOf {
    RoleId role;
};

/// `majority(A, all R)`: more than half of the processes of the role are in the set. In proofs all
/// that is known is that two majorities share an element, and that a superset of one is one.
struct Majority {
    ExprId set;
    RoleId role;
};

struct Expr {
    std::variant<BoolLiteral,
                 IntLiteral,
                 EnumLiteral,
                 NoneLiteral,
                 SomeExpr,
                 LocalRef,
                 ConstRef,
                 VariableRef,
                 Armed,
                 FunctionCall,
                 DefCall,
                 Unary,
                 Binary,
                 IfElse,
                 FieldAccess,
                 OptionValue,
                 IsOption,
                 MapLookup,
                 SetLiteral,
                 MapLiteral,
                 ListLiteral,
                 Comprehension,
                 Size,
                 Keys,
                 First,
                 Quantifier,
                 RecordLiteral,
                 RecordUpdate,
                 Old,
                 MessagePattern,
                 AllOf,
                 Majority>
        node;
    TypeId type;
    Span span;
};

// ---- statements ----

/// What an assignment writes: a variable of the acting process, or a part of it.
struct PlaceField {
    std::uint32_t field = 0;
};

struct PlaceKey {
    ExprId key; // of a map
};

struct Place {
    VariableId variable;
    std::vector<std::variant<PlaceField, PlaceKey>> path;
};

/// `place = value`. A path through a map key must find the key, except at its last step, which
/// adds it. `x += e` on integers arrives here as `x = x + e`.
struct Assign {
    Place place;
    ExprId value;
};

/// `set += e`; `list += e` puts it at the end, unless a `distinct list` has it.
struct AddElement {
    Place place;
    ExprId element;
};

/// `set -= e`, `map -= key`, `list -= e` (every occurrence); nothing happens if it is not there.
struct RemoveElement {
    Place place;
    ExprId element;
};

struct Let {
    LocalId local;
    ExprId value;
};

struct Fresh {
    LocalId local;
    SortId sort;
};

struct If {
    ExprId condition;
    BlockId then_block;
    BlockId else_block; // invalid when there is none
};

/// `fields` are complete and in declaration order; `to` is the index of the addressee and invalid
/// for a role without an index.
struct Send {
    MessageId message;
    std::vector<ExprId> fields;
    ExprId to;
};

/// Goes to the sender of `request`, an expression of a request type, with its correlation.
struct Reply {
    MessageId message;
    std::vector<ExprId> fields;
    ExprId request;
};

struct StartTimer {
    TimerId timer;
    ExprId key;
    ExprId duration; // in milliseconds; invalid: the declared one
};

struct StopTimer {
    TimerId timer;
    ExprId key;
};

struct Ignore {};

struct Return {};

struct Assert {
    ExprId condition;
};

struct ProcedureCall {
    ProcedureId procedure;
    std::vector<ExprId> arguments;
};

/// Over the elements of a set, all at once: every iteration sees the state before the loop.
struct For {
    LocalId local;
    ExprId domain;
    BlockId body;
};

/// Over the elements of a list in order, each iteration seeing what the ones before it did. The
/// list is that of before the loop. `return` ends the loop and what is around it.
struct ForEach {
    LocalId local;
    ExprId list;
    BlockId body;
};

struct Pick {
    LocalId local;
    ExprId domain;
    ExprId condition; // invalid when there is none
    PickOrder order = PickOrder::any;
    ExprId key; // valid unless the order is any
    BlockId body;
    BlockId else_block; // invalid: that there is such an element is an obligation
};

struct Statement {
    std::variant<Assign,
                 AddElement,
                 RemoveElement,
                 Let,
                 Fresh,
                 If,
                 Send,
                 Reply,
                 StartTimer,
                 StopTimer,
                 Ignore,
                 Return,
                 Assert,
                 ProcedureCall,
                 For,
                 ForEach,
                 Pick>
        node;
    Span span;
};

struct Block {
    std::vector<Statement> statements;
};

} // namespace typed
} // namespace muster::spec
