#include "cli/progress.hpp"

#include <fmt/format.h>

#include <ostream>

namespace muster::cli {

namespace {

/// What takes longer than a line of a terminal could not be taken away again.
constexpr std::size_t kWidth = 60;
constexpr const char* kErase = "\r\x1b[K";
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
    what_ = what.size() > kWidth ? what.substr(0, kWidth) : what;
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
    const double seconds = std::chrono::duration<double>(passed).count();
    terminal_ << kErase << fmt::format("{} … {:.1f} s", what_, seconds) << std::flush;
    is_drawn_ = true;
}

} // namespace muster::cli
