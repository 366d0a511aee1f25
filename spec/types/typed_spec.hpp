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

struct MessageInfo {
    std::string name;
    std::string doc;
    RoleId from;
    RoleId to;
    std::vector<FieldInfo> fields;
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
};

/// One `on M(…)`. Handlers of one message stand in source order; `otherwise` takes what the guards
/// of the others leave.
struct MessageHandler {
    MessageId message;
    /// One local for every field of the message, named or not.
    std::vector<LocalId> fields;
    LocalId sender;  // always valid when the sending role has an index; invalid otherwise
    LocalId request; // valid when the message is a request
    ExprId guard;    // invalid when there is none
    bool otherwise = false;
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

/// A finite size to explore.
struct IntegerRange {
    std::optional<std::int64_t> low;
    std::optional<std::int64_t> high;
};

struct SortSize {
    SortId sort;
    std::uint32_t size = 0;
};

struct ConstValue {
    ConstId constant;
    std::int64_t value = 0;
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
    std::vector<VariableBound> variables;
    std::vector<FieldBound> fields;
    std::vector<ArgumentBound> arguments;
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

struct TestExpectation {
    ExprId condition;
};

struct TestStep {
    std::variant<TestMessage, TestTimer, TestAction, TestCrash, TestExpectation> node;
    Span span;
};

struct TestInfo {
    std::string title;
    RoleId role;
    /// The names of elements, in the order in which they first occur; each is a local of a sort
    /// type, different names are different elements.
    std::vector<LocalId> elements;
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
    std::vector<PropertyInfo> properties; // in source order, axioms included
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
};

} // namespace muster::spec
