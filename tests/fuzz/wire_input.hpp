#pragma once

#include <cstdint>
#include <span>

namespace muster::test {

/// Decodes an input of the fuzzer of messages. The first byte says which API, the second which of
/// its versions, the third whether the rest is a request (even) or a response. What decodes has to
/// encode to bytes that decode to the same; anything else ends the program. Returns whether it
/// decoded.
bool run_wire_codec(std::span<const std::uint8_t> input);

} // namespace muster::test
