#pragma once

#include "spec/types/typed_spec.hpp"

#include <map>
#include <string>
#include <vector>

namespace muster::codegen {

/// The elements that each sort has in one test, as C++ expressions. Those that the test names come
/// first, in the order in which they occur; then as many others as a test may need: one where
/// nothing is named, and a few for every line where `fresh` draws from the sort.
class TestElements {
public:
    TestElements(const spec::TypedSpec& spec, const spec::TestInfo& test);

    /// The test's name of an element is this C++ name from here on.
    void rename(spec::LocalId element, const std::string& name);

    /// The element with this number; there is one for every number.
    [[nodiscard]] std::string element(spec::SortId sort, std::size_t number) const;
    /// How many there are.
    [[nodiscard]] std::size_t count(spec::SortId sort) const;
    [[nodiscard]] std::vector<std::string> named(spec::SortId sort) const;

    [[nodiscard]] bool draws_fresh(spec::SortId sort) const { return fresh_.at(sort.value); }

private:
    const spec::TypedSpec& spec_;
    std::vector<std::vector<spec::LocalId>> named_; // by sort
    std::vector<bool> fresh_;                       // by sort
    std::map<spec::LocalId, std::string> names_;
    std::size_t lines_;
};

} // namespace muster::codegen
