#include "checker/infer/search_context.hpp"

#include "checker/infer/lemma_text.hpp"

#include <algorithm>

namespace muster::checker::infer {

std::string SearchContext::text_of(const Clause& clause) const {
    spec::PropertyInfo property;
    property.name = "l";
    property.body = formula_of(builder, predicates, clause);
    std::string text = lemma_text(spec, property);
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

} // namespace muster::checker::infer
