#pragma once

#include <chrono>
#include <iosfwd>
#include <mutex>
#include <string>

namespace muster::cli {

/// One line on a terminal that says what is being done and for how long, and above it what was
/// found out so far. Several threads may use it.
class Progress {
public:
    explicit Progress(std::ostream& terminal)
        : terminal_(terminal) {}

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
    std::mutex mutex_;
    std::string what_;
    bool is_drawn_ = false;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

} // namespace muster::cli
