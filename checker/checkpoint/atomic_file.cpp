#include "checker/checkpoint/atomic_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace muster::checker {

namespace {

constexpr mode_t kReadableByAll = S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH;
constexpr mode_t kPermissions = S_IRWXU | S_IRWXG | S_IRWXO;

/// Those of the file that is replaced. What new files may be is asked of the process, which has no
/// other way to say it.
mode_t permissions_for(const std::filesystem::path& path) {
    struct stat old {};

    if (::stat(path.c_str(), &old) == 0) {
        return old.st_mode & kPermissions;
    }
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return kReadableByAll & ~mask;
}

/// That a file was renamed is known after a crash only once its folder is on the disk.
void flush_folder(const std::filesystem::path& path) {
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.get() >= 0) {
        ::fsync(opened.get());
    }
}

} // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
}

Descriptor::~Descriptor() {
    if (number_ >= 0) {
        ::close(number_);
    }
}

int Descriptor::release() {
    return std::exchange(number_, -1);
}

AtomicFile::AtomicFile(const std::filesystem::path& path)
    : path_(path) {
    // A link stays one, and what it leads to is replaced.
    std::error_code error;
    const auto target = std::filesystem::canonical(path, error);
    if (!error) {
        path_ = target;
    }
    temporary_ = path_.string() + ".XXXXXX";
    file_ = Descriptor(::mkostemp(temporary_.data(), O_CLOEXEC));
    if (file_.get() < 0) {
        give_up(std::strerror(errno));
        temporary_.clear();
    }
}

AtomicFile::~AtomicFile() {
    if (!temporary_.empty()) {
        ::unlink(temporary_.c_str());
    }
}

void AtomicFile::give_up(std::string why) {
    if (mistake_.empty()) {
        mistake_ = std::move(why);
    }
}

std::string AtomicFile::mistake() const {
    return mistake_.empty() ? "" : fmt::format("cannot write {}: {}", path_.string(), mistake_);
}

void AtomicFile::write(std::string_view bytes) {
    while (!bytes.empty() && mistake_.empty()) {
        const ssize_t written = ::write(file_.get(), bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            give_up(std::strerror(errno));
        } else if (written > 0) {
            size_ += static_cast<std::uint64_t>(written);
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
    }
}

tl::expected<Descriptor, std::string> AtomicFile::put_in_place() {
    if (mistake_.empty() &&
        (::fchmod(file_.get(), permissions_for(path_)) != 0 || ::fsync(file_.get()) != 0 ||
         ::rename(temporary_.c_str(), path_.c_str()) != 0)) {
        give_up(std::strerror(errno));
    }
    if (!mistake_.empty()) {
        return tl::unexpected(mistake());
    }
    temporary_.clear();
    flush_folder(path_);
    return std::move(file_);
}

} // namespace muster::checker
