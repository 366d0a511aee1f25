#pragma once

#include "codegen/generate.hpp"
#include "spec/pipeline/front_end.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace muster::codegen {

// The header that a spec becomes; a failure of the test if it has mistakes.
inline std::string generated(std::string_view text) {
    spec::Diagnostics diagnostics;
    const auto spec = spec::analyse(text, diagnostics);
    if (spec.has_value()) {
        const auto files = generate(*spec, {}, diagnostics);
        if (!diagnostics.has_errors() && files.size() == 1) {
            EXPECT_EQ(files.front().path, spec->name + ".hpp");
            return files.front().contents;
        }
    }
    for (const auto& diagnostic : diagnostics.sorted()) {
        ADD_FAILURE() << diagnostic.message;
    }
    return "";
}

} // namespace muster::codegen
