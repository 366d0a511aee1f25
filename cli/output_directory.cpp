#include "cli/output_directory.hpp"

#include <cerrno>
#include <ostream>
#include <string>
#include <system_error>
#include <unistd.h>

namespace muster::cli {

namespace {

// Permissions alone do not tell: file systems may be read-only, and root may do most things.
std::error_code try_to_write(const std::filesystem::path& directory) {
    std::string probe = (directory / ".muster-XXXXXX").string();
    const int file = ::mkstemp(probe.data());
    if (file < 0) {
        return {errno, std::generic_category()};
    }
    ::close(file);
    ::unlink(probe.c_str());
    return {};
}

} // namespace

bool make_output_directory(const std::filesystem::path& directory,
                           const char* purpose,
                           const Context& context) {
    if (directory.empty()) {
        return true;
    }
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (!error) {
        error = try_to_write(directory);
    }
    if (error) {
        context.err << "muster: " << directory.string() << " cannot be used for " << purpose << ": "
                    << error.message() << '\n';
    }
    return !error;
}

} // namespace muster::cli
