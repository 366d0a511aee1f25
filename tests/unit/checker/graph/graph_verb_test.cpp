#include "tests/support/child_process.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace muster::test {
namespace {

const std::string kFolder = MUSTER_SOURCE_DIR "/tests/golden/graph/";

std::string shipped(const std::string& protocol) {
    return MUSTER_SOURCE_DIR "/spec/protocols/" + protocol + ".muster";
}

CliResult graph(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "graph");
    return run_cli(arguments);
}

TEST(Graph, OfRoles) {
    for (const char* protocol : {"lease", "raft_election", "two_phase_commit"}) {
        const CliResult result = graph({shipped(protocol)});
        EXPECT_EQ(result.exit_code, 0) << result.errors;
        EXPECT_TRUE(matches_golden(kFolder + protocol + ".dot", result.output));
    }
}

TEST(Graph, OfTheGroupCoordinator) {
    const CliResult result = graph({shipped("kafka_group"), "--role", "coordinator"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_TRUE(matches_golden(kFolder + "coordinator.dot", result.output));
}

// What it has instead of phases is told, and where.
TEST(Graph, OfARoleWithoutPhases) {
    const CliResult result = graph({shipped("lease"), "--role", "store"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_NE(result.errors.find("role store has no phases"), std::string::npos) << result.errors;
    EXPECT_NE(result.output.find("Write [token >= highest]"), std::string::npos) << result.output;
}

TEST(Graph, OfStates) {
    const CliResult result =
        graph({"--states", MUSTER_SOURCE_DIR "/tests/golden/chart/not_inductive.muster"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_TRUE(matches_golden(kFolder + "not_inductive.dot", result.output));
}

// States outside of a bound have dashed borders, and a step that goes wrong ends in what is wrong.
TEST(Graph, OfStatesWithBoundsAndFaults) {
    const CliResult result = graph({"--states", kFolder + "bounded.muster"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_TRUE(matches_golden(kFolder + "bounded.dot", result.output));
}

TEST(Graph, TellsHowManyStatesAreTooMany) {
    const CliResult result = graph({"--states", shipped("lease")});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.output, "");
    EXPECT_EQ(result.errors,
              "muster: instance small has 3224 states, too many to draw; --max-states allows more "
              "than 200\n");
}

// Two counters, each of them from 0 to one more than its bound, but not both beyond it.
std::string two_counters(int bound) {
    const std::string limit = " <= " + std::to_string(bound);
    return "protocol p\n"
           "role a { var n: int = 0\n  action up { n += 1 } }\n"
           "role b { var n: int = 0\n  action up { n += 1 } }\n"
           "instance both { a.n" +
           limit + ", b.n" + limit + " }\n";
}

TEST(Graph, CountsFarMoreStatesThanItDraws) {
    const TempDir folder;
    const CliResult all = graph({"--states", folder.write("a.muster", two_counters(199))});
    EXPECT_EQ(all.exit_code, 2);
    EXPECT_EQ(all.errors,
              "muster: instance both has 40400 states, too many to draw; --max-states allows more "
              "than 200\n");
    const CliResult some = graph({"--states", folder.write("b.muster", two_counters(999))});
    EXPECT_EQ(some.exit_code, 2);
    EXPECT_EQ(some.errors,
              "muster: instance both has more than 200000 states, too many to draw; --max-states "
              "allows more than 200\n");
}

TEST(Graph, NamesWhatThereIs) {
    EXPECT_NE(graph({shipped("lease"), "--role", "sever"}).errors.find("did you mean `server`"),
              std::string::npos);
    EXPECT_NE(graph({"--states", shipped("raft_election")})
                  .errors.find("--instance says which: three, two"),
              std::string::npos);
    EXPECT_NE(graph({"--states", shipped("lease"), "--instance", "smal"})
                  .errors.find("did you mean `small`"),
              std::string::npos);
    const TempDir folder;
    const std::string none = folder.write("none.muster", "protocol p\nrole a {}\n");
    EXPECT_NE(graph({"--states", none}).errors.find("no instance"), std::string::npos);
}

TEST(Graph, IsReadByGraphviz) {
    if (!run_process({.program = "dot", .arguments = {"-V"}})) {
        GTEST_SKIP() << "there is no Graphviz to read graphs";
    }
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
        if (entry.path().extension() == ".dot") {
            const auto read =
                run_process({.program = "dot", .arguments = {"-Tsvg", entry.path().string()}});
            ASSERT_TRUE(read.has_value()) << read.error();
            EXPECT_EQ(read->exit_code, 0) << entry.path() << read->errors;
        }
    }
}

} // namespace
} // namespace muster::test
