#pragma once

#include "spec/types/typed_spec.hpp"

#include <cstddef>
#include <map>
#include <vector>

namespace muster::spec {

/// What a constant is in a test: the test's own value, or else that of the first instance that has
/// one. Invalid where none has.
ExprId value_in_test(const TypedSpec& spec, const TestInfo& test, ConstId constant);
/// The same for a function; null where there is none.
const FunctionValue*
value_in_test(const TypedSpec& spec, const TestInfo& test, FunctionId function);

/// The elements that have a name in a test. First those that the test names, in the order in which
/// they occur, then those in the values that it takes from instances. One name is one element,
/// whoever writes it.
struct TestNames {
    /// By sort, then by the element's number: one of the locals with its name.
    std::vector<std::vector<LocalId>> of_sort;
    /// The numbers of all locals that stand for one of them, instances' among them.
    std::map<LocalId, std::size_t> numbers;
};

TestNames names_in_test(const TypedSpec& spec, const TestInfo& test);

} // namespace muster::spec
