#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// A run as a sequence chart: who takes part, what each does in which order, what becomes of every
/// message. Without any layout; every renderer draws the same chart.
namespace muster::checker {

/// The value of a variable that is shown all the time, `term 2`.
struct ChartChip {
    std::string name;
    std::string value;
    /// Of an enumerator its number, which a colour stands for.
    std::optional<std::uint32_t> phase{};
    bool is_new = false; // this step gave it its value
    bool operator==(const ChartChip&) const = default;
};

/// One line of what a step did to a process.
struct ChartLine {
    enum class Kind {
        change, // `lease = none → some(1)`
        ghost,  // the same of a ghost
        timer,  // `start expiry`
        send,   // `Granted(token: 1) to client[c1], client[c2]`
    };
    Kind kind = Kind::change;
    std::string text;
};

/// The tag of the box of a step that goes wrong.
inline constexpr const char* kFails = "fails";

/// What a step is to one process. Most steps have one box; a cut has two.
struct ChartBox {
    enum class Kind { start, deliver, fire, act, crash, stop, lose, cut, other };
    Kind kind = Kind::other;
    std::size_t lane = 0;
    std::string title{}; // `Granted(token: 1)`, `acquire()`, `expiry`; empty at the start
    std::string tag{};   // `late`, `again`, `made up`, `kFails`; most have none
    std::vector<ChartLine> lines{};
    /// What is always shown of the process, where some of it is new; else empty.
    std::vector<ChartChip> chips{};
};

/// A variable of a process, in `Chart::cells`.
struct ChartCell {
    std::size_t process = 0; // into `Chart::processes`
    std::string name;
    bool is_ghost = false;
};

/// A value that is new.
struct ChartValue {
    std::size_t cell = 0;
    std::string value;
};

/// One step of a run; the first one is the start.
struct ChartStep {
    std::string text{};  // as in the text of the run
    std::string place{}; // of the handler, `lease.muster:31:5`; may be empty
    std::vector<ChartBox> boxes{};
    /// Everything that it changed, sent and armed, in the words of the text.
    std::vector<std::string> changes{};
    std::vector<std::string> guards{}; // what let it go as it did
    std::vector<ChartValue> values{};  // at the start all of them
    /// Of the state afterwards, what is neither a variable nor a message on its way.
    std::vector<std::string> armed{};
    std::vector<std::string> stopped{};
};

/// A message on its way.
struct ChartArrow {
    enum class Fate {
        delivered,
        again,      // delivered a second time
        made_up,    // by an arbitrary sender; nobody sent it
        late,       // after a newer one from the same sender to the same process
        again_late, // both
        lost,       // the network lost it
        cut,        // with its connection
        pending,    // not delivered in this run
    };
    Fate fate = Fate::pending;
    std::string message;  // `Granted(token: 1)`
    std::size_t from = 0; // lanes
    std::size_t to = 0;
    /// The step that sent it, and which of the sender's lines says so. None if it is made up.
    std::optional<std::size_t> sent{};
    std::size_t line = 0;
    /// The step that delivered or lost it; none if it is pending.
    std::optional<std::size_t> ended{};
};

struct ChartEnding {
    enum class Kind { violated, undefined, shown, goes_wrong };
    Kind kind = Kind::violated;
    std::string title;              // `one_client_per_token is false`
    std::vector<std::string> lines; // why; the conjunct that fails comes last
};

struct Chart {
    std::string protocol;
    std::string title;    // `violated: one_client_per_token`, `not inductive: stays_small`
    std::string subtitle; // `shortest run, 6 steps`; empty for what is no run
    /// What must be said before anything else: that this is no run.
    std::string caution{};
    std::vector<std::string> givens; // constants and functions, a line each
    std::vector<std::string> lanes;  // names of the processes that take part, in the order of roles
    std::vector<std::vector<ChartChip>> heads; // by lane: what is always shown, at the start
    std::vector<std::string> processes;        // all of them
    std::vector<std::size_t> lane_process;     // by lane, into `processes`
    std::vector<ChartCell> cells;              // ascending by process
    std::vector<ChartStep> steps;              // [0] is the start; none if there is no start
    std::vector<ChartArrow> arrows;            // in the order of their ends; pending ones last
    /// Of a run that goes on for ever: behind so many steps begins the loop, which has the rest of
    /// them; if there is none, nothing more happens.
    std::optional<std::size_t> loop_start{};
    ChartEnding ending;
};

} // namespace muster::checker
