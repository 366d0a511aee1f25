#include "cli/machines/value_words.hpp"
#include "tests/unit/checker/specs.hpp"

namespace muster::checker::testing {
namespace {

using cli::WordReader;
using cli::Words;

class ValueWords : public ::testing::Test {
protected:
    spec::TypeId type(const std::string& name) const {
        for (const spec::VariableInfo& variable : spec_.variables) {
            if (variable.name == name) {
                return variable.type;
            }
        }
        throw std::runtime_error("no variable " + name);
    }

    Words written(const std::string& name, const Value& value) const {
        Words words;
        cli::write_value(spec_, type(name), value, words);
        return words;
    }

    Value read(const std::string& name, const Words& words) const {
        WordReader reader(spec_, words.data(), words.size());
        Value value = reader.value(type(name));
        EXPECT_TRUE(reader.at_end());
        return value;
    }

    static Value numbers(const std::vector<std::int64_t>& items) {
        std::vector<Value> values;
        for (const std::int64_t item : items) {
            values.push_back(Value::scalar(item));
        }
        return Value::row(std::move(values));
    }

    spec::TypedSpec spec_ = analysed(R"(protocol p
sort C
enum E { Late = 7, Early = 3 }
record R { at: E, of: C }
role a {
  var mode: E = Late
  var maybe: option int = none
  var all_modes: set E
  var owners: map E -> C
  var row: list int
  var pair: R = R { at: Late, of: best }
}
const best: C
)");
};

TEST_F(ValueWords, AnEnumeratorIsItsNumberInTheSpec) {
    EXPECT_EQ(written("mode", Value::scalar(1)), Words{3});
    EXPECT_EQ(read("mode", {7}), Value::scalar(0));
    EXPECT_THROW(read("mode", {1}), InternalError);
}

TEST_F(ValueWords, AnOptionSaysWhetherThereIsAValue) {
    EXPECT_EQ(written("maybe", Value::none()), Words{0});
    EXPECT_EQ(written("maybe", Value::some(Value::scalar(-5))), (Words{1, -5}));
    EXPECT_EQ(read("maybe", {1, -5}), Value::some(Value::scalar(-5)));
}

// The order of generated code is that of numbers, and the evaluator's that of the declaration.
TEST_F(ValueWords, SetsAndMapsAreInAnyOrder) {
    EXPECT_EQ(read("all_modes", {2, 3, 7}), numbers({0, 1}));
    EXPECT_EQ(read("owners", {2, 3, 1, 7, 0}), numbers({0, 0, 1, 1}));
    EXPECT_EQ(written("owners", numbers({0, 0, 1, 1})), (Words{2, 7, 0, 3, 1}));
}

TEST_F(ValueWords, ListsKeepTheirOrderAndRecordsHaveNoSize) {
    EXPECT_EQ(read("row", {3, 2, 1, 2}), numbers({2, 1, 2}));
    EXPECT_EQ(written("pair", numbers({1, 4})), (Words{3, 4}));
    EXPECT_EQ(read("pair", {3, 4}), numbers({1, 4}));
}

TEST_F(ValueWords, WhatIsCutOffIsAnErrorOfTheTools) {
    EXPECT_THROW(read("row", {3, 2}), InternalError);
    EXPECT_THROW(read("row", {-1}), InternalError);
    EXPECT_THROW(read("pair", {3}), InternalError);
    EXPECT_THROW(read("mode", {}), InternalError);
}

} // namespace
} // namespace muster::checker::testing
