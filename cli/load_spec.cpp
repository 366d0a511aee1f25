#include "cli/load_spec.hpp"

#include "spec/pipeline/front_end.hpp"

#include <utility>

namespace muster::cli {

std::optional<spec::SourceMap>
load_text(const std::string& path, const DiagnosticOptions& options, const Context& context) {
    auto source = spec::load_source(path);
    if (!source) {
        report_load_error(source.error(), options, context);
        return std::nullopt;
    }
    return spec::SourceMap(std::move(*source));
}

std::optional<LoadedSpec>
load_spec(const std::string& path, const DiagnosticOptions& options, const Context& context) {
    auto sources = load_text(path, options, context);
    if (!sources) {
        return std::nullopt;
    }
    spec::Diagnostics diagnostics;
    auto typed = spec::analyse(*sources, spec::load_import, diagnostics);
    if (!report_diagnostics(*sources, diagnostics, options, context) || !typed) {
        return std::nullopt;
    }
    return LoadedSpec{std::move(*sources), std::move(*typed)};
}

} // namespace muster::cli
