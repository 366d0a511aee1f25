#pragma once

#include "checker/eval/state.hpp"

#include <tl/expected.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace muster::checker {

/// An instance that leaves something open which exploration needs, or gives something that cannot
/// be.
struct InstanceError {
    std::string text; // one line, in the words of the spec, with the remedy
};

/// What is fixed of the interpretation of constants and functions. What is left open takes every
/// value.
struct Fixed {
    struct Constant {
        spec::ConstId constant;
        std::vector<Value> values; // those that it may have
    };

    struct Function {
        spec::FunctionId function;
        /// Says what it gives; invalid where the values are listed.
        spec::DefId def;
        std::vector<Value> values; // for every combination of arguments, ascending
    };

    std::vector<Constant> constants;
    std::vector<Function> functions;
};

/// What an instance fixes, on the universe that it is explored on. An error where a constant may be
/// any integer, and where a map leaves out an argument. A function that is left open gives the
/// integers of the universe.
tl::expected<Fixed, InstanceError>
fixed_by(const spec::TypedSpec& spec, const Universe& universe, const spec::InstanceInfo& instance);

/// The same of an instance that was explored, which therefore has no error.
Fixed fixed_on(const spec::TypedSpec& spec,
               const Universe& universe,
               const spec::InstanceInfo& instance);

/// The states that a run can start from before anything has happened: one for every interpretation
/// of constants and functions that `fixed` leaves open and that satisfies the axioms. Nothing else
/// is set in them. An error if there are too many, or none because of an axiom. Throws OutOfTime
/// (see interpreter.hpp) once the deadline has passed.
tl::expected<std::vector<State>, InstanceError>
interpretations_of(const spec::TypedSpec& spec,
                   const Universe& universe,
                   const Fixed& fixed,
                   std::optional<std::chrono::steady_clock::time_point> deadline);

} // namespace muster::checker
