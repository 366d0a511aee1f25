#include "cli/print_coverage.hpp"

#include "cli/print_explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace muster::cli {

using checker::CoverageItem;

void print_coverage(const LoadedSpec& loaded,
                    const checker::Coverage& coverage,
                    const std::vector<SilentPart>& silent,
                    std::ostream& out) {
    const std::vector<CoverageItem> items = checker::coverage_items(loaded.typed, coverage);
    const auto covered =
        std::count_if(items.begin(), items.end(), [](const auto& item) { return item.covered; });
    out << fmt::format("coverage: {} of {} parts of the steps\n", covered, items.size());
    const auto text = text_of(loaded);
    for (const CoverageItem& item : items) {
        // Of what was never reached only the outermost part is said.
        if (!item.covered && item.reached) {
            const bool is_named = !item.name.empty();
            out << fmt::format("  {}  {}{}\n",
                               loaded.sources.place(item.span),
                               checker::describe(item),
                               is_named ? "" : fmt::format(": `{}`", text(item.span)));
        }
    }
    for (const SilentPart& part : silent) {
        const bool is_range = part.kind == checker::VacuousPart::Kind::range;
        out << fmt::format("  {}  {} says nothing: `{}` is {}\n",
                           loaded.sources.place(part.span),
                           loaded.typed.properties[part.property].name,
                           text(part.span),
                           is_range ? "always empty" : "never true");
    }
}

} // namespace muster::cli
