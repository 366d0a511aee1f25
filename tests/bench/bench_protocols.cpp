#include "tests/bench/bench_protocols.hpp"

#include "spec/pipeline/front_end.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace muster::test {

namespace fs = std::filesystem;

namespace {

const fs::path kFolder = MUSTER_SOURCE_DIR "/tests/bench/protocols";

} // namespace

std::vector<std::string> bench_protocols() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(kFolder)) {
        if (entry.path().extension() == ".muster") {
            names.push_back(entry.path().stem().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

fs::path bench_protocol_file(const std::string& name) {
    return kFolder / (name + ".muster");
}

spec::TypedSpec analysed(const std::string& text) {
    spec::Diagnostics diagnostics;
    std::optional<spec::TypedSpec> spec = spec::analyse(text, diagnostics);
    if (spec) {
        return *std::move(spec);
    }
    std::string problems;
    for (const spec::Diagnostic& each : diagnostics.sorted()) {
        problems += fmt::format("{} at {}\n", each.message, each.primary.span.begin);
    }
    throw std::runtime_error(problems);
}

} // namespace muster::test
