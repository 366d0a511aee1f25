#include "codegen/model/test_elements.hpp"

#include "codegen/model/cpp_type.hpp"

#include <algorithm>
#include <set>

namespace muster::codegen {

TestElements::TestElements(const spec::TypedSpec& spec, const spec::TestInfo& test)
    : spec_(spec)
    , named_(spec::names_in_test(spec, test))
    , counts_(spec.sorts.size(), 0) {
    for (std::size_t sort = 0; sort < counts_.size(); ++sort) {
        counts_[sort] = named_.of_sort[sort].size();
    }
    const spec::SortId index = spec.role(test.role).index;
    if (index.valid() && !test.process.valid()) {
        process_ = counts_[index.value]++; // behind those that have a name
    }
    std::set<std::uint32_t> fresh;
    for (const auto& block : spec.blocks) {
        for (const auto& statement : block.statements) {
            if (const auto* drawn = std::get_if<spec::typed::Fresh>(&statement.node)) {
                fresh.insert(drawn->sort.value);
            }
        }
    }
    for (std::uint32_t sort = 0; sort < counts_.size(); ++sort) {
        counts_[sort] = std::max<std::size_t>(counts_[sort], 1) +
                        (fresh.count(sort) > 0 ? 2 * test.steps.size() : 0);
    }
}

void TestElements::rename(spec::LocalId element, const std::string& name) {
    names_[element] = name;
}

std::string TestElements::element(spec::SortId sort, std::size_t number) const {
    const auto& named = named_.of_sort[sort.value];
    if (number < named.size()) {
        return names_.at(named[number]);
    }
    return "machine::unnamed_element(\"" + spec_.sorts[sort.value].name + "\", " +
           std::to_string(number - named.size()) + ')';
}

std::vector<std::string> TestElements::named(spec::SortId sort) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < named_.of_sort[sort.value].size(); ++i) {
        names.push_back(element(sort, i));
    }
    return names;
}

} // namespace muster::codegen
