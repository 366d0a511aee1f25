#include "tests/fuzz/wire_input.hpp"

#include <cstddef>
#include <cstdint>

// The entry that libFuzzer calls; see tests/fuzz/CMakeLists.txt.
// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    muster::test::run_wire_codec({data, size});
    return 0;
}
