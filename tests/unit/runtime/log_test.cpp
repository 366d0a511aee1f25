#include "runtime/generated/kafka/produce.hpp"
#include "runtime/kafka/wire/header.hpp"
#include "runtime/kafka/wire/message.hpp"
#include "runtime/log/partition_log.hpp"
#include "tests/unit/runtime/record_batches.hpp"
#include "tests/unit/runtime/recorded_frames.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace muster::runtime::log {
namespace {

PartitionLog open_log(const TemporaryFolder& folder, LogOptions options = {}) {
    auto log = PartitionLog::open(folder.path(), options);
    EXPECT_TRUE(log) << log.error().message;
    return *std::move(log);
}

std::filesystem::path first_segment(const TemporaryFolder& folder) {
    return folder.path() / Segment::file_name(0);
}

void flip_byte(const std::filesystem::path& path, std::int64_t position) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(position);
    const auto byte = static_cast<char>(file.get() ^ 0x10);
    file.seekp(position);
    file.put(byte);
}

/// The base offsets of the batches in those bytes.
std::vector<std::int64_t> offsets_of(BytesView bytes) {
    std::vector<std::int64_t> offsets;
    while (const auto batch = inspect_batch(bytes)) {
        offsets.push_back(batch->base_offset);
        bytes.remove_prefix(batch->size);
    }
    EXPECT_TRUE(bytes.empty());
    return offsets;
}

TEST(PartitionLog, GivesOffsetsInOrderAndReadsThemBack) {
    const TemporaryFolder folder;
    auto log = open_log(folder);
    EXPECT_EQ(log.start_offset(), 0);
    EXPECT_EQ(log.end_offset(), 0);
    EXPECT_EQ(log.append(make_batch(3, "abc")), 0);
    EXPECT_EQ(log.append(make_batch(2, "de") + make_batch(1, "f")), 3);
    EXPECT_EQ(log.end_offset(), 6);
    EXPECT_EQ(offsets_of(*log.read(0, 1 << 20)), (std::vector<std::int64_t>{0, 3, 5}));
    EXPECT_EQ(offsets_of(*log.read(4, 1 << 20)), (std::vector<std::int64_t>{3, 5}));
    EXPECT_EQ(offsets_of(*log.read(2, 1)), (std::vector<std::int64_t>{0}))
        << "never less than a batch";
    EXPECT_EQ(*log.read(6, 1 << 20), "");
    EXPECT_EQ(log.read(7, 1 << 20).error(), ReadError::out_of_range);
    EXPECT_EQ(log.read(-1, 1 << 20).error(), ReadError::out_of_range);
}

TEST(PartitionLog, RefusesWhatIsNotASoundBatchAndKeepsNothingOfIt) {
    const TemporaryFolder folder;
    auto log = open_log(folder);
    const auto good = make_batch(1, "good");
    auto old_format = good;
    old_format[16] = 1;
    auto short_count = good;
    store_big_endian(short_count, 57, std::int32_t{2});
    for (const auto& bad : {Bytes(),
                            Bytes("x"),
                            good.substr(0, good.size() - 1),
                            good + "x",
                            old_format,
                            short_count,
                            good + old_format}) {
        EXPECT_EQ(log.append(bad).error(), AppendError::corrupt);
    }
    for (std::size_t i = 8; i < good.size(); ++i) {
        auto flipped = good;
        flipped[i] = static_cast<char>(flipped[i] ^ 1);
        const bool not_covered = i >= 12 && i < 16; // the leader epoch, which the log sets itself
        EXPECT_EQ(log.append(flipped).has_value(), not_covered) << i;
    }
    EXPECT_EQ(log.end_offset(), 4);
}

TEST(PartitionLog, RecoversAndCutsATornTail) {
    const TemporaryFolder folder;
    {
        auto log = open_log(folder);
        ASSERT_TRUE(log.append(make_batch(2, "first")));
        ASSERT_TRUE(log.append(make_batch(2, "second")));
    }
    const auto whole = std::filesystem::file_size(first_segment(folder));
    for (const std::uintmax_t cut : {1U, 5U, 60U}) {
        const TemporaryFolder copy;
        std::filesystem::copy(folder.path(), copy.path(), std::filesystem::copy_options::recursive);
        std::filesystem::resize_file(first_segment(copy), whole - cut);
        auto log = open_log(copy);
        EXPECT_EQ(log.end_offset(), 2);
        EXPECT_EQ(log.append(make_batch(1, "third")), 2);
        EXPECT_EQ(offsets_of(*log.read(0, 1 << 20)), (std::vector<std::int64_t>{0, 2}));
        EXPECT_EQ(open_log(copy).end_offset(), 3);
    }
    EXPECT_EQ(open_log(folder).end_offset(), 4);
}

TEST(PartitionLog, CutsFromAFlippedByteOn) {
    const TemporaryFolder folder;
    {
        auto log = open_log(folder);
        ASSERT_TRUE(log.append(make_batch(2, "first")));
        ASSERT_TRUE(log.append(make_batch(2, "second")));
        ASSERT_TRUE(log.append(make_batch(2, "third")));
    }
    flip_byte(first_segment(folder), 61 + 5 + 30);
    const auto log = open_log(folder);
    EXPECT_EQ(log.end_offset(), 2);
    EXPECT_EQ(std::filesystem::file_size(first_segment(folder)), 61U + 5U);
}

TEST(PartitionLog, RollsSegmentsAndRefusesDamageInAnEarlierOne) {
    const TemporaryFolder folder;
    {
        auto log = open_log(folder, {.segment_bytes = 100});
        for (int i = 0; i < 6; ++i) {
            ASSERT_TRUE(log.append(make_batch(1, "record")));
        }
    }
    {
        const auto log = open_log(folder, {.segment_bytes = 100});
        EXPECT_EQ(log.end_offset(), 6);
        EXPECT_EQ(offsets_of(*log.read(3, 1 << 20)), (std::vector<std::int64_t>{3}));
    }
    EXPECT_TRUE(std::filesystem::exists(folder.path() / Segment::file_name(2)));
    flip_byte(first_segment(folder), 30);
    EXPECT_FALSE(PartitionLog::open(folder.path(), {}));
    std::filesystem::remove(folder.path() / Segment::file_name(2));
    EXPECT_FALSE(PartitionLog::open(folder.path(), {}));
}

TEST(PartitionLog, FindsATimeByBatch) {
    const TemporaryFolder folder;
    auto log = open_log(folder);
    ASSERT_TRUE(log.append(make_batch(2, "a", 1000) + make_batch(2, "b", 2000)));
    EXPECT_EQ(log.find_time(500)->offset, 0);
    EXPECT_EQ(log.find_time(1500)->offset, 2);
    EXPECT_FALSE(log.find_time(2500));
}

TEST(PartitionLog, SaysWhichFolderItCannotUse) {
    const auto log = PartitionLog::open("/proc/nowhere/log", {});
    ASSERT_FALSE(log);
    EXPECT_NE(log.error().message.find("/proc/nowhere/log"), std::string::npos);
}

TEST(PartitionLog, TakesWhatRealProducersSend) {
    // A log for each partition of each recording: every server counts the ids of producers anew.
    std::map<std::string, PartitionLog> logs;
    const TemporaryFolder folder;
    int appended = 0;
    for (const auto& frame : kafka::recorded_frames()) {
        if (frame.api_key != 0 || !frame.from_client) {
            continue;
        }
        const auto split = kafka::split_request(frame.payload);
        ASSERT_TRUE(split);
        const auto request =
            kafka::decode_body<kafka::ProduceRequest>(split->body, frame.api_version);
        ASSERT_TRUE(request);
        for (const auto& topic : request->topics) {
            for (const auto& partition : topic.partitions) {
                const auto name = frame.place.substr(0, frame.place.find(':')) + "-" +
                                  std::to_string(partition.index);
                if (!logs.contains(name)) {
                    logs.emplace(name, *PartitionLog::open(folder.path() / name, {}));
                }
                EXPECT_TRUE(logs.at(name).append(partition.records.value())) << frame.place;
                ++appended;
            }
        }
    }
    EXPECT_GT(appended, 0);
}

RC_GTEST_PROP(PartitionLogRecovery,
              KeepsEveryWholeBatchWhereverTheFileIsCut,
              (std::uint16_t cut_at)) {
    const TemporaryFolder folder;
    std::vector<std::uintmax_t> ends{0};
    {
        auto log = open_log(folder);
        for (int i = 0; i < 5; ++i) {
            RC_ASSERT(log.append(make_batch(1, std::string(static_cast<std::size_t>(i), 'x'))));
            ends.push_back(std::filesystem::file_size(first_segment(folder)));
        }
    }
    const auto size = cut_at % (ends.back() + 1);
    std::filesystem::resize_file(first_segment(folder), size);
    const auto whole = std::upper_bound(ends.begin(), ends.end(), size) - ends.begin() - 1;
    RC_ASSERT(open_log(folder).end_offset() == whole);
}

} // namespace
} // namespace muster::runtime::log
