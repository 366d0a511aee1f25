#pragma once

#include "checker/cache/sha256.hpp"
#include "checker/checkpoint/atomic_file.hpp"
#include "checker/checkpoint/bytes.hpp"

#include <memory>
#include <optional>

/// Sections of a file, each a row of pieces with a sum that tells whether they are what was
/// written. The format is in docs/internals/checkpoints.md.
namespace muster::checker {

/// Where a section is in a file, in bytes.
struct Section {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Writes one section behind what was written before.
class SectionWriter {
public:
    explicit SectionWriter(AtomicFile& file);

    ByteWriter& out() { return out_; }

    /// Nothing is written afterwards.
    Section finish();

private:
    void write_piece(std::string_view piece, bool is_last);

    AtomicFile& file_;
    std::uint64_t begin_;
    Sha256::Digest sum_{};
    ByteWriter out_;
};

/// Copies a section of a file behind what was written before.
Section copy_section(const Descriptor& from, const Section& section, AtomicFile& to);

/// Reads a section piece by piece. A piece whose sum is wrong is thrown as `Damaged`.
class SectionReader {
public:
    /// It begins there and ends before `end`. The file outlives it.
    SectionReader(const Descriptor& file, std::uint64_t begin, std::uint64_t end);
    SectionReader(const SectionReader&) = delete;
    SectionReader& operator=(const SectionReader&) = delete;

    ByteReader& in() { return in_; }

    /// Reads what is left of it, for the sums. Returns where it ends.
    std::uint64_t skip();

private:
    std::string_view next_piece();

    const Descriptor& file_;
    std::uint64_t at_;
    std::uint64_t end_;
    bool is_over_ = false; // the last piece was read
    Sha256::Digest sum_{};
    std::string piece_;
    ByteReader in_;
};

} // namespace muster::checker
