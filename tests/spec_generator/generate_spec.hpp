#pragma once

#include "tests/spec_generator/decisions.hpp"

#include <string>

namespace muster::test {

/// The text of a spec without mistakes, with declarations and statements of every kind, in a random
/// layout with comments. Every decision is drawn from `decisions`.
std::string generate_spec(Decisions& decisions);

} // namespace muster::test
