#pragma once

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace muster::interop {

/// A program that runs in the background with its output in a file. It is killed when the value
/// goes.
class Process {
public:
    /// `input` is the program's standard input. Errors go to `output_path` + ".err".
    Process(const std::vector<std::string>& command,
            const std::string& input,
            std::string output_path)
        : output_path_(std::move(output_path)) {
        const auto input_path = output_path_ + ".in";
        std::ofstream(input_path) << input;
        // Nobody takes the output of an earlier program for this one's.
        std::ofstream{output_path_};
        std::ofstream{output_path_ + ".err"};
        pid_ = ::fork();
        if (pid_ != 0) {
            return;
        }
        redirect(input_path, O_RDONLY, STDIN_FILENO);
        redirect(output_path_, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
        redirect(output_path_ + ".err", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
        std::vector<char*> arguments;
        for (const auto& argument : command) {
            arguments.push_back(const_cast<char*>(argument.c_str()));
        }
        arguments.push_back(nullptr);
        ::execvp(arguments[0], arguments.data());
        ::_exit(kCannotStart);
    }

    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    ~Process() { signal(SIGKILL); }

    /// Sends the signal, waits for the end, and returns the exit code; nothing if the signal killed
    /// the program.
    std::optional<int> signal(int number) {
        int status = 0;
        if (pid_ <= 0 || ::kill(pid_, number) != 0 || ::waitpid(pid_, &status, 0) != pid_) {
            return std::nullopt;
        }
        pid_ = -1;
        return WIFEXITED(status) ? std::optional(WEXITSTATUS(status)) : std::nullopt;
    }

    /// The exit code, or nothing if the program does not end in time.
    std::optional<int> wait(std::chrono::milliseconds timeout) {
        const auto end = std::chrono::steady_clock::now() + timeout;
        while (std::chrono::steady_clock::now() < end) {
            int status = 0;
            if (::waitpid(pid_, &status, WNOHANG) == pid_) {
                pid_ = -1;
                return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return std::nullopt;
    }

    [[nodiscard]] std::string output() const { return read(output_path_); }

    [[nodiscard]] std::string errors() const { return read(output_path_ + ".err"); }

    static constexpr int kCannotStart = 127;

private:
    static void redirect(const std::string& path, int flags, int descriptor) {
        const int opened = ::open(path.c_str(), flags, 0644);
        ::dup2(opened, descriptor);
        ::close(opened);
    }

    static std::string read(const std::string& path) {
        std::ostringstream text;
        text << std::ifstream(path).rdbuf();
        return text.str();
    }

    std::string output_path_;
    pid_t pid_ = -1;
};

} // namespace muster::interop
