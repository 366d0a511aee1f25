#include "checker/cache/shelf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace muster::checker {

namespace {

namespace fs = std::filesystem;

constexpr const char* kExtension = ".answers";
constexpr mode_t kOthersMayWrite = S_IWGRP | S_IWOTH;

/// A file descriptor that is closed.
class File {
public:
    explicit File(int descriptor)
        : descriptor_(descriptor) {}

    File(const File&) = delete;
    File& operator=(const File&) = delete;

    ~File() {
        if (descriptor_ >= 0) {
            ::close(descriptor_);
        }
    }

    [[nodiscard]] int get() const { return descriptor_; }

    [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }

private:
    int descriptor_;
};

bool is_private(const struct stat& status) {
    return status.st_uid == ::geteuid() && (status.st_mode & kOthersMayWrite) == 0;
}

bool write_all(int descriptor, const char* bytes, std::size_t size) {
    while (size > 0) {
        const ssize_t written = ::write(descriptor, bytes, size);
        if (written <= 0) {
            return false;
        }
        bytes += written;
        size -= static_cast<std::size_t>(written);
    }
    return true;
}

/// A name of a spec becomes a name of a file, whatever its letters and however long it is.
std::string file_name(std::string_view spec_name) {
    Sha256 hash;
    hash.text(spec_name);
    const AnswerKey key = key_of(hash.finish());
    return fmt::format("{:016x}{:016x}{}", key.high, key.low, kExtension);
}

std::string failure(const fs::path& path) {
    return fmt::format("{}: {}", path.string(), std::strerror(errno));
}

} // namespace

Shelf::Shelf(const fs::path& folder, std::string_view spec_name)
    : folder_(folder)
    , file_(folder / file_name(spec_name)) {}

std::vector<AnswerKey> Shelf::load() const {
    const File file(::open(file_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));

    struct stat status {};

    struct stat folder {};

    if (!file.is_open() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
        !is_private(status) || ::stat(folder_.c_str(), &folder) != 0 || !is_private(folder)) {
        return {};
    }
    const auto size = static_cast<std::size_t>(status.st_size) / sizeof(AnswerKey);
    std::vector<AnswerKey> keys(std::min(size, kMostKeys));
    const std::size_t bytes = keys.size() * sizeof(AnswerKey);
    if (::pread(file.get(), keys.data(), bytes, 0) != static_cast<ssize_t>(bytes)) {
        return {};
    }
    return keys;
}

std::string Shelf::save(const Answers& answers) const {
    // Another run may have written since this one began.
    std::vector<AnswerKey> keys = load();
    const Answers used(answers.used());
    std::erase_if(keys, [&](AnswerKey key) { return used.knows(key); });
    keys.insert(keys.end(), answers.used().begin(), answers.used().end());
    if (keys.size() > kMostKeys) {
        keys.erase(keys.begin(), keys.end() - static_cast<std::ptrdiff_t>(kMostKeys));
    }
    std::error_code error;
    fs::create_directories(folder_.parent_path(), error);
    if (::mkdir(folder_.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
        return failure(folder_);
    }
    std::string temporary = (folder_ / "answers.XXXXXX").string();
    const File file(::mkstemp(temporary.data()));
    if (!file.is_open()) {
        return failure(folder_);
    }
    const auto* bytes = reinterpret_cast<const char*>(keys.data());
    if (!write_all(file.get(), bytes, keys.size() * sizeof(AnswerKey)) ||
        ::rename(temporary.c_str(), file_.c_str()) != 0) {
        std::string reason = failure(file_);
        ::unlink(temporary.c_str());
        return reason;
    }
    throw_away_the_oldest();
    return {};
}

void Shelf::throw_away_the_oldest() const {
    std::vector<std::pair<fs::file_time_type, fs::path>> shelves;
    std::error_code error;
    for (auto entry = fs::directory_iterator(folder_, error);
         !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        const fs::path& path = entry->path();
        std::error_code gone;
        const auto time = fs::last_write_time(path, gone);
        if (!gone && path.extension() == kExtension) {
            shelves.emplace_back(time, path);
        }
    }
    if (shelves.size() <= kMostShelves) {
        return;
    }
    std::sort(shelves.begin(), shelves.end());
    shelves.resize(shelves.size() - kMostShelves);
    for (const auto& [time, path] : shelves) {
        fs::remove(path, error);
    }
}

fs::path cache_folder() {
    const char* named = std::getenv("XDG_CACHE_HOME");
    if (named != nullptr && fs::path(named).is_absolute()) {
        return fs::path(named) / "muster";
    }
    const char* home = std::getenv("HOME");
    if (home != nullptr && fs::path(home).is_absolute()) {
        return fs::path(home) / ".cache" / "muster";
    }
    return {};
}

} // namespace muster::checker
