#pragma once

#include "checker/trace/element_names.hpp"
#include "checker/trace/trace.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace muster::checker {

/// One condition and what it was: `phase == Dead` is false.
struct ToldCondition {
    std::string text; // as the spec has it, on one line
    bool truth = false;
    spec::Span span;
    /// `client[a].lease = some(1)`: what is compared, where that is not plain.
    std::vector<std::string> operands{};
};

/// Why a property is false in a state.
struct ToldProperty {
    /// `a = c1`: for which values it fails.
    std::vector<std::string> values;
    /// The parts that make it false; the conjunct that fails is the last of them.
    std::vector<ToldCondition> broken;
};

/// The text of the spec at a place, on one line.
using SpecText = std::function<std::string(spec::Span)>;

/// The expression as the spec has it; in words of ours where it stands nowhere, or without `text`.
std::string told_text(const spec::TypedSpec& spec, spec::ExprId expr, const SpecText& text);

/// Why a property is false at the end of a trace. Empty if it is not, or if it cannot be evaluated
/// there, or if there is no state at the end.
ToldProperty tell_property(const spec::TypedSpec& spec,
                           const Trace& trace,
                           std::size_t property,
                           const SpecText& text,
                           ElementNames& names);

/// Where something stands in the spec, `lease.muster:31:5`.
using SpecPlace = std::function<std::string(spec::Span)>;

/// `` `a == b` is false   lease.muster:31:5 ``; without the place where `place` is empty.
std::string told_line(const ToldCondition& condition, const SpecPlace& place);

/// One line for the values, one for each part, and one, indented, for each operand.
std::vector<std::string> told_lines(const ToldProperty& told, const SpecPlace& place);

} // namespace muster::checker
