#include "cli/serve/kafka_settings.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <map>

namespace muster::cli {
namespace {

using test::CliResult;
using test::read_file;
using test::run_cli;
using test::TempDir;
using ::testing::HasSubstr;

std::vector<Property> read(const std::string& text) {
    auto properties = parse_properties(text, "f");
    return properties ? *properties : std::vector<Property>{{"error", properties.error(), ""}};
}

std::string pairs(const std::vector<Property>& properties) {
    std::string text;
    for (const Property& property : properties) {
        text += property.place + " " + property.key + "=" + property.value + "|";
    }
    return text;
}

std::string error_of(const std::string& text) {
    const auto properties = parse_properties(text, "f");
    if (!properties) {
        return properties.error();
    }
    runtime::kafka::ServerOptions options;
    const auto applied = apply_settings(*properties, options);
    return applied ? "" : applied.error();
}

TEST(Properties, HaveTheFormOfJavas) {
    EXPECT_EQ(pairs(read("# a comment\n\n! another\n  a = b c \r\nd:e\nf g\nh\n")),
              "f:4 a=b c|f:5 d=e|f:6 f=g|f:7 h=|");
    EXPECT_EQ(pairs(read("a=b,\\\n   c\\\n  d\nlast=\\\\")), "f:1 a=b,cd|f:4 last=\\|");
    EXPECT_EQ(pairs(read("a\\ key\\==\\u0041\\tb\\:")), "f:1 a key==A\tb:|");
    EXPECT_EQ(pairs(read("a=b=c:d e")), "f:1 a=b=c:d e|");
    EXPECT_EQ(pairs(read("a=\\")), "f:1 a=\\|"); // nothing follows
}

TEST(Properties, AreRefusedWithTheirPlace) {
    EXPECT_EQ(error_of("\n = 3"), "f:2: there is no key before `= 3`");
    EXPECT_EQ(error_of("log.dirs=\\u00e9"),
              "f:1: `\\u00e9` stands for no letter; a setting has letters of ASCII");
    EXPECT_EQ(error_of("log.dirs=\\u1"),
              "f:1: `\\u1` stands for no letter; a setting has letters of ASCII");
}

RC_GTEST_PROP(Properties, AreReadWhateverTheFileHolds, (const std::string& text)) {
    static_cast<void>(parse_properties(text, "f"));
}

// What is written with an escape before every letter that means something is read back.
RC_GTEST_PROP(Properties, AreReadBack, ()) {
    const auto letters = rc::gen::container<std::string>(rc::gen::inRange<char>(' ', '~'));
    const std::string key = *rc::gen::nonEmpty(letters);
    const std::string value = *letters + "."; // what is blank at the end does not count
    const auto escaped = [](const std::string& plain) {
        std::string text;
        for (const char letter : plain) {
            text += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? "" : "\\";
            text += letter;
        }
        return text;
    };
    const auto properties = read(escaped(key) + " = " + escaped(value) + "\n");
    RC_ASSERT(properties.size() == 1U);
    RC_ASSERT(properties.front().key == key);
    RC_ASSERT(properties.front().value == value);
}

TEST(KafkaSettings, AreAppliedInTheFormInWhichTheyAreShown) {
    const std::string text = "listeners=PLAINTEXT://0.0.0.0:9093\n"
                             "log.dirs=/var/lib/muster\n"
                             "group.initial.rebalance.delay.ms=0\n"
                             "group.min.session.timeout.ms=10\n"
                             "group.max.session.timeout.ms=20\n"
                             "group.max.size=7\n"
                             "offset.metadata.max.bytes=8\n"
                             "max.connections=9\n"
                             "connections.max.idle.ms=11\n"
                             "socket.request.max.bytes=2048\n"
                             "num.partitions=12\n"
                             "queued.max.request.bytes=100000\n"
                             "auto.create.topics.enable=false\n";
    runtime::kafka::ServerOptions options;
    ASSERT_TRUE(apply_settings(read(text), options));
    EXPECT_EQ(options.listen.host, "0.0.0.0");
    EXPECT_EQ(options.listen.port, 9093);
    EXPECT_EQ(options.data, "/var/lib/muster");
    EXPECT_EQ(options.topic_defaults.partitions, 12);
    EXPECT_FALSE(options.topic_defaults.auto_create);
    EXPECT_EQ(options.groups.initial_rebalance_delay_ms, 0);
    EXPECT_EQ(options.groups.min_session_timeout_ms, 10);
    EXPECT_EQ(options.groups.max_session_timeout_ms, 20);
    EXPECT_EQ(options.groups.max_members, 7U);
    EXPECT_EQ(options.groups.max_offset_metadata_bytes, 8U);
    EXPECT_EQ(options.frames.max_connections, 9U);
    EXPECT_EQ(options.frames.max_held_bytes, 100'000U);
    EXPECT_EQ(options.frames.idle_timeout_ms, 11);
    EXPECT_EQ(options.frames.max_frame_bytes, 2048U);
}

// So that the list can be copied into a file: nothing changes.
TEST(KafkaSettings, HaveDefaultsThatAreAccepted) {
    const runtime::kafka::ServerOptions before;
    runtime::kafka::ServerOptions after;
    std::vector<Property> properties;
    for (const KafkaSetting& setting : kafka_settings()) {
        if (setting.name != "log.dirs") { // there is none by default
            properties.push_back({setting.name, setting.value, "f:1"});
        }
    }
    ASSERT_TRUE(apply_settings(properties, after));
    EXPECT_EQ(after.listen.host, before.listen.host);
    EXPECT_EQ(after.groups.max_members, before.groups.max_members);
    EXPECT_EQ(after.frames.max_frame_bytes, before.frames.max_frame_bytes);
}

TEST(KafkaSettings, AreToldToClientsAsTheyAre) {
    runtime::kafka::ServerOptions options;
    ASSERT_TRUE(apply_settings(read("num.partitions=3\nauto.create.topics.enable=true"), options));
    std::map<std::string, runtime::kafka::BrokerConfig> told;
    for (const auto& config : described_settings(options)) {
        told[config.name] = config;
    }
    EXPECT_EQ(told.size(), kafka_settings().size());
    EXPECT_EQ(told.at("num.partitions").value, "3");
    EXPECT_FALSE(told.at("num.partitions").is_default);
    EXPECT_EQ(told.at("num.partitions").type, runtime::kafka::ConfigType::int32);
    EXPECT_EQ(told.at("auto.create.topics.enable").value, "true");
    EXPECT_TRUE(told.at("auto.create.topics.enable").is_default);
    EXPECT_EQ(told.at("auto.create.topics.enable").type, runtime::kafka::ConfigType::boolean);
}

TEST(KafkaSettings, StandInTheDocumentation) {
    const std::string page = read_file(MUSTER_SOURCE_DIR "/docs/serving.md");
    for (const KafkaSetting& setting : kafka_settings()) {
        const std::string value = setting.value.empty() ? "none" : setting.value;
        EXPECT_TRUE(page.find("| `" + setting.name + "` | " + value) != std::string::npos ||
                    page.find("| `" + setting.name + "` | `" + value + "`") != std::string::npos)
            << setting.name;
    }
}

TEST(KafkaSettings, AreRefusedWithTheirPlaceTheCauseAndARemedy) {
    EXPECT_EQ(error_of("group.max.sise=3"),
              "f:1: there is no setting `group.max.sise`; did you mean `group.max.size`?");
    EXPECT_EQ(error_of("\nzookeeper.connect=here"),
              "f:2: there is no setting `zookeeper.connect`; `muster help serve kafka` lists those "
              "that there are");
    EXPECT_EQ(error_of("group.max.size=0"),
              "f:1: `group.max.size`: `0` is not a whole number from 1 to 2147483647");
    EXPECT_EQ(error_of("group.max.size=3 000"),
              "f:1: `group.max.size`: `3 000` is not a whole number from 1 to 2147483647");
    EXPECT_EQ(
        error_of("listeners=SSL://:9093"),
        "f:1: `listeners`: `SSL://:9093` is not of the form PLAINTEXT://HOST:PORT; TLS is not "
        "served yet");
    EXPECT_EQ(error_of("listeners=PLAINTEXT://a:1,PLAINTEXT://b:2"),
              "f:1: `listeners`: `PLAINTEXT://a:1,PLAINTEXT://b:2` names several listeners; this "
              "server has one");
    EXPECT_EQ(error_of("auto.create.topics.enable=yes"),
              "f:1: `auto.create.topics.enable`: `yes` is neither true nor false");
    EXPECT_EQ(error_of("num.partitions=0"),
              "f:1: `num.partitions`: `0` is not a whole number from 1 to 10000");
    EXPECT_EQ(
        error_of("offsets.retention.minutes=1"),
        "f:1: `offsets.retention.minutes` is not served yet: committed offsets are kept until "
        "they are overwritten");
    EXPECT_EQ(error_of("group.max.size=3\ngroup.max.size=4"),
              "f:2: `group.max.size` is set twice, first at f:1");
    EXPECT_EQ(error_of("group.min.session.timeout.ms=30\ngroup.max.session.timeout.ms=20"),
              "`group.min.session.timeout.ms` is 30 and greater than "
              "`group.max.session.timeout.ms`, which is 20");
}

TEST(ServeKafka, RefusesWhatIsSetWrongly) {
    const TempDir folder;
    const std::string file = folder.write("server.properties", "group.max.size=many\n").string();
    const CliResult in_file = run_cli({"serve", "kafka", "--config", file});
    EXPECT_EQ(in_file.exit_code, 2);
    EXPECT_THAT(in_file.errors, HasSubstr(file + ":1: `group.max.size`: `many` is not a whole"));
    EXPECT_THAT(run_cli({"serve", "kafka", "--set", "group.max.size"}).errors,
                HasSubstr("--set: `group.max.size` is not of the form KEY=VALUE"));
    EXPECT_THAT(
        run_cli({"serve", "kafka", "--set", "group.max.size=7"}).errors,
        HasSubstr("there is no folder for what is durable: give --data, or set `log.dirs`"));
    EXPECT_THAT(run_cli({"serve", "kafka", "--config", file + ".not"}).errors,
                HasSubstr("cannot read " + file + ".not"));
    EXPECT_THAT(run_cli({"serve", "kafka", "--config", folder.path().string()}).errors,
                HasSubstr("cannot read "));
}

} // namespace
} // namespace muster::cli
