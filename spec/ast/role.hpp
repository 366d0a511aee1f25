#pragma once

#include "spec/ast/declaration.hpp"
#include "spec/ast/statement.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// The syntax of roles and their members.
namespace muster::spec::ast {

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

} // namespace muster::spec::ast
