#include "checker/smt/term_hash.hpp"

#include <algorithm>
#include <vector>

namespace muster::checker::smt {

namespace {

/// What a hash is about, so that no two kinds of nodes are ever taken for each other.
enum class NodeKind { application, numeral, variable, quantifier, symbol, sort };

Sha256 begin(NodeKind kind) {
    Sha256 hash;
    hash.number(static_cast<std::uint64_t>(kind));
    return hash;
}

} // namespace

bool is_commutative(Z3_decl_kind kind) {
    switch (kind) {
    case Z3_OP_EQ:
    case Z3_OP_DISTINCT:
    case Z3_OP_AND:
    case Z3_OP_OR:
    case Z3_OP_IFF:
    case Z3_OP_XOR:
    case Z3_OP_ADD:
    case Z3_OP_MUL:
        return true;
    default:
        return false;
    }
}

template <class Node, class Compute>
AnswerKey TermHasher::once(const Node& node, const Compute& compute) {
    const unsigned number = Z3_get_ast_id(node.ctx(), node);
    if (const auto found = known_.find(number); found != known_.end())
        return found->second.key;
    const AnswerKey key = key_of(compute().finish());
    known_.emplace(number, Entry{node, key});
    return key;
}

std::optional<AnswerKey> TermHasher::hash(const z3::expr& root) {
    try {
        return term(root);
    } catch (const NotKnown&) {
        return std::nullopt;
    }
}

AnswerKey TermHasher::term(const z3::expr& node) {
    return once(node, [&] {
        if (node.is_numeral()) {
            Sha256 hash = begin(NodeKind::numeral);
            hash.text(Z3_get_numeral_string(node.ctx(), node));
            add(hash, sort(node.get_sort()));
            return hash;
        }
        if (node.is_app()) {
            Sha256 hash = begin(NodeKind::application);
            add(hash, symbol(node.decl()));
            hash.number(node.num_args());
            std::vector<AnswerKey> arguments;
            for (unsigned i = 0; i < node.num_args(); ++i)
                arguments.push_back(term(node.arg(i)));
            // The solver's simplifier puts them into the order of their numbers.
            if (is_commutative(node.decl().decl_kind()))
                std::sort(arguments.begin(), arguments.end());
            for (const AnswerKey argument : arguments)
                add(hash, argument);
            return hash;
        }
        if (node.is_var()) {
            Sha256 hash = begin(NodeKind::variable);
            hash.number(Z3_get_index_value(node.ctx(), node));
            add(hash, sort(node.get_sort()));
            return hash;
        }
        if (!node.is_forall() && !node.is_exists())
            throw NotKnown{};
        Sha256 hash = begin(NodeKind::quantifier);
        hash.number(node.is_forall() ? 1 : 0);
        const unsigned bound = Z3_get_quantifier_num_bound(node.ctx(), node);
        hash.number(bound);
        for (unsigned i = 0; i < bound; ++i)
            add(hash,
                sort(z3::sort(node.ctx(), Z3_get_quantifier_bound_sort(node.ctx(), node, i))));
        add(hash, term(node.body()));
        return hash;
    });
}

AnswerKey TermHasher::symbol(const z3::func_decl& node) {
    return once(node, [&] {
        const Z3_decl_kind kind = node.decl_kind();
        // The constructors of an enumeration are what their names and their sort say.
        if (Z3_get_decl_num_parameters(node.ctx(), node) != 0 && kind != Z3_OP_DT_CONSTRUCTOR)
            throw NotKnown{};
        Sha256 hash = begin(NodeKind::symbol);
        hash.number(static_cast<std::uint64_t>(kind)).text(node.name().str()).number(node.arity());
        for (unsigned i = 0; i < node.arity(); ++i)
            add(hash, sort(node.domain(i)));
        add(hash, sort(node.range()));
        return hash;
    });
}

AnswerKey TermHasher::sort(const z3::sort& node) {
    return once(node, [&] {
        Sha256 hash = begin(NodeKind::sort);
        hash.number(static_cast<std::uint64_t>(node.sort_kind())).text(node.name().str());
        switch (node.sort_kind()) {
        case Z3_BOOL_SORT:
        case Z3_INT_SORT:
        case Z3_UNINTERPRETED_SORT:
            break;
        case Z3_DATATYPE_SORT: {
            const unsigned size = Z3_get_datatype_sort_num_constructors(node.ctx(), node);
            hash.number(size);
            for (unsigned i = 0; i < size; ++i) {
                const z3::func_decl constructor(
                    node.ctx(), Z3_get_datatype_sort_constructor(node.ctx(), node, i));
                // Only enumerations are used; fields would have to be hashed too.
                if (constructor.arity() != 0)
                    throw NotKnown{};
                hash.text(constructor.name().str());
            }
            break;
        }
        default:
            throw NotKnown{};
        }
        return hash;
    });
}

} // namespace muster::checker::smt
