#pragma once

#include <tl/expected.hpp>

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace muster::test {

// What to start. A program name without a slash is looked up in PATH.
struct ProcessRequest {
    std::string program;
    std::vector<std::string> arguments = {};
    std::string input = {};                              // what the program reads from stdin
    std::map<std::string, std::string> environment = {}; // added to that of the test
    std::optional<std::filesystem::path> directory = std::nullopt;
};

enum class ProcessEnd { exited, signalled, timed_out };

struct ProcessResult {
    ProcessEnd end = ProcessEnd::exited;
    int exit_code = 0; // of a process that exited
    int signal = 0;    // that ended a process which did not exit by itself
    std::string output;
    std::string errors;
};

// A running program whose stdin is a file with the request's input and whose stdout and stderr are
// pipes. The object owns the process: when it dies, the process and what that started in its group
// are killed and reaped. Output is read only inside finish() and wait_for_output().
class ChildProcess {
public:
    // Returns a message when the program cannot be started at all.
    [[nodiscard]] static tl::expected<ChildProcess, std::string>
    start(const ProcessRequest& request);

    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) = delete;
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    ~ChildProcess();

    [[nodiscard]] pid_t pid() const { return pid_; }

    // Sends a signal to the process alone; one that has already ended is left as it is.
    void send_signal(int signal) const;

    // Reads until stdout and stderr together contain `text`. False when the process ends or the
    // time is over first.
    [[nodiscard]] bool wait_for_output(std::string_view text, std::chrono::milliseconds timeout);

    // Reads both outputs to their ends and waits for the exit; kills the group when the time is
    // over. The process is gone afterwards, so this may be called once.
    [[nodiscard]] ProcessResult finish(std::chrono::milliseconds timeout);

    // What has been read so far.
    [[nodiscard]] const std::string& output() const { return output_; }

    [[nodiscard]] const std::string& errors() const { return errors_; }

private:
    using Deadline = std::chrono::steady_clock::time_point;

    ChildProcess(pid_t pid, int output_pipe, int error_pipe);

    // Waits for bytes on either pipe and reads them. False when both have ended or the time is
    // over.
    bool pump(Deadline deadline);

    // Waits for the exit. False when the time is over first.
    bool reap(Deadline deadline);
    void kill_group();

    pid_t pid_;
    int output_pipe_;
    int error_pipe_;
    std::string output_;
    std::string errors_;
    std::optional<int> wait_status_;
};

// Runs a program to its end.
[[nodiscard]] tl::expected<ProcessResult, std::string>
run_process(const ProcessRequest& request,
            std::chrono::milliseconds timeout = std::chrono::seconds(60));

} // namespace muster::test
