#pragma once

#include "spec/ast/expr.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// The syntax of instances and tests.
namespace muster::spec::ast {

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
    std::optional<Name> after;   // the title of the test that it goes on from
    std::vector<TestLine> lines;
};

} // namespace muster::spec::ast
