#pragma once

#include "tests/spec_generator/decisions.hpp"

#include <string>

namespace muster::test {

/// A spec without properties, with the forms of types, expressions and statements that handlers may
/// have, most of them defined wherever they are evaluated, and names that mean something in
/// generated code. Every decision is drawn from `decisions`.
std::string generate_rich_spec(Decisions& decisions);

} // namespace muster::test
