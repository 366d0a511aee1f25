#include "tests/tidy/tree.hpp"

#include "tests/support/golden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>

namespace muster::tidy {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCodes = "spec/diagnostics/codes.def";

bool is_text(const fs::path& file) {
    static const std::set<std::string> kExtensions{
        ".cmake", ".cpp", ".def", ".hpp", ".json", ".md", ".muster", ".py", ".sh", ".txt"};
    return kExtensions.contains(file.extension().string()) || file.filename() == "dev" ||
           file.parent_path().filename() == ".ci";
}

std::vector<fs::path> project_files(const fs::path& root) {
    constexpr std::array<std::string_view, 9> kFolders{
        "spec", "checker", "codegen", "runtime", "cli", "tests", "docs", "cmake", ".ci"};
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(root)) {
        if (entry.is_regular_file()) {
            files.push_back(entry.path());
        }
    }
    for (const std::string_view folder : kFolders) {
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            if (entry.is_regular_file()) {
                files.push_back(entry.path());
            }
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

// The words of a CMakeLists.txt, without comments, quotes and the variable that names its own
// folder.
std::set<std::string> cmake_words(const Source& source) {
    static const std::regex kWord(R"re([^\s()"]+)re");
    constexpr std::string_view kHere = "${CMAKE_CURRENT_SOURCE_DIR}/";
    std::set<std::string> words;
    for (const std::string& line : source.lines) {
        const std::string code = line.substr(0, line.find('#'));
        for (std::sregex_iterator it(code.begin(), code.end(), kWord), end; it != end; ++it) {
            std::string word = it->str();
            if (word.starts_with(kHere)) {
                word.erase(0, kHere.size());
            }
            words.insert(word);
        }
    }
    return words;
}

bool globs_everything(const std::set<std::string>& words) {
    return words.contains("GLOB_RECURSE") && words.contains("CONFIGURE_DEPENDS") &&
           words.contains("*.cpp");
}

struct CodeLine {
    std::size_t line = 0;
    std::string name;
    std::string code; // four digits
};

std::vector<CodeLine> code_lines(const Source& source) {
    static const std::regex kCode(R"(\bMUSTER_CODE\(\s*(\w+)\s*,\s*([0-9]+)\s*,)");
    std::vector<CodeLine> found;
    for (std::size_t at = 0; at < source.code.size(); ++at) {
        std::smatch match;
        if (std::regex_search(source.code[at], match, kCode)) {
            found.push_back({at + 1, match[1].str(), fmt::format("{:0>4}", match[2].str())});
        }
    }
    return found;
}

constexpr std::string_view kSeverities = "EW";

/// Whether a file is there for the number as that of an error or of a warning. `place` has `{}`
/// where the code stands.
bool has_file(const Tree& tree, std::string_view place, std::string_view number) {
    return std::any_of(kSeverities.begin(), kSeverities.end(), [&](char severity) {
        const std::string prefix =
            fmt::format(fmt::runtime(place), fmt::format("{}{}", severity, number));
        const auto first = tree.paths.lower_bound(prefix);
        return first != tree.paths.end() && first->starts_with(prefix);
    });
}

} // namespace

Tree read_tree(const fs::path& root) {
    Tree tree;
    for (const fs::path& file : project_files(root)) {
        const std::string path = file.lexically_relative(root).generic_string();
        tree.paths.insert(path);
        // Inputs and expectations may hold anything, so only what could be code is looked at there.
        const bool case_file = path.starts_with("tests/golden/") && !is_header(path);
        if (is_text(file) && !case_file) {
            tree.sources.push_back(make_source(path, test::read_file(file)));
        }
    }
    return tree;
}

Faults unlisted_sources(const Tree& tree) {
    std::set<std::string> listed;
    std::vector<std::string> globbed;
    for (const Source& source : tree.sources) {
        const fs::path path = source.path;
        if (path.filename() != "CMakeLists.txt") {
            continue;
        }
        const std::set<std::string> words = cmake_words(source);
        for (const std::string& word : words) {
            listed.insert((path.parent_path() / word).lexically_normal().generic_string());
        }
        if (globs_everything(words)) {
            globbed.push_back(path.parent_path().generic_string() + "/");
        }
    }
    Faults faults;
    for (const std::string& path : tree.paths) {
        const bool concerned = is_cpp(path) && !path.starts_with("tests/golden/") &&
                               (is_program(path) || top_folder(path) == "tests");
        const bool found = std::any_of(globbed.begin(), globbed.end(), [&](const auto& folder) {
            return path.starts_with(folder);
        });
        if (concerned && !found && !listed.contains(path)) {
            faults.push_back({path, 0, "in no CMakeLists.txt"});
        }
    }
    return faults;
}

Faults incomplete_codes(const Tree& tree) {
    const auto source = std::find_if(tree.sources.begin(),
                                     tree.sources.end(),
                                     [](const Source& each) { return each.path == kCodes; });
    if (source == tree.sources.end()) {
        return {{std::string(kCodes), 0, "is missing"}};
    }
    Faults faults;
    const auto fault = [&](const CodeLine& line, std::string message) {
        faults.push_back({source->path, line.line, std::move(message)});
    };
    std::set<std::string> seen;
    const std::vector<CodeLine> lines = code_lines(*source);
    for (const CodeLine& line : lines) {
        if (!seen.insert(line.code).second) {
            fault(line, fmt::format("E{} is used twice", line.code));
        }
        if (!seen.insert(line.name).second) {
            fault(line, line.name + " is used twice");
        }
        if (!has_file(tree, "spec/diagnostics/explain/{}.md", line.code)) {
            fault(line, fmt::format("there is no spec/diagnostics/explain/E{}.md", line.code));
        }
        if (!has_file(tree, "tests/golden/errors/{}", line.code)) {
            fault(line, fmt::format("no file in tests/golden/errors begins with E{}", line.code));
        }
    }
    if (lines.empty()) {
        faults.push_back({source->path, 0, "holds no code"});
    }
    return faults;
}

std::string report(const Faults& faults) {
    std::string text;
    for (const Fault& fault : faults) {
        text += fault.line == 0 ? fmt::format("{}: {}\n", fault.path, fault.message)
                                : fmt::format("{}:{}: {}\n", fault.path, fault.line, fault.message);
    }
    return text;
}

} // namespace muster::tidy
