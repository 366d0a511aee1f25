#pragma once

#include "spec/parse/grammar/actions.hpp"
#include "spec/parse/grammar/context.hpp"
#include "spec/parse/grammar/directives.hpp"
#include "spec/parse/grammar/tokens.hpp"

/// What the parts of the grammar share. The grammar works on tokens, so there is no skipper, a word
/// never ends inside another one, and the place of a failed expectation is a token.
///
/// Rules have attributes of the project's own types and fill them with the actions included above;
/// Spirit's own propagation of attributes is not used, because it neither knows std::variant nor
/// behaves alike in the supported versions of Boost. Every rule is named in the user's words: the
/// name ends up behind "expected". `>` stands wherever a branch is certain.
