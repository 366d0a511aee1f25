#pragma once

#include "spec/source/span.hpp"

#include <stdexcept>
#include <string>

namespace muster::checker::smt {

/// A construct that this encoding has no meaning for. Caught where a step or a property is encoded,
/// and named in the report.
class Unsupported : public std::runtime_error {
public:
    Unsupported(const std::string& what, spec::Span where)
        : std::runtime_error(what)
        , span(where) {}

    spec::Span span;
};

} // namespace muster::checker::smt
