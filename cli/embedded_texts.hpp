#pragma once

#include "spec/source/embedded_text.hpp"

#include <vector>

/// Files of the source tree that are compiled into the program; CMake makes the definitions.
namespace muster::cli {

using spec::EmbeddedText;

/// The pages of spec/diagnostics/explain/, in the order of their codes.
[[nodiscard]] const std::vector<EmbeddedText>& explain_pages();

/// The files of cli/template/, where my_protocol stands for the name of the project.
[[nodiscard]] const std::vector<EmbeddedText>& project_template();

/// The files of cli/certificate/, which every certificate has.
[[nodiscard]] const std::vector<EmbeddedText>& certificate_files();

/// The headers of runtime/machine/, which generated code includes.
[[nodiscard]] const std::vector<EmbeddedText>& machine_headers();

} // namespace muster::cli
