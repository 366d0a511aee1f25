#include "runtime/base/file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace muster::runtime {

File::File(int descriptor, std::filesystem::path path)
    : descriptor_(descriptor)
    , path_(std::move(path)) {}

File::File(File&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1))
    , path_(std::move(other.path_)) {}

File& File::operator=(File&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(path_, other.path_);
    return *this;
}

File::~File() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

tl::unexpected<Error> File::failed(const char* what) const {
    return failure(fmt::format("cannot {} {}: {}", what, path_.string(), std::strerror(errno)));
}

Result<File> File::open(const std::filesystem::path& path) {
    constexpr mode_t kOwnerWritesOthersRead = 0644;
    const int descriptor =
        ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kOwnerWritesOthersRead);
    File file(descriptor, path);
    if (descriptor < 0) {
        return file.failed("open");
    }
    return file;
}

Result<std::uint64_t> File::size() const {
    struct stat status {};

    if (::fstat(descriptor_, &status) != 0) {
        return failed("stat");
    }
    return static_cast<std::uint64_t>(status.st_size);
}

Result<Bytes> File::read(std::uint64_t position, std::size_t count) const {
    Bytes bytes(count, '\0');
    std::size_t done = 0;
    while (done < count) {
        const auto got = ::pread(
            descriptor_, bytes.data() + done, count - done, static_cast<off_t>(position + done));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return failed("read");
        }
        if (got == 0) {
            break;
        }
        done += static_cast<std::size_t>(got);
    }
    bytes.resize(done);
    return bytes;
}

Result<void> File::write(std::uint64_t position, BytesView bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto put = ::pwrite(descriptor_,
                                  bytes.data() + done,
                                  bytes.size() - done,
                                  static_cast<off_t>(position + done));
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0) {
            return failed("write");
        }
        done += static_cast<std::size_t>(put);
    }
    return {};
}

Result<void> File::truncate(std::uint64_t size) {
    if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) {
        return failed("truncate");
    }
    return {};
}

Result<void> File::lock() {
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
        return failed("lock");
    }
    return {};
}

} // namespace muster::runtime
