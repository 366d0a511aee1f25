#pragma once

#include <cstddef>
#include <vector>

namespace muster::runtime {

/// The choices of one run, and the way to the next run: all runs are gone through depth first.
class Choices {
public:
    static constexpr std::size_t kMaxRuns = 100'000;

    /// An index below `count`, which is not 0.
    std::size_t choose(std::size_t count) {
        if (next_ == taken_.size()) {
            taken_.push_back({0, count});
        }
        return taken_[next_++].index;
    }

    /// Prepares the next run. False if there is none, or if there were too many.
    bool advance() {
        ++runs_;
        next_ = 0;
        while (!taken_.empty() && taken_.back().index + 1 == taken_.back().count) {
            taken_.pop_back();
        }
        if (taken_.empty() || gave_up()) {
            return false;
        }
        ++taken_.back().index;
        return true;
    }

    /// Whether there are more runs than a test can try.
    [[nodiscard]] bool gave_up() const { return runs_ >= kMaxRuns; }

private:
    struct Choice {
        std::size_t index = 0;
        std::size_t count = 0;
    };

    std::vector<Choice> taken_;
    std::size_t next_ = 0;
    std::size_t runs_ = 0;
};

} // namespace muster::runtime
