#include "spec/parse/parse.hpp"
#include "spec/pipeline/front_end.hpp"
#include "tests/support/golden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

// How long the front end takes: on every shipped spec, and on a spec of more than 20,000 lines that
// is made of renamed copies of the largest one. Every figure is the median of several runs.
namespace muster::test {
namespace {

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The names that declarations at the beginning of lines introduce. Sorts are common to all copies,
// because every instance gives all of them a size.
std::set<std::string> declared_names(const std::string& text) {
    static const std::set<std::string> kWords = {"enum",
                                                 "record",
                                                 "const",
                                                 "function",
                                                 "def",
                                                 "message",
                                                 "role",
                                                 "invariant",
                                                 "lemma",
                                                 "step",
                                                 "live",
                                                 "cover",
                                                 "axiom",
                                                 "instance"};
    std::set<std::string> names;
    std::size_t begin = 0;
    while (begin < text.size()) {
        std::size_t at = begin;
        const auto word = [&] {
            while (at < text.size() && text[at] == ' ') {
                ++at;
            }
            const std::size_t start = at;
            while (at < text.size() && is_word(text[at])) {
                ++at;
            }
            return text.substr(start, at - start);
        };
        if (text[begin] != ' ' && kWords.contains(word())) {
            names.insert(word());
        }
        const std::size_t end = text.find('\n', begin);
        begin = end == std::string::npos ? text.size() : end + 1;
    }
    return names;
}

std::string without_sorts(const std::string& text) {
    std::string result;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        const std::string line = text.substr(begin, end - begin);
        result += line.rfind("sort ", 0) == 0 ? "" : line;
        begin = end;
    }
    return result;
}

// The text with these names changed, and without its first `protocol` line.
std::string renamed(const std::string& text, const std::set<std::string>& names, int copy) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        if (!is_word(text[at])) {
            result += text[at++];
            continue;
        }
        const std::size_t start = at;
        while (at < text.size() && is_word(text[at])) {
            ++at;
        }
        const std::string word = text.substr(start, at - start);
        result += names.contains(word) ? fmt::format("{}_{}", word, copy) : word;
    }
    const std::size_t protocol = result.find("\nprotocol ");
    const std::size_t start = protocol == std::string::npos ? 0 : protocol + 1;
    return result.substr(result.find('\n', start) + 1);
}

std::string large_spec(const std::string& text, std::ptrdiff_t lines) {
    const std::set<std::string> names = declared_names(text);
    std::string large = "protocol large\n";
    for (int copy = 0; std::count(large.begin(), large.end(), '\n') < lines; ++copy) {
        const std::string part = renamed(text, names, copy);
        large += copy == 0 ? part : without_sorts(part);
    }
    return large;
}

template <class Work>
double median_ms(Work work) {
    constexpr int kRuns = 7;
    std::vector<double> times;
    for (int run = 0; run < kRuns; ++run) {
        const auto start = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::milli> took =
            std::chrono::steady_clock::now() - start;
        times.push_back(took.count());
    }
    std::sort(times.begin(), times.end());
    return times[kRuns / 2];
}

int measure(const std::string& name, const std::string& text) {
    spec::Diagnostics diagnostics;
    if (!spec::analyse(text, diagnostics)) {
        for (const spec::Diagnostic& each : diagnostics.sorted()) {
            fmt::print("{}: {} at {}\n", name, each.message, each.primary.span.begin);
        }
        return 1;
    }
    const double parsing = median_ms([&] {
        spec::Diagnostics sink;
        spec::parse(text, sink);
    });
    const double whole = median_ms([&] {
        spec::Diagnostics sink;
        spec::analyse(text, sink);
    });
    const auto lines = std::count(text.begin(), text.end(), '\n');
    fmt::print("{:<28} {:>6} lines  parsed in {:>8.2f} ms, parsed and typed in {:>8.2f} ms, {:.2f} "
               "us a line\n",
               name,
               lines,
               parsing,
               whole,
               1000 * whole / static_cast<double>(lines));
    return 0;
}

int run() {
    namespace fs = std::filesystem;
    std::map<std::string, std::string> specs;
    for (const auto& entry :
         fs::recursive_directory_iterator(MUSTER_SOURCE_DIR "/spec/protocols")) {
        if (entry.path().extension() == ".muster") {
            specs[entry.path().filename().string()] = read_file(entry.path().string());
        }
    }
    int failures = 0;
    for (const auto& [name, text] : specs) {
        failures += measure(name, text);
    }
    constexpr std::ptrdiff_t kLines = 20'000;
    failures += measure("a large spec", large_spec(specs.at("kafka_group.muster"), kLines));
    return failures == 0 ? 0 : 1;
}

} // namespace
} // namespace muster::test

int main() {
    return muster::test::run();
}
