#include "checker/check/searchable.hpp"
#include "tests/support/shipped_protocols.hpp"
#include "tests/unit/checker/checkpoint/memory_keeper.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

namespace muster::checker::testing {
namespace {

/// Far enough for every kind of step to happen.
constexpr std::uint64_t kStates = 2'000;

ExploreOptions options_for(const spec::TypedSpec& spec, const PropertyGroup& group) {
    ExploreOptions options;
    options.max_states = kStates;
    options.slicing = Slicing::off;
    options.on_violation = OnViolation::see_everything;
    for (const std::size_t property : group.properties) {
        const spec::PropertyKind kind = spec.properties[property].kind;
        if (kind != spec::PropertyKind::axiom && !why_not_searched(spec, group.without, property)) {
            (kind == spec::PropertyKind::cover ? options.covers : options.properties)
                .push_back(property);
        }
    }
    return options;
}

/// A search that ends early again and again, at states that chance chooses, and goes on each time
/// from what was kept.
class Interrupted {
public:
    explicit Interrupted(std::uint32_t seed)
        : random_(seed) {}

    std::string search(const TransitionSystem& system,
                       const spec::InstanceInfo& instance,
                       const ExploreOptions& options) {
        std::string kept;
        std::uint64_t most = 1 + below(20);
        while (true) {
            ExploreOptions limited = options;
            limited.max_states = std::min(most, *options.max_states);
            Stop stop;
            limited.stop = &stop;
            int asked = 0;
            const int last = below(4) == 0 ? 1 + static_cast<int>(below(50)) : -1;
            MemoryKeeper keeper(kept, [&] {
                if (++asked == last) {
                    stop.request("as chance has it");
                }
                return below(8) == 0;
            });
            limited.keeper = &keeper;
            auto found = product::explore(system, instance, limited);
            const bool is_early = found && (found->ended == ExploreResult::Ended::at_stop ||
                                            (found->ended == ExploreResult::Ended::at_max_states &&
                                             limited.max_states != options.max_states));
            if (!is_early) {
                return full_text(*system.spec, found);
            }
            EXPECT_GT(keeper.times(), 0);
            kept = keeper.kept();
            ++times_;
            most = most + 1 + below(most);
        }
    }

    static std::string full_text(const spec::TypedSpec& spec,
                                 const tl::expected<ExploreResult, InstanceError>& found) {
        return text_of(spec, found) +
               (found && found->represented ? std::to_string(*found->represented) : "");
    }

    [[nodiscard]] int times() const { return times_; }

private:
    std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

    std::mt19937 random_;
    int times_ = 0;
};

class KeptSearch : public ::testing::TestWithParam<std::string> {};

TEST_P(KeptSearch, FindsWhatOneThatWasNeverInterruptedFinds) {
    const spec::TypedSpec spec = analysed(shipped(GetParam() + ".muster"));
    std::uint32_t seed = 1;
    int times = 0;
    for (const PropertyGroup& group : group_properties(spec)) {
        for (const spec::InstanceInfo& instance : spec.instances) {
            const TransitionSystem system = lower(spec, group.without, vanishing_on(instance));
            for (const Permutations permutations :
                 {Permutations::told_apart, Permutations::taken_for_one}) {
                ExploreOptions options = options_for(spec, group);
                options.permutations = permutations;
                const std::string expected =
                    Interrupted::full_text(spec, product::explore(system, instance, options));
                options.thresholds = {.share = 2, .fuse = 16};
                for (const std::uint32_t threads : {1, 2}) {
                    options.threads = threads;
                    Interrupted interrupted(seed++);
                    EXPECT_EQ(interrupted.search(system, instance, options), expected)
                        << instance.name << " in " << threads << " threads";
                    times += interrupted.times();
                }
            }
        }
    }
    EXPECT_GT(times, 4);
}

INSTANTIATE_TEST_SUITE_P(Each,
                         KeptSearch,
                         ::testing::ValuesIn(muster::test::shipped_protocols(
                             std::string(MUSTER_SOURCE_DIR) + "/spec/protocols")),
                         [](const auto& name) {
                             std::string letters = name.param;
                             std::replace(letters.begin(), letters.end(), '/', '_');
                             return letters;
                         });

} // namespace
} // namespace muster::checker::testing
