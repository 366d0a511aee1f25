#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

/// Numbers and texts as bytes, so that a search can be kept and taken up again. The whole format is
/// in docs/internals/checkpoints.md.
namespace muster::checker {

/// Writes to whoever takes the bytes, a piece at a time.
class ByteWriter {
public:
    using Sink = std::function<void(std::string_view piece)>;

    /// No piece is longer.
    static constexpr std::size_t kPiece = std::size_t{1} << 20U;

    explicit ByteWriter(Sink sink)
        : sink_(std::move(sink)) {}

    void byte(std::uint8_t byte) {
        if (piece_.size() == kPiece) {
            flush();
        }
        piece_.push_back(static_cast<char>(byte));
    }

    /// Seven bits in a byte, the lowest first; the eighth says that there are more (LEB128).
    void number(std::uint64_t number);
    /// The same with the sign in the lowest bit.
    void signed_number(std::int64_t number);

    void truth(bool truth) { byte(truth ? 1 : 0); }

    /// Behind its length.
    void text(std::string_view text);
    /// Passes on what is left.
    void flush();

private:
    Sink sink_;
    std::string piece_;
};

/// What cannot have been written: thrown by who reads, and caught by who began to.
struct Damaged {
    std::string text; // what is wrong, in a few words
};

/// Reads what a writer wrote. Nothing about the bytes is trusted: whatever does not fit is thrown
/// as `Damaged`, and no length that they state is taken for true before so many bytes are there.
class ByteReader {
public:
    /// The next piece, good until the next call; empty if there is none left.
    using Source = std::function<std::string_view()>;

    /// `size` is how many bytes there are at most.
    ByteReader(Source source, std::uint64_t size)
        : source_(std::move(source))
        , left_(size) {}

    std::uint8_t byte() {
        if (at_ == piece_.size()) {
            next_piece();
        }
        --left_;
        return static_cast<std::uint8_t>(piece_[at_++]);
    }

    std::uint64_t number();
    /// One that is less than the limit; it is called so where it is not.
    std::uint64_t number_below(std::uint64_t limit, const char* what);
    std::int64_t signed_number();
    bool truth();
    /// How many of something come. Each takes a byte at least.
    std::size_t count();
    std::string text();

    /// Whether everything was read.
    bool at_end();

    [[noreturn]] static void fail(std::string text) { throw Damaged{std::move(text)}; }

private:
    void next_piece();

    Source source_;
    std::string_view piece_;
    std::size_t at_ = 0;
    std::uint64_t left_;
};

/// Numbers of a few bits, one behind the other, the lowest bit first.
class BitWriter {
public:
    explicit BitWriter(ByteWriter& out)
        : out_(out) {}

    /// `width` is at most 32.
    void bits(std::uint32_t number, std::uint32_t width);
    /// Fills the last byte with 0.
    void finish();

private:
    ByteWriter& out_;
    std::uint64_t open_ = 0;
    std::uint32_t in_open_ = 0; // bits
};

class BitReader {
public:
    explicit BitReader(ByteReader& in)
        : in_(in) {}

    std::uint32_t bits(std::uint32_t width);

private:
    ByteReader& in_;
    std::uint64_t open_ = 0;
    std::uint32_t in_open_ = 0; // bits
};

} // namespace muster::checker
