#pragma once

#include "spec/types/typed_expr.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace muster::spec {

struct LocalInfo {
    std::string name;
    TypeId type;
    Span span;
};

struct SortInfo {
    std::string name;
    std::string doc;
};

struct EnumInfo {
    std::string name;
    std::string doc;
    std::vector<std::string> enumerators;
    std::vector<std::int64_t> numbers; // as written, or counted on from the one before
};

struct FieldInfo {
    std::string name;
    TypeId type;
    std::string doc;
    ExprId default_value; // invalid when there is none; only messages have defaults
};

struct RecordInfo {
    std::string name;
    std::string doc;
    std::vector<FieldInfo> fields;
};

using ast::Fairness;
using ast::NetworkKind;

struct MessageInfo {
    std::string name;
    std::string doc;
    RoleId from;
    RoleId to;
    std::vector<FieldInfo> fields;
    NetworkKind network = NetworkKind::unreliable;
    Fairness fairness = Fairness::unmarked;
    /// Some handler of this message replies, parks it or names the request: it carries a
    /// correlation.
    bool is_request = false;
    /// Some `reply` sends it.
    bool is_reply = false;
};

struct ConstInfo {
    std::string name;
    std::string doc;
    TypeId type;
};

struct FunctionInfo {
    std::string name;
    std::string doc;
    std::vector<LocalId> parameters;
    TypeId result;
};

struct DefInfo {
    std::string name;
    std::string doc;
    RoleId role; // invalid outside a role
    /// The process whose state a def of an indexed role reads; invalid otherwise.
    LocalId me;
    std::vector<LocalId> parameters;
    ExprId body;
};

struct ProcedureInfo {
    std::string name;
    std::string doc;
    RoleId role;
    std::vector<LocalId> parameters;
    BlockId body;
    Span span;
};

using ast::VariableKind;

struct VariableInfo {
    std::string name;
    std::string doc;
    RoleId role;
    VariableKind kind;
    TypeId type;
    ExprId initial; // always valid
};

struct TimerInfo {
    std::string name;
    std::string doc;
    RoleId role;
    TypeId key_type; // invalid for a timer without a key
    std::optional<std::int64_t> duration_ms;
    bool durable = false;
    Fairness fairness = Fairness::unmarked;
};

/// One `on M(…)`. Handlers of one message stand in source order; `otherwise` takes what the guards
/// of the others leave. Where the guards of several hold, all of them must be marked `either`, and
/// any one of them runs.
struct MessageHandler {
    MessageId message;
    /// One local for every field of the message, named or not.
    std::vector<LocalId> fields;
    LocalId sender;  // always valid when the sending role has an index; invalid otherwise
    LocalId request; // valid when the message is a request
    ExprId guard;    // invalid when there is none
    bool otherwise = false;
    bool either = false;
    BlockId body;
    Span span; // of the header
    std::string doc;
};

/// `on lost c`: the connection with a process of `peer` was cut. Some message between the two roles
/// goes via fifo.
struct LostHandler {
    RoleId peer;
    LocalId process; // valid when the peer has an index
    BlockId body;
    Span span; // of the header
    std::string doc;
};

struct TimerHandler {
    TimerId timer;
    LocalId key; // valid when the timer has a key
    BlockId body;
    Span span;
    std::string doc;
};

struct ActionInfo {
    std::string name;
    std::vector<LocalId> parameters;
    ExprId guard;
    BlockId body;
    Span span;
    std::string doc;
    Fairness fairness = Fairness::unmarked;
};

struct RoleInfo {
    std::string name;
    std::string doc;
    SortId index; // invalid for a single process
    /// The acting process inside handlers, actions and procedures; valid for an indexed role.
    LocalId me;
    std::vector<VariableId> variables;
    std::vector<TimerId> timers;
    std::vector<DefId> defs;
    std::vector<ProcedureId> procedures;
    std::vector<MessageHandler> handlers;
    std::vector<TimerHandler> timer_handlers;
    std::vector<LostHandler> lost_handlers; // at most one for every peer
    std::vector<ActionInfo> actions;
    BlockId on_start; // invalid when there is none
    Span on_start_span;
    Span span;
};

using ast::FaultKind;

struct FaultInfo {
    FaultKind kind;
    RoleId role;
    friend bool operator==(const FaultInfo&, const FaultInfo&) = default;
};

using ast::PropertyKind;

struct PropertyInfo {
    PropertyKind kind;
    std::string name;
    std::string doc;
    std::vector<FaultInfo> without;
    ExprId body;
    Span span; // of the name
};

/// Something that stops occurring in the runs that a `live` property is about.
struct QuietAction {
    RoleId role;
    std::uint32_t action = 0;
};

struct QuietTimer {
    TimerId timer;
};

struct QuietLoss { // of this message, by a network that delivers once
    MessageId message;
};

struct QuietCut { // of connections with this role
    RoleId role;
};

using QuietItem = std::variant<QuietAction, FaultInfo, QuietTimer, QuietLoss, QuietCut>;

/// `live`: every fair run in which everything in `quiet` stops at some point and that reaches the
/// premise later reaches the conclusion, for all values of the parameters.
struct LiveInfo {
    std::string name;
    std::string doc;
    std::vector<FaultInfo> without;
    std::vector<LocalId> parameters;
    ExprId premise;
    ExprId conclusion;
    std::vector<QuietItem> quiet;
    Span span; // of the name
};

/// `assume timing`: the timer fires only in states that satisfy the condition. It restricts the
/// model; every verdict under it names it.
struct TimingAssumption {
    std::string name;
    std::string doc;
    TimerId timer;
    LocalId process; // valid when the role has an index
    LocalId key;     // valid when the timer has a key
    ExprId condition;
    Span span; // of the name
};

/// A finite size to explore.
struct IntegerRange {
    std::optional<std::int64_t> low;
    std::optional<std::int64_t> high;
};

struct SortSize {
    SortId sort;
    std::uint32_t size = 0;
    /// `S = {a, b}`: the names of the elements, in order, as locals that the instance's values may
    /// refer to. Empty when only the size was given.
    std::vector<LocalId> elements;
};

struct ConstValue {
    ConstId constant;
    ExprId value; // refers to literals and to named elements only
};

struct ConstBound { // every value in the range is explored
    ConstId constant;
    IntegerRange range;
};

/// `f = d` with a def of the same parameters and result, or `f = { a -> x, … }` for one parameter.
struct FunctionValue {
    FunctionId function;
    DefId def;  // invalid for a map
    ExprId map; // has an entry for every element; invalid for a def
};

struct VariableBound { // states outside are checked but not expanded
    VariableId variable;
    IntegerRange range;
};

struct FieldBound { // what an arbitrary sender may put into a field
    MessageId message;
    std::uint32_t field = 0;
    IntegerRange range;
};

struct ArgumentBound {
    RoleId role;
    std::uint32_t action = 0;
    std::uint32_t parameter = 0;
    IntegerRange range;
};

struct InstanceInfo {
    std::string name;
    std::vector<SortSize> sorts; // every sort of the spec, in order
    std::vector<ConstValue> constants;
    std::vector<ConstBound> constant_bounds;
    std::vector<FunctionValue> functions;
    std::vector<VariableBound> variables;
    std::vector<FieldBound> fields;
    std::vector<ArgumentBound> arguments;
    /// Messages that can still be delivered at a time; states with more are checked but not
    /// expanded, and any message in flight may vanish.
    std::optional<std::uint32_t> max_in_flight;
    /// In checks of `live` properties: how often one send can arrive again.
    std::uint32_t max_duplicates = 1;
};

/// A scripted run of one role. Elements of sorts are named by the test: every name that is not
/// otherwise known stands for an element of the sort that is needed where it occurs.
struct TestMessage {
    MessageId message;
    std::vector<ExprId> fields; // complete
    ExprId from;                // invalid for a sender without an index
};

struct TestTimer {
    TimerId timer;
    ExprId key;
};

struct TestAction {
    std::uint32_t action = 0;
    std::vector<ExprId> arguments;
};

struct TestCrash {};

struct TestLost {
    std::uint32_t handler = 0; // into the role's `lost_handlers`
    ExprId process;            // invalid for a peer without an index
};

/// What the last event sent contains a message that fits, or is nothing.
struct TestSends {
    MessageId message;                                    // invalid for `expect sends nothing`
    std::vector<std::pair<std::uint32_t, ExprId>> fields; // those that were named
    ExprId to;                                            // invalid where left out
};

struct TestExpectation {
    ExprId condition;
};

struct TestStep {
    std::
        variant<TestMessage, TestTimer, TestAction, TestCrash, TestLost, TestExpectation, TestSends>
            node;
    Span span;
    /// Of a message, timer or action: the line says that it cannot happen.
    bool refused = false;
};

struct TestInfo {
    std::string title;
    RoleId role;
    /// The names of elements, in the order in which they first occur; each is a local of a sort
    /// type, different names are different elements.
    std::vector<LocalId> elements;
    /// The element that the tested process is; invalid where the test does not name it.
    LocalId process;
    /// `given`. A constant without a value here has that of the spec's first instance that gives it
    /// one, or else the least of its type; a function likewise.
    std::vector<ConstValue> constants;
    std::vector<FunctionValue> functions;
    std::vector<TestStep> steps;
    Span span;
};

/// A spec without mistakes: every name resolved, every expression typed. Only `typecheck()` makes
/// one; the checker and the generator accept nothing less.
struct TypedSpec {
    std::string name;
    std::string doc;
    TypeTable types;
    std::vector<LocalInfo> locals;
    std::vector<SortInfo> sorts;
    std::vector<EnumInfo> enums;
    std::vector<RecordInfo> records;
    std::vector<MessageInfo> messages;
    std::vector<ConstInfo> constants;
    std::vector<FunctionInfo> functions;
    std::vector<DefInfo> defs;
    std::vector<ProcedureInfo> procedures;
    std::vector<VariableInfo> variables;
    std::vector<TimerInfo> timers;
    std::vector<RoleInfo> roles;
    std::vector<FaultInfo> faults;
    std::vector<Fairness> fault_fairness; // by fault
    std::vector<PropertyInfo> properties; // in source order, axioms included
    std::vector<LiveInfo> lives;
    std::vector<TimingAssumption> timing;
    std::vector<InstanceInfo> instances;
    std::vector<TestInfo> tests;

    std::vector<typed::Expr> exprs;
    std::vector<typed::Block> blocks;

    [[nodiscard]] const typed::Expr& expr(ExprId id) const { return exprs[id.value]; }

    [[nodiscard]] const typed::Block& block(BlockId id) const { return blocks[id.value]; }

    [[nodiscard]] const LocalInfo& local(LocalId id) const { return locals[id.value]; }

    [[nodiscard]] const RoleInfo& role(RoleId id) const { return roles[id.value]; }

    [[nodiscard]] const MessageInfo& message(MessageId id) const { return messages[id.value]; }

    [[nodiscard]] const VariableInfo& variable(VariableId id) const { return variables[id.value]; }

    [[nodiscard]] const TimerInfo& timer(TimerId id) const { return timers[id.value]; }

    [[nodiscard]] const DefInfo& def(DefId id) const { return defs[id.value]; }

    [[nodiscard]] const ProcedureInfo& procedure(ProcedureId id) const {
        return procedures[id.value];
    }

    [[nodiscard]] const Type& type_of(ExprId id) const { return types[expr(id).type]; }

    /// The type as it would be written, `map MemberId -> request JoinGroup`.
    [[nodiscard]] std::string type_name(TypeId id) const;
    /// The same behind `set`, `option` and `list`, with a blank before it; empty if it is unknown.
    [[nodiscard]] std::string part_name(TypeId id) const;
};

} // namespace muster::spec
