#include "tests/support/temp_dir.hpp"
#include "tests/tidy/rules.hpp"
#include "tests/tidy/tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace muster::tidy {
namespace {

Source source(std::string path, std::string text) {
    return make_source(std::move(path), std::move(text));
}

std::string repeated(std::size_t count, const std::string& line) {
    std::string text;
    for (std::size_t at = 0; at < count; ++at) {
        text += line;
    }
    return text;
}

TEST(LongLines, CountsCodePoints) {
    EXPECT_EQ(report(long_lines(source("spec/a.cpp", std::string(100, 'x') + "\n"))), "");
    EXPECT_EQ(report(long_lines(source("spec/a.cpp", "\n" + std::string(101, 'x') + "\n"))),
              "spec/a.cpp:2: 101 columns\n");
    EXPECT_EQ(report(long_lines(source("spec/a.cpp", repeated(100, "é") + "\n"))), "");
}

TEST(LongLines, ExemptsGeneratedCodeAndProse) {
    const std::string text = std::string(150, 'x') + "\n";
    EXPECT_EQ(report(long_lines(source("runtime/generated/a.hpp", text))), "");
    EXPECT_EQ(report(long_lines(source("docs/a.md", text))), "");
}

TEST(LongFile, CountsLines) {
    EXPECT_EQ(report(long_file(source("spec/a.cpp", repeated(700, "\n")))), "");
    EXPECT_EQ(report(long_file(source("spec/a.cpp", repeated(701, "\n")))),
              "spec/a.cpp: 701 lines\n");
}

TEST(LongFile, ExemptsTestsTablesAndGeneratedCode) {
    for (const char* path :
         {"tests/unit/a.cpp", "spec/a_table.cpp", "runtime/generated/a.hpp", "spec/a.gen.hpp"}) {
        EXPECT_EQ(report(long_file(source(path, repeated(701, "\n")))), "") << path;
    }
}

TEST(LongFunctions, CountsFromTheSignatureToTheBrace) {
    const auto text = [](std::size_t body) {
        return "void f() {\n" + repeated(body, "\n") + "}\n";
    };
    EXPECT_EQ(report(long_functions(source("spec/a.cpp", text(68)))), "");
    EXPECT_EQ(report(long_functions(source("spec/a.cpp", text(69)))),
              "spec/a.cpp:1: f has 71 lines\n");
}

TEST(LongFunctions, ExemptsTestBodies) {
    const std::string text = "TEST(A, B) {\n" + repeated(100, "\n") + "}\n";
    EXPECT_EQ(report(long_functions(source("tests/unit/a.cpp", text))), "");
}

TEST(IncludeDirection, RefusesWhatPointsBack) {
    const auto fault = [](const std::string& path, const std::string& name) {
        return report(include_direction(source(path, "#include \"" + name + "\"\n")));
    };
    EXPECT_EQ(fault("spec/a.cpp", "checker/a.hpp"),
              "spec/a.cpp:1: spec/ may not include checker/a.hpp\n");
    EXPECT_NE(fault("checker/a.cpp", "codegen/a.hpp"), "");
    EXPECT_NE(fault("codegen/a.cpp", "checker/a.hpp"), "");
    EXPECT_NE(fault("runtime/a.cpp", "spec/a.hpp"), "");
    EXPECT_NE(fault("cli/a.cpp", "tests/support/a.hpp"), "");
    EXPECT_EQ(fault("spec/a.cpp", "spec/b.hpp"), "");
    EXPECT_EQ(fault("checker/a.cpp", "spec/b.hpp"), "");
    EXPECT_EQ(fault("codegen/a.cpp", "spec/b.hpp"), "");
    EXPECT_EQ(fault("cli/a.cpp", "runtime/b.hpp"), "");
    EXPECT_EQ(fault("tests/a.cpp", "runtime/b.hpp"), "");
}

TEST(IncludeDirection, WantsPathsFromTheRoot) {
    EXPECT_NE(report(include_direction(source("spec/a.cpp", "#include \"a.hpp\"\n"))), "");
    EXPECT_NE(report(include_direction(source("spec/a.cpp", "#include \"../spec/a.hpp\"\n"))), "");
}

TEST(IncludeDirection, KeepsLibrariesInTheirFolder) {
    EXPECT_NE(report(include_direction(source("checker/a.cpp", "#include <z3++.h>\n"))), "");
    EXPECT_EQ(report(include_direction(source("checker/smt/a.cpp", "#include <z3++.h>\n"))), "");
    const std::string boost = "#include <boost/spirit/home/x3.hpp>\n";
    EXPECT_NE(report(include_direction(source("spec/ast/a.hpp", boost))), "");
    EXPECT_EQ(report(include_direction(source("spec/parse/a.hpp", boost))), "");
}

TEST(IncludeDirection, IgnoresIncludesInsideStrings) {
    const std::string text = "auto x = R\"(\n#include \"runtime/a.hpp\"\n)\";\n";
    EXPECT_EQ(report(include_direction(source("codegen/a.cpp", text))), "");
}

TEST(HeaderHygiene, FindsEachFault) {
    EXPECT_EQ(report(header_hygiene(source("spec/a.hpp", "#pragma once\nint x;\n"))), "");
    EXPECT_EQ(report(header_hygiene(source("spec/a.hpp", "// #pragma once\n"))),
              "spec/a.hpp: no #pragma once\n");
    EXPECT_EQ(report(header_hygiene(source(
                  "spec/a.hpp", "#pragma once\n#include <iostream>\nusing namespace std;\n"))),
              "spec/a.hpp:3: using namespace in a header\nspec/a.hpp:2: <iostream> in a header\n");
}

TEST(OwnHeaderFirst, LooksAtTheFirstInclude) {
    const std::set<std::string> paths{"spec/a.hpp", "spec/a.cpp"};
    EXPECT_EQ(
        report(own_header_first(
            source("spec/a.cpp", "// Why.\n#include \"spec/a.hpp\"\n#include <map>\n"), paths)),
        "");
    EXPECT_EQ(report(own_header_first(
                  source("spec/a.cpp", "#include <map>\n#include \"spec/a.hpp\"\n"), paths)),
              "spec/a.cpp:1: spec/a.hpp is not included first\n");
    EXPECT_NE(report(own_header_first(source("spec/a.cpp", "int x;\n"), paths)), "");
    EXPECT_EQ(report(own_header_first(source("spec/b.cpp", "#include <map>\n"), paths)), "");
}

TEST(StandardStreams, BelongToTheProgram) {
    const std::string text = "void f() { std::cout << 1; }\n";
    EXPECT_NE(report(standard_streams(source("runtime/a.cpp", text))), "");
    EXPECT_EQ(report(standard_streams(source("cli/a.cpp", text))), "");
    EXPECT_EQ(report(standard_streams(source("tests/a.cpp", text))), "");
    EXPECT_EQ(report(standard_streams(source("codegen/a.cpp", "auto x = \"std::cout\";\n"))), "");
}

TEST(Nondeterminism, FindsChanceTimeAndHashOrder) {
    const auto count = [](const std::string& path, const std::string& text) {
        return nondeterminism(source(path, text)).size();
    };
    EXPECT_EQ(count("checker/a.cpp", "int x = rand();\n"), 1U);
    EXPECT_EQ(count("checker/a.cpp", "std::random_device device;\n"), 1U);
    EXPECT_EQ(count("codegen/a.cpp", "std::chrono::system_clock::now();\n"), 1U);
    EXPECT_EQ(count("runtime/a.cpp", "std::chrono::system_clock::now();\n"), 0U);
    EXPECT_EQ(count("spec/a.cpp", "std::unordered_map<int, int> m;\n"), 1U);
    EXPECT_EQ(count("codegen/a.cpp", "std::unordered_set<int> m;\n"), 1U);
    EXPECT_EQ(count("checker/a.cpp", "std::unordered_set<int> m;\n"), 0U);
    EXPECT_EQ(count("checker/a.cpp", "int operand(int x); std::chrono::steady_clock c;\n"), 0U);
}

TEST(Leftovers, FindsEachKind) {
    const auto found = [](const std::string& line) {
        return report(leftovers(source("spec/a.cpp", line + "\n")));
    };
    EXPECT_EQ(found("// TODO: later"), "spec/a.cpp:1: a mark of unfinished work\n");
    EXPECT_NE(found("// FIXME"), "");
    EXPECT_NE(found("open(\"/home/me/x\")"), "");
    EXPECT_NE(found("see /tmp/x"), "");
    EXPECT_NE(found("/// @author somebody"), "");
    EXPECT_NE(found("<<<<<<< HEAD"), "");
    EXPECT_EQ(found("runtime/work/x and <root>/tmp/x"), "");
    EXPECT_EQ(found("autodoc and TODOS"), "");
}

Tree tree_of(std::vector<Source> sources) {
    Tree tree;
    for (Source& each : sources) {
        tree.paths.insert(each.path);
        tree.sources.push_back(std::move(each));
    }
    return tree;
}

TEST(UnlistedSources, FindsAForgottenFile) {
    const Tree tree = tree_of({source("spec/CMakeLists.txt",
                                      "add_library(spec\n  a.cpp \"ast/b.cpp\"\n"
                                      "  ${CMAKE_CURRENT_SOURCE_DIR}/c.cpp) # d.cpp\n"),
                               source("spec/a.cpp", ""),
                               source("spec/ast/b.cpp", ""),
                               source("spec/c.cpp", ""),
                               source("spec/d.cpp", ""),
                               source("spec/ast/a.cpp", "")});
    EXPECT_EQ(report(unlisted_sources(tree)),
              "spec/ast/a.cpp: in no CMakeLists.txt\nspec/d.cpp: in no CMakeLists.txt\n");
}

TEST(UnlistedSources, AcceptsAGlobThatSeesNewFiles) {
    const Tree tree = tree_of(
        {source("runtime/CMakeLists.txt", "file(GLOB_RECURSE all CONFIGURE_DEPENDS \"*.cpp\")\n"),
         source("runtime/base/a.cpp", ""),
         source("cli/a.cpp", "")});
    EXPECT_EQ(report(unlisted_sources(tree)), "cli/a.cpp: in no CMakeLists.txt\n");
}

TEST(IncompleteCodes, FindsEachGap) {
    Tree tree = tree_of({source("spec/diagnostics/codes.def",
                                "// MUSTER_CODE(none, 9, \"\")\n"
                                "MUSTER_CODE(good, 101, \"a\")\n"
                                "MUSTER_CODE(untested, 102, \"b\")\n"
                                "MUSTER_CODE(unexplained, 103, \"c\")\n"
                                "MUSTER_CODE(good, 101, \"d\")\n"
                                "MUSTER_CODE(warning, 104, \"e\")\n")});
    tree.paths.insert({"spec/diagnostics/explain/E0101.md",
                       "spec/diagnostics/explain/E0102.md",
                       "tests/golden/errors/E0101_good.muster",
                       "spec/diagnostics/explain/W0104.md",
                       "tests/golden/errors/E0103_bad.muster",
                       "tests/golden/errors/W0104_doubtful.muster"});
    EXPECT_EQ(report(incomplete_codes(tree)),
              "spec/diagnostics/codes.def:3: no file in tests/golden/errors begins with E0102\n"
              "spec/diagnostics/codes.def:4: there is no spec/diagnostics/explain/E0103.md\n"
              "spec/diagnostics/codes.def:5: E0101 is used twice\n"
              "spec/diagnostics/codes.def:5: good is used twice\n");
}

TEST(IncompleteCodes, WantsTheList) {
    EXPECT_EQ(report(incomplete_codes(Tree{})), "spec/diagnostics/codes.def: is missing\n");
    EXPECT_NE(report(incomplete_codes(tree_of({source("spec/diagnostics/codes.def", "\n")}))), "");
}

TEST(ReadTree, TakesTheProjectAndLeavesTheRest) {
    const test::TempDir dir;
    for (const char* folder :
         {"spec", "checker", "codegen", "runtime", "cli", "docs", "cmake", ".ci", "tests/golden"}) {
        (void)dir.write(std::string(folder) + "/keep.txt", "");
    }
    (void)dir.write("spec/a.cpp", "int x;\n");
    (void)dir.write("tests/golden/case.txt", "TODO\n");
    (void)dir.write("build/dev/b.cpp", "");
    const Tree tree = read_tree(dir.path());
    EXPECT_TRUE(tree.paths.contains("spec/a.cpp"));
    EXPECT_TRUE(tree.paths.contains("tests/golden/case.txt"));
    EXPECT_FALSE(tree.paths.contains("build/dev/b.cpp"));
    const auto is_case = [](const Source& each) {
        return each.path == "tests/golden/case.txt";
    };
    EXPECT_TRUE(std::none_of(tree.sources.begin(), tree.sources.end(), is_case));
}

} // namespace
} // namespace muster::tidy
