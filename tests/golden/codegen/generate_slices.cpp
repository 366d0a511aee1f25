// Writes the header of every given spec into a folder, named after the spec's own folder. What the
// tests of generated code compile is made here, during the build.

#include "codegen/generate.hpp"
#include "spec/pipeline/front_end.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

int main(int argc, char** argv) {
    const std::filesystem::path folder(argc > 1 ? argv[1] : ".");
    std::filesystem::create_directories(folder);
    for (int i = 2; i < argc; ++i) {
        const std::filesystem::path spec_file(argv[i]);
        std::ifstream in(spec_file, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in),
                               std::istreambuf_iterator<char>()};
        muster::spec::Diagnostics diagnostics;
        const auto spec = muster::spec::analyse(text, diagnostics);
        if (spec.has_value()) {
            const auto files = muster::codegen::generate(*spec, {}, diagnostics);
            const auto name = spec_file.parent_path().filename().string() + ".hpp";
            for (const auto& file : files) {
                std::ofstream(folder / name, std::ios::binary) << file.contents;
            }
        }
        for (const auto& diagnostic : diagnostics.sorted()) {
            if (diagnostic.severity == muster::spec::Severity::error) {
                std::cerr << spec_file.string() << ": " << diagnostic.message << '\n';
            }
        }
        if (diagnostics.has_errors()) {
            return 1;
        }
    }
    return 0;
}
