#include "runtime/base/assert.hpp"

#include <spdlog/spdlog.h>

#include <cstdlib>

namespace muster::runtime {

void assertion_failed(const char* condition, const char* file, int line) {
    spdlog::critical("internal error: {} does not hold at {}:{}", condition, file, line);
    spdlog::shutdown();
    std::abort();
}

} // namespace muster::runtime
