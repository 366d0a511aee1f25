#include "tests/support/tally.hpp"

#include <fmt/format.h>

namespace muster::test {

void Tally::add(const Tally& other) {
    for (const auto& [what, times] : other.counts_) {
        counts_[what] += times;
    }
    faults_.insert(faults_.end(), other.faults_.begin(), other.faults_.end());
}

std::string Tally::text() const {
    std::string text;
    for (const auto& [what, times] : counts_) {
        text += fmt::format("{:>9}  {}\n", times, what);
    }
    return text;
}

} // namespace muster::test
