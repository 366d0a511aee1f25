#pragma once

#include "tests/spec_generator/decisions.hpp"
#include "tests/spec_generator/model.hpp"

namespace muster::test::generator {

/// What a small protocol is about: two or three roles that send each other a few messages.
Vocabulary plausible_vocabulary(Decisions& decisions);

} // namespace muster::test::generator
