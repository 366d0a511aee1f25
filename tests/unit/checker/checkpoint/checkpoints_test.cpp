#include "checker/check/explore_instances.hpp"
#include "checker/checkpoint/checkpoints.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/checker/checkpoint/memory_keeper.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <sstream>
#include <sys/resource.h>

namespace muster::checker::testing {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kSpec = R"(protocol p
sort Client
network fifo
message Ping from a to b { again: bool }
role a[me: Client] {
  var told: int = 0
  var last: option int = none
  timer t for 1s
  on start { start t }
  on t { told = last.value }
  action ping when told < 2 { told += 1; last = some(told); send Ping(again: told > 1) to b } }
role b { var seen: set Client = {}  on Ping(again) from c { if again { seen += c } } }
invariant few: size(b.seen) < 2
cover both: size(b.seen) == 2
instance one { Client = 2, in flight <= 3 }
instance two { Client = 1 })";

spec::TypedSpec small_spec() {
    return analysed(kSpec);
}

std::string contents(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

void write_file(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

CheckpointOptions options_to(const std::filesystem::path& file) {
    CheckpointOptions options;
    options.fields = {{"the spec", "p"}, {"symmetry", "on"}};
    options.source_size = 10'000;
    options.write_to = file;
    options.interval = std::chrono::hours(1);
    return options;
}

/// What the searches say, but for the time that they took.
std::string report_of(const spec::TypedSpec& spec, const std::vector<Exploration>& explorations) {
    std::string text;
    for (const Exploration& exploration : explorations) {
        text += exploration.instance + exploration.error + "\n" +
                text_of(spec, tl::expected<ExploreResult, InstanceError>(exploration.result));
        for (const Exploration::Finding& finding : exploration.findings) {
            text += fmt::format("{} {}\n", finding.property, finding.verdict.index());
            if (const auto* violated = std::get_if<Violated>(&finding.verdict)) {
                text += text_of(violated->trace);
            } else if (const auto* shown = std::get_if<Shown>(&finding.verdict)) {
                text += text_of(shown->trace);
            }
        }
        for (const Violated& broken : exploration.broken_steps) {
            text += text_of(broken.trace);
        }
    }
    return text;
}

std::vector<Exploration> explored(const spec::TypedSpec& spec,
                                  Checkpoints* checkpoints,
                                  std::optional<std::uint64_t> max_states = {}) {
    ExplorationOptions options;
    options.max_states = max_states;
    options.checkpoints = checkpoints;
    return explore_instances(spec, options);
}

class CheckpointFile : public ::testing::Test {
protected:
    /// Writes one of searches that ended at so many states.
    void keep(std::uint64_t max_states) {
        Checkpoints checkpoints(options_to(file_));
        ASSERT_EQ(checkpoints.why_not_writable(), "");
        explored(spec_, &checkpoints, max_states);
        ASSERT_TRUE(checkpoints.is_written());
    }

    [[nodiscard]] std::string resumed(CheckpointOptions options = options_to({})) const {
        return Checkpoints(std::move(options)).resume(file_);
    }

    void expect_nothing_beside_it() const {
        const auto begin = std::filesystem::directory_iterator(folder_.path());
        EXPECT_EQ(std::distance(begin, std::filesystem::directory_iterator()), 1);
    }

    spec::TypedSpec spec_ = small_spec();
    test::TempDir folder_;
    std::filesystem::path file_ = folder_.path() / "run.checkpoint";
};

TEST_F(CheckpointFile, GoesOnWithEverySearchThatEndedEarly) {
    const std::string expected = report_of(spec_, explored(spec_, nullptr));
    for (const std::uint64_t most : {1, 2, 5, 11, 17, 1'000}) {
        keep(most);
        Checkpoints checkpoints(options_to({}));
        ASSERT_EQ(checkpoints.resume(file_), "") << most;
        EXPECT_EQ(report_of(spec_, explored(spec_, &checkpoints)), expected) << most;
    }
}

TEST_F(CheckpointFile, IsWrittenNowAndThen) {
    CheckpointOptions options = options_to(file_);
    options.interval = std::chrono::milliseconds(0);
    Checkpoints checkpoints(std::move(options));
    const std::string expected = report_of(spec_, explored(spec_, nullptr));
    EXPECT_EQ(report_of(spec_, explored(spec_, &checkpoints)), expected);
    EXPECT_TRUE(checkpoints.is_written());
}

TEST_F(CheckpointFile, IsRefusedWhereAnyBitIsAnother) {
    keep(7);
    const std::string whole = contents(file_);
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
        write_file(file_, changed);
        EXPECT_THAT(resumed(),
                    AnyOf(StartsWith("is damaged and cannot be used: "),
                          "is no checkpoint",
                          HasSubstr("in the format of another version")))
            << at;
    }
    write_file(file_, whole);
    EXPECT_EQ(resumed(), "");
}

TEST_F(CheckpointFile, IsRefusedWhereverItIsCutOff) {
    keep(7);
    const std::string whole = contents(file_);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        write_file(file_, whole.substr(0, size));
        EXPECT_THAT(resumed(),
                    AnyOf(StartsWith("is damaged and cannot be used: "), "is no checkpoint"))
            << size;
    }
    write_file(file_, whole + " ");
    EXPECT_EQ(resumed(), "is damaged and cannot be used: something stands behind its end");
}

TEST_F(CheckpointFile, SaysWhatIsDifferent) {
    keep(7);
    CheckpointOptions other = options_to({});
    other.fields[1].value = "off";
    EXPECT_EQ(resumed(std::move(other)), "is of another search: symmetry is on there and off here");
    CheckpointOptions both = options_to({});
    both.fields = {{"the spec", "q"}, {"symmetry", "off"}};
    EXPECT_EQ(resumed(std::move(both)),
              "is of another search: the spec is p there and q here; symmetry is on there and off "
              "here");
    CheckpointOptions fewer = options_to({});
    fewer.fields.pop_back();
    EXPECT_EQ(resumed(std::move(fewer)),
              "is of another search: it names other things than this program does");
}

TEST_F(CheckpointFile, IsNotTakenWhereASearchWouldHaveEndedBefore) {
    keep(12);
    CheckpointOptions options = options_to({});
    options.max_states = 12;
    EXPECT_EQ(resumed(std::move(options)), "");
    options = options_to({});
    options.max_states = 3;
    EXPECT_THAT(resumed(std::move(options)),
                ::testing::MatchesRegex("has come beyond these limits: instance one has [0-9]+ "
                                        "states, the limit is 3"));
    options = options_to({});
    options.max_depth = 1;
    EXPECT_THAT(resumed(std::move(options)), HasSubstr(", the limit is 1"));
}

TEST_F(CheckpointFile, IsNoOtherFile) {
    write_file(file_, "protocol p\n");
    EXPECT_EQ(resumed(), "is no checkpoint");
    EXPECT_THAT(Checkpoints(options_to(file_)).why_not_writable(),
                HasSubstr("is there and is no checkpoint, so it is not replaced"));
    EXPECT_EQ(contents(file_), "protocol p\n");
    std::filesystem::remove(file_);
    EXPECT_EQ(resumed(), "cannot be read: No such file or directory");
    EXPECT_THAT(Checkpoints(options_to(folder_.path() / "none" / "run")).why_not_writable(),
                HasSubstr("No such file or directory"));
}

/// While it lives, no file can become longer than so many bytes, as on a disk that is full.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }

    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, SIG_DFL);
    }

private:
    rlimit before_{};
};

TEST_F(CheckpointFile, StaysWhereANewOneCannotBeWritten) {
    keep(5);
    const std::string before = contents(file_);
    std::vector<std::string> told;
    CheckpointOptions options = options_to(file_);
    options.on_failure = [&](const std::string& why) {
        told.push_back(why);
    };
    Checkpoints checkpoints(std::move(options));
    ASSERT_EQ(checkpoints.resume(file_), "");
    std::vector<Exploration> explorations;
    {
        const FullDisk full(before.size() / 2);
        explorations = explored(spec_, &checkpoints);
    }
    EXPECT_FALSE(checkpoints.is_written());
    EXPECT_EQ(report_of(spec_, explorations), report_of(spec_, explored(spec_, nullptr)));
    const std::string why = "cannot write " + file_.string() + ": File too large";
    EXPECT_THAT(told, ::testing::ElementsAre(why, why)); // for each of the searches
    EXPECT_EQ(contents(file_), before);
    expect_nothing_beside_it();
}

TEST_F(CheckpointFile, LeavesNothingBesideIt) {
    keep(5);
    keep(7);
    expect_nothing_beside_it();
}

// Sums are for accidents. Bytes that somebody made up come as far as the search.
TEST(KeptBytes, AreNeverTrusted) {
    const spec::TypedSpec spec = small_spec();
    const spec::InstanceInfo& instance = spec.instances.front();
    const TransitionSystem system = lower(spec, {}, vanishing_on(instance));
    ExploreOptions options;
    options.properties = {0};
    options.covers = {1};
    options.slicing = Slicing::off;
    options.on_violation = OnViolation::see_everything;
    options.max_states = 14;
    MemoryKeeper first("");
    options.keeper = &first;
    ASSERT_TRUE(product::explore(system, instance, options));
    const std::string whole = first.kept();
    options.max_states = 1'000;
    int refused = 0;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (int change = 1; change < 256; change += 29) {
            std::string bytes = whole;
            bytes[at] = static_cast<char>(bytes[at] ^ change);
            MemoryKeeper keeper(bytes);
            options.keeper = &keeper;
            try {
                refused += product::explore(system, instance, options) ? 0 : 1;
            } catch (const InternalError&) {
                // What was made up fits together until a run is told.
            }
        }
    }
    EXPECT_GT(refused, 0);
}

} // namespace
} // namespace muster::checker::testing
