#include "cli/machines/machine_library.hpp"

#include "checker/cache/sha256.hpp"
#include "cli/generability.hpp"
#include "cli/machines/compile_library.hpp"
#include "codegen/explore_driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <stdlib.h> // NOLINT(modernize-deprecated-headers): mkdtemp is not in namespace std
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>
#include <vector>

namespace muster::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kExtension = ".so";
constexpr mode_t kOthersMayWrite = S_IWGRP | S_IWOTH;

/// Whether nobody but the user may write it.
bool is_private(const fs::path& path, mode_t kind) {
    struct stat status {};

    return ::lstat(path.c_str(), &status) == 0 && (status.st_mode & S_IFMT) == kind &&
           status.st_uid == ::geteuid() && (status.st_mode & kOthersMayWrite) == 0;
}

constexpr std::size_t kSealSize = std::tuple_size_v<checker::Sha256::Digest>;

std::string seal_of(std::string_view bytes) {
    checker::Sha256 hash;
    const auto digest = hash.bytes(bytes).finish();
    return {digest.begin(), digest.end()};
}

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Writes a hash of the library behind it, where a loader does not look.
bool seal(const fs::path& library) {
    const std::string hash = seal_of(read(library));
    std::ofstream file(library, std::ios::binary | std::ios::app);
    return static_cast<bool>(file << hash << std::flush);
}

/// Whether all of it is there: what is cut off must not be loaded.
bool is_whole(const fs::path& library) {
    const std::string all = read(library);
    return all.size() > kSealSize &&
           all.substr(all.size() - kSealSize) ==
               seal_of(std::string_view(all).substr(0, all.size() - kSealSize));
}

/// A folder that is there as long as this is.
class TemporaryFolder {
public:
    static tl::expected<TemporaryFolder, std::string> in(const fs::path& parent) {
        std::string name = (parent / "muster.XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            return tl::unexpected(fmt::format(
                "cannot make a folder in {}: {}", parent.string(), std::strerror(errno)));
        }
        return TemporaryFolder(name);
    }

    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;

    TemporaryFolder(TemporaryFolder&& other) noexcept
        : path_(std::exchange(other.path_, {})) {}

    ~TemporaryFolder() {
        if (!path_.empty()) {
            std::error_code ignored;
            fs::remove_all(path_, ignored);
        }
    }

    [[nodiscard]] const fs::path& path() const { return path_; }

private:
    explicit TemporaryFolder(fs::path path)
        : path_(std::move(path)) {}

    fs::path path_;
};

/// The folder where libraries are kept; empty if it cannot be one.
fs::path library_folder(const fs::path& cache_folder) {
    if (cache_folder.empty()) {
        return {};
    }
    std::error_code error;
    fs::create_directories(cache_folder.parent_path(), error);
    const fs::path folder = cache_folder / "machines";
    for (const fs::path& each : {cache_folder, folder}) {
        static_cast<void>(::mkdir(each.c_str(), S_IRWXU));
        if (!is_private(each, S_IFDIR)) {
            return {};
        }
    }
    return folder;
}

void throw_away_the_oldest(const fs::path& folder) {
    std::vector<std::pair<fs::file_time_type, fs::path>> kept;
    std::error_code error;
    for (auto entry = fs::directory_iterator(folder, error);
         !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        std::error_code gone;
        const auto time = fs::last_write_time(entry->path(), gone);
        if (!gone && entry->path().extension() == kExtension) {
            kept.emplace_back(time, entry->path());
        }
    }
    if (kept.size() <= MachineLibrary::kMostKept) {
        return;
    }
    std::sort(kept.begin(), kept.end());
    kept.resize(kept.size() - MachineLibrary::kMostKept);
    for (const auto& [time, path] : kept) {
        fs::remove(path, error);
    }
}

tl::expected<LibrarySource, std::string> source_of(const spec::TypedSpec& spec) {
    if (const auto why = why_not_generable(spec)) {
        return tl::unexpected("the spec has no form in C++: " + why->message);
    }
    spec::Diagnostics diagnostics;
    LibrarySource source{codegen::generate(spec, {}, diagnostics), ""};
    if (source.files.empty()) {
        return tl::unexpected(std::string("the spec has no form in C++"));
    }
    source.files.push_back(codegen::explore_driver(spec, {}));
    source.main = source.files.back().path;
    return source;
}

} // namespace

void MachineLibrary::Close::operator()(void* library) const {
    ::dlclose(library);
}

tl::expected<MachineLibrary, std::string> MachineLibrary::load(const fs::path& file) {
    MachineLibrary loaded;
    loaded.library_.reset(::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (!loaded.library_) {
        return tl::unexpected(std::string("the compiled code cannot be loaded"));
    }
    void* const entry = ::dlsym(loaded.library_.get(), runtime::exploration::kEntryPoint);
    if (entry == nullptr) {
        return tl::unexpected(std::string("the compiled code is not what was compiled"));
    }
    loaded.step_ = reinterpret_cast<runtime::exploration::Step>(entry);
    return loaded;
}

tl::expected<MachineLibrary, std::string> MachineLibrary::of(const spec::TypedSpec& spec,
                                                             const fs::path& cache_folder) {
    const auto source = source_of(spec);
    if (!source) {
        return tl::unexpected(source.error());
    }
    const auto compiler = find_compiler();
    if (!compiler) {
        return tl::unexpected(compiler.error());
    }
    std::error_code error;
    const fs::path folder = library_folder(cache_folder);
    const fs::path kept = folder / (source->key(*compiler) + kExtension);
    if (!folder.empty() && is_private(kept, S_IFREG) && is_whole(kept)) {
        if (auto loaded = load(kept)) {
            fs::last_write_time(kept, fs::file_time_type::clock::now(), error);
            return loaded;
        }
    }
    const auto work = TemporaryFolder::in(folder.empty() ? fs::temp_directory_path(error) : folder);
    if (!work) {
        return tl::unexpected(work.error());
    }
    auto library = compile_library(*compiler, *source, work->path());
    if (!library) {
        return tl::unexpected(library.error());
    }
    if (!folder.empty() && seal(*library)) {
        fs::permissions(*library, fs::perms::owner_all, error);
        fs::rename(*library, kept, error);
        if (!error) {
            throw_away_the_oldest(folder);
            return load(kept);
        }
    }
    return load(*library);
}

} // namespace muster::cli
