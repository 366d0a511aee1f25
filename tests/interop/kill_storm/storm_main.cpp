#include "tests/interop/kill_storm/storm.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string>

/// kill_storm KILLS SEED
int main(int argc, char** argv) {
    if (argc != 3) {
        fmt::print(stderr, "usage: kill_storm KILLS SEED\n");
        return 2;
    }
    const int kills = std::atoi(argv[1]);
    const auto seed = std::strtoull(argv[2], nullptr, 10);
    const auto report = muster::interop::kill_storm(kills, seed);
    fmt::print("{}", muster::interop::describe(report, kills, seed));
    return report.faults.empty() ? 0 : 1;
}
