#pragma once

#include "checker/smt/group_prover.hpp"

#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace muster::checker::smt {

/// Processes that work ahead of a proof. The proof goes through the steps from the first one on,
/// and each helper through a share of them from the last one on; what it proves it sends as keys of
/// answers, and the proof finds these when it gets there. So the proof is the one that a single
/// process makes, whatever the helpers do: one that dies, or is late, only leaves more to ask.
///
/// They are processes, as threads gave no gain in Z3, and they are there before this process uses
/// Z3, whose timers do not survive a fork.
class Helpers {
public:
    /// Starts so many; fewer where the system refuses. `options.answers` is where their answers go,
    /// and must be there.
    Helpers(unsigned count, const spec::TypedSpec& spec, const InductionOptions& options);
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;
    ~Helpers();

    /// Has them leave what they do and work on this task, on the steps from `first` on.
    void work_on(const GroupTask& task, std::uint32_t first);

    /// Hands over what they have sent so far. Does not wait.
    void collect();

private:
    struct Helper {
        pid_t process = -1;
        int socket = -1;
        /// The beginning of a key whose end has not arrived.
        std::vector<char> rest;
    };

    bool start(unsigned index, unsigned count);
    static void dismiss(Helper& helper);

    const spec::TypedSpec& spec_;
    const InductionOptions& options_;
    std::vector<Helper> helpers_;
};

} // namespace muster::checker::smt
