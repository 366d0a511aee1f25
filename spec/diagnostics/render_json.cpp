#include "spec/diagnostics/codes.hpp"
#include "spec/diagnostics/render.hpp"

#include <nlohmann/json.hpp>

namespace muster::spec {
namespace {

using Json = nlohmann::ordered_json;

/// Names of files need not be UTF-8; what is not is replaced.
std::string line_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

const char* severity_text(Severity severity) {
    return severity == Severity::error ? "error" : "warning";
}

Json label_json(const SourceFile& source, const Label& label) {
    const Position begin = source.position(label.span.begin);
    const Position end = source.position(label.span.end);
    return {{"begin", label.span.begin},
            {"end", label.span.end},
            {"line", begin.line},
            {"column", begin.column},
            {"end_line", end.line},
            {"end_column", end.column},
            {"text", label.text}};
}

} // namespace

std::string render_json(const SourceFile& source, const Diagnostics& diagnostics) {
    std::string result;
    std::size_t errors = 0;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
        const bool is_error = diagnostic.severity == Severity::error;
        errors += is_error ? 1 : 0;
        if (is_error && errors > kMaxShownErrors) {
            continue;
        }
        Json secondary = Json::array();
        for (const Label& label : diagnostic.secondary) {
            secondary.push_back(label_json(source, label));
        }
        result += line_of({{"code", code_text(diagnostic.code, diagnostic.severity)},
                           {"severity", severity_text(diagnostic.severity)},
                           {"message", diagnostic.message},
                           {"file", source.name()},
                           {"primary", label_json(source, diagnostic.primary)},
                           {"secondary", std::move(secondary)},
                           {"notes", diagnostic.notes},
                           {"help", diagnostic.help}});
    }
    if (errors > kMaxShownErrors) {
        result += line_of({{"severity", "error"}, {"more", errors - kMaxShownErrors}});
    }
    return result;
}

std::string render_json(const LoadError& error) {
    return line_of({{"code", code_text(error.code)},
                    {"severity", severity_text(Severity::error)},
                    {"message", error.message},
                    {"file", error.file}});
}

} // namespace muster::spec
