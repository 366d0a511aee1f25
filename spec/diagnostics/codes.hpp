#pragma once

#include "spec/diagnostics/diagnostic.hpp"

#include <array>
#include <string>
#include <string_view>

namespace muster::spec {

/// Every code, in the order of `codes.def`.
inline constexpr auto kAllCodes = std::to_array<Code>({
#define MUSTER_CODE(name, number, summary) Code::name,
#include "spec/diagnostics/codes.def"
#undef MUSTER_CODE
});

/// What the code is for: those from 400 to 499 are warnings.
[[nodiscard]] Severity severity_of(Code code);

/// As it is printed, and the name of its page: "E0104", or "W0401" for a warning.
[[nodiscard]] std::string code_text(Code code);
[[nodiscard]] std::string code_text(Code code, Severity severity);

/// "error" or "warning".
[[nodiscard]] std::string_view severity_text(Severity severity);

/// What the code means, in one line.
[[nodiscard]] std::string_view code_summary(Code code);

} // namespace muster::spec
