#include "cli/generability.hpp"

#include "codegen/generate.hpp"

namespace muster::cli {

std::optional<spec::Diagnostic> why_not_generable(const spec::TypedSpec& spec) {
    spec::Diagnostics diagnostics;
    codegen::generate(spec, {}, diagnostics);
    for (const spec::Diagnostic& diagnostic : diagnostics.sorted()) {
        if (diagnostic.code == spec::Code::not_generable) {
            return diagnostic;
        }
    }
    return std::nullopt;
}

} // namespace muster::cli
