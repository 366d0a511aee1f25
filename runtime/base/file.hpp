#pragma once

#include "runtime/base/bytes.hpp"
#include "runtime/base/error.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace muster::runtime {

/// An open file, closed when the value goes. Every failure says which file and why.
class File {
public:
    /// Opens for reading and writing and creates what is not there.
    [[nodiscard]] static Result<File> open(const std::filesystem::path& path);

    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File();

    [[nodiscard]] Result<std::uint64_t> size() const;
    /// Up to `count` bytes from `position`; fewer only at the end of the file.
    [[nodiscard]] Result<Bytes> read(std::uint64_t position, std::size_t count) const;
    [[nodiscard]] Result<void> write(std::uint64_t position, BytesView bytes);
    [[nodiscard]] Result<void> truncate(std::uint64_t size);
    /// Takes an exclusive lock that lasts as long as the file is open; fails if another process has
    /// it.
    [[nodiscard]] Result<void> lock();

private:
    File(int descriptor, std::filesystem::path path);

    [[nodiscard]] tl::unexpected<Error> failed(const char* what) const;

    int descriptor_;
    std::filesystem::path path_;
};

} // namespace muster::runtime
