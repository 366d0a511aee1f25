#include "spec/pipeline/front_end.hpp"

#include "spec/resolve/resolve.hpp"
#include "spec/types/typecheck.hpp"

#include <string>

namespace muster::spec {

std::optional<TypedSpec>
analyse(SourceMap& sources, const ImportLoader& load, Diagnostics& diagnostics) {
    auto parsed = parse_with_imports(sources, load, diagnostics);
    if (!parsed) {
        return std::nullopt;
    }
    return typecheck(resolve(std::move(*parsed), diagnostics), diagnostics);
}

std::optional<TypedSpec> analyse(std::string_view text, Diagnostics& diagnostics) {
    SourceMap sources(SourceFile("", std::string(text)));
    const ImportLoader no_files = [](const std::string&, const std::string&) {
        return tl::unexpected(LoadError{
            Code::import_not_found, "", "a text that is not in a file has nothing beside it"});
    };
    return analyse(sources, no_files, diagnostics);
}

} // namespace muster::spec
