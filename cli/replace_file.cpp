#include "cli/replace_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <unistd.h>

namespace muster::cli {

namespace {

tl::expected<void, std::string> write_all(int file, const std::string& contents) {
    std::size_t written = 0;
    while (written < contents.size()) {
        const ssize_t count = ::write(file, contents.data() + written, contents.size() - written);
        if (count < 0 && errno != EINTR) {
            return tl::unexpected(std::string(std::strerror(errno)));
        }
        written += count < 0 ? 0 : static_cast<std::size_t>(count);
    }
    return {};
}

/// Removes the temporary file unless it has been renamed.
tl::expected<void, std::string> move_over(const std::filesystem::path& temporary,
                                          const std::filesystem::path& target) {
    std::error_code error;
    const auto permissions = std::filesystem::status(target, error).permissions();
    if (!error) {
        std::filesystem::permissions(temporary, permissions, error);
    }
    if (!error) {
        std::filesystem::rename(temporary, target, error);
    }
    if (error) {
        return tl::unexpected(error.message());
    }
    return {};
}

} // namespace

tl::expected<void, std::string> replace_file(const std::filesystem::path& path,
                                             const std::string& contents) {
    std::error_code error;
    const std::filesystem::path target = std::filesystem::canonical(path, error);
    if (error) {
        return tl::unexpected(fmt::format("cannot write {}: {}", path.string(), error.message()));
    }
    std::string temporary = target.string() + ".XXXXXX";
    const int file = ::mkstemp(temporary.data());
    if (file < 0) {
        return tl::unexpected(
            fmt::format("cannot write beside {}: {}", path.string(), std::strerror(errno)));
    }
    auto done = write_all(file, contents);
    if (::close(file) != 0 && done) {
        done = tl::unexpected(std::string(std::strerror(errno)));
    }
    if (done) {
        done = move_over(temporary, target);
    }
    if (!done) {
        std::filesystem::remove(temporary, error);
        return tl::unexpected(fmt::format("cannot write {}: {}", path.string(), done.error()));
    }
    return {};
}

} // namespace muster::cli
