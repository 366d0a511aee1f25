#include "codegen/model/test_elements.hpp"

#include "codegen/model/cpp_type.hpp"

#include <algorithm>

namespace muster::codegen {

TestElements::TestElements(const spec::TypedSpec& spec, const spec::TestInfo& test)
    : spec_(spec)
    , named_(spec.sorts.size())
    , fresh_(spec.sorts.size(), false)
    , lines_(test.steps.size()) {
    for (const spec::LocalId element : test.elements) {
        named_[spec.types[spec.local(element).type].declaration].push_back(element);
    }
    for (const auto& block : spec.blocks) {
        for (const auto& statement : block.statements) {
            if (const auto* fresh = std::get_if<spec::typed::Fresh>(&statement.node)) {
                fresh_[fresh->sort.value] = true;
            }
        }
    }
}

void TestElements::rename(spec::LocalId element, const std::string& name) {
    names_[element] = name;
}

std::string TestElements::element(spec::SortId sort, std::size_t number) const {
    const auto& named = named_[sort.value];
    if (number < named.size()) {
        return names_.at(named[number]);
    }
    // The same text as the elements that machine::TestHooks makes up.
    return sort_name(spec_, sort) + "(\"" + spec_.sorts[sort.value].name + ' ' +
           std::to_string(number - named.size() + 1) + "\")";
}

std::size_t TestElements::count(spec::SortId sort) const {
    const std::size_t least = std::max<std::size_t>(named_[sort.value].size(), 1);
    return least + (draws_fresh(sort) ? 2 * lines_ : 0);
}

std::vector<std::string> TestElements::named(spec::SortId sort) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < named_[sort.value].size(); ++i) {
        names.push_back(element(sort, i));
    }
    return names;
}

} // namespace muster::codegen
