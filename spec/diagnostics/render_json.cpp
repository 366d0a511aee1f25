#include "spec/diagnostics/codes.hpp"
#include "spec/diagnostics/render.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <utility>

namespace muster::spec {
namespace {

using Json = nlohmann::ordered_json;

/// Names of files need not be UTF-8; what is not is replaced.
std::string line_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json label_json(const SourceMap& sources, const Label& label) {
    const SourceFile& source = sources.file_at(label.span.begin);
    const Position begin = source.position(label.span.begin);
    const Position end = source.position(label.span.end);
    return {{"file", source.name()},
            {"begin", label.span.begin - source.base()},
            {"end", label.span.end - source.base()},
            {"line", begin.line},
            {"column", begin.column},
            {"end_line", end.line},
            {"end_column", end.column},
            {"text", label.text}};
}

} // namespace

std::string render_json(const SourceMap& sources, const Diagnostics& diagnostics) {
    std::string result;
    std::map<Severity, std::size_t> seen;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
        if (++seen[diagnostic.severity] > kMaxShown) {
            continue;
        }
        Json secondary = Json::array();
        for (const Label& label : diagnostic.secondary) {
            secondary.push_back(label_json(sources, label));
        }
        result += line_of({{"code", code_text(diagnostic.code, diagnostic.severity)},
                           {"severity", severity_text(diagnostic.severity)},
                           {"message", diagnostic.message},
                           {"file", sources.file_at(diagnostic.primary.span.begin).name()},
                           {"primary", label_json(sources, diagnostic.primary)},
                           {"secondary", std::move(secondary)},
                           {"notes", diagnostic.notes},
                           {"help", diagnostic.help}});
    }
    for (const auto& [severity, count] : seen) {
        if (count > kMaxShown) {
            result += line_of({{"severity", severity_text(severity)}, {"more", count - kMaxShown}});
        }
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
