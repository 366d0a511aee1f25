#pragma once

namespace muster::cli {

/// What the program says with its exit status. With several properties a violation outranks an
/// undecided one.
enum class ExitCode : int {
    holds = 0,          // everything that was asked for holds, or was done
    violated = 1,       // a property is violated
    wrong_input = 2,    // the spec, a file or the command line is wrong
    undecided = 3,      // time or memory ran out, or the solver gave up
    internal_error = 70 // a bug of Muster
};

} // namespace muster::cli
