// What instances and tests mean where the dump does not show it.

#include "tests/unit/spec/types/analysing.hpp"

namespace muster::spec::test {
namespace {

constexpr std::string_view kHead = R"(protocol demo
sort Client
sort Key
const most: int
function next(k: Key): Key
def same(k: Key) = k
def through(k: Key) = next(k)
message Ask from client to server { key: Key, of: Client }
role server {
  var asked: set Client
  var keys_asked: set Key
  on Ask(key, of) from c when size(asked) < most {
    asked += c; asked += of; keys_asked += next(key)
  }
  on Ask() otherwise { if through(msg.key) == same(msg.key) { ignore } }
}
role client[me: Client] { action ask(k: Key) { send Ask(key: k, of: me) to server } }
invariant kept: size(server.keys_asked) >= 0
)";

std::string with(std::string_view rest) {
    return std::string(kHead) + std::string(rest);
}

TEST(Elements, OfATestAreOneForEachName) {
    const TypedSpec spec = analysed(with(R"(test "names" of server {
  Ask(key: k, of: a) from b
  expect forall x in {a, c}. x in asked or x == c
  expect c in asked
  Ask(key: l, of: a) from c
})"));
    std::string names;
    for (const LocalId element : spec.tests.at(0).elements) {
        names += spec.local(element).name;
    }
    EXPECT_EQ(names, "kabcl");
}

TEST(Elements, HaveOneSort) {
    EXPECT_EQ(reported(with("test \"t\" of server { Ask(key: k, of: k) from a }")),
              "E0301 this has the wrong type\n");
}

TEST(Bounds, OfOneThingAreJoined) {
    const TypedSpec spec =
        analysed(with("instance i { Client = 1, Key = 1, most >= 1, most <= 3 }"));
    const auto& bounds = spec.instances.at(0).constant_bounds;
    ASSERT_EQ(bounds.size(), 1U);
    EXPECT_EQ(bounds[0].range.low, 1);
    EXPECT_EQ(bounds[0].range.high, 3);
}

TEST(Bounds, MustAllowSomething) {
    EXPECT_EQ(reported(with("instance i { Client = 1, Key = 1, most >= 3, most <= 1 }")),
              "E0209 no value of `most` is allowed\n");
    EXPECT_EQ(reported(with("instance i { Client = 0, Key = 1 }")),
              "E0209 the size of a sort is between 1 and 64\n");
}

TEST(FunctionValues, MayNotNeedThemselves) {
    EXPECT_EQ(reported(with("instance i { Client = 1, Key = 1, most = 1, next = same }")), "");
    EXPECT_EQ(reported(with("instance i { Client = 1, Key = 1, most = 1, next = through }")),
              "E0204 `next` is given by a def that needs `next`\n");
}

} // namespace
} // namespace muster::spec::test
