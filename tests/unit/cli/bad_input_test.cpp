#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace muster::test {
namespace {

using testing::HasSubstr;

// Every verb that reads a spec refuses bad input in the same way: a diagnostic with the file's
// name, nothing on standard output, and exit code 2.
void expect_refused(const std::string& path, const std::string& text) {
    for (const std::string verb : {"check", "generate", "dump"}) {
        const CliResult result = run_cli({verb, path});
        EXPECT_EQ(result.exit_code, 2) << verb;
        EXPECT_THAT(result.errors, HasSubstr(text)) << verb;
        EXPECT_THAT(result.errors, HasSubstr("error[E")) << verb;
        EXPECT_EQ(result.output, "") << verb;
    }
}

constexpr const char* kServer = "protocol p\n"
                                "sort Client\n"
                                "message Ask from client to server {}\n"
                                "role server { var last: int = 0\n  on Ask() { %s } }\n"
                                "role client[me: Client] { action ask { send Ask() to server } }\n";

std::string server_with(const std::string& body) {
    std::string text = kServer;
    return text.replace(text.find("%s"), 2, body);
}

// An option that may be repeated takes one name each time, and leaves the file alone.
TEST(CommandLine, TheFileMayStandBehindAProperty) {
    const TempDir folder;
    const std::string spec =
        folder.write("a.muster", server_with("last = 1") + "invariant low: server.last <= 1\n");
    // A file at the very end is kept for the verb whatever the option takes, so another one
    // follows.
    for (const std::string verb : {"check", "infer"}) {
        const CliResult result =
            run_cli({verb, "--property", "low", spec, "--timeout-ms", "20000"});
        EXPECT_EQ(result.errors, "") << verb;
        EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
    }
}

TEST(BadInput, UnknownName) {
    const TempDir folder;
    expect_refused(folder.write("a.muster", server_with("last = lats")), "there is no `lats` here");
}

TEST(BadInput, TypeError) {
    const TempDir folder;
    expect_refused(folder.write("a.muster", server_with("last = true")), "wrong type");
}

TEST(BadInput, SeveralMistakesInOneRun) {
    const TempDir folder;
    const auto file = folder.write("a.muster", server_with("last = lats; last = true; lost = 1"));
    expect_refused(file, "there is no `lats` here");
    expect_refused(file, "wrong type");
    expect_refused(file, "`lost` is not a variable");
}

TEST(BadInput, MissingBrace) {
    const TempDir folder;
    std::string text = server_with("last = 1");
    text.resize(text.rfind('}'));
    expect_refused(folder.write("a.muster", text), "E0106");
}

TEST(BadInput, AMegabyteOfParentheses) {
    const TempDir folder;
    const std::string text =
        server_with("last = " + std::string(1'000'000, '(') + "1" + std::string(1'000'000, ')'));
    const auto start = std::chrono::steady_clock::now();
    expect_refused(folder.write("a.muster", text), "E0105");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

// Both the checks and everything behind them follow references from def to def.
TEST(BadInput, AChainOfTenThousandDefs) {
    const TempDir folder;
    std::string up;
    std::string down;
    for (int i = 0; i < 10'000; ++i) {
        up += fmt::format("def d{} = d{}\n", i, i + 1);
        down += fmt::format("def d{} = d{}\n", 10'000 - i - 1, 10'000 - i);
    }
    const std::string server = server_with("last = d0");
    expect_refused(folder.write("up.muster", server + up + "def d10000 = 1\n"),
                   "defs refer to defs more than 256 deep");
    expect_refused(folder.write("down.muster", server + "def d10000 = 1\n" + down),
                   "defs refer to defs more than 256 deep");
}

TEST(BadInput, AChainOfTenThousandProcedures) {
    const TempDir folder;
    const std::string last = "procedure p10000() { last = 1 }\n";
    std::string up;
    std::string down;
    for (int i = 0; i < 10'000; ++i) {
        up += fmt::format("procedure p{}() {{ p{}() }}\n", i, i + 1);
        down += fmt::format("procedure p{}() {{ p{}() }}\n", 10'000 - i - 1, 10'000 - i);
    }
    for (const std::string& chain : {up + last, last + down}) {
        std::string text = server_with("p0()");
        text.insert(text.find("  on Ask"), chain);
        expect_refused(folder.write("a.muster", text),
                       "procedures call procedures more than 256 deep");
    }
}

TEST(BadInput, EmptyFile) {
    const TempDir folder;
    expect_refused(folder.write("a.muster", ""), "E0103");
    expect_refused(folder.write("b.muster", "// nothing but a comment\n"), "E0103");
}

TEST(BadInput, BinaryFile) {
    const TempDir folder;
    expect_refused(folder.write("a.muster",
                                std::string("\x7f"
                                            "ELF\0\1\2\3\xff\xfe",
                                            10)),
                   "E0102");
}

TEST(BadInput, Directory) {
    const TempDir folder;
    expect_refused(folder.path().string(), "E0101");
}

TEST(BadInput, MissingFile) {
    const TempDir folder;
    expect_refused((folder.path() / "none.muster").string(), "E0101");
}

// Permissions do not stop root, so this reads a file whose reading fails for everybody.
TEST(BadInput, UnreadableFile) {
    expect_refused("/proc/self/mem", "E0101");
}

TEST(BadInput, WrongCommandLines) {
    EXPECT_EQ(run_cli({}).exit_code, 2);
    EXPECT_EQ(run_cli({"chekc"}).exit_code, 2);
    EXPECT_EQ(run_cli({"check"}).exit_code, 2);
    EXPECT_EQ(run_cli({"check", "a", "--no-such-flag"}).exit_code, 2);
    EXPECT_EQ(run_cli({"serve", "kafka", "--data", "x", "--listen", "nowhere"}).exit_code, 2);
    EXPECT_EQ(run_cli({"serve", "kafka", "--data", "x", "--topic", "no partitions"}).exit_code, 2);
    EXPECT_EQ(run_cli({"--help"}).exit_code, 0);
}

TEST(BadInput, PropertyThatTheSpecDoesNotHave) {
    const std::string lease = MUSTER_SOURCE_DIR "/spec/protocols/lease.muster";
    const CliResult result = run_cli({"check", lease, "--property", "one_client_per_tokn"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors, HasSubstr("did you mean `one_client_per_token`?"));
}

TEST(BadInput, OutputFolderThatCannotBeMade) {
    const TempDir folder;
    const auto file = folder.write("file", "in the way");
    const std::string lease = MUSTER_SOURCE_DIR "/spec/protocols/lease.muster";
    const CliResult result = run_cli({"generate", lease, "-o", (file / "below").string()});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors, HasSubstr("cannot create"));
}

TEST(BadInput, NumbersOutsideOfTheRangeOfAnOption) {
    for (const std::string number : {"0", "-1", "1.5", "many", "99999999999999999999"}) {
        const CliResult result = run_cli({"check", "x.muster", "--timeout-ms", number});
        EXPECT_EQ(result.exit_code, 2) << number;
        EXPECT_THAT(result.errors,
                    HasSubstr(fmt::format("--timeout-ms: `{}` is not a whole number of "
                                          "milliseconds from 1 to 4294967295",
                                          number)));
    }
    EXPECT_THAT(run_cli({"check", "x.muster", "--search-seconds", "0"}).errors,
                HasSubstr("of seconds from 1 to 4294967295"));
    EXPECT_THAT(run_cli({"check", "x.muster", "--max-states", "0"}).errors,
                HasSubstr("of states from 1 to 4294967295"));
}

} // namespace
} // namespace muster::test
