#pragma once

#include "checker/checkpoint/bytes.hpp"
#include "checker/product/row_table.hpp"

namespace muster::checker::product {

/// Writes the rows of a table in their order, each place in as few bits as its greatest part needs.
void write_rows(ByteWriter& out, const RowTable& table);

/// Adds so many of them to an empty table. Their parts must be among those that are numbered, and
/// no row may be there twice; else they are `Damaged`.
void read_rows(ByteReader& in, std::uint32_t rows, const Parts& parts, RowTable& table);

} // namespace muster::checker::product
