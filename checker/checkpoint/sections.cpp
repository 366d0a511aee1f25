#include "checker/checkpoint/sections.hpp"

#include <algorithm>
#include <unistd.h>

namespace muster::checker {

namespace {

/// A piece stands behind its length, with this bit in the last one, and before its sum.
constexpr std::uint32_t kLast = std::uint32_t{1} << 31U;
constexpr std::size_t kLengthBytes = 4;
constexpr std::size_t kSumBytes = 16;
constexpr std::uint32_t kBitsOfByte = 8;

std::string length_bytes(std::uint32_t length) {
    std::string bytes;
    for (std::size_t i = 0; i < kLengthBytes; ++i) {
        bytes.push_back(static_cast<char>(length >> (kBitsOfByte * i)));
    }
    return bytes;
}

/// Of a piece and of all that stand before it in the section.
Sha256::Digest
sum_of(const Sha256::Digest& before, std::string_view length, std::string_view piece) {
    const auto* bytes = reinterpret_cast<const char*>(before.data());
    return Sha256().bytes({bytes, before.size()}).bytes(length).bytes(piece).finish();
}

std::string_view written_of(const Sha256::Digest& sum) {
    return {reinterpret_cast<const char*>(sum.data()), kSumBytes};
}

/// Fewer than asked for only at the end of the file, or where it cannot be read.
std::size_t read_at(const Descriptor& file, std::uint64_t at, char* to, std::size_t size) {
    std::size_t done = 0;
    while (done < size) {
        const ssize_t count =
            ::pread(file.get(), to + done, size - done, static_cast<off_t>(at + done));
        if (count <= 0) {
            break;
        }
        done += static_cast<std::size_t>(count);
    }
    return done;
}

} // namespace

SectionWriter::SectionWriter(AtomicFile& file)
    : file_(file)
    , begin_(file.size())
    , out_([this](std::string_view piece) { write_piece(piece, false); }) {}

void SectionWriter::write_piece(std::string_view piece, bool is_last) {
    const std::string length =
        length_bytes(static_cast<std::uint32_t>(piece.size()) | (is_last ? kLast : 0));
    sum_ = sum_of(sum_, length, piece);
    file_.write(length);
    file_.write(piece);
    file_.write(written_of(sum_));
}

Section SectionWriter::finish() {
    out_.flush();
    write_piece("", true);
    return {begin_, file_.size()};
}

Section copy_section(const Descriptor& from, const Section& section, AtomicFile& to) {
    const std::uint64_t begin = to.size();
    std::string buffer;
    for (std::uint64_t at = section.begin; at < section.end; at += buffer.size()) {
        buffer.resize(std::min<std::uint64_t>(ByteWriter::kPiece, section.end - at));
        if (read_at(from, at, buffer.data(), buffer.size()) != buffer.size()) {
            to.give_up("what it is to hold of the one before cannot be read");
            break;
        }
        to.write(buffer);
    }
    return {begin, to.size()};
}

SectionReader::SectionReader(const Descriptor& file, std::uint64_t begin, std::uint64_t end)
    : file_(file)
    , at_(begin)
    , end_(end)
    , in_([this] { return next_piece(); }, end - begin) {}

std::string_view SectionReader::next_piece() {
    if (is_over_) {
        return {};
    }
    std::string length_text(kLengthBytes, '\0');
    if (end_ - at_ < kLengthBytes + kSumBytes ||
        read_at(file_, at_, length_text.data(), kLengthBytes) != kLengthBytes) {
        ByteReader::fail("it ends too early");
    }
    std::uint32_t length = 0;
    for (std::size_t i = 0; i < kLengthBytes; ++i) {
        length |= std::uint32_t{static_cast<std::uint8_t>(length_text[i])} << (kBitsOfByte * i);
    }
    is_over_ = (length & kLast) != 0;
    length &= ~kLast;
    if (length > ByteWriter::kPiece || end_ - at_ < kLengthBytes + length + kSumBytes) {
        ByteReader::fail("it ends too early, or a length is wrong");
    }
    piece_.resize(length + kSumBytes);
    if (read_at(file_, at_ + kLengthBytes, piece_.data(), piece_.size()) != piece_.size()) {
        ByteReader::fail("it ends too early");
    }
    at_ += kLengthBytes + piece_.size();
    const std::string sum = piece_.substr(length);
    piece_.resize(length);
    sum_ = sum_of(sum_, length_text, piece_);
    if (sum != written_of(sum_)) {
        ByteReader::fail("a sum is wrong");
    }
    return piece_;
}

std::uint64_t SectionReader::skip() {
    while (!is_over_) {
        next_piece();
    }
    return at_;
}

} // namespace muster::checker
