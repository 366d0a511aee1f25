#pragma once

#include "cli/context.hpp"

#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <mutex>
#include <string>

namespace muster::cli {

/// One line on a terminal that says what is being done and for how long, and above it what was
/// found out so far. Several threads may use it.
class Progress {
public:
    /// What takes more columns than the terminal has is cut off.
    explicit Progress(std::ostream& terminal, std::size_t columns = kColumns)
        : terminal_(terminal)
        , columns_(columns) {}

    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    /// Takes the line away.
    ~Progress();

    /// What is being done from now on.
    void now(const std::string& what);
    /// A line that stays.
    void found(const std::string& what);
    /// Draws the line again, as time has passed.
    void tick();

private:
    void draw();

    std::ostream& terminal_;
    std::size_t columns_;
    std::mutex mutex_;
    std::string what_;
    bool is_drawn_ = false;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

} // namespace muster::cli
