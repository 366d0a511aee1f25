#include "spec/types/typecheck.hpp"

#include "spec/types/rules.hpp"
#include "spec/types/type_checker.hpp"
#include "spec/warnings/warnings.hpp"

namespace muster::spec {

std::optional<TypedSpec> typecheck(ResolvedSpec spec, Diagnostics& diagnostics) {
    TypeChecker(spec, diagnostics).run();
    if (diagnostics.has_errors()) {
        return std::nullopt;
    }
    check_recursion(spec.declared, diagnostics);
    check_function_values(spec.declared, diagnostics);
    if (diagnostics.has_errors()) {
        return std::nullopt;
    }
    check_expansion(spec, diagnostics);
    check_loops(spec.declared, diagnostics);
    check_ghosts(spec.declared, diagnostics);
    if (diagnostics.has_errors()) {
        return std::nullopt;
    }
    check_warnings(spec, diagnostics);
    return std::move(spec.declared);
}

} // namespace muster::spec
