#include "cli/machines/compile_library.hpp"

#include "checker/cache/answers.hpp"
#include "cli/embedded_texts.hpp"
#include "cli/machines/run_program.hpp"
#include "cli/write_files.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <sstream>
#include <string_view>

namespace muster::cli {

namespace {

namespace fs = std::filesystem;

/// What a step costs hardly matters, as each is computed once; how long they take to compile does.
constexpr std::array kFlags = std::to_array<std::string_view>(
    {"-std=c++20", "-O0", "-g0", "-w", "-fPIC", "-shared", "-fvisibility=hidden"});

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) {
        words.push_back(word);
    }
    return words;
}

tl::expected<Compiler, std::string> ask(const std::vector<std::string>& command) {
    std::vector<std::string> question = command;
    question.emplace_back("--version");
    auto said = run_program(question);
    if (!said) {
        return tl::unexpected(said.error());
    }
    if (said->status != 0) {
        return tl::unexpected(fmt::format("it exits with {}", said->status));
    }
    return Compiler{command, said->output};
}

/// The line where a compiler says what is wrong.
std::string first_error(const std::string& output) {
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        if (const auto at = line.find("error: "); at != std::string::npos) {
            return line.substr(at);
        }
    }
    return "it says nothing";
}

} // namespace

tl::expected<Compiler, std::string> find_compiler() {
    if (const char* named = std::getenv("CXX"); named != nullptr && *named != '\0') {
        return ask(words_of(named)).map_error([&](const std::string& why) {
            return fmt::format(
                "`{}`, which the environment names as CXX, does not run: {}", named, why);
        });
    }
    for (const char* name : {"c++", "g++", "clang++"}) {
        if (auto compiler = ask({name})) {
            return compiler;
        }
    }
    return tl::unexpected(std::string("there is no C++ compiler: neither `c++` nor `g++` nor "
                                      "`clang++` runs, and the environment names none as CXX"));
}

std::string LibrarySource::key(const Compiler& compiler) const {
    checker::Sha256 hash;
    for (const std::string& word : compiler.command) {
        hash.text(word);
    }
    hash.text(compiler.version);
    for (const std::string_view flag : kFlags) {
        hash.text(flag);
    }
    for (const EmbeddedText& header : machine_headers()) {
        hash.text(header.text);
    }
    for (const codegen::GeneratedFile& file : files) {
        hash.text(file.path).text(file.contents);
    }
    const checker::AnswerKey key = checker::key_of(hash.finish());
    return fmt::format("{:016x}{:016x}", key.high, key.low);
}

tl::expected<fs::path, std::string>
compile_library(const Compiler& compiler, const LibrarySource& source, const fs::path& folder) {
    std::vector<codegen::GeneratedFile> all = source.files;
    for (const EmbeddedText& header : machine_headers()) {
        all.push_back({"runtime/machine/" + std::string(header.name), std::string(header.text)});
    }
    for (const codegen::GeneratedFile& file : all) {
        if (const auto written = store_file(folder / file.path, file.contents); !written) {
            return tl::unexpected(fmt::format("cannot write what to compile: {}", written.error()));
        }
    }
    fs::path library = folder / "library.so";
    std::vector<std::string> command = compiler.command;
    command.insert(command.end(), kFlags.begin(), kFlags.end());
    for (const std::string& word : {std::string("-I"),
                                    folder.string(),
                                    (folder / source.main).string(),
                                    std::string("-o"),
                                    library.string()}) {
        command.push_back(word);
    }
    const auto result = run_program(command);
    if (!result) {
        return tl::unexpected("the C++ compiler does not run: " + result.error());
    }
    if (result->status != 0) {
        return tl::unexpected("the C++ compiler refuses the generated code: " +
                              first_error(result->output));
    }
    return library;
}

} // namespace muster::cli
