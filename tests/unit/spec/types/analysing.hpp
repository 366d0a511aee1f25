#pragma once

#include "spec/diagnostics/codes.hpp"
#include "spec/pipeline/front_end.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace muster::spec::test {

/// Everything that was reported, one line for each: "E0201 there is no role `lag`".
inline std::string listed(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
        text += code_text(diagnostic.code, diagnostic.severity) + " " + diagnostic.message + "\n";
    }
    return text;
}

/// What the front end says about a spec.
inline std::string reported(std::string_view text) {
    Diagnostics diagnostics;
    static_cast<void>(analyse(text, diagnostics));
    return listed(diagnostics);
}

/// A spec that must be free of mistakes; a failure and an empty spec otherwise.
inline TypedSpec analysed(std::string_view text) {
    Diagnostics diagnostics;
    auto spec = analyse(text, diagnostics);
    EXPECT_TRUE(spec.has_value()) << listed(diagnostics);
    return spec ? std::move(*spec) : TypedSpec{};
}

} // namespace muster::spec::test
