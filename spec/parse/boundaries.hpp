#pragma once

#include "spec/parse/token.hpp"

#include <string>
#include <vector>

namespace muster::spec::syntax {

/// Whether a declaration surely begins here: a word that opens one stands first on its line with a
/// name behind it on the same line. No other part of the language has two such words in a row
/// there, so that the test is good inside broken text too. `def` is left out: it may belong to a
/// role.
[[nodiscard]] bool begins_declaration(const Token& token);

/// The same for `def` and the other members of roles.
[[nodiscard]] bool begins_member(const Token& token);

/// The words that open a declaration, and those that open a member of a role, `def` among both.
[[nodiscard]] std::vector<std::string> declaration_words();
[[nodiscard]] std::vector<std::string> member_words();

} // namespace muster::spec::syntax
