#include "tests/tidy/rules.hpp"

#include "tests/tidy/functions.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <regex>
#include <string_view>

namespace muster::tidy {
namespace {

struct Include {
    std::size_t line = 0;
    std::string name;
    bool quoted = false;
};

struct FolderRule {
    std::string_view folder;
    std::vector<std::string_view> may_include;
};

// Code points, not bytes.
std::size_t columns(std::string_view line) {
    return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

std::vector<Include> includes(const Source& source) {
    static const std::regex kInclude(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"].*)");
    std::vector<Include> found;
    for (std::size_t at = 0; at < source.lines.size(); ++at) {
        std::smatch match;
        // The view of the code tells whether the line is a directive at all, not part of a raw
        // string.
        if (source.code[at].find('#') != std::string::npos &&
            std::regex_match(source.lines[at], match, kInclude)) {
            found.push_back({at + 1, match[2].str(), match[1].str() == "\""});
        }
    }
    return found;
}

// One fault for each line of code that the pattern occurs in.
void search(const Source& source,
            const std::regex& pattern,
            std::string_view message,
            Faults& faults) {
    for (std::size_t at = 0; at < source.code.size(); ++at) {
        if (std::regex_search(source.code[at], pattern)) {
            faults.push_back({source.path, at + 1, std::string(message)});
        }
    }
}

bool is_source(const Source& source) {
    return is_cpp(source.path) || is_header(source.path);
}

bool starts_in(std::string_view name, std::string_view folder) {
    return top_folder(name) == folder;
}

const std::vector<FolderRule>& folder_rules() {
    static const std::vector<FolderRule> kRules{
        {"spec", {"spec"}},
        {"checker", {"checker", "spec"}},
        {"codegen", {"codegen", "spec"}},
        {"runtime", {"runtime"}},
        {"cli", {"cli", "spec", "checker", "codegen", "runtime"}},
    };
    return kRules;
}

std::optional<std::string> include_fault(std::string_view path, const Include& include) {
    const auto rule = std::find_if(folder_rules().begin(),
                                   folder_rules().end(),
                                   [&](const auto& r) { return starts_in(path, r.folder); });
    if (rule != folder_rules().end() && include.quoted) {
        const auto& allowed = rule->may_include;
        if (include.name.find('/') == std::string::npos || include.name.starts_with(".")) {
            return "include \"" + include.name + "\" is not written from the root of the tree";
        }
        if (std::find(allowed.begin(), allowed.end(), top_folder(include.name)) == allowed.end()) {
            return std::string(rule->folder) + "/ may not include " + include.name;
        }
    }
    if (include.name.starts_with("z3") && !path.starts_with("checker/smt/") &&
        path != "checker/bounded/circuit_solver.cpp") {
        return "only checker/smt/ and the solver of the bounded search may include Z3";
    }
    if (include.name.starts_with("boost/") && !path.starts_with("spec/parse/")) {
        return "only spec/parse/ may include Boost";
    }
    return std::nullopt;
}

bool is_test_body(std::string_view name) {
    constexpr std::array<std::string_view, 6> kMacros{
        "TEST", "TEST_F", "TEST_P", "TYPED_TEST", "RC_GTEST_PROP", "RC_GTEST_FIXTURE_PROP"};
    return std::find(kMacros.begin(), kMacros.end(), name) != kMacros.end();
}

} // namespace

Faults long_lines(const Source& source) {
    Faults faults;
    if (!is_source(source) || is_generated(source.path)) {
        return faults;
    }
    for (std::size_t at = 0; at < source.lines.size(); ++at) {
        const std::size_t count = columns(source.lines[at]);
        if (count > kMaxColumns) {
            faults.push_back({source.path, at + 1, std::to_string(count) + " columns"});
        }
    }
    return faults;
}

Faults long_file(const Source& source) {
    const bool exempt = !is_source(source) || is_generated(source.path) ||
                        starts_in(source.path, "tests") || source.path.ends_with("_table.cpp");
    if (exempt || source.lines.size() <= kMaxFileLines) {
        return {};
    }
    return {{source.path, 0, std::to_string(source.lines.size()) + " lines"}};
}

Faults long_functions(const Source& source) {
    Faults faults;
    if (!is_source(source) || is_generated(source.path)) {
        return faults;
    }
    for (const Function& function : find_functions(source)) {
        if (function.line_count > kMaxFunctionLines && !is_test_body(function.name)) {
            faults.push_back(
                {source.path,
                 function.first_line,
                 function.name + " has " + std::to_string(function.line_count) + " lines"});
        }
    }
    return faults;
}

Faults include_direction(const Source& source) {
    Faults faults;
    if (!is_source(source)) {
        return faults;
    }
    for (const Include& include : includes(source)) {
        if (auto message = include_fault(source.path, include)) {
            faults.push_back({source.path, include.line, *message});
        }
    }
    return faults;
}

Faults header_hygiene(const Source& source) {
    Faults faults;
    if (!is_header(source.path)) {
        return faults;
    }
    static const std::regex kPragma(R"(^\s*#\s*pragma once\s*$)");
    const bool guarded = std::any_of(source.code.begin(), source.code.end(), [](const auto& line) {
        return std::regex_match(line, kPragma);
    });
    if (!guarded) {
        faults.push_back({source.path, 0, "no #pragma once"});
    }
    static const std::regex kUsing(R"(\busing\s+namespace\b)");
    search(source, kUsing, "using namespace in a header", faults);
    for (const Include& include : includes(source)) {
        if (include.name == "iostream") {
            faults.push_back({source.path, include.line, "<iostream> in a header"});
        }
    }
    return faults;
}

Faults own_header_first(const Source& source, const std::set<std::string>& paths) {
    if (!is_cpp(source.path)) {
        return {};
    }
    const std::string header = source.path.substr(0, source.path.size() - 3) + "hpp";
    if (!paths.contains(header)) {
        return {};
    }
    const std::vector<Include> found = includes(source);
    if (!found.empty() && found.front().name == header) {
        return {};
    }
    return {
        {source.path, found.empty() ? 0 : found.front().line, header + " is not included first"}};
}

Faults standard_streams(const Source& source) {
    Faults faults;
    if (is_source(source) && is_program(source.path) && !starts_in(source.path, "cli")) {
        static const std::regex kStreams(R"(\bstd::(cout|cerr|clog)\b)");
        search(source, kStreams, "a standard stream outside cli/", faults);
    }
    return faults;
}

Faults nondeterminism(const Source& source) {
    Faults faults;
    const std::string_view folder = top_folder(source.path);
    if (!is_source(source)) {
        return faults;
    }
    if (folder == "spec" || folder == "checker" || folder == "codegen") {
        static const std::regex kChance(R"(\b(rand|srand|random)\s*\(|\brandom_device\b)");
        search(source, kChance, "a random number", faults);
        static const std::regex kClock(R"(\bsystem_clock\b|\b(std::|::)time\s*\()");
        search(source, kClock, "the time of day", faults);
    }
    if (folder == "spec" || folder == "codegen") {
        static const std::regex kHash(R"(\bstd::unordered_)");
        search(source, kHash, "a container in hash order", faults);
    }
    return faults;
}

Faults leftovers(const Source& source) {
    Faults faults;
    if (source.path.starts_with("tests/tidy/") || source.path == "LICENSE") {
        return faults;
    }

    struct Leftover {
        std::regex pattern;
        std::string_view message;
    };

    static const std::array<Leftover, 4> kLeftovers{{
        {std::regex(R"(\b(TODO|FIXME|XXX|HACK)\b)"), "a mark of unfinished work"},
        {std::regex(R"((^|[^\w.>])/(home|root|work|tmp|Users)/)"), "a path of one machine"},
        {std::regex(R"([@\\]author\b|\\brief\b|^\s*//\s*(Created|Written) by\b)"), "a banner"},
        {std::regex(R"(^(<<<<<<<|>>>>>>>)( |$))"), "a trace of a merge"},
    }};
    for (std::size_t at = 0; at < source.lines.size(); ++at) {
        for (const Leftover& leftover : kLeftovers) {
            if (std::regex_search(source.lines[at], leftover.pattern)) {
                faults.push_back({source.path, at + 1, std::string(leftover.message)});
            }
        }
    }
    return faults;
}

} // namespace muster::tidy
