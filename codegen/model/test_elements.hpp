#pragma once

#include "spec/types/typed_spec.hpp"

#include <map>
#include <string>
#include <vector>

namespace muster::codegen {

/// The elements that each sort has in one test, as C++ expressions. Those that the test names come
/// first, in the order in which they occur; then others, as many as the evaluator has
/// (checker/eval/test_setup.hpp): one where nothing is named, those of instances, and a few for
/// every line where `fresh` draws from the sort.
class TestElements {
public:
    TestElements(const spec::TypedSpec& spec, const spec::TestInfo& test);

    /// The test's name of an element is this C++ name from here on.
    void rename(spec::LocalId element, const std::string& name);

    /// The element with this number; there is one for every number.
    [[nodiscard]] std::string element(spec::SortId sort, std::size_t number) const;
    /// How many there are.
    [[nodiscard]] std::size_t count(spec::SortId sort) const { return counts_[sort.value]; }
    [[nodiscard]] std::vector<std::string> named(spec::SortId sort) const;

    /// The number of the element that the tested process is, where the test has no name for it.
    [[nodiscard]] std::size_t process() const { return process_; }

private:
    const spec::TypedSpec& spec_;
    std::vector<std::vector<spec::LocalId>> named_; // by sort
    std::vector<std::size_t> counts_;               // by sort
    std::map<spec::LocalId, std::string> names_;
    std::size_t process_ = 0;
};

} // namespace muster::codegen
