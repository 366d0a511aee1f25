#pragma once

#include "codegen/given_expr.hpp"
#include "codegen/model/role_context.hpp"
#include "codegen/model/writer.hpp"
#include "spec/types/test_names.hpp"

#include <set>
#include <string>
#include <vector>

namespace muster::codegen {

/// What the model tests of a protocol stand on.
class GivenValues {
public:
    /// The context of any role of the spec.
    explicit GivenValues(const RoleContext& context);

    /// C++ types for the sorts, each with the names of a few elements, in the namespace
    /// `model_test`.
    void emit_types(Writer& writer) const;
    /// The defs that axioms and values of functions use, as methods of `Defs`.
    void emit_defs(Writer& writer) const;
    /// `Given`: the constants and functions that the spec leaves open, with the values that
    /// instances give them.
    void emit_given(Writer& writer) const;
    /// The hooks of machines under test.
    void emit_hooks(Writer& writer) const;

    [[nodiscard]] bool has_defs() const { return !defs_.empty(); }

    /// The constants and functions among these that nobody gives a value, by name.
    [[nodiscard]] std::vector<std::string> without_value(const Usage& usage) const;

private:
    [[nodiscard]] std::vector<std::string> names_of(spec::SortId sort) const;
    [[nodiscard]] std::string first_element(spec::SortId sort) const;
    void emit_constant(spec::ConstId id, Writer& writer) const;
    void emit_function(spec::FunctionId id, Writer& writer) const;
    [[nodiscard]] GivenExprEmitter value_emitter() const;
    [[nodiscard]] spec::ExprId value_of(spec::ConstId id) const;

    const RoleContext& context_;
    const spec::TypedSpec& spec_;
    spec::TestNames named_; // the elements that the values of instances mention
    std::set<spec::DefId> defs_;
};

} // namespace muster::codegen
