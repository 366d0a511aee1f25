#pragma once

namespace muster::cli {

/// Of the program, as `--version` and the reports for machines say it.
inline constexpr const char* kVersion = "0.1.0";

} // namespace muster::cli
