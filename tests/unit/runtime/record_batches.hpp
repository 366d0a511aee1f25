#pragma once

#include "runtime/base/big_endian.hpp"
#include "runtime/base/crc32c.hpp"

#include <cstdint>

namespace muster::runtime {

/// A sound batch of format 2 with `count` records, whose records are the bytes of `records`.
inline Bytes make_batch(std::int32_t count, BytesView records, std::int64_t timestamp_ms = 1000) {
    Bytes covered;
    append_big_endian(covered, std::int16_t{0});  // attributes
    append_big_endian(covered, count - 1);        // last offset delta
    append_big_endian(covered, timestamp_ms);     // first timestamp
    append_big_endian(covered, timestamp_ms);     // max timestamp
    append_big_endian(covered, std::int64_t{-1}); // producer id
    append_big_endian(covered, std::int16_t{-1}); // producer epoch
    append_big_endian(covered, std::int32_t{-1}); // base sequence
    append_big_endian(covered, count);
    covered += records;
    Bytes batch;
    append_big_endian(batch, std::int64_t{0});
    append_big_endian(batch, static_cast<std::int32_t>(covered.size() + 9));
    append_big_endian(batch, std::int32_t{-1}); // leader epoch
    batch.push_back(2);                         // magic
    append_big_endian(batch, crc32c(covered));
    batch += covered;
    return batch;
}

} // namespace muster::runtime
