#include "spec/source/source_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace muster::spec {

SourceMap::SourceMap(SourceFile main) {
    main.base_ = 0;
    files_.push_back(std::move(main));
}

const SourceFile* SourceMap::add(SourceFile file) {
    const SourceFile& last = files_.back();
    // One byte stays free, so that the end of a file is not the beginning of the next.
    const std::uint64_t base = std::uint64_t{last.base()} + last.text().size() + 1;
    if (base + file.text().size() >= std::numeric_limits<std::uint32_t>::max()) {
        return nullptr;
    }
    file.base_ = static_cast<std::uint32_t>(base);
    files_.push_back(std::move(file));
    return &files_.back();
}

const SourceFile& SourceMap::file_at(std::uint32_t offset) const {
    const auto behind = std::upper_bound(
        files_.begin(), files_.end(), offset, [](std::uint32_t at, const SourceFile& file) {
            return at < file.base();
        });
    return *(behind - 1); // the first file begins at 0
}

std::string SourceMap::place(Span span) const {
    const SourceFile& file = file_at(span.begin);
    const Position at = file.position(span.begin);
    return fmt::format("{}:{}:{}", file.name(), at.line, at.column);
}

} // namespace muster::spec
