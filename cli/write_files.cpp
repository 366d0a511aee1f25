#include "cli/write_files.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <ostream>
#include <system_error>

namespace muster::cli {

namespace {

bool holds_already(const std::filesystem::path& path, const std::string& contents) {
    std::ifstream in(path, std::ios::binary);
    return in && std::string(std::istreambuf_iterator<char>(in), {}) == contents;
}

std::string cannot_write(const std::filesystem::path& path, const std::string& why) {
    return fmt::format("cannot write {}: {}", path.string(), why);
}

std::string last_reason() {
    return errno == 0 ? "the system does not say why" : std::strerror(errno);
}

} // namespace

tl::expected<void, std::string> write_new_file(const std::filesystem::path& path,
                                               const std::string& contents) {
    // Streams do not say why they fail; what the system said last does.
    errno = 0;
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    if (!out) {
        return tl::unexpected(last_reason());
    }
    out << contents;
    out.close();
    if (!out) {
        std::string why = last_reason();
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
        return tl::unexpected(std::move(why));
    }
    return {};
}

tl::expected<Stored, std::string> store_file(const std::filesystem::path& path,
                                             const std::string& contents) {
    std::error_code error;
    if (path.has_parent_path()) {
        std::filesystem::create_directories(path.parent_path(), error);
        if (error) {
            return tl::unexpected(
                fmt::format("cannot create {}: {}", path.parent_path().string(), error.message()));
        }
    }
    if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error)) {
        return tl::unexpected(cannot_write(path, "it is there, and is no ordinary file"));
    }
    if (holds_already(path, contents)) {
        return Stored::unchanged;
    }
    std::filesystem::path temporary = path;
    temporary += ".new";
    if (const auto done = write_new_file(temporary, contents); !done) {
        return tl::unexpected(cannot_write(path, done.error()));
    }
    std::filesystem::rename(temporary, path, error);
    if (error) {
        const std::string why = error.message();
        std::filesystem::remove(temporary, error);
        return tl::unexpected(cannot_write(path, why));
    }
    return Stored::written;
}

bool write_file(const std::filesystem::path& path,
                const std::string& contents,
                const Context& context) {
    const auto stored = store_file(path, contents);
    if (!stored) {
        context.err << "muster: " << stored.error() << '\n';
        return false;
    }
    context.out << (*stored == Stored::written ? "wrote     " : "unchanged ") << path.string()
                << '\n';
    return true;
}

} // namespace muster::cli
