#include "runtime/kafka/topic_catalog.hpp"
#include "tests/unit/runtime/full_disk.hpp"
#include "tests/unit/runtime/record_batches.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <memory>

namespace muster::runtime::kafka {
namespace {

/// A catalog that can be closed and opened again.
class TopicCatalogTest : public testing::Test {
protected:
    Result<void> open(const std::vector<TopicSpec>& given = {}, TopicLimits limits = {}) {
        catalog_.reset();
        registry_ =
            std::make_unique<ClusterRegistry>(*ClusterRegistry::open(folder_.path() / "topics.db"));
        auto opened = TopicCatalog::open(folder_.path() / "topics", *registry_, given, limits);
        if (!opened) {
            return tl::make_unexpected(opened.error());
        }
        catalog_ = std::make_unique<TopicCatalog>(*std::move(opened));
        return {};
    }

    [[nodiscard]] std::filesystem::path folder_of(const std::string& partition) const {
        return folder_.path() / "topics" / partition;
    }

    TemporaryFolder folder_;
    std::unique_ptr<ClusterRegistry> registry_;
    std::unique_ptr<TopicCatalog> catalog_;
};

TEST_F(TopicCatalogTest, TopicsOutliveTheServer) {
    ASSERT_TRUE(open({{"given", 2}}));
    ASSERT_FALSE(catalog_->create({{"made", 3}, {"other", 1}}));
    ASSERT_TRUE(catalog_->find("made", 2)->append(make_batch(1, "r")));
    const auto id = catalog_->find_topic("made")->id;
    EXPECT_NE(id, catalog_->find_topic("other")->id);
    ASSERT_TRUE(open());
    EXPECT_EQ(catalog_->names(), (std::vector<std::string>{"given", "made", "other"}));
    EXPECT_EQ(catalog_->partition_count("made"), 3);
    EXPECT_EQ(catalog_->find_topic("made")->id, id);
    EXPECT_EQ(catalog_->name_of(id), "made");
    EXPECT_EQ(catalog_->find("made", 2)->end_offset(), 1);
}

TEST_F(TopicCatalogTest, ADeletedTopicIsGoneWithItsMessages) {
    ASSERT_TRUE(open());
    ASSERT_FALSE(catalog_->create({{"made", 2}}));
    ASSERT_TRUE(catalog_->find("made", 1)->append(make_batch(1, "r")));
    const auto id = catalog_->find_topic("made")->id;
    ASSERT_FALSE(catalog_->remove({"made"}));
    EXPECT_EQ(catalog_->find("made", 1), nullptr);
    EXPECT_EQ(catalog_->name_of(id), std::nullopt);
    EXPECT_FALSE(std::filesystem::exists(folder_of("made-1")));
    ASSERT_TRUE(open());
    EXPECT_THAT(catalog_->names(), testing::IsEmpty());
    ASSERT_FALSE(catalog_->create({{"made", 2}}));
    EXPECT_EQ(catalog_->find("made", 1)->end_offset(), 0);
    EXPECT_NE(catalog_->find_topic("made")->id, id) << "it is another topic";
}

TEST_F(TopicCatalogTest, ADeletionThatACrashCutShortIsCompleted) {
    ASSERT_TRUE(open());
    ASSERT_FALSE(catalog_->create({{"made", 1}}));
    ASSERT_TRUE(catalog_->find("made", 0)->append(make_batch(1, "r")));
    // The crash comes after the register says so and before the files go.
    ASSERT_TRUE(registry_->put({{.name = "made",
                                 .id = catalog_->find_topic("made")->id,
                                 .partitions = 1,
                                 .is_deleted = true}}));
    ASSERT_TRUE(open());
    EXPECT_EQ(catalog_->find_topic("made"), nullptr);
    EXPECT_FALSE(std::filesystem::exists(folder_of("made-0")));
    EXPECT_THAT(*registry_->topics(), testing::IsEmpty());
}

TEST_F(TopicCatalogTest, GivenTopicsKeepTheirFilesAndMayGrow) {
    {
        // What a server left that kept no register.
        auto log = log::PartitionLog::open(folder_of("given-0"), {});
        ASSERT_TRUE(log->append(make_batch(4, "r")));
    }
    ASSERT_TRUE(open({{"given", 1}}));
    EXPECT_EQ(catalog_->find("given", 0)->end_offset(), 4);
    const auto id = catalog_->find_topic("given")->id;
    ASSERT_TRUE(open({{"given", 3}}));
    EXPECT_EQ(catalog_->partition_count("given"), 3);
    EXPECT_EQ(catalog_->find_topic("given")->id, id);
    ASSERT_TRUE(open());
    EXPECT_EQ(catalog_->partition_count("given"), 3);
    const auto refused = open({{"given", 2}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "topic 'given' has 3 partitions and cannot lose any; give it as given:3, or leave it "
              "out");
}

TEST_F(TopicCatalogTest, SaysWhatSpeaksAgainstATopic) {
    ASSERT_TRUE(open({{"given", 2}}, {.max_partitions = 5}));
    const auto code_of = [this](const TopicSpec& spec, std::size_t planned = 0) {
        const auto error = catalog_->objection(spec, planned);
        return error ? error->code : ErrorCode::none;
    };
    EXPECT_EQ(code_of({"given", 1}), ErrorCode::topic_already_exists);
    EXPECT_EQ(code_of({"..", 1}), ErrorCode::invalid_topic);
    EXPECT_EQ(code_of({"", 1}), ErrorCode::invalid_topic);
    EXPECT_EQ(code_of({std::string(249, 'x'), 1}), ErrorCode::none);
    EXPECT_EQ(code_of({std::string(250, 'x'), 1}), ErrorCode::invalid_topic);
    EXPECT_EQ(code_of({"new", 0}), ErrorCode::invalid_partitions);
    EXPECT_EQ(code_of({"new", 10'001}), ErrorCode::invalid_partitions);
    EXPECT_EQ(code_of({"new", 3}), ErrorCode::none);
    EXPECT_EQ(code_of({"new", 4}), ErrorCode::policy_violation);
    EXPECT_EQ(code_of({"new", 3}, 1), ErrorCode::policy_violation);
}

// Topics are made and deleted, the disk is full now and then, and the server starts anew: what
// there is at any time is what clients were told.
RC_GTEST_FIXTURE_PROP(TopicCatalogTest, HasWhatClientsWereToldWhateverTheDiskDoes, ()) {
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
        std::filesystem::remove_all(entry.path()); // what the case before left
    }
    RC_ASSERT(open().has_value());
    std::map<std::string, std::int32_t> told;
    const auto steps = *rc::gen::inRange(1, 25);
    for (int step = 0; step < steps; ++step) {
        const std::string name(1, *rc::gen::inRange<char>('a', 'e'));
        const auto full = *rc::gen::inRange(0, 3) == 0 ? std::make_unique<FullDisk>() : nullptr;
        if (*rc::gen::inRange(0, 5) == 0 && !full) {
            RC_ASSERT(open().has_value());
        } else if (told.contains(name)) {
            const auto error = catalog_->remove({name});
            RC_ASSERT(!error || full);
            if (!error) {
                told.erase(name);
            }
        } else {
            const auto partitions = *rc::gen::inRange(1, 4);
            const auto error = catalog_->create({{name, partitions}});
            RC_ASSERT(!error || full);
            if (!error) {
                told[name] = partitions;
                RC_ASSERT(catalog_->find(name, 0)->end_offset() == 0);
                if (!full) {
                    RC_ASSERT(catalog_->find(name, 0)->append(make_batch(1, "r")).has_value());
                }
            }
        }
        std::map<std::string, std::int32_t> found;
        for (const auto& each : catalog_->names()) {
            found[each] = catalog_->partition_count(each);
        }
        RC_ASSERT(found == told);
    }
}

TEST_F(TopicCatalogTest, ProducerIdsAreNeverGivenTwice) {
    ASSERT_TRUE(open());
    EXPECT_EQ(registry_->take_producer_ids(10), 0);
    EXPECT_EQ(registry_->take_producer_ids(10), 10);
    ASSERT_TRUE(open());
    EXPECT_EQ(registry_->take_producer_ids(1), 20);
}

TEST_F(TopicCatalogTest, AnotherFileIsNotTakenForARegister) {
    const auto path = folder_.path() / "other.db";
    {
        auto database = *Database::open(path);
        ASSERT_TRUE(database.run("PRAGMA application_id = 7; CREATE TABLE t (x)"));
    }
    EXPECT_THAT(ClusterRegistry::open(path).error().message,
                testing::HasSubstr("is an SQLite file, but not a register of topics of Muster"));
}

} // namespace
} // namespace muster::runtime::kafka
