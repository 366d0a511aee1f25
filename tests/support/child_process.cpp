#include "tests/support/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace muster::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kReapInterval{2};

// A file descriptor that is closed when it is no longer needed.
class Descriptor {
public:
    explicit Descriptor(int number = -1)
        : number_(number) {}

    ~Descriptor() { reset(); }

    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int get() const { return number_; }

    int release() { return std::exchange(number_, -1); }

    void reset(int number = -1) {
        if (number_ >= 0) {
            ::close(number_);
        }
        number_ = number;
    }

private:
    int number_;
};

struct Pipe {
    Descriptor read_end;
    Descriptor write_end;

    bool open() {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
            return false;
        }
        read_end.reset(ends[0]);
        write_end.reset(ends[1]);
        return true;
    }
};

// The input lies in a file in memory: nobody has to feed it, and a program that does not read it
// does no harm.
bool open_input(Descriptor& file, std::string_view input) {
    file.reset(::memfd_create("stdin", MFD_CLOEXEC));
    while (file.get() >= 0 && !input.empty()) {
        const ssize_t written = ::write(file.get(), input.data(), input.size());
        if (written <= 0) {
            return false;
        }
        input.remove_prefix(static_cast<std::size_t>(written));
    }
    return file.get() >= 0 && ::lseek(file.get(), 0, SEEK_SET) == 0;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    result.reserve(texts.size() + 1);
    for (std::string& text : texts) {
        result.push_back(text.data());
    }
    result.push_back(nullptr);
    return result;
}

std::vector<std::string> environment_of(const ProcessRequest& request) {
    std::vector<std::string> result;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        if (!request.environment.contains(text.substr(0, text.find('=')))) {
            result.push_back(text);
        }
    }
    for (const auto& [name, value] : request.environment) {
        result.push_back(std::string(name).append("=").append(value));
    }
    return result;
}

// Everything that the new process needs, built before the fork because little is allowed after it.
struct Launch {
    std::vector<std::string> arguments;
    std::vector<std::string> environment;
    std::vector<char*> argument_pointers;
    std::vector<char*> environment_pointers;
    const char* directory = nullptr;
    int input = -1;
    int output = -1;
    int errors = -1;
    int failure = -1; // where the number of an error is written when the program cannot be run
};

[[noreturn]] void run_in_child(const Launch& launch) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const bool ready = ::dup2(launch.input, STDIN_FILENO) >= 0 &&
                       ::dup2(launch.output, STDOUT_FILENO) >= 0 &&
                       ::dup2(launch.errors, STDERR_FILENO) >= 0 &&
                       (launch.directory == nullptr || ::chdir(launch.directory) == 0);
    if (ready) {
        ::execvpe(launch.argument_pointers[0],
                  launch.argument_pointers.data(),
                  launch.environment_pointers.data());
    }
    const int reason = errno;
    [[maybe_unused]] const ssize_t written = ::write(launch.failure, &reason, sizeof reason);
    ::_exit(127);
}

// Reads what is there. Closes the pipe at its end.
void read_some(int& pipe, std::string& text) {
    std::array<char, 16384> buffer{};
    const ssize_t count = ::read(pipe, buffer.data(), buffer.size());
    if (count > 0) {
        text.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EINTR) {
        ::close(std::exchange(pipe, -1));
    }
}

} // namespace

ChildProcess::ChildProcess(pid_t pid, int output_pipe, int error_pipe)
    : pid_(pid)
    , output_pipe_(output_pipe)
    , error_pipe_(error_pipe) {}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1))
    , output_pipe_(std::exchange(other.output_pipe_, -1))
    , error_pipe_(std::exchange(other.error_pipe_, -1))
    , output_(std::move(other.output_))
    , errors_(std::move(other.errors_))
    , wait_status_(other.wait_status_) {}

ChildProcess::~ChildProcess() {
    kill_group();
    for (const int pipe : {output_pipe_, error_pipe_}) {
        if (pipe >= 0) {
            ::close(pipe);
        }
    }
}

tl::expected<ChildProcess, std::string> ChildProcess::start(const ProcessRequest& request) {
    Descriptor input;
    Pipe output;
    Pipe errors;
    Pipe failure;
    if (!open_input(input, request.input) || !output.open() || !errors.open() || !failure.open()) {
        return tl::unexpected(std::string("cannot open pipes: ") + std::strerror(errno));
    }
    Launch launch;
    launch.arguments = {request.program};
    launch.arguments.insert(
        launch.arguments.end(), request.arguments.begin(), request.arguments.end());
    launch.environment = environment_of(request);
    launch.argument_pointers = pointers(launch.arguments);
    launch.environment_pointers = pointers(launch.environment);
    launch.directory = request.directory ? request.directory->c_str() : nullptr;
    launch.input = input.get();
    launch.output = output.write_end.get();
    launch.errors = errors.write_end.get();
    launch.failure = failure.write_end.get();

    const pid_t pid = ::fork();
    if (pid < 0) {
        return tl::unexpected(std::string("cannot fork: ") + std::strerror(errno));
    }
    if (pid == 0) {
        run_in_child(launch);
    }
    // Set on both sides of the fork, so that it holds from here on whoever runs first.
    ::setpgid(pid, pid);
    ChildProcess child(pid, output.read_end.release(), errors.read_end.release());
    failure.write_end.reset();
    int reason = 0;
    ssize_t count = 0;
    do {
        count = ::read(failure.read_end.get(), &reason, sizeof reason);
    } while (count < 0 && errno == EINTR);
    if (count > 0) {
        return tl::unexpected("cannot run " + request.program + ": " + std::strerror(reason));
    }
    return child;
}

void ChildProcess::send_signal(int signal) const {
    if (pid_ > 0 && !wait_status_) {
        ::kill(pid_, signal);
    }
}

bool ChildProcess::wait_for_output(std::string_view text, std::chrono::milliseconds timeout) {
    const Deadline deadline = Clock::now() + timeout;
    do {
        if (output_.find(text) != std::string::npos || errors_.find(text) != std::string::npos) {
            return true;
        }
    } while (pump(deadline));
    return false;
}

ProcessResult ChildProcess::finish(std::chrono::milliseconds timeout) {
    const Deadline deadline = Clock::now() + timeout;
    while (pump(deadline)) {
    }
    ProcessResult result;
    if (!reap(deadline)) {
        result.end = ProcessEnd::timed_out;
        kill_group();
    } else if (WIFEXITED(*wait_status_)) {
        result.exit_code = WEXITSTATUS(*wait_status_);
    } else {
        result.end = ProcessEnd::signalled;
        result.signal = WTERMSIG(*wait_status_);
    }
    result.output = std::move(output_);
    result.errors = std::move(errors_);
    return result;
}

bool ChildProcess::pump(Deadline deadline) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if ((output_pipe_ < 0 && error_pipe_ < 0) || left.count() <= 0) {
        return false;
    }
    std::array<pollfd, 2> polled{pollfd{output_pipe_, POLLIN, 0}, pollfd{error_pipe_, POLLIN, 0}};
    const auto wait_ms = static_cast<int>(std::min<std::int64_t>(left.count(), 60'000));
    const int ready = ::poll(polled.data(), polled.size(), wait_ms);
    if (ready > 0 && polled[0].revents != 0) {
        read_some(output_pipe_, output_);
    }
    if (ready > 0 && polled[1].revents != 0) {
        read_some(error_pipe_, errors_);
    }
    return true;
}

bool ChildProcess::reap(Deadline deadline) {
    while (!wait_status_) {
        int status = 0;
        if (::waitpid(pid_, &status, WNOHANG) == pid_) {
            wait_status_ = status;
        } else if (Clock::now() >= deadline) {
            return false;
        } else {
            std::this_thread::sleep_for(kReapInterval);
        }
    }
    return true;
}

void ChildProcess::kill_group() {
    if (pid_ <= 0) {
        return;
    }
    ::kill(-pid_, SIGKILL);
    if (!wait_status_) {
        int status = 0;
        while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
        }
        wait_status_ = status;
    }
}

tl::expected<ProcessResult, std::string> run_process(const ProcessRequest& request,
                                                     std::chrono::milliseconds timeout) {
    tl::expected<ChildProcess, std::string> child = ChildProcess::start(request);
    if (!child) {
        return tl::unexpected(child.error());
    }
    return child->finish(timeout);
}

} // namespace muster::test
