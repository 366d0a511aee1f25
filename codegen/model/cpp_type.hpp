#pragma once

#include "spec/types/typed_spec.hpp"

#include <string>

namespace muster::codegen {

/// Where a type is named: sorts and containers have short names inside a role's class.
enum class Where { in_namespace, in_class };

/// The C++ type of values of this type.
std::string cpp_type(const spec::TypedSpec& spec, spec::TypeId type, Where where);
/// How a value of this type is passed to a function: small ones by value.
std::string cpp_parameter(const spec::TypedSpec& spec, spec::TypeId type, Where where);
/// The C++ name of a declared type, without template arguments.
std::string sort_name(const spec::TypedSpec& spec, spec::SortId sort);

} // namespace muster::codegen
