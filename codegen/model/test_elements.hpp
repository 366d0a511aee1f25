#pragma once

#include "spec/types/test_names.hpp"

#include <map>
#include <string>
#include <vector>

namespace muster::codegen {

/// The elements that each sort has in one test, as C++ expressions. Those with a name come first
/// (spec/types/test_names.hpp), then others, as many as the evaluator has
/// (checker/eval/test_setup.hpp): one where nothing is named, and a few for every line where
/// `fresh` draws from the sort.
class TestElements {
public:
    TestElements(const spec::TypedSpec& spec, const spec::TestInfo& test);

    /// The test's name of an element is this C++ name from here on.
    void rename(spec::LocalId element, const std::string& name);

    [[nodiscard]] const spec::TestNames& names() const { return named_; }

    /// The element with this number; there is one for every number.
    [[nodiscard]] std::string element(spec::SortId sort, std::size_t number) const;

    /// How many there are.
    [[nodiscard]] std::size_t count(spec::SortId sort) const { return counts_[sort.value]; }

    [[nodiscard]] std::vector<std::string> named(spec::SortId sort) const;

    /// The number of the element that the tested process is, where the test has no name for it.
    [[nodiscard]] std::size_t process() const { return process_; }

private:
    const spec::TypedSpec& spec_;
    spec::TestNames named_;
    std::vector<std::size_t> counts_; // by sort
    std::map<spec::LocalId, std::string> names_;
    std::size_t process_ = 0;
};

} // namespace muster::codegen
