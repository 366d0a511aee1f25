#pragma once

#include "checker/cache/answers.hpp"

#include <z3++.h>

#include <optional>
#include <unordered_map>

namespace muster::checker::smt {

/// Whether the order of the arguments says nothing.
bool is_commutative(Z3_decl_kind kind);

/// Names terms by their structure, the same in every context and every process: a Merkle tree of
/// SHA-256 over sorts, symbols and arguments. Each node is hashed once. What a quantifier calls its
/// variables, its patterns, and the order of what commutes say nothing about what a term means and
/// are left out.
///
/// The hasher keeps every term that it has seen, so that no other one gets its number.
class TermHasher {
public:
    /// Nothing for a term with a sort or an operator that the encoding does not use.
    std::optional<AnswerKey> hash(const z3::expr& term);

private:
    struct NotKnown {};

    AnswerKey term(const z3::expr& term);
    AnswerKey symbol(const z3::func_decl& symbol);
    AnswerKey sort(const z3::sort& sort);

    static void add(Sha256& hash, AnswerKey part) { hash.number(part.high).number(part.low); }

    template <class Node, class Compute>
    AnswerKey once(const Node& node, const Compute& compute);

    struct Entry {
        z3::ast node;
        AnswerKey key;
    };

    std::unordered_map<unsigned, Entry> known_; // by the number of the node
};

} // namespace muster::checker::smt
