#pragma once

#include "spec/ast/id.hpp"
#include "spec/source/span.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// The syntax tree of one file, as the parser builds it: plain values, names still unresolved.
/// Expressions and types live in arenas and are named by ids, so that the tree is cheap to copy
/// and deep input cannot overflow the stack when it is destroyed.
namespace muster::spec::ast {

using ExprId = Id<struct AstExprTag>;
using TypeId = Id<struct AstTypeTag>;

struct Name {
    std::string text;
    Span span;
};

// ---- types ----

struct NamedType { // bool, int, or a sort, enum or record
    Name name;
};

struct OptionType {
    TypeId element;
};

struct SetType {
    TypeId element;
};

struct MapType {
    TypeId key;
    TypeId value;
};

struct ListType {
    TypeId element;
    bool distinct = false;
};

struct RequestType {
    Name message;
};

struct Type {
    std::variant<NamedType, OptionType, SetType, MapType, ListType, RequestType> node;
    Span span;
};

// ---- expressions ----

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

// ---- statements ----

struct Statement;

struct Block {
    std::vector<Statement> statements;
    Span span;
};

enum class AssignOp { set, add, subtract };

struct Assign {
    ExprId target; // a name with field and index accesses
    AssignOp op;
    ExprId value;
};

struct Let {
    Name name;
    ExprId value;
};

struct Fresh {
    Name name;
    Name sort;
};

struct If {
    ExprId condition;
    Block then_block;
    std::optional<Block> else_block;
};

struct Send {
    Name message;
    std::vector<FieldInit> fields;
    ExprId to;
};

struct Reply {
    Name message;
    std::vector<FieldInit> fields;
    ExprId to; // invalid: the request that is being handled
};

struct StartTimer {
    ExprId timer;
    ExprId duration; // invalid: the declared one
};

struct StopTimer {
    ExprId timer;
};

struct Ignore {};

struct Return {};

struct Assert {
    ExprId condition;
};

struct ProcedureCall {
    Name name;
    std::vector<ExprId> arguments;
};

struct For {
    Binder binder;
    bool sequential = false; // `for each`
    Block body;
};
enum class PickOrder { any, max, min };

struct Pick {
    Binder binder;
    ExprId condition; // invalid when there is no `where`
    PickOrder order = PickOrder::any;
    ExprId key; // valid with `by max` and `by min`
    Block body;
    std::optional<Block> else_block;
};

struct Statement {
    std::variant<Assign,
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
                 Pick>
        node;
    Span span;
};

// ---- declarations ----

struct Parameter {
    Name name;
    TypeId type;
};

struct Field {
    Name name;
    TypeId type;
    ExprId default_value; // invalid when there is none
    std::string doc;
};

/// `import "file.muster"`; the path as it is written.
struct ImportDecl {
    std::string path;
    Span path_span;
};

/// What the network may do with a message: repeat, reorder and lose it; deliver each send at most
/// once, in any order; keep the order between each pair of processes until their connection is
/// cut.
enum class NetworkKind { unreliable, once, fifo };

/// `network once`: for every message that does not say `via`.
struct NetworkDecl {
    NetworkKind kind = NetworkKind::unreliable;
    Span span;
};

/// What fairness `live` properties may count on, where it differs from the rule of the construct.
enum class Fairness { unmarked, fair, unfair };

struct SortDecl {
    Name name;
};

struct Enumerator {
    Name name;
    std::optional<std::int64_t> number;
};

struct EnumDecl {
    Name name;
    std::vector<Enumerator> enumerators;
};

struct RecordDecl {
    Name name;
    std::vector<Field> fields;
};

struct ConstDecl {
    Name name;
    TypeId type;
};

struct FunctionDecl {
    Name name;
    std::vector<Parameter> parameters;
    TypeId result;
};

struct DefDecl {
    Name name;
    std::vector<Parameter> parameters;
    ExprId body;
};

struct MessageDecl {
    Name name;
    Name from;
    Name to;
    std::vector<Field> fields;
    std::optional<NetworkKind> via;
    Fairness fairness = Fairness::unmarked;
};

// NOLINTNEXTLINE(readability-identifier-naming): `volatile` is a keyword of C++.
enum class VariableKind { volatile_, durable, ghost };

struct VariableDecl {
    Name name;
    VariableKind kind;
    TypeId type;
    ExprId initial; // invalid: the empty set, map or list
};

struct TimerDecl {
    Name name;
    std::optional<Parameter> key;
    std::optional<std::int64_t> duration_ms;
    bool durable = false;
    Fairness fairness = Fairness::unmarked;
};

struct ProcedureDecl {
    Name name;
    std::vector<Parameter> parameters;
    Block body;
};

/// `on M(field, field: renamed)`, `on timer(k)`, `on start`. Whether `event` is a message or a
/// timer is settled by name resolution.
struct HandlerParameter {
    Name field;
    std::optional<Name> renamed;
};

struct HandlerDecl {
    Name event; // the text is "start" for `on start`
    bool has_parentheses = false;
    std::vector<HandlerParameter> parameters;
    std::optional<Name> sender;
    std::optional<Name> request;
    ExprId guard; // invalid when there is none
    bool otherwise = false;
    bool either = false; // `either on M …`: guards may overlap with those of others so marked
    Block body;
};

/// `on lost c { … }`, or `on lost c of R { … }` where several roles could be meant.
struct LostDecl {
    Name peer;
    std::optional<Name> role;
    Block body;
    Span span; // of `on lost`
};

struct ActionDecl {
    Name name;
    std::vector<Parameter> parameters;
    ExprId guard;
    Block body;
    Fairness fairness = Fairness::unmarked;
};

struct Member {
    std::variant<VariableDecl, TimerDecl, DefDecl, ProcedureDecl, HandlerDecl, LostDecl, ActionDecl>
        node;
    Span span;
    std::string doc;
};

struct RoleDecl {
    Name name;
    std::optional<Parameter> index; // `[me: S]`
    std::vector<Member> members;
};

enum class FaultKind { crash, stop, arbitrary };

struct Fault {
    FaultKind kind;
    Name role;
    Span span;
};

struct FaultDecl {
    Fault fault;
    Fairness fairness = Fairness::unmarked;
};
enum class PropertyKind { invariant, lemma, step, cover, axiom };

struct PropertyDecl {
    PropertyKind kind;
    Name name;
    std::vector<Fault> without;
    ExprId body;
};

/// Something that stops occurring in the runs of a `live` property: an action (`acquire` or
/// `client.acquire`), a fault, a timer, or what the network does (`lose M`, `cut R`).
struct QuietItem {
    enum class Kind { action, fault, timer, lose, cut };
    Kind kind = Kind::action;
    std::vector<Name> path;     // of an action or timer; the message or role of the network's
    std::optional<Fault> fault; // valid for a fault
    Span span;
};

/// `live l[m: S]: P leads to Q when quiet(…)`.
struct LiveDecl {
    Name name;
    std::vector<Parameter> parameters;
    std::vector<Fault> without;
    ExprId premise;
    ExprId conclusion;
    std::vector<QuietItem> quiet;
};

/// `assume timing NAME: r[i].t[k] fires only when e`; i and k are names that e may use.
struct TimingDecl {
    Name name;
    Name role;
    std::optional<Name> process;
    Name timer;
    std::optional<Name> key;
    ExprId condition;
};

/// One item of an instance. `path = value` gives a sort its size or its elements, and a constant or
/// function its value; the other kinds bound an integer: a constant, a variable (`server.last <=
/// 3`), a field of a message or an argument of an action (`M.f in 0 .. 2`). Two have no path:
/// `in flight <= k` and `duplicates <= k`.
enum class BoundKind { equal, at_most, at_least, range, in_flight, duplicates };

struct InstanceItem {
    std::vector<Name> path;
    BoundKind kind;
    ExprId value;          // of equal
    std::int64_t low = 0;  // of at_least and range
    std::int64_t high = 0; // of the others
    Span span;
};

struct InstanceDecl {
    Name name;
    std::vector<InstanceItem> items;
};

/// `M(f: e) from a`, `timer`, `session(m)`, `action(x)` or `crash`. With `refuse` in front: that it
/// cannot happen.
struct TestEvent {
    Name event;
    std::vector<FieldInit> fields;
    std::optional<Name> from;
    bool refused = false;
};

/// `lost a`, or `lost a of R`.
struct TestLost {
    Name peer;
    std::optional<Name> role;
};

/// `given c = e`: the value of a constant or function.
struct TestGiven {
    Name name;
    ExprId value;
};

/// `expect e`.
struct TestExpect {
    ExprId condition;
};

/// `expect sends M(f: e) to a`, about the last event; fields and addressee may be left out.
/// Without a message: `expect sends nothing`.
struct TestExpectSends {
    std::optional<Name> message;
    std::vector<FieldInit> fields;
    ExprId to; // invalid when left out
};

struct TestLine {
    std::variant<TestEvent, TestLost, TestGiven, TestExpect, TestExpectSends> node;
    Span span;
};

struct TestDecl {
    std::string title;
    Name role;
    std::optional<Name> process; // `of client[a]`
    std::vector<TestLine> lines;
};

struct Declaration {
    std::variant<ImportDecl,
                 NetworkDecl,
                 SortDecl,
                 EnumDecl,
                 RecordDecl,
                 ConstDecl,
                 FunctionDecl,
                 DefDecl,
                 MessageDecl,
                 RoleDecl,
                 FaultDecl,
                 PropertyDecl,
                 LiveDecl,
                 TimingDecl,
                 InstanceDecl,
                 TestDecl>
        node;
    Span span;
    std::string doc;       // the text of the `///` lines above it
    bool imported = false; // it stands in another file, which may serve other specs too
};

} // namespace muster::spec::ast

namespace muster::spec {

/// What the parser makes of one file, or of one with its imports: then the declarations that an
/// import brings in stand in its place.
struct ParsedFile {
    ast::Name protocol;
    std::string doc;
    std::vector<ast::Declaration> declarations; // in source order
    std::vector<ast::Expr> exprs;
    std::vector<ast::Type> types;

    [[nodiscard]] const ast::Expr& expr(ast::ExprId id) const { return exprs[id.value]; }

    [[nodiscard]] const ast::Type& type(ast::TypeId id) const { return types[id.value]; }
};

} // namespace muster::spec
