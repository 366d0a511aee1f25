#pragma once

#include "spec/diagnostics/diagnostic.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace muster::spec {

/// Why a file could not be loaded, in the user's terms. It has no place in a text.
struct LoadError {
    Code code = Code::unreadable_file;
    std::string file;
    std::string message;
};

/// A place as people count it: both from 1; columns in code points.
struct Position {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
};

/// One text with its name and a table of its lines. Offsets are those of the space that the file
/// lies in (see SourceMap): its first byte has the offset `base()`.
class SourceFile {
public:
    /// `name` is what messages call the file; `text` is smaller than 4 GiB. The base is 0.
    SourceFile(std::string name, std::string text);

    [[nodiscard]] const std::string& name() const { return name_; }

    /// The same for all names of one file: of one that was read from the disk, where it lies there;
    /// otherwise the name without `.` and `..`. It is for comparing, never for showing.
    [[nodiscard]] const std::string& identity() const { return identity_; }

    [[nodiscard]] std::string_view text() const { return text_; }

    [[nodiscard]] std::uint32_t base() const { return base_; }

    [[nodiscard]] std::uint32_t line_count() const {
        return static_cast<std::uint32_t>(line_starts_.size());
    }

    /// Where the line with this number (from 1) begins.
    [[nodiscard]] std::uint32_t line_start(std::uint32_t line) const {
        return base_ + line_starts_[line - 1];
    }

    /// The line without its end.
    [[nodiscard]] std::string_view line_text(std::uint32_t line) const;

    /// Offsets outside mean the nearest end.
    [[nodiscard]] Position position(std::uint32_t offset) const;

private:
    friend class SourceMap;

    friend tl::expected<SourceFile, LoadError> load_source(const std::filesystem::path& path);

    std::string name_;
    std::string identity_;
    std::string text_;
    std::vector<std::uint32_t> line_starts_; // from the beginning of the text
    std::uint32_t base_ = 0;
};

constexpr std::uintmax_t kMebibyte = 1'048'576;
constexpr std::uintmax_t kMaxFileSize = 16 * kMebibyte;

/// Reads a whole file, of at most kMaxFileSize bytes. Directories, missing and unreadable files are
/// errors; what is in the file is not looked at.
[[nodiscard]] tl::expected<SourceFile, LoadError> load_source(const std::filesystem::path& path);

} // namespace muster::spec
