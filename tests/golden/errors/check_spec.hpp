#pragma once

#include "codegen/generate.hpp"
#include "spec/pipeline/front_end.hpp"

#include <string>
#include <string_view>

namespace muster::test {

/// Everything that can find a mistake in a spec without running it: the front end and, where that
/// is content, the generator.
inline spec::Diagnostics check_spec(spec::SourceMap& sources, const spec::ImportLoader& load) {
    spec::Diagnostics diagnostics;
    const auto typed = spec::analyse(sources, load, diagnostics);
    if (typed) {
        static_cast<void>(codegen::generate(*typed, {}, diagnostics));
    }
    return diagnostics;
}

/// The same for a text that imports nothing.
inline spec::Diagnostics check_spec(std::string_view text) {
    spec::SourceMap sources(spec::SourceFile("in.muster", std::string(text)));
    return check_spec(sources, [](const std::string&, const std::string& path) {
        return tl::unexpected(
            spec::LoadError{spec::Code::import_not_found, path, "there is no such file"});
    });
}

} // namespace muster::test
