#include "spec/diagnostics/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace muster::spec {

namespace {

/// How many letters to insert, leave out, replace or swap with their neighbour, by the usual table,
/// of which three rows are kept.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> previous(b.size() + 1);
    std::vector<std::size_t> current(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        previous[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                current[j] = std::min(current[j], before[j - 2] + 1);
            }
        }
        before.swap(previous);
        previous.swap(current);
    }
    return previous[b.size()];
}

/// Whether the names differ in capital and small letters only.
bool same_letters(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
        return std::tolower(x) == std::tolower(y);
    });
}

/// Of three letters one may be wrong, of six two. Names of one or two letters resemble all others.
constexpr std::size_t kLettersForOneMistake = 3;
constexpr std::size_t kMaxMistakes = 2;

} // namespace

std::string did_you_mean(std::string_view name, const std::vector<std::string>& known) {
    const std::size_t limit = std::min(kMaxMistakes, name.size() / kLettersForOneMistake);
    const std::string* best = nullptr;
    std::size_t best_distance = limit + 1;
    for (const std::string& candidate : known) {
        if (candidate == name) {
            return {}; // its spelling is not what is wrong
        }
        if (candidate.size() < 2 || candidate.size() > name.size() + limit ||
            name.size() > candidate.size() + limit) {
            continue;
        }
        const std::size_t distance =
            same_letters(name, candidate) ? 0 : edit_distance(name, candidate);
        if (distance < best_distance ||
            (distance == best_distance && best != nullptr && candidate < *best)) {
            best = &candidate;
            best_distance = distance;
        }
    }
    return best == nullptr ? std::string() : fmt::format("did you mean `{}`?", *best);
}

} // namespace muster::spec
