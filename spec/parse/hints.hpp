#pragma once

#include "spec/parse/token.hpp"

#include <string>
#include <string_view>

namespace muster::spec::syntax {

/// What to write instead, told from the words before the place where `wanted` was expected and
/// `found` stands; an empty text if they tell nothing. `first` is the first token of the file.
[[nodiscard]] std::string
hint_from_context(std::string_view wanted, const Token& found, const Token* first);

} // namespace muster::spec::syntax
