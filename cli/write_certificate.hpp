#pragma once

#include "checker/check/check.hpp"
#include "cli/context.hpp"
#include "cli/load_spec.hpp"

#include <filesystem>

namespace muster::cli {

/// Writes what the proofs of a check rest on into an empty directory: `certificate.txt`, the
/// invariant of each proof and what is not covered, in words; `queries/`, every question as an
/// SMT-LIB 2 file, and `queries.txt`, their names; and `check.sh`, which asks other solvers. Says
/// on `context.err` what cannot be written, and then returns false.
[[nodiscard]] bool write_certificate(const LoadedSpec& loaded,
                                     const checker::CheckReport& report,
                                     const std::filesystem::path& directory,
                                     const Context& context);

} // namespace muster::cli
