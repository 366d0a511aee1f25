#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace muster::checker {

/// A descriptor of an open file, which is closed at the end; -1 for none.
class Descriptor {
public:
    explicit Descriptor(int number = -1)
        : number_(number) {}

    Descriptor(Descriptor&& other) noexcept
        : number_(other.release()) {}

    Descriptor& operator=(Descriptor&& other) noexcept;
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor();

    [[nodiscard]] int get() const { return number_; }

    /// Gives it away.
    int release();

private:
    int number_;
};

/// A file that takes the place of another one, or of none, once all of it is on the disk: whoever
/// reads meanwhile, or after a crash, finds the old one or the new one. It grows beside it, under a
/// name of its own, and is removed again unless it is put in place. It gets the permissions of the
/// old one; a symbolic link stays one, and the file behind it is replaced.
class AtomicFile {
public:
    /// Nothing is put in the place of what is there until `put_in_place`.
    explicit AtomicFile(const std::filesystem::path& path);
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;
    ~AtomicFile();

    /// After the first mistake nothing more is written; `put_in_place` tells it.
    void write(std::string_view bytes);

    /// Nothing is to be put in place, because of this.
    void give_up(std::string why);

    /// Why nothing will be put in place; empty if nothing speaks against it yet.
    [[nodiscard]] std::string mistake() const;

    /// How many bytes were written.
    [[nodiscard]] std::uint64_t size() const { return size_; }

    /// Returns the file, to be read, or why it could not be written; then the old one is as it was.
    tl::expected<Descriptor, std::string> put_in_place();

private:
    std::filesystem::path path_;
    std::string temporary_; // empty if there is none
    Descriptor file_;
    std::uint64_t size_ = 0;
    std::string mistake_; // empty if there was none
};

} // namespace muster::checker
