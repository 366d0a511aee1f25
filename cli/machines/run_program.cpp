#include "cli/machines/run_program.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace muster::cli {

namespace {

/// What a child does with its descriptors before it runs.
class FileActions {
public:
    FileActions() { posix_spawn_file_actions_init(&actions_); }

    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;

    ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }

    /// Nothing to read, and everything that is said goes to this descriptor.
    void speak_to(int descriptor) {
        posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions_, descriptor, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions_, descriptor, STDERR_FILENO);
    }

    [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

std::string read_all(int descriptor) {
    std::string text;
    std::array<char, 4096> part{};
    while (true) {
        const ssize_t count = ::read(descriptor, part.data(), part.size());
        if (count > 0) {
            text.append(part.data(), static_cast<std::size_t>(count));
        } else if (count == 0 || errno != EINTR) {
            return text;
        }
    }
}

int wait_for(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

tl::expected<ProgramResult, std::string> run_program(const std::vector<std::string>& command) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return tl::unexpected(std::string(std::strerror(errno)));
    }
    std::vector<char*> arguments;
    for (const std::string& argument : command) {
        arguments.push_back(const_cast<char*>(argument.c_str())); // the interface wants it so
    }
    arguments.push_back(nullptr);
    FileActions actions;
    actions.speak_to(ends[1]);
    pid_t child = 0;
    const int error =
        ::posix_spawnp(&child, arguments[0], actions.get(), nullptr, arguments.data(), environ);
    ::close(ends[1]);
    if (error != 0) {
        ::close(ends[0]);
        return tl::unexpected(std::string(std::strerror(error)));
    }
    ProgramResult result;
    result.output = read_all(ends[0]);
    ::close(ends[0]);
    result.status = wait_for(child);
    return result;
}

} // namespace muster::cli
