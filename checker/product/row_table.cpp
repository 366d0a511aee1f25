#include "checker/product/row_table.hpp"

#include <algorithm>
#include <cstring>

namespace muster::checker::product {

namespace {

constexpr std::size_t kFirstSize = 1U << 10U;
constexpr std::uint64_t kIndexMask = 0xFFFFFFFFULL;

std::uint32_t bytes_for(Part part) {
    std::uint32_t bytes = 0;
    for (; part != 0; part >>= 8U) {
        ++bytes;
    }
    return bytes;
}

} // namespace

RowTable::RowTable(std::uint32_t places)
    : fields_(places)
    , slots_(kFirstSize, 0) {}

std::uint64_t RowTable::hash(const Row& row) {
    std::uint64_t hash = 0;
    for (std::uint32_t place = 0; place < row.size(); ++place) {
        hash ^= hash_of(place, row[place]);
    }
    return hash;
}

RowTable::Added RowTable::add(const Row& row, std::uint64_t hash) {
    make_room(row);
    write(row, packed_.data());
    const std::uint64_t tag = hash & ~kIndexMask;
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    for (; slots_[at] != 0; at = (at + 1) & mask) {
        const auto index = static_cast<std::uint32_t>((slots_[at] & kIndexMask) - 1);
        if ((slots_[at] & ~kIndexMask) == tag && equals(index, packed_.data())) {
            return {index, false};
        }
    }
    const auto index = static_cast<std::uint32_t>(size_++);
    slots_[at] = tag | (index + 1);
    bytes_.insert(bytes_.end(), packed_.begin(), packed_.end());
    if (2 * size_ > slots_.size()) {
        grow();
    }
    return {index, true};
}

bool RowTable::equals(std::uint32_t index, const std::uint8_t* packed) const {
    return std::memcmp(bytes_.data() + index * stride_, packed, stride_) == 0;
}

void RowTable::write(const Row& row, std::uint8_t* to) const {
    for (std::size_t place = 0; place < fields_.size(); ++place) {
        Part part = row[place];
        for (std::uint32_t i = 0; i < fields_[place].bytes; ++i) {
            *to++ = static_cast<std::uint8_t>(part);
            part >>= 8U;
        }
    }
}

void RowTable::read(std::uint32_t index, Row& row) const {
    row.resize(fields_.size());
    const std::uint8_t* from = bytes_.data() + index * stride_;
    for (std::size_t place = 0; place < fields_.size(); ++place) {
        Part part = 0;
        for (std::uint32_t i = 0; i < fields_[place].bytes; ++i) {
            part |= Part{*from++} << (8U * i);
        }
        row[place] = part;
    }
}

/// Widens the places that this row needs to be wider, and writes all rows again.
void RowTable::make_room(const Row& row) {
    const auto fits = [&](std::size_t place) {
        return fields_[place].bytes >= 4 || row[place] >> (8U * fields_[place].bytes) == 0;
    };
    bool all_fit = true;
    for (std::size_t place = 0; place < fields_.size(); ++place) {
        all_fit = all_fit && fits(place);
    }
    if (all_fit) {
        return;
    }
    std::vector<std::uint8_t> before;
    before.swap(bytes_);
    const std::vector<Field> fields = fields_;
    for (std::size_t place = 0; place < fields_.size(); ++place) {
        fields_[place].bytes = std::max(fields_[place].bytes, bytes_for(row[place]));
    }
    std::size_t stride = 0;
    for (const Field& field : fields_) {
        stride += field.bytes;
    }
    bytes_.resize(size_ * stride);
    const std::uint8_t* from = before.data();
    std::uint8_t* to = bytes_.data();
    for (std::size_t i = 0; i < size_; ++i) {
        for (std::size_t place = 0; place < fields_.size(); ++place) {
            const std::uint32_t known = fields[place].bytes;
            std::copy(from, from + known, to);
            std::fill(to + known, to + fields_[place].bytes, std::uint8_t{0});
            from += known;
            to += fields_[place].bytes;
        }
    }
    stride_ = stride;
    packed_.resize(stride);
}

void RowTable::grow() {
    std::vector<std::uint64_t> slots(2 * slots_.size(), 0);
    const std::size_t mask = slots.size() - 1;
    Row row;
    for (std::uint32_t index = 0; index < size_; ++index) {
        read(index, row);
        const std::uint64_t own = hash(row);
        std::size_t at = own & mask;
        while (slots[at] != 0) {
            at = (at + 1) & mask;
        }
        slots[at] = (own & ~kIndexMask) | (index + 1);
    }
    slots_ = std::move(slots);
}

} // namespace muster::checker::product
