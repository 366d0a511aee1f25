#include "checker/trace/element_names.hpp"

#include <cctype>
#include <set>

namespace muster::checker {

ElementNames::ElementNames(const spec::TypedSpec& spec)
    : numbers_(spec.sorts.size()) {
    std::set<std::string> taken;
    for (const spec::SortInfo& sort : spec.sorts) {
        std::string name = sort.name;
        name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
        const std::string letter = name.substr(0, 1);
        prefixes_.push_back(taken.insert(letter).second ? letter : name);
    }
}

std::string ElementNames::name(spec::SortId sort, std::int64_t element) {
    auto& known = numbers_[sort.value];
    const auto at = known.try_emplace(element, known.size() + 1).first;
    return prefixes_[sort.value] + std::to_string(at->second);
}

} // namespace muster::checker
