#pragma once

#include "runtime/log/record_batch.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>

namespace muster::runtime::log {

/// What a log remembers of producers that number their records, so that a batch which is sent again
/// is told from a new one. The rules are Kafka's (KIP-98 and KIP-360): the numbers of one producer
/// and epoch follow each other without a gap, a new epoch begins at 0, and the last five batches
/// are known again. A producer that is not remembered may begin with any number. The log holds all
/// of it in its batches, from which it is built again.
class ProducerSequences {
public:
    /// At most so many producers are remembered; the one that was quiet for longest is forgotten.
    explicit ProducerSequences(std::size_t max_producers = 10'000);

    struct Verdict {
        enum class Kind {
            append,
            /// It is in the log already, at `base_offset`.
            repeated,
            /// A batch before it is missing, or it is older than what is remembered.
            out_of_order,
            /// A later epoch of the producer has written.
            old_epoch,
        };

        Kind kind = Kind::append;
        std::int64_t base_offset = -1;
    };

    [[nodiscard]] Verdict check(const BatchInfo& batch) const;

    /// The batch stands in the log, at its base offset.
    void note(const BatchInfo& batch);

    [[nodiscard]] std::size_t size() const { return producers_.size(); }

private:
    struct Written {
        std::int32_t first_sequence = 0;
        std::int32_t last_sequence = 0;
        std::int64_t base_offset = 0;
    };

    struct Producer {
        std::int16_t epoch = -1;
        /// The last batches, in order; never empty.
        std::deque<Written> batches;
    };

    std::size_t max_producers_;
    std::map<std::int64_t, Producer> producers_;
    /// The producers by the offset of their last batch.
    std::map<std::int64_t, std::int64_t> by_offset_;
};

} // namespace muster::runtime::log
