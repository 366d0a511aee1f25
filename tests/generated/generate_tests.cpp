// Writes the header and the tests of one spec into a folder, the tests as STEM_test.cpp and
// STEM_model_test.cpp. Where the spec has no form in C++, there is one test that says why; it fails
// unless the spec is in a folder `models`, whose specs are there to be checked.

#include "cli/load_spec.hpp"
#include "codegen/generate.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

namespace {

using muster::codegen::GeneratedFile;
namespace fs = std::filesystem;

std::string refused_test(const fs::path& spec_file, const muster::spec::Diagnostics& diagnostics) {
    std::string text =
        "#include <gtest/gtest.h>\n\nTEST(NotGenerable, " + spec_file.stem().string() + ") {\n";
    const bool expected = spec_file.parent_path().filename() == "models";
    text += expected ? "    GTEST_SKIP()" : "    FAIL()";
    for (const auto& diagnostic : diagnostics.sorted()) {
        text += "\n        << R\"(" + diagnostic.message + ")\" << '\\n'";
    }
    return text + ";\n}\n";
}

void write(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        return 2;
    }
    const fs::path spec_file(argv[1]);
    const fs::path folder(argv[2]);
    const muster::cli::Context context{.in = std::cin, .out = std::cout, .err = std::cerr};
    const auto loaded = muster::cli::load_spec(spec_file.string(), {}, context);
    if (!loaded.has_value()) {
        return 1;
    }
    const std::string name = spec_file.stem().string();
    const fs::path test_file = folder / (name + "_test.cpp");
    const fs::path model_test_file = folder / (name + "_model_test.cpp");
    muster::codegen::GenerateOptions options;
    options.tests = muster::codegen::TestFile::write;
    muster::spec::Diagnostics diagnostics;
    const auto files = muster::codegen::generate(loaded->typed, options, diagnostics);
    if (files.empty()) {
        write(test_file, refused_test(spec_file, diagnostics));
        write(model_test_file, "");
        return 0;
    }
    for (const GeneratedFile& file : files) {
        const bool model = file.path.ends_with("_model_test.cpp");
        const bool tests = file.path.ends_with("_test.cpp");
        write(model ? model_test_file : tests ? test_file : folder / file.path, file.contents);
    }
    return 0;
}
