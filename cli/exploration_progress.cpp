#include "cli/exploration_progress.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::cli {

std::string short_number(double number) {
    constexpr double kThousand = 1e3;
    constexpr double kRoundedUp = 999.5;
    const char* unit = "";
    for (const char* next : {"k", "M", "G"}) {
        if (number < kRoundedUp) {
            break;
        }
        number /= kThousand;
        unit = next;
    }
    if (*unit == '\0') {
        return fmt::format("{:.0f}", number);
    }
    constexpr double kTwoDigits = 9.995;
    constexpr double kThreeDigits = 99.95;
    const int places = number < kTwoDigits ? 2 : number < kThreeDigits ? 1 : 0;
    return fmt::format("{:.{}f}{}", number, places, unit);
}

std::string ExplorationProgress::line(const std::string& instance,
                                      const checker::SearchProgress& progress,
                                      std::size_t memory_mib,
                                      std::chrono::steady_clock::time_point now) {
    if (instance != instance_ || progress.states < last_states_) {
        instance_ = instance;
        first_states_ = progress.states;
        begin_ = now;
    }
    last_states_ = progress.states;
    const std::chrono::duration<double> passed = now - begin_;
    const auto found = static_cast<double>(progress.states - first_states_);
    const std::string estimate =
        progress.estimate ? " of ~" + short_number(static_cast<double>(*progress.estimate)) : "";
    return fmt::format("{}: {}{} states, queue {}, depth {}, {}/s, {} MiB",
                       instance,
                       short_number(static_cast<double>(progress.states)),
                       estimate,
                       short_number(static_cast<double>(progress.waiting)),
                       progress.depth,
                       short_number(found / std::max(passed.count(), 1e-3)),
                       memory_mib);
}

} // namespace muster::cli
