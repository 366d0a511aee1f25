#include "spec/diagnostics/render.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace muster::spec {
namespace {

TEST(RenderJson, HoldsWhatTheTextHolds) {
    const SourceMap sources(SourceFile("a \"b\".muster", "x\n\xC3\xA4 y\n"));
    Diagnostics diagnostics;
    diagnostics.report({.code = Code::syntax,
                        .message = "`\"` is wrong",
                        .primary = {{5, 6}, "here"},
                        .secondary = {{{0, 1}, "there"}},
                        .notes = {"n"},
                        .help = "h"});
    const std::string text = render_json(sources, diagnostics);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
    const auto json = nlohmann::json::parse(text);
    EXPECT_EQ(json["code"], "E0104");
    EXPECT_EQ(json["severity"], "error");
    EXPECT_EQ(json["message"], "`\"` is wrong");
    EXPECT_EQ(json["file"], "a \"b\".muster");
    EXPECT_EQ(json["primary"],
              (nlohmann::json{{"file", "a \"b\".muster"},
                              {"begin", 5},
                              {"end", 6},
                              {"line", 2},
                              {"column", 3},
                              {"end_line", 2},
                              {"end_column", 4},
                              {"text", "here"}}));
    EXPECT_EQ(json["secondary"][0]["line"], 1);
    EXPECT_EQ(json["notes"], nlohmann::json::array({"n"}));
    EXPECT_EQ(json["help"], "h");
}

TEST(RenderJson, CountsWhatItLeavesOut) {
    const SourceMap sources(SourceFile("a", std::string(100, 'x')));
    Diagnostics diagnostics;
    for (std::uint32_t i = 0; i < 25; ++i) {
        diagnostics.report({.code = Code::syntax, .message = "m", .primary = {{i, i + 1}, ""}});
    }
    const std::string text = render_json(sources, diagnostics);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 21);
    const auto last = nlohmann::json::parse(text.substr(text.rfind('{')));
    EXPECT_EQ(last["more"], 5);
}

TEST(RenderJson, SurvivesNamesThatAreNotText) {
    const std::string text = render_json(LoadError{Code::unreadable_file, "\xFF", "m"});
    EXPECT_EQ(nlohmann::json::parse(text)["code"], "E0101");
}

} // namespace
} // namespace muster::spec
