#include "tests/property/generated_code/random_text.hpp"
#include "tests/property/generated_code/storm.hpp"
#include "tests/support/golden.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <string>

// The generated code of many random specs, or of one that is given, against the evaluator:
//   cmake --build --preset dev --target code_storm
//   build/dev/tests/property/generated_code/code_storm COUNT SEED
//   build/dev/tests/property/generated_code/code_storm FILE
namespace muster::test {
namespace {

constexpr std::uint64_t kBatch = 20;

std::uint64_t number(const char* text) {
    std::uint64_t value = 0;
    std::from_chars(text, text + std::strlen(text), value);
    return value;
}

} // namespace
} // namespace muster::test

int main(int argc, char** argv) {
    using namespace muster::test;
    if (argc == 2) {
        const Tally found = code_of_texts({read_file(argv[1])});
        for (const std::string& fault : found.faults()) {
            fmt::print("{}\n", fault);
        }
        fmt::print("{}", found.text());
        return found.faults().empty() ? 0 : 1;
    }
    if (argc == 3 && std::string(argv[1]) == "print") {
        fmt::print("{}", random_text(number(argv[2])));
        return 0;
    }
    if (argc != 3) {
        fmt::print("usage: code_storm COUNT SEED, print SEED, or FILE\n");
        return 2;
    }
    const Tally all = code_storm({number(argv[1]), number(argv[2]), kBatch});
    return all.faults().empty() ? 0 : 1;
}
