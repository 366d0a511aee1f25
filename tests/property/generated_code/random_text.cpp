#include "tests/property/generated_code/random_text.hpp"

#include "tests/spec_generator/generate_spec.hpp"
#include "tests/spec_generator/plausible/plausible_spec.hpp"
#include "tests/spec_generator/rich/rich_spec.hpp"

#include <random>
#include <vector>

namespace muster::test {

namespace {

constexpr std::size_t kDecisions = 4000;

} // namespace

std::string random_text(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::uint32_t> numbers(kDecisions);
    for (std::uint32_t& number : numbers) {
        number = static_cast<std::uint32_t>(random() >> 33U);
    }
    Decisions decisions(numbers);
    switch (seed % 4) {
    case 0:
        return generate_plausible_spec(decisions, 0).text({});
    case 1:
        return generate_spec(decisions);
    default:
        return generate_rich_spec(decisions);
    }
}

} // namespace muster::test
