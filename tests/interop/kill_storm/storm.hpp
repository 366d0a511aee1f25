#pragma once

#include "tests/interop/kill_storm/ledger.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace muster::interop {

/// What a storm did and found.
struct StormReport {
    int kills = 0;
    /// Kills before the server listened, and soon after that, before its clients had come back.
    int while_starting = 0;
    int while_recovering = 0;
    Ledger::Counts counts;
    /// How long it took at most until every client was in a stable generation again.
    std::int64_t longest_settling_ms = 0;
    /// Empty if every promise was kept. A storm ends with the first life that has any.
    std::vector<std::string> faults;
};

/// Kills `muster serve kafka` so many times at random moments under the load of a few clients, and
/// starts it again on the same folder. After each start everything that was acknowledged must be
/// there, and every client must get into a stable generation.
///
/// The seed decides what clients do and when the kills come; the threads' turns are the system's,
/// so that a seed repeats a storm only roughly.
StormReport kill_storm(int kills, std::uint64_t seed);

/// The report as text, with the command that repeats the storm.
std::string describe(const StormReport& report, int kills, std::uint64_t seed);

} // namespace muster::interop
