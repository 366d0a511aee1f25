#pragma once

#include "spec/types/typed_spec.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace muster::test {

// The protocols of other verifiers' suites, written in Muster's language: the names of the files
// tests/bench/protocols/NAME.muster, sorted.
[[nodiscard]] std::vector<std::string> bench_protocols();

[[nodiscard]] std::filesystem::path bench_protocol_file(const std::string& name);

// Throws std::runtime_error with every diagnostic when the text is no spec.
[[nodiscard]] spec::TypedSpec analysed(const std::string& text);

} // namespace muster::test
