#include "tests/property/generated_code/random_text.hpp"
#include "tests/property/generated_code/storm.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/shrink_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <string>

// The generated code of many random specs, or of one that is given, against the evaluator:
//   cmake --build --preset dev --target code_storm
//   build/dev/tests/property/generated_code/code_storm COUNT SEED
//   build/dev/tests/property/generated_code/code_storm FILE
//   build/dev/tests/property/generated_code/code_storm shrink FILE
namespace muster::test {
namespace {

constexpr std::uint64_t kBatch = 20;

std::uint64_t number(const char* text) {
    std::uint64_t value = 0;
    std::from_chars(text, text + std::strlen(text), value);
    return value;
}

int tell(const Tally& found) {
    for (const std::string& fault : found.faults()) {
        fmt::print("{}\n", fault);
    }
    fmt::print("{}", found.text());
    return found.faults().empty() ? 0 : 1;
}

/// What a fault begins with: who found it.
std::string finder_of(const std::string& fault) {
    return fault.substr(0, fault.find_first_of(":,"));
}

/// Prints the spec without the lines that its first fault does not need. Each attempt is compiled.
int shrink(const std::string& text) {
    const Tally found = code_of_texts({text});
    if (found.faults().empty()) {
        return tell(found);
    }
    const std::string finder = finder_of(found.faults().front());
    fmt::print("{}", shrink_text(text, [&](const std::string& fewer) {
                   const Tally again = code_of_texts({fewer});
                   return !again.faults().empty() && finder_of(again.faults().front()) == finder;
               }));
    return 1;
}

} // namespace
} // namespace muster::test

int main(int argc, char** argv) {
    using namespace muster::test;
    if (argc == 2) {
        return tell(code_of_texts({read_file(argv[1])}));
    }
    if (argc == 3 && std::string(argv[1]) == "print") {
        fmt::print("{}", random_text(number(argv[2])));
        return 0;
    }
    if (argc == 3 && std::string(argv[1]) == "shrink") {
        return shrink(read_file(argv[2]));
    }
    if (argc != 3) {
        fmt::print("usage: code_storm COUNT SEED, print SEED, shrink FILE, or FILE\n");
        return 2;
    }
    const Tally all = code_storm({number(argv[1]), number(argv[2]), kBatch});
    return all.faults().empty() ? 0 : 1;
}
