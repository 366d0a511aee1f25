#pragma once

#include "spec/ast/id.hpp"
#include "spec/source/span.hpp"

#include <string>

namespace muster::spec::ast {

using ExprId = Id<struct AstExprTag>;
using TypeId = Id<struct AstTypeTag>;

struct Name {
    std::string text;
    Span span;
};

} // namespace muster::spec::ast
