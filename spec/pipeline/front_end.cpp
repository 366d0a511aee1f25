#include "spec/pipeline/front_end.hpp"

#include "spec/parse/parse.hpp"
#include "spec/pipeline/unsupported.hpp"
#include "spec/resolve/resolve.hpp"
#include "spec/types/typecheck.hpp"

namespace muster::spec {

std::optional<TypedSpec> analyse(std::string_view text, Diagnostics& diagnostics) {
    auto parsed = parse(text, diagnostics);
    if (!parsed) {
        return std::nullopt;
    }
    refuse_unsupported(*parsed, diagnostics);
    return typecheck(resolve(std::move(*parsed), diagnostics), diagnostics);
}

} // namespace muster::spec
