#pragma once

#include "spec/ast/expr.hpp"

#include <optional>
#include <variant>
#include <vector>

/// The syntax of statements.
namespace muster::spec::ast {

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

} // namespace muster::spec::ast
