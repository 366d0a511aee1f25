#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace muster::test {

/// What was compared and how it came out, so that a test which compares nothing is noticed; and
/// everything that must not be.
class Tally {
public:
    void count(const std::string& what, std::size_t times = 1) { counts_[what] += times; }

    void fault(std::string text) { faults_.push_back(std::move(text)); }

    [[nodiscard]] std::size_t of(const std::string& what) const {
        const auto found = counts_.find(what);
        return found == counts_.end() ? 0 : found->second;
    }

    [[nodiscard]] const std::map<std::string, std::size_t>& counts() const { return counts_; }

    [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }

    void add(const Tally& other);
    /// One count on each line.
    [[nodiscard]] std::string text() const;

private:
    std::map<std::string, std::size_t> counts_;
    std::vector<std::string> faults_;
};

} // namespace muster::test
