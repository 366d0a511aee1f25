#pragma once

namespace muster::runtime {

/// Logs the broken condition with its place and aborts. A server that finds its own state wrong
/// must not answer anybody: what is on disk is safe, and a restart recovers from it.
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

} // namespace muster::runtime

/// States what the code relies on. Checked in every build, because a wrong answer costs more than a
/// restart.
#define MUSTER_RUNTIME_ASSERT(condition)                                                           \
    ((condition) ? static_cast<void>(0)                                                            \
                 : ::muster::runtime::assertion_failed(#condition, __FILE__, __LINE__))
