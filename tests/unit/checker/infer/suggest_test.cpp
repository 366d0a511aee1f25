#include "checker/check/check.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>

namespace muster::checker::infer::testing {
namespace {

using checker::testing::analysed;
using checker::testing::replaced;
using checker::testing::shipped;

/// Nothing ever sets `lit`, but no property says so.
constexpr const char* kChain = R"(
protocol chain
sort Client
fault arbitrary client
message Light from client to server {}
role client[me: Client] {}
role server {
  var lit: bool = false
  var warm: bool = false
  var hot: bool = false
  on Light() { }
  action one(c: Client) when lit { lit = false warm = true }
  action two(c: Client) when warm { hot = true }
}
invariant never_hot: not server.hot
instance one_client { Client = { x } }
)";

CheckReport report_of(const std::string& text, std::uint64_t max_states = 4000) {
    CheckOptions options;
    options.max_states = max_states;
    return check(analysed(text), options);
}

const PropertyReport&
report_on(const CheckReport& report, const std::string& text, const std::string& property) {
    const spec::TypedSpec spec = analysed(text);
    const auto found = std::find_if(
        report.properties.begin(), report.properties.end(), [&](const PropertyReport& entry) {
            return spec.properties[entry.property].name == property;
        });
    EXPECT_NE(found, report.properties.end()) << property;
    return *found;
}

std::string pasted(std::string text, const LemmaSuggestions& suggestions) {
    for (const std::string& lemma : suggestions.excluded_by) {
        text += lemma + "\n";
    }
    return text;
}

/// Every lemma in the text that was not in the spec before is proved there.
void expect_that_all_is_proved(const std::string& text, const std::string& property) {
    const CheckReport report = report_of(text);
    const spec::TypedSpec spec = analysed(text);
    for (const PropertyReport& entry : report.properties) {
        const spec::PropertyInfo& info = spec.properties[entry.property];
        if (info.kind == spec::PropertyKind::lemma || info.name == property) {
            EXPECT_TRUE(std::holds_alternative<Proved>(entry.verdict)) << info.name;
        }
    }
    EXPECT_TRUE(report.obligations.empty());
}

// What precedes the state has nothing that precedes it, and the property is proved with lemmas that
// say so.
TEST(SuggestLemmas, SearchesBackwards) {
    const CheckReport report = report_of(kChain);
    const PropertyReport& entry = report_on(report, kChain, "never_hot");
    ASSERT_TRUE(std::holds_alternative<HoldsOn>(entry.verdict));
    EXPECT_EQ(entry.suggestions.excluded_by,
              (std::vector<std::string>{"lemma never_lit: not server.lit",
                                        "lemma never_warm: not server.warm"}));
    EXPECT_TRUE(entry.suggestions.proves_property);
    EXPECT_TRUE(entry.suggestions.lemmas.empty()); // what excludes it is told once
    expect_that_all_is_proved(pasted(kChain, entry.suggestions), "never_hot");
}

// One lemma of a candidate's shape is enough where nothing precedes the state.
TEST(SuggestLemmas, TellsWhichCandidatesAreProved) {
    const std::string text = replaced(kChain, "lit = false warm = true", "lit = false");
    const CheckReport report = report_of(text);
    const PropertyReport& entry = report_on(report, text, "never_hot");
    ASSERT_EQ(entry.suggestions.excluded_by.size(), 1U);
    EXPECT_EQ(entry.suggestions.excluded_by.front(), "lemma never_warm: not server.warm");
    EXPECT_TRUE(entry.suggestions.proves_property);
    expect_that_all_is_proved(pasted(text, entry.suggestions), "never_hot");
}

// Each of the first candidates is proved alone, and what is behind them is not: `lit` is never set
// only as long as `wet` is not.
TEST(SuggestLemmas, CountTheCandidatesThatAreProved) {
    const std::string text = R"(
protocol weather
sort Client
role server {
  var warm: bool = false
  var wet: bool = false
  var lit: bool = false
  var hot: bool = false
  action heat(c: Client) when warm and wet and lit { hot = true }
  action light(c: Client) when wet { lit = true }
}
invariant never_hot: not server.hot
instance one_client { Client = { x } }
)";
    const CheckReport report = report_of(text);
    const LemmaSuggestions& suggestions = report_on(report, text, "never_hot").suggestions;
    EXPECT_EQ(suggestions.excluded_by,
              (std::vector<std::string>{"lemma never_warm: not server.warm"}));
    EXPECT_TRUE(suggestions.proves_property);
    EXPECT_EQ(suggestions.lemmas,
              (std::vector<std::string>{"lemma candidate_1: not server.wet",
                                        "lemma candidate_2: not server.lit"}));
    ASSERT_EQ(suggestions.proved, 1U);
    for (std::size_t i = 0; i < suggestions.lemmas.size(); ++i) {
        const std::string name = "candidate_" + std::to_string(i + 1);
        const std::string longer = text + suggestions.lemmas[i] + "\n";
        const CheckReport with = report_of(longer);
        EXPECT_EQ(std::holds_alternative<Proved>(report_on(with, longer, name).verdict),
                  i < suggestions.proved)
            << name;
    }
}

// As long as the report says anything, what it says can be pasted: in a protocol that lost a lemma.
TEST(SuggestLemmas, CanBePastedIntoAProtocol) {
    const std::string whole = shipped("lease.muster");
    const auto lost = whole.find("lemma granted_past:");
    ASSERT_NE(lost, std::string::npos);
    std::string text = whole;
    text.erase(lost, whole.find("\nlemma ", lost) - lost);
    const CheckReport report = report_of(text);
    std::size_t excluded = 0;
    std::string longer = text + "\n";
    for (const PropertyReport& entry : report.properties) {
        excluded += entry.suggestions.excluded_by.empty() ? 0 : 1;
        longer = pasted(longer, entry.suggestions);
    }
    EXPECT_EQ(excluded, 2U);
    expect_that_all_is_proved(longer, "granted_once");
}

// A run that is longer than anything that is looked at leads there.
TEST(SuggestLemmas, NeverCallAReachedStateUnreachable) {
    const std::string text = R"(
protocol counter
sort Client
role server {
  var count: int = 0
  action add(c: Client) { count = count + 1 }
}
invariant small: server.count != 500
instance one_client { Client = { x } }
)";
    const CheckReport report = report_of(text, 20);
    const PropertyReport& entry = report_on(report, text, "small");
    ASSERT_TRUE(std::holds_alternative<Undecided>(entry.verdict));
    EXPECT_TRUE(std::get<Undecided>(entry.verdict).counterexample);
    EXPECT_TRUE(entry.suggestions.excluded_by.empty());
    EXPECT_FALSE(entry.suggestions.proves_property);
    EXPECT_EQ(entry.suggestions.proved, 0U);
}

// Only a client that does anything it likes sends what sets `lit`: the lemmas have to leave that
// out, too.
TEST(SuggestLemmas, LeaveOutTheFaultsThatThePropertyDoes) {
    std::string text = replaced(kChain, "never_hot:", "never_hot without arbitrary client:");
    text = replaced(text, "on Light() { }", "on Light() { lit = true }");
    const CheckReport report = report_of(text);
    const PropertyReport& entry = report_on(report, text, "never_hot");
    ASSERT_EQ(entry.suggestions.excluded_by.size(), 3U);
    for (const std::string& lemma : entry.suggestions.excluded_by) {
        EXPECT_NE(lemma.find(" without arbitrary client:"), std::string::npos) << lemma;
    }
    EXPECT_EQ(entry.suggestions.excluded_by.back(),
              "lemma never_warm without arbitrary client: not server.warm");
    EXPECT_TRUE(entry.suggestions.proves_property);
    expect_that_all_is_proved(pasted(text, entry.suggestions), "never_hot");
}

// A lemma that every step keeps, but that may be undefined, is open in the report. With it nothing
// would have to be said of `lit`.
TEST(SuggestLemmas, RestOnNothingThatMayBeUndefined) {
    const std::string lemma =
        "lemma dark: not server.lit and (server.odd implies server.who.value == server.who.value)";
    const std::string text = replaced(kChain,
                                      "role server {",
                                      "role server {\n  var odd: bool = false"
                                      "\n  var who: option Client = none") +
                             lemma + "\n";
    const CheckReport report = report_of(text);
    EXPECT_EQ(report.obligations.size(), 1U);
    EXPECT_FALSE(std::holds_alternative<Proved>(report_on(report, text, "dark").verdict));
    const PropertyReport& entry = report_on(report, text, "never_hot");
    EXPECT_EQ(entry.suggestions.excluded_by,
              (std::vector<std::string>{"lemma never_lit: not server.lit",
                                        "lemma never_warm: not server.warm"}));
    EXPECT_TRUE(entry.suggestions.proves_property);
    expect_that_all_is_proved(replaced(pasted(text, entry.suggestions), lemma, ""), "never_hot");
}

} // namespace
} // namespace muster::checker::infer::testing
