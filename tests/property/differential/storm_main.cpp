#include "spec/pipeline/front_end.hpp"
#include "tests/property/differential/compare_engines.hpp"
#include "tests/property/differential/random_case.hpp"
#include "tests/property/differential/storm.hpp"
#include "tests/support/golden.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <string>

// The engines of the checker against each other on many random specs, or on one that is given:
//   cmake --build --preset dev --target differential_storm
//   build/dev/tests/property/differential/differential_storm COUNT SEED
//   build/dev/tests/property/differential/differential_storm FILE
namespace muster::test {
namespace {

constexpr std::uint64_t kStride = 100;

std::uint64_t number(const char* text) {
    std::uint64_t value = 0;
    std::from_chars(text, text + std::strlen(text), value);
    return value;
}

int compare_file(const std::string& file) {
    CompareOptions options;
    options.with_bounded_search = true;
    options.with_encoding = true;
    options.with_cache = true;
    options.with_certificates = true;
    options.mixed_states = 400;
    const Tally found = compare_engines(read_file(file), options);
    for (const std::string& fault : found.faults()) {
        fmt::print("{}\n", fault);
    }
    fmt::print("{}", found.text());
    return found.faults().empty() ? 0 : 1;
}

} // namespace
} // namespace muster::test

int main(int argc, char** argv) {
    using namespace muster::test;
    if (argc == 2) {
        return compare_file(argv[1]);
    }
    if (argc == 3 && std::string(argv[1]) == "print") {
        fmt::print("{}", random_case(number(argv[2])));
        return 0;
    }
    if (argc != 3) {
        fmt::print("usage: differential_storm COUNT SEED, print SEED, or FILE\n");
        return 2;
    }
    const Tally all = differential_storm(number(argv[1]), number(argv[2]), kStride);
    return all.faults().empty() ? 0 : 1;
}
