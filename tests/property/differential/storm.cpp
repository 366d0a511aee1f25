#include "tests/property/differential/storm.hpp"

#include "spec/pipeline/front_end.hpp"
#include "tests/property/differential/random_case.hpp"
#include "tests/support/shrink_text.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstdio>
#include <string>

namespace muster::test {
namespace {

// What kind of fault it is: its words without names and numbers.
std::string kind_of(const std::string& fault) {
    std::string kind;
    bool in_name = false;
    for (const char letter : fault.substr(0, fault.find('\n'))) {
        in_name = letter == '`' ? !in_name : in_name;
        if (!in_name && std::isdigit(static_cast<unsigned char>(letter)) == 0) {
            kind += letter;
        }
    }
    return kind.substr(0, 40);
}

bool is_accepted(const std::string& text) {
    spec::Diagnostics diagnostics;
    return spec::analyse(text, diagnostics).has_value();
}

void tell_fault(std::uint64_t seed, const std::string& text, const Tally& found) {
    fmt::print("differential_storm 1 {}\n", seed);
    for (const std::string& fault : found.faults()) {
        fmt::print("  {}\n", fault);
    }
    std::fflush(stdout); // making it shorter takes a while
    const std::string kind = kind_of(found.faults().front());
    std::string shorter = text;
    if (is_accepted(text)) {
        shorter = shrink_text(text, [&](const std::string& fewer) {
            if (!is_accepted(fewer)) {
                return false;
            }
            const Tally again = compare_engines(fewer, options_of_case(seed));
            return !again.faults().empty() && kind_of(again.faults().front()) == kind;
        });
        const Tally again = compare_engines(shorter, options_of_case(seed));
        for (const std::string& fault : again.faults()) {
            fmt::print("shrunk: {}\n", fault);
        }
    }
    fmt::print("{}\n", shorter);
    std::fflush(stdout);
}

} // namespace

Tally differential_storm(std::uint64_t count, std::uint64_t seed, std::uint64_t stride) {
    Tally all;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::string text = random_case(seed + i);
        const Tally found = compare_engines(text, options_of_case(seed + i));
        if (!found.faults().empty()) {
            all.count("specs with a fault");
            tell_fault(seed + i, text, found);
        }
        all.add(found);
        if ((i + 1) % stride == 0 || i + 1 == count) {
            fmt::print("{} of {} specs from seed {}\n{}", i + 1, count, seed, all.text());
            std::fflush(stdout);
        }
    }
    return all;
}

} // namespace muster::test
