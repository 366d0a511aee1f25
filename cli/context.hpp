#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>

namespace muster::cli {

/// How wide a terminal is that does not say it.
inline constexpr std::size_t kColumns = 80;

/// The outside world of a command, injected so that tests run commands in their own process.
struct Context {
    std::istream& in;               // what a `-` in place of a file stands for
    std::ostream& out;              // results
    std::ostream& err;              // diagnostics and progress
    bool color = false;             // whether diagnostics may use colour
    bool terminal = false;          // whether `err` is a terminal that a progress line may redraw
    std::size_t columns = kColumns; // of it
    std::filesystem::path cache_folder{}; // where answers are kept between runs; nowhere if empty
};

} // namespace muster::cli
