#include "cli/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace muster::cli {

namespace {

constexpr const char* kErase = "\r\x1b[K";
/// Tenths of so many seconds say nothing, and take room.
constexpr double kLong = 1000;
/// What is over at once needs no progress.
constexpr std::chrono::milliseconds kPatience{300};

} // namespace

Progress::~Progress() {
    if (is_drawn_) {
        terminal_ << kErase << std::flush;
    }
}

void Progress::now(const std::string& what) {
    const std::lock_guard lock(mutex_);
    what_ = what;
}

void Progress::found(const std::string& what) {
    const std::lock_guard lock(mutex_);
    terminal_ << (is_drawn_ ? kErase : "") << what << '\n';
    is_drawn_ = false;
    draw();
}

void Progress::tick() {
    const std::lock_guard lock(mutex_);
    draw();
}

void Progress::draw() {
    const auto passed = std::chrono::steady_clock::now() - begin_;
    if (what_.empty() || passed < kPatience) {
        return;
    }
    // A line that goes on in the next one could not be taken away again; the last column is left.
    const double seconds = std::chrono::duration<double>(passed).count();
    const std::string time = fmt::format("{:.{}f} s", seconds, seconds < kLong ? 1 : 0);
    const std::size_t taken = time.size() + 4;
    const std::string what = what_.substr(0, columns_ - std::min(columns_, taken));
    terminal_ << kErase << what << " … " << time << std::flush;
    is_drawn_ = true;
}

} // namespace muster::cli
