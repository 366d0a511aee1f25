#include "checker/product/row_bytes.hpp"

#include <algorithm>
#include <bit>

namespace muster::checker::product {

namespace {

/// By place.
std::vector<std::uint32_t> widths_for(const Row& greatest) {
    std::vector<std::uint32_t> widths;
    for (const Part part : greatest) {
        widths.push_back(static_cast<std::uint32_t>(std::bit_width(part)));
    }
    return widths;
}

Row greatest_parts(const RowTable& table) {
    Row row;
    table.read(0, row);
    Row greatest = row;
    for (std::uint32_t index = 1; index < table.size(); ++index) {
        table.read(index, row);
        std::transform(
            row.begin(), row.end(), greatest.begin(), greatest.begin(), [](Part one, Part other) {
                return std::max(one, other);
            });
    }
    return greatest;
}

} // namespace

void write_rows(ByteWriter& out, const RowTable& table) {
    if (table.size() == 0) {
        return;
    }
    const Row greatest = greatest_parts(table);
    for (const Part part : greatest) {
        out.number(part);
    }
    const std::vector<std::uint32_t> widths = widths_for(greatest);
    BitWriter bits(out);
    Row row;
    for (std::uint32_t index = 0; index < table.size(); ++index) {
        table.read(index, row);
        for (std::size_t place = 0; place < row.size(); ++place) {
            bits.bits(row[place], widths[place]);
        }
    }
    bits.finish();
}

void read_rows(ByteReader& in, std::uint32_t rows, const Parts& parts, RowTable& table) {
    if (rows == 0) {
        return;
    }
    Row greatest(parts.places().count());
    for (std::uint32_t place = 0; place < greatest.size(); ++place) {
        greatest[place] = static_cast<Part>(in.number_below(parts.count(place), "part"));
    }
    table.make_room(greatest);
    const std::vector<std::uint32_t> widths = widths_for(greatest);
    std::vector<RowTable::Word> packed(table.layout().words());
    BitReader bits(in);
    Row row(greatest.size());
    for (std::uint32_t index = 0; index < rows; ++index) {
        for (std::size_t place = 0; place < row.size(); ++place) {
            row[place] = bits.bits(widths[place]);
            if (row[place] > greatest[place]) {
                ByteReader::fail("a state has a part that there is not");
            }
        }
        table.layout().pack(row, packed.data());
        if (!table.add(packed.data(), table.hash(packed.data())).is_new) {
            ByteReader::fail("a state is there twice");
        }
    }
}

} // namespace muster::checker::product
