#include "spec/source/source_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace muster::spec {

SourceFile::SourceFile(std::string name, std::string text)
    : name_(std::move(name))
    , identity_(std::filesystem::path(name_).lexically_normal().generic_string())
    , text_(std::move(text)) {
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i) {
        if (text_[i] == '\n') {
            line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
        }
    }
}

std::string_view SourceFile::line_text(std::uint32_t line) const {
    const std::size_t begin = line_starts_[line - 1];
    const std::size_t end = line < line_count() ? line_starts_[line] - 1 : text_.size();
    std::string_view result = std::string_view(text_).substr(begin, end - begin);
    if (result.ends_with('\r')) {
        result.remove_suffix(1);
    }
    return result;
}

Position SourceFile::position(std::uint32_t offset) const {
    offset = std::min(offset - std::min(offset, base_), static_cast<std::uint32_t>(text_.size()));
    const auto behind = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    const auto line = static_cast<std::uint32_t>(behind - line_starts_.begin());
    const std::uint32_t start = line_starts_[line - 1];
    // Bytes of the form 10xxxxxx continue a code point.
    const auto code_points =
        std::count_if(text_.begin() + start, text_.begin() + offset, [](char c) {
            return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
        });
    return {line, static_cast<std::uint32_t>(code_points) + 1};
}

tl::expected<SourceFile, LoadError> load_source(const std::filesystem::path& path) {
    const auto failure = [&](std::string message) {
        return tl::unexpected(LoadError{Code::unreadable_file, path.string(), std::move(message)});
    };
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::not_found) {
        return failure("there is no such file");
    }
    if (error) {
        return failure(fmt::format("the file cannot be read: {}", error.message()));
    }
    if (std::filesystem::is_directory(status)) {
        return failure("this is a directory, not a file");
    }
    if (!std::filesystem::is_regular_file(status)) { // reading one may never end
        return failure("this is a pipe or a device, not a file");
    }
    errno = 0;
    std::ifstream stream(path, std::ios::binary);
    if (!stream) {
        return failure(fmt::format("the file cannot be read: {}",
                                   std::generic_category().message(errno == 0 ? EIO : errno)));
    }
    // The size is found by reading: a file may grow meanwhile.
    std::string text;
    constexpr std::size_t kChunkSize = std::size_t{64} * 1024;
    std::string chunk(kChunkSize, '\0');
    while (stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) ||
           stream.gcount() > 0) {
        text.append(chunk, 0, static_cast<std::size_t>(stream.gcount()));
        if (text.size() > kMaxFileSize) {
            return failure(fmt::format("the file is larger than {} MiB, which no spec is",
                                       kMaxFileSize / kMebibyte));
        }
    }
    if (stream.bad()) {
        return failure("the file cannot be read to its end");
    }
    SourceFile file(path.string(), std::move(text));
    if (const auto place = std::filesystem::canonical(path, error); !error) {
        file.identity_ = place.generic_string();
    }
    return file;
}

} // namespace muster::spec
