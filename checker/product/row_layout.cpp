#include "checker/product/row_layout.hpp"

#include <algorithm>
#include <bit>

namespace muster::checker::product {

namespace {

/// One bit is left, so that a word can be told from none.
constexpr std::uint32_t kWordBits = 63;
constexpr std::uint32_t kPartBits = 32;

/// Few where parts are few, so that several places are looked at together; more where many states
/// would be packed again.
std::uint32_t spare_bits(std::uint32_t needed) {
    return needed < 3 ? 0 : needed < 6 ? 2 : 4;
}

} // namespace

void RowLayout::pack(const Row& row, Word* to) const {
    std::fill(to, to + words_, Word{0});
    for (std::uint32_t place = 0; place < fields_.size(); ++place) {
        to[fields_[place].word] |= Word{row[place]} << fields_[place].shift;
    }
}

void RowLayout::unpack(const Word* packed, Row& row) const {
    row.resize(fields_.size());
    for (std::uint32_t place = 0; place < fields_.size(); ++place) {
        row[place] = part(place, packed);
    }
}

/// One bit more than needed, so that it does not happen often; and more of them if that takes no
/// further word.
bool RowLayout::widen(const Row& row) {
    std::vector<Field> narrow = fields_;
    bool all_fit = true;
    for (std::uint32_t place = 0; place < fields_.size(); ++place) {
        if (!has_room(place, row[place])) {
            all_fit = false;
            const auto needed = static_cast<std::uint32_t>(std::bit_width(row[place]));
            narrow[place].bits = std::min(kPartBits, needed + (needed < 3 ? 0 : 1));
            fields_[place].bits = std::min(kPartBits, needed + spare_bits(needed));
        }
    }
    if (all_fit) {
        return false;
    }
    const std::size_t words = lay_out(narrow);
    if (lay_out(fields_) > words) {
        fields_ = std::move(narrow);
    }
    words_ = words;
    ++version_;
    return true;
}

/// No field is spread over two words.
std::size_t RowLayout::lay_out(std::vector<Field>& fields) {
    std::uint32_t word = 0;
    std::uint32_t used = 0;
    for (Field& field : fields) {
        if (used + field.bits > kWordBits) {
            ++word;
            used = 0;
        }
        field.word = word;
        field.shift = field.bits == 0 ? 0 : used;
        field.mask = (Word{1} << field.bits) - 1;
        used += field.bits;
    }
    return word + 1;
}

Repacking::Repacking(const RowLayout& before, const RowLayout& after)
    : words_(after.words()) {
    std::uint32_t bits = 0; // of the last move
    for (std::size_t place = 0; place < before.fields_.size(); ++place) {
        const RowLayout::Field& from = before.fields_[place];
        const RowLayout::Field& to = after.fields_[place];
        if (from.bits == 0) {
            continue;
        }
        if (!moves_.empty() && moves_.back().from == from.word && moves_.back().to == to.word &&
            moves_.back().from_shift + bits == from.shift &&
            moves_.back().to_shift + bits == to.shift) {
            moves_.back().mask |= from.mask << bits;
            bits += from.bits;
        } else {
            moves_.push_back({from.word, from.shift, to.word, to.shift, from.mask});
            bits = from.bits;
        }
    }
}

void Repacking::operator()(const Word* from, Word* to) const {
    std::fill(to, to + words_, Word{0});
    for (const Move& move : moves_) {
        to[move.to] |= ((from[move.from] >> move.from_shift) & move.mask) << move.to_shift;
    }
}

} // namespace muster::checker::product
