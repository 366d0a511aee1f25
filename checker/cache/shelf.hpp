#pragma once

#include "checker/cache/answers.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Keeps answers from one run to the next: a folder with one file, a shelf, for each spec's name.
///
/// A file is a row of keys and nothing else. What is damaged, cut off or made up is a key of no
/// question, as a key is 128 bits of a hash, so that a file needs no check to be safe; somebody who
/// can write it can invent proofs, so that only files that the user alone may write are read.
///
/// A shelf is replaced as a whole, by renaming. Two runs at once on one spec do not disturb each
/// other; the answers of the one that ends first may be lost.
namespace muster::checker {

class Shelf {
public:
    /// Of this spec, in this folder. Nothing is touched.
    Shelf(const std::filesystem::path& folder, std::string_view spec_name);

    /// The keys of earlier runs, the one that was used last at the end. Empty if there are none or
    /// if they must not be trusted.
    [[nodiscard]] std::vector<AnswerKey> load() const;

    /// Writes what a run used behind what there was, at most `kMostKeys`, and throws away the
    /// shelves that were not written for longest, all but `kMostShelves`. Returns why it could not;
    /// empty if it could.
    [[nodiscard]] std::string save(const Answers& answers) const;

    static constexpr std::size_t kMostKeys = 1U << 15U; // half a MiB
    static constexpr std::size_t kMostShelves = 64;

private:
    void throw_away_the_oldest() const;

    std::filesystem::path folder_;
    std::filesystem::path file_;
};

/// $XDG_CACHE_HOME/muster, or ~/.cache/muster; empty if neither is known.
std::filesystem::path cache_folder();

} // namespace muster::checker
