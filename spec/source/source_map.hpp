#pragma once

#include "spec/source/source_file.hpp"
#include "spec/source/span.hpp"

#include <cstdint>
#include <deque>
#include <string>

namespace muster::spec {

/// The files of one spec in a single space of offsets, so that a span alone says in which file it
/// is. Files stay where they are in memory, also when the map is moved.
class SourceMap {
public:
    /// `main` is the file that the others are imported from; its base is 0.
    explicit SourceMap(SourceFile main);

    /// Puts a file behind the others. Returns nothing when 32 bits cannot count that far.
    const SourceFile* add(SourceFile file);

    [[nodiscard]] const SourceFile& main() const { return files_.front(); }

    /// In the order in which they were added, which is that of their offsets.
    [[nodiscard]] const std::deque<SourceFile>& files() const { return files_; }

    /// The file that an offset belongs to; the end of a file belongs to it too.
    [[nodiscard]] const SourceFile& file_at(std::uint32_t offset) const;

    /// `name:line:column` of where a span begins.
    [[nodiscard]] std::string place(Span span) const;

private:
    std::deque<SourceFile> files_;
};

} // namespace muster::spec
