#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace muster::checker::bounded {

/// How much a search may do, counted and not timed, so that it comes equally far on every machine.
/// The unit is what Z3's SAT core counts of its own work.
class Effort {
public:
    /// A search of this many milliseconds on an idle machine, for which 5,000 to 6,600 units a
    /// millisecond were measured.
    static constexpr std::uint64_t of_milliseconds(std::uint64_t count) {
        return count * kPerMillisecond;
    }

    explicit Effort(std::uint64_t limit = std::numeric_limits<std::uint64_t>::max())
        : left_(limit) {}

    [[nodiscard]] std::uint64_t left() const { return left_; }

    [[nodiscard]] bool is_spent() const { return left_ == 0; }

    void spend(std::uint64_t count) { left_ -= std::min(left_, count); }

private:
    static constexpr std::uint64_t kPerMillisecond = 6'000;

    std::uint64_t left_;
};

} // namespace muster::checker::bounded
