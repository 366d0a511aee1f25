#pragma once

#include "runtime/base/big_endian.hpp"
#include "runtime/base/crc32c.hpp"

#include <cstdint>

namespace muster::runtime {

/// Who numbers a batch, and how.
struct BatchNumbers {
    std::int64_t producer_id = -1;
    std::int16_t epoch = -1;
    std::int32_t sequence = -1;
    std::int16_t attributes = 0;
};

/// A sound batch of format 2 with `count` records, whose records are the bytes of `records`.
inline Bytes make_batch(std::int32_t count,
                        BytesView records,
                        std::int64_t timestamp_ms = 1000,
                        const BatchNumbers& numbers = {}) {
    Bytes covered;
    append_big_endian(covered, numbers.attributes);
    append_big_endian(covered, count - 1);    // last offset delta
    append_big_endian(covered, timestamp_ms); // first timestamp
    append_big_endian(covered, timestamp_ms); // max timestamp
    append_big_endian(covered, numbers.producer_id);
    append_big_endian(covered, numbers.epoch);
    append_big_endian(covered, numbers.sequence);
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
