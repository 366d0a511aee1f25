#pragma once

#include <string_view>

namespace muster::spec {

/// A file of the source tree that is compiled into the program.
struct EmbeddedText {
    std::string_view name; // of the file
    std::string_view text;
};

} // namespace muster::spec
