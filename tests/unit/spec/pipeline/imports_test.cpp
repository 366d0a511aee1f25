#include "spec/ast/dump.hpp"
#include "spec/pipeline/front_end.hpp"
#include "tests/support/temp_dir.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

namespace muster::spec {
namespace {

/// Files by name.
struct Files {
    std::map<std::string, std::string> texts;

    [[nodiscard]] ImportLoader loader() const {
        return [this](const std::string& importer,
                      const std::string& path) -> tl::expected<SourceFile, LoadError> {
            const std::size_t slash = importer.rfind('/');
            const std::string name =
                (slash == std::string::npos ? "" : importer.substr(0, slash + 1)) + path;
            const auto found = texts.find(name);
            if (found == texts.end()) {
                return tl::unexpected(
                    LoadError{Code::import_not_found, name, "there is no such file"});
            }
            return SourceFile(name, found->second);
        };
    }
};

std::string messages(const SourceMap& sources, const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
        text += sources.place(diagnostic.primary.span) + " " + diagnostic.message + "\n";
    }
    return text;
}

/// The tree of `main` with its imports, or what is wrong with it.
std::string read(const std::string& main, const Files& files) {
    SourceMap sources(SourceFile("main", main));
    Diagnostics diagnostics;
    const auto file = parse_with_imports(sources, files.loader(), diagnostics);
    EXPECT_EQ(file.has_value(), !diagnostics.has_errors());
    return file ? dump(*file) : messages(sources, diagnostics);
}

TEST(Imports, BringInWhatDescribesData) {
    const Files files = {{{"x",
                           "protocol x\nsort S\nenum E { A }\nrecord R { f: int }\nconst c: int\n"
                           "function f(s: S): S\naxiom a: c > 0\ndef d = c + 1\n"
                           "message M from r to r {}\nrole r {}\nfault crash r\ncover k: true\n"
                           "live l: true leads to true\nassume timing t: r.x fires only when true\n"
                           "network once\ninstance i { S = 1 }\ntest \"t\" of r {}\n"}}};
    EXPECT_EQ(read("protocol p\nsort T\nimport \"x\"\nsort U\n", files),
              "(protocol p)\n(sort T)\n(sort S)\n(enum E A)\n(record R (f int))\n(const c int)\n"
              "(function f ((s S)) S)\n(axiom a (> c 0))\n(def d () (+ c 1))\n(sort U)\n");
}

TEST(Imports, AreTransitiveAndTakenOnce) {
    const Files files = {{{"d/x", "protocol x\nimport \"y\"\nsort X\n"},
                          {"d/y", "protocol y\ndef y = 1 + 2\n"},
                          {"z", "protocol z\nimport \"d/y\"\nimport \"d/./x\"\ndef z = 3 - 4\n"},
                          {"d/./x", "protocol x\nsort Wrong\n"}}};
    EXPECT_EQ(
        read("protocol p\nimport \"d/x\"\nimport \"z\"\ndef p = 5 * 6\n", files),
        "(protocol p)\n(def y () (+ 1 2))\n(sort X)\n(def z () (- 3 4))\n(def p () (* 5 6))\n");
}

TEST(Imports, MarkWhatTheyBringIn) {
    const Files files = {{{"x", "protocol x\n/// About S.\nsort S\n"}}};
    SourceMap sources(SourceFile("main", "protocol p\nimport \"x\"\nsort T\n"));
    Diagnostics diagnostics;
    const auto file = parse_with_imports(sources, files.loader(), diagnostics);
    ASSERT_TRUE(file.has_value());
    ASSERT_EQ(file->declarations.size(), 2U);
    EXPECT_TRUE(file->declarations[0].imported);
    EXPECT_EQ(file->declarations[0].doc, "About S.");
    EXPECT_EQ(sources.place(file->declarations[0].span), "x:3:1");
    EXPECT_FALSE(file->declarations[1].imported);
    EXPECT_EQ(sources.place(file->declarations[1].span), "main:3:1");
}

TEST(Imports, ReportEveryFileOnce) {
    const Files files = {{{"x", "protocol x\nimport \"y\"\nsort 1\n"},
                          {"y", "protocol y\nsort 3\nsort T\nsort 2\n"},
                          {"z", "protocol z\nimport \"y\"\nimport \"w\"\n"}}};
    EXPECT_EQ(read("protocol p\nimport \"z\"\nimport \"x\"\ndef d = nothing\n", files),
              "z:3:8 `w` cannot be imported: there is no such file\n"
              "y:2:6 expected a name, found `3`\n"
              "y:4:6 expected a name, found `2`\n"
              "x:3:6 expected a name, found `1`\n");
}

TEST(Imports, MayNotBeEndless) {
    Files files;
    for (int i = 0; i < 100; ++i) {
        files.texts["f" + std::to_string(i)] =
            "protocol f\nimport \"f" + std::to_string(i + 1) + "\"\n";
    }
    EXPECT_EQ(read("protocol p\nimport \"f0\"\n", files),
              "f62:2:8 imports are nested more than 64 deep\n");
}

TEST(Imports, AreNotForTextsWithoutAFile) {
    Diagnostics diagnostics;
    EXPECT_FALSE(analyse("protocol p\nimport \"x\"\n", diagnostics).has_value());
    ASSERT_EQ(diagnostics.sorted().size(), 1U);
    EXPECT_EQ(diagnostics.sorted()[0].code, Code::import_not_found);
}

TEST(Imports, StandBesideTheImportingFile) {
    const muster::test::TempDir folder;
    static_cast<void>(
        folder.write("shared/types.muster", "protocol t\nimport \"../more.muster\"\n"));
    static_cast<void>(folder.write("more.muster", "protocol m\nsort S\n"));
    const auto main =
        folder.write("specs/main.muster", "protocol p\nimport \"../shared/types.muster\"\n");
    SourceMap sources(load_source(main).value());
    Diagnostics diagnostics;
    const auto file = parse_with_imports(sources, load_import, diagnostics);
    ASSERT_TRUE(file.has_value()) << messages(sources, diagnostics);
    EXPECT_EQ(dump(*file), "(protocol p)\n(sort S)\n");
}

TEST(Imports, TakeAFileWithSeveralNamesOnce) {
    const muster::test::TempDir folder;
    const auto types = folder.write("shared/types.muster", "protocol t\nsort S\n");
    const auto main = folder.write("main.muster",
                                   "protocol p\nimport \"shared/types.muster\"\n"
                                   "import \"./shared/../shared/types.muster\"\n"
                                   "import \"link.muster\"\nimport \"folder/types.muster\"\n");
    std::filesystem::create_symlink(types, main.parent_path() / "link.muster");
    std::filesystem::create_directory_symlink(types.parent_path(), main.parent_path() / "folder");
    SourceMap sources(load_source(main).value());
    Diagnostics diagnostics;
    const auto file = parse_with_imports(sources, load_import, diagnostics);
    ASSERT_TRUE(file.has_value()) << messages(sources, diagnostics);
    EXPECT_EQ(dump(*file), "(protocol p)\n(sort S)\n");
}

TEST(Imports, SeeACircleThroughALink) {
    const muster::test::TempDir folder;
    const auto main = folder.write("main.muster", "protocol p\nimport \"link.muster\"\n");
    std::filesystem::create_symlink(main, main.parent_path() / "link.muster");
    SourceMap sources(load_source(main).value());
    Diagnostics diagnostics;
    EXPECT_FALSE(parse_with_imports(sources, load_import, diagnostics).has_value());
    ASSERT_EQ(diagnostics.sorted().size(), 1U);
    EXPECT_EQ(diagnostics.sorted()[0].code, Code::import_cycle);
}

} // namespace
} // namespace muster::spec
