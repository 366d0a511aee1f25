#include "spec/diagnostics/diagnostic.hpp"

#include <algorithm>
#include <tuple>

namespace muster::spec {

void Diagnostics::report(Diagnostic diagnostic) {
    if (diagnostic.severity == Severity::error) {
        ++errors_;
    }
    all_.push_back(std::move(diagnostic));
}

std::vector<Diagnostic> Diagnostics::sorted() const {
    const auto key = [](const Diagnostic& d) {
        return std::tie(d.primary.span.begin, d.primary.span.end, d.code, d.message);
    };
    std::vector<Diagnostic> result = all_;
    std::stable_sort(result.begin(), result.end(), [&](const Diagnostic& a, const Diagnostic& b) {
        return key(a) < key(b);
    });
    const auto same = [&](const Diagnostic& a, const Diagnostic& b) {
        return key(a) == key(b);
    };
    result.erase(std::unique(result.begin(), result.end(), same), result.end());
    return result;
}

} // namespace muster::spec
