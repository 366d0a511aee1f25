#pragma once

#include <gtest/gtest.h>

#include <csignal>
#include <sys/resource.h>

namespace muster::runtime {

/// While it lives, no file of this process can be written to: every write fails, as on a full disk.
class FullDisk {
public:
    FullDisk() {
        std::signal(SIGXFSZ, SIG_IGN);
        EXPECT_EQ(::getrlimit(RLIMIT_FSIZE, &usual_), 0);
        auto none = usual_;
        none.rlim_cur = 0;
        EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &none), 0);
    }

    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

    ~FullDisk() { EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &usual_), 0); }

private:
    rlimit usual_{};
};

} // namespace muster::runtime
