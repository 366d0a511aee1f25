#pragma once

#include "checker/smt/execution.hpp"

namespace muster::checker::smt {

/// The parameters of a step, as values that the solver chooses.
struct EventSymbols {
    std::optional<Sym> me;
    std::optional<Sym> sender;
    std::optional<Sym> request;
    std::vector<Sym> fields; // of a delivered message, all of them
    std::optional<Sym> timer_key;
    std::vector<Sym> arguments; // of an action
    std::optional<Sym> peer;    // at the other end of a cut
};

/// All paths through one step from any state, or through the start from nothing.
struct EncodedStep {
    EventSymbols event;
    /// What holds of the parameters (lists are ordered).
    Terms facts;
    std::vector<Path> paths;
    /// Where the invariants must hold in the middle; see `Executor::take_stations`.
    std::vector<Path> stations;
    std::vector<PathObligation> obligations;
};

EncodedStep encode_step(ExprEncoder& encoder, const Step& step, const Surroundings& around);
EncodedStep encode_start(ExprEncoder& encoder, const Surroundings& around);

/// Whether the messages of a kind are handled in every state in exactly one way.
struct HandlerObligation {
    enum class Kind { unhandled, ambiguous };
    Kind kind;
    spec::RoleId role;
    spec::MessageId message;
    spec::Span span;
    EventSymbols event;
    Terms facts;
    /// The message can arrive, and the guards are evaluated.
    Terms conditions;
    /// Must follow.
    z3::expr formula;
    std::set<std::string> abstractions;
};

std::vector<HandlerObligation> handler_obligations(ExprEncoder& encoder, spec::RoleId role);

} // namespace muster::checker::smt
