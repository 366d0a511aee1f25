#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace muster::test {

/// The text that an input of the fuzzer stands for. The first byte says how the others are read: as
/// the text itself; as decisions of the generator of specs; or as decisions of the generator and
/// then of changes to the tokens that it wrote (left out, repeated, swapped, replaced).
std::string text_of_input(std::span<const std::uint8_t> input);

/// Runs every stage of the front end on a text: the analysis, both ways to render what it found,
/// and the dump of a spec without mistakes. Returns how much text came out of it.
std::size_t run_front_end(const std::string& text);

} // namespace muster::test
