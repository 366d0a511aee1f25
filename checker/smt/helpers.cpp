#include "checker/smt/helpers.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace muster::checker::smt {

namespace {

using Words = std::vector<std::uint32_t>;

/// A task as a row of numbers: both processes have the same spec.
Words words_of(const GroupTask& task, std::uint32_t first) {
    Words words{first, task.with_obligations ? 1U : 0U};
    const auto append = [&](const auto& list, const auto& number_of) {
        words.push_back(static_cast<std::uint32_t>(list.size()));
        for (const auto& item : list)
            words.push_back(static_cast<std::uint32_t>(number_of(item)));
    };
    const auto itself = [](std::size_t index) {
        return index;
    };
    append(task.properties, itself);
    append(task.known, itself);
    append(task.never_twice, [](spec::MessageId message) { return message.value; });
    append(task.without, [](const spec::FaultInfo& fault) {
        return fault.role.value << 2U | static_cast<std::uint32_t>(fault.kind);
    });
    return words;
}

/// The task, without its system, and the first step.
std::pair<GroupTask, std::uint32_t> task_of(const Words& words) {
    GroupTask task;
    task.with_obligations = words.at(1) == 1;
    std::size_t next = 2;
    const auto read = [&](auto& list, const auto& item_of) {
        const std::uint32_t count = words.at(next++);
        for (std::uint32_t i = 0; i < count; ++i)
            list.push_back(item_of(words.at(next++)));
    };
    const auto itself = [](std::uint32_t index) {
        return index;
    };
    read(task.properties, itself);
    read(task.known, itself);
    read(task.never_twice, [](std::uint32_t index) { return spec::MessageId{index}; });
    read(task.without, [](std::uint32_t packed) {
        return spec::FaultInfo{static_cast<spec::FaultKind>(packed & 3U),
                               spec::RoleId{packed >> 2U}};
    });
    return {std::move(task), words.at(0)};
}

bool write_all(int descriptor, const void* bytes, std::size_t size) {
    const char* next = static_cast<const char*>(bytes);
    while (size > 0) {
        const ssize_t written = ::send(descriptor, next, size, MSG_NOSIGNAL);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        next += written;
        size -= static_cast<std::size_t>(written);
    }
    return true;
}

bool read_all(int descriptor, void* bytes, std::size_t size) {
    char* next = static_cast<char*>(bytes);
    while (size > 0) {
        const ssize_t got = ::read(descriptor, next, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        next += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

/// The life of a helper, after the fork. It ends when the other end of its commands is closed.
[[noreturn]] void
help(int commands, Share share, const spec::TypedSpec& spec, InductionOptions options) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // Whoever interrupts the program means the process that will report.
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGTERM, SIG_DFL);
    options.stop = nullptr;
    options.progress = nullptr;
    options.news = nullptr;
    options.with_counterexamples = false;
    options.answers->pass_on([commands](AnswerKey key) {
        if (!write_all(commands, &key, sizeof key))
            ::_exit(0);
    });
    share.is_over = [commands] {
        pollfd waiting{commands, POLLIN, 0};
        return ::poll(&waiting, 1, 0) > 0;
    };
    std::uint32_t size = 0;
    while (read_all(commands, &size, sizeof size)) {
        Words words(size);
        if (!read_all(commands, words.data(), size * sizeof(std::uint32_t)))
            break;
        auto [task, first] = task_of(words);
        const TransitionSystem system = lower(spec, task.without);
        task.system = &system;
        share.first = first;
        prove_ahead(task, options, share);
    }
    ::_exit(0);
}

} // namespace

Helpers::Helpers(unsigned count, const spec::TypedSpec& spec, const InductionOptions& options)
    : spec_(spec)
    , options_(options) {
    for (unsigned i = 0; i < count && start(i, count); ++i) {
    }
    options_.answers->ask_first([this] { collect(); });
}

Helpers::~Helpers() {
    options_.answers->ask_first({});
    for (Helper& helper : helpers_)
        dismiss(helper);
}

bool Helpers::start(unsigned index, unsigned count) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return false;
    const pid_t process = ::fork();
    if (process == 0) {
        ::close(ends[0]);
        for (const Helper& other : helpers_)
            ::close(other.socket);
        try {
            help(ends[1], {0, index, count, {}}, spec_, options_);
        } catch (...) {
            // Only fewer answers.
        }
        ::_exit(1);
    }
    ::close(ends[1]);
    if (process < 0) {
        ::close(ends[0]);
        return false;
    }
    helpers_.push_back({process, ends[0], {}});
    return true;
}

void Helpers::dismiss(Helper& helper) {
    if (helper.process < 0)
        return;
    ::close(helper.socket);
    ::kill(helper.process, SIGKILL);
    while (::waitpid(helper.process, nullptr, 0) < 0 && errno == EINTR) {
    }
    helper.process = -1;
}

void Helpers::work_on(const GroupTask& task, std::uint32_t first) {
    Words words = words_of(task, first);
    words.insert(words.begin(), static_cast<std::uint32_t>(words.size()));
    for (Helper& helper : helpers_) {
        if (helper.process >= 0 &&
            !write_all(helper.socket, words.data(), words.size() * sizeof(std::uint32_t)))
            dismiss(helper);
    }
}

void Helpers::collect() {
    std::array<char, 1U << 14U> buffer{};
    for (Helper& helper : helpers_) {
        while (helper.process >= 0) {
            const ssize_t got = ::recv(helper.socket, buffer.data(), buffer.size(), MSG_DONTWAIT);
            if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
                break;
            if (got <= 0) {
                dismiss(helper);
                break;
            }
            helper.rest.insert(helper.rest.end(), buffer.begin(), buffer.begin() + got);
            std::size_t at = 0;
            for (; helper.rest.size() - at >= sizeof(AnswerKey); at += sizeof(AnswerKey)) {
                AnswerKey key;
                std::memcpy(&key, helper.rest.data() + at, sizeof key);
                options_.answers->learn(key);
            }
            helper.rest.erase(helper.rest.begin(),
                              helper.rest.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }
}

} // namespace muster::checker::smt
