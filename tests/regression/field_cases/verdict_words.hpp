#pragma once

#include "checker/check/check.hpp"

#include <map>
#include <string>

namespace muster::test {

/// `proved`, `holds`, `nothing found`, `violated`, `shown` or `undecided`.
std::string word_of(const checker::Verdict& verdict);

/// What a check says of each property and `live` of the spec, by name; and of what is built in and
/// not proved, under `built in STEP`.
std::map<std::string, std::string> words_of(const std::string& text,
                                            const checker::CheckOptions& options = {});

} // namespace muster::test
