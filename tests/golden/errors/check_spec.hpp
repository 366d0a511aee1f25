#pragma once

#include "codegen/generate.hpp"
#include "spec/pipeline/front_end.hpp"

#include <string_view>

namespace muster::test {

/// Everything that can find a mistake in a spec without running it: the front end and, where that
/// is content, the generator.
inline spec::Diagnostics check_spec(std::string_view text) {
    spec::Diagnostics diagnostics;
    const auto typed = spec::analyse(text, diagnostics);
    if (typed) {
        static_cast<void>(codegen::generate(*typed, {}, diagnostics));
    }
    return diagnostics;
}

} // namespace muster::test
