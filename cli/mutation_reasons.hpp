#pragma once

#include "checker/mutate/mutate.hpp"
#include "cli/context.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace muster::cli {

/// Why a change that nothing notices does not matter.
struct MutationReason {
    std::string kind;
    std::string before;
    std::string after;
    std::string text;
    bool is_used = false; // by a change that survived
};

/// Reads reasons from a file, where each is a paragraph as a report prints the change, with the
/// reason below it; paragraphs that begin with `#` are comments:
///
///     drop-condition
///     - on Write(token) from c when token >= highest {
///     + on Write(token) from c when true {
///     the store that …
///
/// Says on `context.err` what is wrong with it, and then returns nothing.
[[nodiscard]] std::optional<std::vector<MutationReason>>
read_reasons(const std::filesystem::path& file, const Context& context);

/// The reason for a change that is not used yet, which is then used; null if there is none.
const MutationReason* use_reason(std::vector<MutationReason>& reasons,
                                 const checker::Mutant& mutant);

} // namespace muster::cli
