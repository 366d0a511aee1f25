#include "tests/docs/page.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"
#include "tests/unit/reports/report_fields.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace muster::test {
namespace {

using Json = nlohmann::ordered_json;

// Times are the only thing in a report that two runs of the program do not share.
void stop_the_clock(Json& json) {
    for (auto& [key, value] : json.items()) {
        if (key == "cpu_seconds") {
            value = 0;
        } else if (value.is_structured()) {
            stop_the_clock(value);
        }
    }
}

Json report_of(const std::filesystem::path& spec, int exit_code) {
    const CliResult result = run_cli({"check", "--format", "json", spec.string()});
    EXPECT_EQ(result.exit_code, exit_code) << result.errors;
    EXPECT_EQ(result.errors, "");
    EXPECT_TRUE(has_documented_fields(result.output));
    Json report = Json::parse(result.output);
    stop_the_clock(report);
    return report;
}

TEST(JsonReport, IsThatOfTheExample) {
    const TempDir folder;
    std::string wanted;
    std::filesystem::path spec;
    for (const CodeBlock& block :
         blocks_of(read_file(MUSTER_SOURCE_DIR "/docs/machine-readable.md"))) {
        if (block.language == "muster") {
            spec = folder.write("counter.muster", block.text());
        } else if (block.language == "json") {
            wanted = block.text();
        }
    }
    Json report = report_of(spec, 1);
    report["file"] = "counter.muster";
    for (Json& property : report["properties"]) {
        property["place"]["file"] = "counter.muster";
        EXPECT_EQ(property["trace"]["#meta"]["muster"]["property"], "small");
        property["trace"] = Json::object();
    }
    EXPECT_EQ(report.dump(1) + "\n", wanted);
}

// Every spec that a golden report is of, so that every kind of verdict is among them.
TEST(JsonReport, HasTheDocumentedFieldsWhateverItSays) {
    const std::filesystem::path folder = MUSTER_SOURCE_DIR "/tests/golden/check";
    std::set<std::string> verdicts;
    std::size_t specs = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".muster") {
            continue;
        }
        ++specs;
        const CliResult result =
            run_cli({"check", "--format", "json", "--timeout-ms", "1000", entry.path().string()});
        EXPECT_TRUE(has_documented_fields(result.output)) << entry.path();
        const Json report = Json::parse(result.output);
        EXPECT_EQ(report.at("exit_code"), result.exit_code);
        for (const char* list : {"properties", "obligations"}) {
            for (const Json& one : report.at(list)) {
                verdicts.insert(one.at("verdict"));
            }
        }
    }
    EXPECT_GE(specs, 6U);
    for (const char* verdict : {"proved", "holds_on", "violated", "undecided"}) {
        EXPECT_TRUE(verdicts.contains(verdict)) << verdict;
    }
}

TEST(JsonReport, IsTheSameTwice) {
    const std::filesystem::path spec =
        MUSTER_SOURCE_DIR "/tests/golden/check/lease_without_lemmas.muster";
    const Json report = report_of(spec, 0);
    EXPECT_EQ(report.dump(), report_of(spec, 0).dump());
}

TEST(JsonReport, SaysHowFarASearchCame) {
    const Json report =
        report_of(MUSTER_SOURCE_DIR "/tests/golden/check/lease_without_lemmas.muster", 0);
    const auto& properties = report.at("properties");
    const auto found = std::find_if(properties.begin(), properties.end(), [](const Json& entry) {
        return entry.at("verdict") == "holds_on";
    });
    ASSERT_NE(found, properties.end());
    EXPECT_GT(found->at("bounds").at("states"), 0);
    EXPECT_TRUE(found->at("bounds").at("depth").is_null());
    EXPECT_EQ(found->at("not_inductive").at("#meta").at("muster").at("claim"), "not inductive");
}

// A proof names what it assumes, and never itself.
TEST(JsonReport, SaysWhatAProofRestsOn) {
    const Json report = report_of(MUSTER_SOURCE_DIR "/spec/protocols/lease.muster", 0);
    for (const Json& property : report.at("properties")) {
        if (property.at("name") == "one_client_per_token") {
            EXPECT_EQ(property.at("rests_on"),
                      Json({"granted_once", "granted_past", "lease_granted"}));
        }
    }
}

TEST(JsonReport, LeavesMistakesOfTheSpecToStandardError) {
    const TempDir folder;
    const auto spec = folder.write("wrong.muster", "protocol wrong\nrole {");
    const CliResult result = run_cli({"check", "--format", "json", spec.string()});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.output, "");
    EXPECT_NE(result.errors.find("error[E0106]"), std::string::npos) << result.errors;
}

} // namespace
} // namespace muster::test
