#pragma once

#include "tests/spec_generator/decisions.hpp"

#include <set>
#include <string>

namespace muster::test::generator {

/// Names of which many mean something in C++, in generated code, or in what is compiled with it. No
/// name is given twice.
class Names {
public:
    explicit Names(Decisions& decisions)
        : decisions_(decisions) {}

    std::string name(const std::string& stem);

private:
    Decisions& decisions_;
    std::set<std::string> given_;
    int number_ = 0;
};

} // namespace muster::test::generator
