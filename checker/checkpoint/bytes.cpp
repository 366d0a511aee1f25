#include "checker/checkpoint/bytes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::checker {

namespace {

constexpr std::uint32_t kBitsOfByte = 8;
constexpr std::uint32_t kBitsOfGroup = 7;
constexpr std::uint32_t kLastShift = 63; // of the group that has one bit left
constexpr std::uint8_t kMore = 0x80;

} // namespace

void ByteWriter::number(std::uint64_t number) {
    while (number >= kMore) {
        byte(static_cast<std::uint8_t>(number) | kMore);
        number >>= kBitsOfGroup;
    }
    byte(static_cast<std::uint8_t>(number));
}

void ByteWriter::signed_number(std::int64_t number) {
    const auto bits = static_cast<std::uint64_t>(number);
    this->number((bits << 1U) ^ (number < 0 ? ~std::uint64_t{0} : 0));
}

void ByteWriter::text(std::string_view text) {
    number(text.size());
    for (const char c : text) {
        byte(static_cast<std::uint8_t>(c));
    }
}

void ByteWriter::flush() {
    if (!piece_.empty()) {
        sink_(piece_);
        piece_.clear();
    }
}

void ByteReader::next_piece() {
    piece_ = source_();
    at_ = 0;
    if (piece_.empty() || left_ < piece_.size()) {
        fail("something is missing at the end");
    }
}

std::uint64_t ByteReader::number() {
    std::uint64_t number = 0;
    for (std::uint32_t shift = 0; shift <= kLastShift; shift += kBitsOfGroup) {
        const std::uint8_t group = byte();
        if (shift == kLastShift && group > 1) {
            break;
        }
        number |= static_cast<std::uint64_t>(group & ~kMore) << shift;
        if ((group & kMore) == 0) {
            return number;
        }
    }
    fail("a number does not fit into 64 bits");
}

std::uint64_t ByteReader::number_below(std::uint64_t limit, const char* what) {
    const std::uint64_t number = this->number();
    if (number >= limit) {
        fail(fmt::format("there is no {} {}", what, number));
    }
    return number;
}

std::int64_t ByteReader::signed_number() {
    const std::uint64_t bits = number();
    return static_cast<std::int64_t>((bits >> 1U) ^ ((bits & 1U) != 0 ? ~std::uint64_t{0} : 0));
}

bool ByteReader::truth() {
    return number_below(2, "truth value") == 1;
}

std::size_t ByteReader::count() {
    const std::uint64_t count = number();
    if (count > left_) {
        fail(fmt::format("{} things do not fit into {} bytes", count, left_));
    }
    return count;
}

std::string ByteReader::text() {
    std::string text(count(), ' ');
    std::generate(text.begin(), text.end(), [&] { return static_cast<char>(byte()); });
    return text;
}

bool ByteReader::at_end() {
    if (at_ == piece_.size()) {
        piece_ = source_();
        at_ = 0;
    }
    return piece_.empty();
}

void BitWriter::bits(std::uint32_t number, std::uint32_t width) {
    open_ |= std::uint64_t{number} << in_open_;
    in_open_ += width;
    while (in_open_ >= kBitsOfByte) {
        out_.byte(static_cast<std::uint8_t>(open_));
        open_ >>= kBitsOfByte;
        in_open_ -= kBitsOfByte;
    }
}

void BitWriter::finish() {
    if (in_open_ > 0) {
        out_.byte(static_cast<std::uint8_t>(open_));
        open_ = 0;
        in_open_ = 0;
    }
}

std::uint32_t BitReader::bits(std::uint32_t width) {
    while (in_open_ < width) {
        open_ |= std::uint64_t{in_.byte()} << in_open_;
        in_open_ += kBitsOfByte;
    }
    const auto number = static_cast<std::uint32_t>(open_ & ((std::uint64_t{1} << width) - 1));
    open_ >>= width;
    in_open_ -= width;
    return number;
}

} // namespace muster::checker
