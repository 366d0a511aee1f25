#pragma once

#include "checker/check/check.hpp"
#include "cli/context.hpp"
#include "cli/load_spec.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace muster::cli {

/// A run of a report as a file in the Informal Trace Format.
struct RunFile {
    std::string name; // `PROPERTY.itf.json`, or `built-in-N.itf.json` for what is built in
    std::string contents;
};

/// The run that a verdict rests on, or the step by which it says that a property is not inductive;
/// as ITF. None for the other verdicts.
std::optional<std::string> run_as_itf(const spec::TypedSpec& spec,
                                      const checker::Verdict& verdict,
                                      std::optional<std::size_t> property);

/// The step by which a property is not inductive, as ITF.
std::string step_as_itf(const spec::TypedSpec& spec,
                        const checker::Trace& step,
                        std::optional<std::size_t> property);

/// A run that breaks a `live` property, as ITF.
std::string lasso_as_itf(const spec::TypedSpec& spec,
                         const std::string& instance,
                         const checker::live::Lasso& lasso);

/// One for every property and every built-in obligation that a run violates or shows, in the order
/// of the report.
std::vector<RunFile> runs_of(const spec::TypedSpec& spec, const checker::CheckReport& report);

/// Writes them into a directory that is there; files of these names are replaced as a whole. Says
/// on `context.err` what cannot be written, and then returns false.
[[nodiscard]] bool write_runs(const std::vector<RunFile>& runs,
                              const std::filesystem::path& directory,
                              const Context& context);

} // namespace muster::cli
