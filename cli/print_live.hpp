#pragma once

#include "checker/live/check_live.hpp"
#include "cli/load_spec.hpp"

#include <cstddef>
#include <iosfwd>
#include <string>

namespace muster::cli {

/// How far the verdict on a `live` property goes: on which instance, or by what run.
[[nodiscard]] std::string live_strength(const checker::live::LiveFinding& finding);

/// Lines of a table for one `live` property, whose names are as wide as that; and what the verdict
/// rests on.
void print_live(const LoadedSpec& loaded,
                const checker::live::LiveReport& report,
                std::size_t width,
                std::ostream& out);

/// The same below what was seen of an instance.
void print_live(const LoadedSpec& loaded,
                const checker::live::LiveFinding& finding,
                std::ostream& out);

/// The run alone, with its loop and why it is fair.
void print_lasso_run(const LoadedSpec& loaded,
                     const checker::live::Lasso& lasso,
                     std::ostream& out);

/// The run that breaks the property, with its loop and why it is fair; nothing if there is none.
void print_lasso(const LoadedSpec& loaded,
                 const checker::live::LiveFinding& finding,
                 std::ostream& out);

} // namespace muster::cli
