#include "tests/support/golden.hpp"
#include "tests/support/scrub.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>
#include <string>
#include <vector>

// Faults that the programs around other checkers had: statuses, formats, options, several workers.
namespace muster::test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

// A role with one integer, and whatever goes wrong.
std::string spec_of(const std::string& members, const std::string& properties) {
    return "protocol case_\nsort K\nrole r {\n  var x: int = 0\n  var m: map K -> int\n" + members +
           "}\nrole k[me: K] {}\ninstance two { K = 2, r.x <= 3 }\n" + properties;
}

const std::string kUp = "  action up { x += 1 }\n";

struct Wrong {
    std::string name;
    std::string text;
};

const std::vector<Wrong> kWrong{
    {"the start", spec_of(kUp, "invariant p: r.x > 0\n")},
    {"a later state", spec_of(kUp, "invariant p: r.x < 2\n")},
    {"a step", spec_of(kUp, "step p: r.x == old(r.x)\n")},
    {"an undefined property", spec_of(kUp, "invariant p: forall k: K. r.m[k] == 0\n")},
    {"an undefined operation",
     spec_of("  action look(k: K) { x = m[k] }\n", "invariant p: r.x >= 0\n")},
    {"an assertion", spec_of(kUp + "  action see { assert x < 2 }\n", "invariant p: r.x >= 0\n")},
    {"nothing to pick",
     spec_of("  action choose { pick k in keys(m) { x = 1 } }\n", "invariant p: r.x >= 0\n")},
    {"a test",
     spec_of(kUp, "invariant p: r.x >= 0\ntest \"t\" of r {\n  up\n  expect x == 2\n}\n")},
    {"a start that goes wrong",
     spec_of("  on start { assert x == 1 }\n", "invariant p: r.x >= 0\n")}};

class FieldCommands : public testing::Test {
protected:
    std::string file(const std::string& text) {
        return folder_.write("case.muster", text).string();
    }

    TempDir folder_;
};

TEST_F(FieldCommands, C118_exit_status_json_and_text_agree) {
    const std::vector<std::vector<std::string>> modes{{},
                                                      {"--format", "json"},
                                                      {"--no-cache", "--jobs", "2"},
                                                      {"--traces"},
                                                      {"--max-states", "50"}};
    for (const Wrong& wrong : kWrong) {
        const std::string path = file(wrong.text);
        for (const std::vector<std::string>& mode : modes) {
            std::vector<std::string> arguments{"check", path};
            arguments.insert(arguments.end(), mode.begin(), mode.end());
            const CliResult result = run_cli(arguments);
            EXPECT_EQ(result.exit_code, 1) << wrong.name << '\n' << result.output;
            const bool json = !mode.empty() && mode[0] == "--format";
            EXPECT_THAT(result.output,
                        json ? AnyOf(HasSubstr("\"violated\""), HasSubstr("\"failed\""))
                             : AnyOf(HasSubstr("violated"), HasSubstr("failed ")))
                << wrong.name;
            // The last line tells as well.
            if (!json) {
                const std::string last = result.output.substr(result.output.find("\ncase_: "));
                EXPECT_THAT(last, AnyOf(HasSubstr("violated"), HasSubstr("1 test failed")));
            }
        }
    }
    // Nothing wrong, and nothing open.
    const std::string fine = file(spec_of(kUp, "invariant p: r.x >= 0\n"));
    for (const std::vector<std::string>& mode : modes) {
        std::vector<std::string> arguments{"check", fine};
        arguments.insert(arguments.end(), mode.begin(), mode.end());
        const CliResult result = run_cli(arguments);
        EXPECT_EQ(result.exit_code, 0) << result.output;
        EXPECT_THAT(result.output, Not(HasSubstr("violated\"")));
    }
}

// One falling edge is allowed, and there are two.
TEST_F(FieldCommands, C114_jobs_change_no_report) {
    std::vector<std::string> texts{"protocol toggle\nrole r {\n  var up: bool = false\n"
                                   "  ghost falls: int = 0\n  action raise when not up { up = true "
                                   "}\n  action fall when up { up = false; falls += 1 }\n}\n"
                                   "invariant once: r.falls <= 1\ninstance few { r.falls <= 4 }\n"};
    for (const Wrong& wrong : kWrong) {
        texts.push_back(wrong.text);
    }
    for (const char* name : {"lock_server", "two_phase_commit"}) {
        texts.push_back(
            read_file(fmt::format("{}/spec/protocols/{}.muster", MUSTER_SOURCE_DIR, name)));
    }
    for (const std::string& text : texts) {
        const std::string path = file(text);
        std::string alone;
        for (const char* jobs : {"1", "2", "3", "8"}) {
            // What is kept differs, so that there is something for the others to do.
            const TempDir cache;
            const CliResult result =
                run_cli({"check", path, "--jobs", jobs}, "", cache.path() / "cache");
            const std::string report = scrub_durations(result.output);
            alone = alone.empty() ? report : alone;
            EXPECT_EQ(report, alone) << jobs;
        }
    }
}

TEST_F(FieldCommands, C127_junk_is_refused) {
    const std::string valid = spec_of(kUp, "invariant p: r.x >= 0\n");
    std::vector<std::string> junk{"", std::string(3, '\0'), "\xff\xfe\x00", "protocol", "{}"};
    // Cut off anywhere behind a brace or in a word.
    for (std::size_t length = 20; length < valid.size() - 30; length += 7) {
        if (const std::string part = valid.substr(0, length);
            std::count(part.begin(), part.end(), '{') !=
            std::count(part.begin(), part.end(), '}')) {
            junk.push_back(part);
        }
    }
    EXPECT_GT(junk.size(), 10U);
    for (const std::string& text : junk) {
        const std::string path = file(text);
        for (const char* verb : {"check", "format", "generate", "test"}) {
            const CliResult result = run_cli({verb, path});
            EXPECT_EQ(result.exit_code, 2) << verb << '\n' << text;
            EXPECT_THAT(result.errors, HasSubstr("error")) << verb << '\n' << text;
        }
    }
}

TEST_F(FieldCommands, C156_pairs_of_options_give_a_report) {
    const std::vector<std::vector<std::string>> options{{"--format", "json"},
                                                        {"--jobs", "2"},
                                                        {"--no-cache"},
                                                        {"--verbose"},
                                                        {"--traces"},
                                                        {"--property", "p"},
                                                        {"--timeout-ms", "1000"},
                                                        {"--seed", "3"},
                                                        {"--max-states", "2"},
                                                        {"--search-seconds", "5"},
                                                        {"--time-limit", "60"},
                                                        {"--fragment"},
                                                        {"--itf", "ITF"},
                                                        {"--certificate", "CERTIFICATE"},
                                                        {"--smt-directory", "QUERIES"},
                                                        {"--color", "always"},
                                                        {"--message-format", "json"}};
    const std::string path =
        file(spec_of(kUp,
                     "invariant p: r.x >= 0\ninvariant q: r.x < 2\ncover c: r.x == 2\n"
                     "live l: true leads to r.x == 1 when quiet()\n"));
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < options.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            ++pairs;
            std::vector<std::string> arguments{"check", path};
            for (const std::size_t which : {i, j}) {
                for (std::string word : options[which]) {
                    if (word == "ITF" || word == "CERTIFICATE" || word == "QUERIES") {
                        word = (folder_.path() / fmt::format("{}{}", word, pairs)).string();
                    }
                    arguments.push_back(word);
                }
            }
            const CliResult result = run_cli(arguments);
            const std::string told = fmt::format("{} {}", options[i].front(), options[j].front());
            EXPECT_THAT(result.exit_code, AnyOf(0, 1, 2, 3)) << told;
            // A refused pair says why; everything else has a verdict with its reason.
            EXPECT_NE(result.exit_code == 2 ? result.errors : result.output, "") << told;
            EXPECT_THAT(result.output, Not(HasSubstr("undecided  invariant  p\n"))) << told;
        }
    }
    EXPECT_EQ(pairs, 17U * 16U / 2U);
}

} // namespace
} // namespace muster::test
