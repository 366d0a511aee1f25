#pragma once

#include <string_view>
#include <vector>

namespace muster::test {

// What another verifier needs to check the same protocol with the invariant that is given to it.
struct PeerFigure {
    std::string_view protocol; // of tests/bench/protocols
    std::string_view example;  // its name in the other suite
    double cpu_seconds = 0;    // of user time, starting the program included
};

// How long mypyvy takes to start and to read an example.
constexpr double kMypyvyStartSeconds = 0.4;

// `mypyvy verify` with z3 4.8.12 and seed 0, one run each on the machine on which Muster was
// developed.
[[nodiscard]] const std::vector<PeerFigure>& mypyvy_figures();

} // namespace muster::test
