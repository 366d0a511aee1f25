#pragma once

#include "checker/eval/state.hpp"

#include <vector>

namespace muster::checker {

/// What is fixed of the interpretation of constants and functions. What is left open takes every
/// value.
struct Fixed {
    struct Constant {
        spec::ConstId constant;
        std::vector<Value> values; // those that it may have
    };

    std::vector<Constant> constants;
};

/// What an instance fixes, on the universe that it is explored on.
Fixed fixed_by(const spec::TypedSpec& spec,
               const Universe& universe,
               const spec::InstanceInfo& instance);

} // namespace muster::checker
