#pragma once

#include "codegen/model/writer.hpp"
#include "spec/types/typed_spec.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace muster::codegen {

/// Enums, the default choice of C++ types for the sorts, and records.
void emit_types(const spec::TypedSpec& spec, Writer& writer);

/// One enum class with `name_of` and `is_enumerator`.
struct EnumText {
    std::string name;
    std::string doc;
    std::vector<std::string> enumerators; // as in the spec
    std::vector<std::int64_t> numbers;    // empty: not written
};

void emit_enum(const EnumText& text, Writer& writer);

/// One plain struct with comparison and `visit_fields`.
struct StructText {
    std::string name;
    std::string doc;
    std::vector<std::string> constants; // lines at its beginning
};

void emit_struct(const spec::TypedSpec& spec,
                 const StructText& text,
                 const std::vector<spec::FieldInfo>& fields,
                 Writer& writer);

} // namespace muster::codegen
