#pragma once

#include "checker/check/check.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// The words in which a report says what was found.
namespace muster::cli {

/// What every spec owes, whatever its properties are.
constexpr std::string_view kBuiltIn =
    "every operation is defined, every message is handled in one way";

/// "proved", "holds", … : the first word of a line.
[[nodiscard]] std::string_view word(const checker::Verdict& verdict);

/// How far the verdict goes: for any size, on one instance, by a run of so many steps.
[[nodiscard]] std::string strength(const checker::Verdict& verdict);

/// "crash server, stop client".
[[nodiscard]] std::string fault_list(const spec::TypedSpec& spec,
                                     const std::vector<spec::FaultInfo>& faults);

[[nodiscard]] std::string run_length(const checker::Trace& trace);

/// "shortest run, 7 steps", or "a run by chance, 7 steps".
[[nodiscard]] std::string run_words(const checker::Trace& trace);

/// "1 step", "2 steps".
[[nodiscard]] std::string counted(std::size_t count, std::string_view what);

/// The parts with commas between them.
[[nodiscard]] std::string joined(const std::vector<std::string>& parts);

} // namespace muster::cli
