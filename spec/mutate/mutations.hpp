#pragma once

#include "spec/ast/ast.hpp"

#include <string>
#include <string_view>
#include <vector>

/// Small changes to a spec of the kind that people make by mistake.
namespace muster::spec {

enum class MutationKind {
    drop_condition,   // a conjunct of a guard or condition is always true
    drop_alternative, // a disjunct of one is always false
    swap_branches,    // the condition of an `if` is negated
    off_by_one,       // a bound is met or missed by one, a number is one more
    flip_truth,       // `true` for `false`, or the other way round
    swap_quantifier,  // `forall` for `exists`, or the other way round
    swap_order,       // `by max` for `by min`, or the other way round
    drop_assignment,
    drop_send, // or a reply
    drop_call,
    drop_timer, // it is not started
    keep_timer, // it is not stopped
    make_volatile,
};

/// `drop-condition`, `off-by-one`, …
[[nodiscard]] std::string_view word(MutationKind kind);

[[nodiscard]] std::vector<MutationKind> all_mutation_kinds();

/// One text instead of another.
struct Mutation {
    MutationKind kind;
    Span span; // of what is replaced
    std::string replacement;
};

/// The changes to what the roles of a file do, in source order. Properties, instances and tests
/// stay as they are, and so does what is imported or stands outside of roles. Some of the results
/// may be ill-typed.
[[nodiscard]] std::vector<Mutation> mutations_of(const ParsedFile& file, std::string_view text);

/// The text with the change.
[[nodiscard]] std::string apply(std::string_view text, const Mutation& mutation);

} // namespace muster::spec
