#include "cli/load_spec.hpp"

#include "spec/diagnostics/render.hpp"
#include "spec/pipeline/front_end.hpp"

#include <ostream>

namespace muster::cli {

namespace {

spec::Colour colour(const Context& context) {
    return context.color ? spec::Colour::on : spec::Colour::off;
}

} // namespace

std::optional<spec::SourceFile>
load_text(const std::string& path, MessageFormat format, const Context& context) {
    auto source = spec::load_source(path);
    if (!source) {
        context.err << (format == MessageFormat::json
                            ? spec::render_json(source.error())
                            : spec::render_text(source.error(), colour(context)));
        return std::nullopt;
    }
    return std::move(*source);
}

void print_diagnostics(const spec::SourceFile& source,
                       const spec::Diagnostics& diagnostics,
                       MessageFormat format,
                       const Context& context) {
    context.err << (format == MessageFormat::json
                        ? spec::render_json(source, diagnostics)
                        : spec::render_text(source, diagnostics, colour(context)));
}

std::optional<LoadedSpec>
load_spec(const std::string& path, MessageFormat format, const Context& context) {
    auto source = load_text(path, format, context);
    if (!source) {
        return std::nullopt;
    }
    spec::Diagnostics diagnostics;
    auto typed = spec::analyse(source->text(), diagnostics);
    print_diagnostics(*source, diagnostics, format, context);
    if (!typed) {
        return std::nullopt;
    }
    return LoadedSpec{std::move(*source), std::move(*typed)};
}

} // namespace muster::cli
