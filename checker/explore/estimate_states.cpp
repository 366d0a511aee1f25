#include "checker/explore/estimate_states.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace muster::checker {

namespace {

constexpr std::size_t kFewestRatios = 3;
constexpr std::size_t kMostRatios = 6; // what was long ago says little
constexpr int kMostLevels = 10'000;    // that are foreseen
/// A guess that is further away says nothing.
constexpr double kMostTimes = 1e4;

/// A straight line through the last ratios: its value at the last one, and how it goes on.
struct Line {
    double last = 0;
    double slope = 0;
};

Line line_through(const std::vector<double>& ratios) {
    const auto count = static_cast<double>(ratios.size());
    const double mean_x = (count - 1) / 2;
    const double mean_y = std::accumulate(ratios.begin(), ratios.end(), 0.0) / count;
    double covariance = 0;
    double variance = 0;
    for (std::size_t i = 0; i < ratios.size(); ++i) {
        const double x = static_cast<double>(i) - mean_x;
        covariance += x * (ratios[i] - mean_y);
        variance += x * x;
    }
    const double slope = std::min(0.0, covariance / variance);
    return {mean_y + slope * mean_x, slope};
}

} // namespace

std::optional<std::uint64_t> estimate_states(const std::vector<std::uint64_t>& levels) {
    std::vector<double> ratios;
    for (std::size_t i = levels.size(); i-- > 1 && ratios.size() < kMostRatios;) {
        if (levels[i] == 0 || levels[i - 1] == 0) {
            break;
        }
        ratios.push_back(
            std::log(static_cast<double>(levels[i]) / static_cast<double>(levels[i - 1])));
    }
    if (ratios.size() < kFewestRatios) {
        return std::nullopt;
    }
    std::reverse(ratios.begin(), ratios.end());
    const Line line = line_through(ratios);
    const auto known =
        static_cast<double>(std::accumulate(levels.begin(), levels.end(), std::uint64_t{0}));
    auto level = static_cast<double>(levels.back());
    double sum = known;
    double ratio = line.last;
    for (int i = 0; i < kMostLevels && level >= 1; ++i) {
        ratio += line.slope;
        level *= std::exp(ratio);
        sum += level;
        if (sum > kMostTimes * known) {
            return std::nullopt;
        }
    }
    return level >= 1 ? std::nullopt : std::optional(static_cast<std::uint64_t>(sum));
}

} // namespace muster::checker
