#include "checker/trace/element_names.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace muster::checker {

ElementNames::ElementNames(const spec::TypedSpec& spec)
    : ElementNames(spec, {}) {}

ElementNames::ElementNames(const spec::TypedSpec& spec, std::vector<std::vector<std::string>> given)
    : given_(std::move(given))
    , made_up_(spec.sorts.size()) {
    given_.resize(spec.sorts.size());
    std::set<std::string> taken;
    for (const spec::SortInfo& sort : spec.sorts) {
        std::string name = sort.name;
        name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
        const std::string letter = name.substr(0, 1);
        prefixes_.push_back(taken.insert(letter).second ? letter : name);
    }
}

std::string ElementNames::name(spec::SortId sort, std::int64_t element) {
    const auto& given = given_[sort.value];
    if (element >= 0 && static_cast<std::size_t>(element) < given.size()) {
        return given[static_cast<std::size_t>(element)];
    }
    auto& named = made_up_[sort.value];
    const auto known = named.names.find(element);
    if (known != named.names.end()) {
        return known->second;
    }
    std::string name;
    do {
        name = prefixes_[sort.value] + std::to_string(++named.last);
    } while (std::find(given.begin(), given.end(), name) != given.end());
    return named.names.emplace(element, std::move(name)).first->second;
}

} // namespace muster::checker
