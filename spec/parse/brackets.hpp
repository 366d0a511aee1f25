#pragma once

#include "spec/diagnostics/diagnostic.hpp"
#include "spec/parse/token.hpp"

#include <cstddef>
#include <vector>

namespace muster::spec::syntax {

/// What is known about brackets before parsing.
struct BracketReport {
    bool too_deep = false; // the rest must not be parsed
    /// Where a bracket is missing, from the opening one to the place where that was noticed. What
    /// the parser finds wrong in there follows from it.
    std::vector<Span> broken;
    /// For each token that opens a bracket, which token closes it; kNoCloser for every other token
    /// and where none does.
    std::vector<std::size_t> closers;
    static constexpr std::size_t kNoCloser = static_cast<std::size_t>(-1);
};

/// Matches brackets and reports those that are not closed or closed by one of another kind, at most
/// once per declaration, and nesting beyond what the parser can follow. Cost: one pass.
[[nodiscard]] BracketReport check_brackets(const TokenStream& stream, Diagnostics& diagnostics);

} // namespace muster::spec::syntax
