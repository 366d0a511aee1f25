#pragma once

#include "checker/infer/predicate.hpp"

namespace muster::checker::infer {

/// What lemmas can say about messages: that one was sent, or is in flight, with every choice of
/// which of its fields and ends are named.
std::vector<Predicate> message_predicates(ExprBuilder& builder, const PredicateOptions& options);

} // namespace muster::checker::infer
