// A construct that has no form in C++ is reported by name, and then there is no header.

#include "tests/golden/codegen/generated_text.hpp"

#include <algorithm>

namespace muster::codegen {
namespace {

std::vector<std::string> reports(std::string_view text, const GenerateOptions& options = {}) {
    spec::Diagnostics diagnostics;
    const auto spec = spec::analyse(text, diagnostics);
    EXPECT_TRUE(spec.has_value());
    std::vector<std::string> messages;
    if (spec.has_value()) {
        EXPECT_TRUE(generate(*spec, options, diagnostics).empty());
    }
    for (const auto& diagnostic : diagnostics.sorted()) {
        if (diagnostic.severity == spec::Severity::error) {
            EXPECT_EQ(diagnostic.code, spec::Code::not_generable);
            messages.push_back(diagnostic.message);
        }
    }
    return messages;
}

bool mentions(const std::vector<std::string>& messages, std::string_view text) {
    return std::any_of(messages.begin(), messages.end(), [&](const std::string& message) {
        return message.find(text) != std::string::npos;
    });
}

TEST(NotGenerable, EveryConstructIsNamed) {
    const auto messages = reports(R"(
protocol models_only
sort Item
message Ask from user to box { item: Item, count: int = 1 + 1 }
role user {
  action ask(item: Item) { send Ask(item: item) to box }
}
role box {
  var held: set Item
  on Ask(item) { if forall i: Item. i in held or i == item { held += item } }
}
)");
    EXPECT_TRUE(mentions(messages, "a quantifier in a handler over all values of a type"));
    EXPECT_TRUE(mentions(messages, "a default that is not a literal"));
    EXPECT_EQ(messages.size(), 2U);
}

TEST(NotGenerable, ATestThatNeedsMoreThanItsOwnProcess) {
    constexpr std::string_view kText = R"(
protocol needs_more
sort Client
message Add from client to total { amount: int }
role client[me: Client] {
  var sent_one: bool = false
  action add(amount: int) when not sent_one { send Add(amount: amount) to total; sent_one = true }
}
role total {
  var sum: int = 0
  on Add(amount) { sum += amount }
}
test "of all numbers" of total {
  expect forall n: int. n == sum or n != sum
}
test "of another process" of client[a] {
  expect not client[b].sent_one
}
)";
    GenerateOptions options;
    options.tests = TestFile::write;
    const auto messages = reports(kText, options);
    EXPECT_TRUE(mentions(messages, "a quantifier in a test over all values of `int`"));
    EXPECT_TRUE(mentions(messages, "reading another process's state"));
    EXPECT_EQ(messages.size(), 2U);
}

} // namespace
} // namespace muster::codegen
