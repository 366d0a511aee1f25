#pragma once

#include "spec/diagnostics/diagnostic.hpp"
#include "spec/parse/token.hpp"

#include <string_view>

namespace muster::spec::syntax {

/// Words a failed expectation for the user: `wanted` is what the grammar wanted in the user's
/// words, `found` the token that stands there instead. There is a token before `found` unless
/// `at_start`.
[[nodiscard]] Diagnostic
describe_expectation(std::string_view wanted, const Token& found, const Token* first);

} // namespace muster::spec::syntax
