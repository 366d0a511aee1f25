#include "tests/support/shipped_protocols.hpp"
#include "tests/unit/checker/bounded/two_searches.hpp"

#include <gmock/gmock.h>

#include <cctype>

namespace muster::checker::testing {
namespace {

using ::testing::IsEmpty;

class ShippedProtocol : public ::testing::TestWithParam<std::string> {};

// Both report shortest runs: of the covers here, and of what is left of the properties below.
TEST_P(ShippedProtocol, is_searched_with_the_same_outcome_as_it_is_explored) {
    const spec::TypedSpec spec = analysed(shipped(GetParam() + ".muster"));
    std::size_t compared = 0;
    for (std::size_t i = 0; i < spec.instances.size(); ++i) {
        for (const PropertyGroup& group : group_properties(spec)) {
            const Comparison both = compare(
                spec,
                {.instance = i, .without = group.without, .max_depth = 6, .max_states = 3000});
            EXPECT_THAT(both.refused, IsEmpty());
            EXPECT_EQ(both.explored, both.bounded) << spec.instances[i].name;
            compared += both.properties;
        }
    }
    EXPECT_GT(compared, 0U);
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    for (char& letter : name) {
        letter = std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
    }
    return name;
}

INSTANTIATE_TEST_SUITE_P(All,
                         ShippedProtocol,
                         ::testing::ValuesIn(test::shipped_protocols(
                             std::string(MUSTER_SOURCE_DIR) + "/spec/protocols")),
                         test_name);

} // namespace
} // namespace muster::checker::testing
