#include "checker/cache/shelf.hpp"
#include "tests/support/temp_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace muster::checker {
namespace {

namespace fs = std::filesystem;

AnswerKey key(std::uint64_t number) {
    return {number, ~number};
}

Answers answers_of(std::uint64_t first, std::uint64_t count) {
    Answers answers;
    for (std::uint64_t i = 0; i < count; ++i) {
        answers.add(key(first + i));
    }
    return answers;
}

class ShelfTest : public testing::Test {
protected:
    fs::path only_file() const {
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(folder_)) {
            files.push_back(entry.path());
        }
        EXPECT_EQ(files.size(), 1U);
        return files.at(0);
    }

    test::TempDir temporary_;
    fs::path folder_ = temporary_.path() / "cache" / "muster";
    Shelf shelf_{folder_, "lock_server"};
};

TEST_F(ShelfTest, IsEmptyBeforeAnythingIsSaved) {
    EXPECT_TRUE(shelf_.load().empty());
    EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(ShelfTest, KeepsWhatWasUsedLastAtTheEnd) {
    EXPECT_EQ(shelf_.save(answers_of(1, 3)), "");
    EXPECT_EQ(shelf_.load(), (std::vector<AnswerKey>{key(1), key(2), key(3)}));
    Answers second(shelf_.load());
    EXPECT_TRUE(second.find(key(1)));
    second.add(key(4));
    EXPECT_EQ(shelf_.save(second), "");
    EXPECT_EQ(shelf_.load(), (std::vector<AnswerKey>{key(2), key(3), key(1), key(4)}));
}

TEST_F(ShelfTest, HasOneFileForEachSpec) {
    const Shelf other(folder_, "../paxos");
    EXPECT_EQ(shelf_.save(answers_of(1, 1)), "");
    EXPECT_EQ(other.save(answers_of(2, 1)), "");
    EXPECT_EQ(shelf_.load(), std::vector<AnswerKey>{key(1)});
    EXPECT_EQ(other.load(), std::vector<AnswerKey>{key(2)});
}

TEST_F(ShelfTest, IsForItsUserAlone) {
    EXPECT_EQ(shelf_.save(answers_of(1, 1)), "");

    struct stat status {};

    ASSERT_EQ(::stat(folder_.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0700U);
    ASSERT_EQ(::stat(only_file().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

// Whoever can write a file could put proofs into it.
TEST_F(ShelfTest, DoesNotTrustWhatOthersMayWrite) {
    EXPECT_EQ(shelf_.save(answers_of(1, 1)), "");
    const fs::path file = only_file();
    ASSERT_EQ(::chmod(file.c_str(), 0620), 0);
    EXPECT_TRUE(shelf_.load().empty());
    ASSERT_EQ(::chmod(file.c_str(), 0600), 0);
    ASSERT_EQ(::chmod(folder_.c_str(), 0777), 0);
    EXPECT_TRUE(shelf_.load().empty());
    ASSERT_EQ(::chmod(folder_.c_str(), 0700), 0);
    EXPECT_EQ(shelf_.load().size(), 1U);
}

TEST_F(ShelfTest, ReadsWholeKeysOfAFileThatWasCutOff) {
    EXPECT_EQ(shelf_.save(answers_of(1, 3)), "");
    fs::resize_file(only_file(), 2 * sizeof(AnswerKey) + 5);
    EXPECT_EQ(shelf_.load(), (std::vector<AnswerKey>{key(1), key(2)}));
    EXPECT_EQ(shelf_.save(answers_of(9, 1)), "");
    EXPECT_EQ(shelf_.load(), (std::vector<AnswerKey>{key(1), key(2), key(9)}));
}

TEST_F(ShelfTest, TakesNonsenseForKeysOfNoQuestion) {
    EXPECT_EQ(shelf_.save(answers_of(1, 3)), "");
    std::ofstream(only_file(), std::ios::binary) << std::string(1000, '?');
    const Answers answers(shelf_.load());
    EXPECT_FALSE(answers.knows(key(1)));
    EXPECT_EQ(shelf_.load().size(), 1000 / sizeof(AnswerKey));
}

TEST_F(ShelfTest, ForgetsWhatWasNotUsedForLongest) {
    EXPECT_EQ(shelf_.save(answers_of(0, Shelf::kMostKeys)), "");
    EXPECT_EQ(shelf_.save(answers_of(Shelf::kMostKeys, 10)), "");
    const std::vector<AnswerKey> keys = shelf_.load();
    ASSERT_EQ(keys.size(), Shelf::kMostKeys);
    EXPECT_EQ(keys.front(), key(10));
    EXPECT_EQ(keys.back(), key(Shelf::kMostKeys + 9));
}

TEST_F(ShelfTest, ThrowsTheOldestSpecsAway) {
    const auto now = fs::file_time_type::clock::now();
    for (std::size_t i = 0; i < Shelf::kMostShelves; ++i) {
        const Shelf shelf(folder_, "spec " + std::to_string(i));
        EXPECT_EQ(shelf.save(answers_of(i, 1)), "");
    }
    for (const auto& entry : fs::directory_iterator(folder_)) {
        fs::last_write_time(entry.path(), now - std::chrono::hours(1));
    }
    const Shelf oldest(folder_, "spec 7");
    EXPECT_EQ(oldest.load().size(), 1U);
    for (const auto& entry : fs::directory_iterator(folder_)) {
        std::ifstream file(entry.path(), std::ios::binary);
        AnswerKey first;
        file.read(reinterpret_cast<char*>(&first), sizeof first);
        if (first == key(7)) {
            fs::last_write_time(entry.path(), now - std::chrono::hours(2));
        }
    }
    EXPECT_EQ(shelf_.save(answers_of(1000, 1)), "");
    EXPECT_TRUE(oldest.load().empty());
    const auto left = std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
    EXPECT_EQ(static_cast<std::size_t>(left), Shelf::kMostShelves);
}

TEST_F(ShelfTest, SaysWhyItCannotSave) {
    const fs::path file = temporary_.write("file", "no folder");
    const Shelf shelf(file / "muster", "lock_server");
    EXPECT_THAT(shelf.save(answers_of(1, 1)), testing::HasSubstr("Not a directory"));
    EXPECT_TRUE(shelf.load().empty());
}

// Several processes write one shelf at once; each time somebody reads, it is whole.
TEST_F(ShelfTest, IsAlwaysWhole) {
    constexpr std::uint64_t kWriters = 4;
    constexpr std::uint64_t kKeys = 500;
    EXPECT_EQ(shelf_.save(answers_of(0, kKeys)), "");
    std::vector<pid_t> writers;
    for (std::uint64_t writer = 1; writer <= kWriters; ++writer) {
        const pid_t child = ::fork();
        if (child == 0) {
            bool saved = true;
            for (int round = 0; round < 20; ++round) {
                saved = shelf_.save(answers_of(writer * kKeys, kKeys)).empty() && saved;
            }
            ::_exit(saved ? 0 : 1);
        }
        writers.push_back(child);
    }
    for (int round = 0; round < 50; ++round) {
        const std::vector<AnswerKey> keys = shelf_.load();
        EXPECT_EQ(keys.size() % kKeys, 0U);
        EXPECT_TRUE(std::all_of(keys.begin(), keys.end(), [](AnswerKey k) {
            return k.low == ~k.high && k.high < (kWriters + 1) * kKeys;
        }));
    }
    for (const pid_t writer : writers) {
        int status = 0;
        EXPECT_EQ(::waitpid(writer, &status, 0), writer);
        EXPECT_EQ(status, 0);
    }
    const auto left = std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
    EXPECT_EQ(left, 1) << "temporary files are left";
}

} // namespace
} // namespace muster::checker
