#include "tests/interop/kill_storm/reading.hpp"

#include "runtime/base/big_endian.hpp"

#include <fmt/format.h>

namespace muster::interop {

using namespace runtime::kafka;

namespace {

/// The batches of an answer to a fetch.
std::vector<StoredBatch> batches_in(runtime::BytesView bytes) {
    constexpr std::size_t kLengthAt = 8;
    constexpr std::size_t kBehindLength = 12;
    constexpr std::size_t kCountAt = 57;
    constexpr std::size_t kRecordsAt = 61;
    std::vector<StoredBatch> batches;
    while (bytes.size() >= kRecordsAt) {
        const auto size =
            kBehindLength + runtime::load_big_endian<std::uint32_t>(bytes.substr(kLengthAt));
        const auto batch = bytes.substr(0, size);
        batches.push_back({.offset = runtime::load_big_endian<std::int64_t>(batch),
                           .count = runtime::load_big_endian<std::int32_t>(batch.substr(kCountAt)),
                           .text = std::string(batch.substr(kRecordsAt))});
        bytes.remove_prefix(batch.size());
    }
    return batches;
}

FetchRequest fetch_from(std::size_t partition, std::int64_t offset) {
    constexpr std::int32_t kMaxBytes = 1 << 20;
    FetchRequest request;
    request.max_bytes = kMaxBytes;
    request.topics = {{.name = "orders",
                       .partitions = {{.index = static_cast<std::int32_t>(partition),
                                       .offset = offset,
                                       .max_bytes = kMaxBytes}}}};
    return request;
}

void check_log(KafkaClient& client, std::size_t number, std::int64_t from, Ledger& ledger) {
    std::vector<StoredBatch> batches;
    for (auto next = from;;) {
        const auto answer = client.call<FetchResponse>(ApiKey::fetch, 11, fetch_from(number, next));
        if (!answer) {
            ledger.fault(fmt::format("log {} cannot be read", number));
            return;
        }
        const auto& partition = answer->topics.at(0).partitions.at(0);
        if (partition.error != ErrorCode::none) {
            ledger.fault(fmt::format("log {} cannot be read from {} on: error {}",
                                     number,
                                     next,
                                     static_cast<int>(partition.error)));
            return;
        }
        const auto more = batches_in(partition.records.value_or(""));
        if (more.empty()) {
            break;
        }
        batches.insert(batches.end(), more.begin(), more.end());
        next = more.back().offset + more.back().count;
    }
    ledger.read(number, from, batches);
}

} // namespace

void check_what_is_stored(const runtime::net::Address& address,
                          std::size_t clients,
                          Extent extent,
                          Ledger& ledger) {
    GroupMember observer(address);
    for (std::size_t number = 0; number < clients; ++number) {
        const OffsetFetchRequest request{
            .group_id = observer.group,
            .topics = {{{.name = "orders", .partitions = {static_cast<std::int32_t>(number)}}}}};
        const auto answer =
            observer.client.call<OffsetFetchResponse>(ApiKey::offset_fetch, 5, request);
        if (!answer) {
            ledger.fault(fmt::format("the position of client {} cannot be read", number));
            return;
        }
        const auto& position = answer->topics.at(0).partitions.at(0);
        ledger.fetched(number, position.offset, position.metadata);
        check_log(observer.client,
                  number,
                  extent == Extent::everything ? 0 : ledger.read_up_to(number),
                  ledger);
    }
}

} // namespace muster::interop
