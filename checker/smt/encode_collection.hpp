#pragma once

#include "checker/smt/encode_expr.hpp"

namespace muster::checker::smt {

/// The scope of a def's body at a call.
Scope def_scope(ExprEncoder& encoder, const spec::typed::DefCall& call, const Scope& scope);

Sym empty_container(Vocabulary& vocabulary, spec::TypeId type);
/// A map that is given entry by entry.
Sym map_of(Vocabulary& vocabulary,
           spec::TypeId type,
           const std::vector<std::pair<Sym, Sym>>& entries);
Sym set_operation(
    Vocabulary& vocabulary, spec::BinaryOp op, spec::TypeId type, const Sym& a, const Sym& b);
Sym comprehension(ExprEncoder& encoder,
                  const spec::typed::Comprehension& expr,
                  spec::TypeId type,
                  const Scope& scope);
Sym first_of(ExprEncoder& encoder,
             const spec::typed::First& expr,
             const Scope& scope,
             Terms& facts);
/// Whether a message that fits was sent.
z3::expr pattern(ExprEncoder& encoder, const spec::typed::MessagePattern& expr, const Scope& scope);

} // namespace muster::checker::smt
