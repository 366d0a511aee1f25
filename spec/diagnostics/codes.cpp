#include "spec/diagnostics/codes.hpp"

#include <fmt/format.h>

namespace muster::spec {

Severity severity_of(Code code) {
    return static_cast<int>(code) / 100 == 4 ? Severity::warning : Severity::error;
}

std::string code_text(Code code) {
    return code_text(code, severity_of(code));
}

std::string code_text(Code code, Severity severity) {
    return fmt::format("{}{:04}", severity == Severity::error ? 'E' : 'W', static_cast<int>(code));
}

std::string_view severity_text(Severity severity) {
    return severity == Severity::error ? "error" : "warning";
}

std::string_view code_summary(Code code) {
    switch (code) {
#define MUSTER_CODE(name, number, summary)                                                         \
    case Code::name:                                                                               \
        return summary;
#include "spec/diagnostics/codes.def"
#undef MUSTER_CODE
    }
    return {};
}

} // namespace muster::spec
