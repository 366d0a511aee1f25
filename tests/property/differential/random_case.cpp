#include "tests/property/differential/random_case.hpp"

#include "checker/check/searchable.hpp"
#include "checker/explore/explorer.hpp"
#include "spec/pipeline/front_end.hpp"
#include "tests/spec_generator/plausible/plausible_spec.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>
#include <set>

namespace muster::test {
namespace {

constexpr std::size_t kDecisions = 4000;
constexpr std::size_t kCandidates = 20;
constexpr std::size_t kMaxStates = 250;
constexpr std::size_t kTrue = 4;
constexpr std::size_t kFalse = 2;

// Those that some run of a short search breaks.
std::set<std::size_t> broken(const spec::TypedSpec& spec) {
    std::set<std::size_t> result;
    for (const checker::PropertyGroup& group : checker::group_properties(spec)) {
        checker::ExploreOptions looked_for;
        for (const std::size_t property : group.properties) {
            const spec::PropertyKind kind = spec.properties[property].kind;
            if (kind != spec::PropertyKind::axiom && kind != spec::PropertyKind::cover) {
                looked_for.properties.push_back(property);
            }
        }
        looked_for.max_states = kMaxStates;
        looked_for.on_violation = checker::OnViolation::go_on;
        for (const spec::InstanceInfo& instance : spec.instances) {
            const auto found = checker::explore(
                checker::lower(spec, group.without, checker::vanishing_on(instance)),
                instance,
                looked_for);
            if (!found) {
                continue;
            }
            for (const checker::Violation& violation : found->violations) {
                if (violation.property) {
                    result.insert(*violation.property);
                }
            }
        }
    }
    return result;
}

std::size_t number_of(const spec::PropertyInfo& property) {
    return std::stoul(property.name.substr(1));
}

} // namespace

std::string random_case(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::uint32_t> numbers(kDecisions);
    for (std::uint32_t& number : numbers) {
        number = static_cast<std::uint32_t>(random() >> 33U);
    }
    Decisions decisions(numbers);
    const PlausibleSpec generated = generate_plausible_spec(decisions, kCandidates);
    std::vector<std::size_t> all(kCandidates);
    std::iota(all.begin(), all.end(), 0U);
    const std::string with_all = generated.text(all);
    spec::Diagnostics diagnostics;
    const auto spec = spec::analyse(with_all, diagnostics);
    if (!spec) {
        return with_all; // the comparison tells
    }
    const std::set<std::size_t> found = broken(*spec);
    std::vector<std::size_t> chosen;
    std::size_t left_true = kTrue;
    std::size_t left_false = random() % (kFalse + 1);
    for (std::size_t i = 0; i < spec->properties.size(); ++i) {
        const spec::PropertyInfo& property = spec->properties[i];
        if (property.kind == spec::PropertyKind::axiom) {
            continue;
        }
        // About most of these neither engine has an answer.
        if (checker::why_not_searched(*spec, property.without, i) && random() % 8 != 0) {
            continue;
        }
        std::size_t& left = found.contains(i) ? left_false : left_true;
        if (left > 0) {
            --left;
            chosen.push_back(number_of(property));
        }
    }
    return generated.text(chosen);
}

CompareOptions options_of_case(std::uint64_t seed) {
    CompareOptions options;
    options.seed = seed;
    options.with_bounded_search = seed % 8 == 3;
    options.with_encoding = seed % 8 == 0;
    options.with_cache = seed % 8 == 1;
    options.with_certificates = seed % 50 == 2;
    return options;
}

} // namespace muster::test
