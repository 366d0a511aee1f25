#pragma once

#include "spec/ast/declaration.hpp"

#include <optional>
#include <vector>

/// The syntax of faults, properties and timing assumptions.
namespace muster::spec::ast {

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

} // namespace muster::spec::ast
