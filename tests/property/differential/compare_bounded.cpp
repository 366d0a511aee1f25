#include "tests/property/differential/compare_bounded.hpp"

#include "checker/system/transition_system.hpp"
#include "tests/unit/checker/bounded/two_searches.hpp"

#include <fmt/format.h>

namespace muster::test {
namespace {

constexpr std::uint32_t kDepth = 3;
constexpr std::uint64_t kMaxStates = 1500;

std::string text_of(const checker::testing::Lengths& lengths) {
    std::string text;
    for (const auto& [what, length] : lengths) {
        text += fmt::format("{}{} in {}", text.empty() ? "" : ", ", what, length);
    }
    return text.empty() ? "nothing" : text;
}

} // namespace

void compare_bounded_search(const spec::TypedSpec& spec, Tally& tally) {
    for (std::size_t i = 0; i < spec.instances.size(); ++i) {
        for (const checker::PropertyGroup& group : checker::group_properties(spec)) {
            const auto both = checker::testing::compare(spec,
                                                        {.instance = i,
                                                         .without = group.without,
                                                         .max_depth = kDepth,
                                                         .max_states = kMaxStates});
            if (!both.refused.empty()) {
                tally.count("instances that a bounded search refuses");
                continue;
            }
            tally.count("instances searched at once and state by state");
            tally.count("shortest runs of the same length", both.explored.size());
            if (both.explored != both.bounded) {
                tally.fault(fmt::format("up to {} steps of instance {} exploration finds {}, and "
                                        "a bounded search {}",
                                        both.depth,
                                        spec.instances[i].name,
                                        text_of(both.explored),
                                        text_of(both.bounded)));
            }
        }
    }
}

} // namespace muster::test
