#pragma once

#include "checker/smt/encode_step.hpp"

/// What the network does: messages in flight are counted, message by message. `fifo` is treated
/// like `once`, as counts have no order, with cuts in the place of single losses.
namespace muster::checker::smt {

/// A process of the role, nothing where the role has no index.
std::optional<Sym> unknown_process(Vocabulary& vocabulary, spec::RoleId role, const char* name);

/// A message of some sender and addressee with any fields.
struct AnyMessage {
    EventSymbols event;
    /// What holds of the fields.
    Terms facts;
    /// Its row in the relations of the message; only where that is tracked and the sender is not
    /// arbitrary.
    std::optional<Terms> row;
};

AnyMessage any_message(ExprEncoder& encoder, spec::MessageId id);

/// That the network can deliver the message; nothing where it always may.
Terms can_arrive(Vocabulary& vocabulary, spec::MessageId id, const AnyMessage& message);

/// Takes a message that is delivered, or lost, out of the network.
void take(Vocabulary& vocabulary,
          SymbolicState& state,
          spec::MessageId id,
          const AnyMessage& message);

/// Adds to how often one message is in flight.
void change_count(Vocabulary& vocabulary,
                  SymbolicState& state,
                  ComponentId in_flight,
                  const Terms& row,
                  int difference);

/// That a process takes steps; true for roles whose processes never stop.
z3::expr is_running(Vocabulary& vocabulary,
                    const SymbolicState& state,
                    spec::RoleId role,
                    const std::optional<Sym>& process);

EncodedStep encode_loss(ExprEncoder& encoder, const Step& step);
EncodedStep encode_cut(ExprEncoder& encoder, const Step& step, const Surroundings& around);

} // namespace muster::checker::smt
