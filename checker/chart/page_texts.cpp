#include "checker/chart/page_texts.hpp"

#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>

namespace muster::checker {

std::string_view page_text(std::string_view name) {
    const auto& texts = page_texts();
    const auto found =
        std::find_if(texts.begin(), texts.end(), [&](const spec::EmbeddedText& text) {
            return text.name == name;
        });
    MUSTER_ASSERT(found != texts.end(), "a page without one of its files");
    return found->text;
}

} // namespace muster::checker
