#pragma once

#include "spec/ast/ast.hpp"
#include "spec/diagnostics/diagnostic.hpp"
#include "spec/resolve/symbols.hpp"
#include "spec/types/typed_spec.hpp"

#include <optional>
#include <vector>

namespace muster::spec {

/// A spec whose declarations are known: every declared name has an id and every signature its
/// types, while the bodies (expressions and statements) are still syntax. Only `resolve()` makes
/// one. The pointers look into `file`; moving the whole keeps them valid, and it cannot be copied.
struct ResolvedSpec {
    ResolvedSpec() = default;
    ResolvedSpec(ResolvedSpec&&) = default;
    ResolvedSpec& operator=(ResolvedSpec&&) = default;
    ResolvedSpec(const ResolvedSpec&) = delete;
    ResolvedSpec& operator=(const ResolvedSpec&) = delete;

    ParsedFile file;
    TypedSpec declared; // without bodies
    Symbols symbols;

    std::vector<bool> flat_records; // by RecordId: no field is a container or an option

    std::vector<const ast::MessageDecl*> message_decls; // by MessageId
    std::vector<const ast::RoleDecl*> role_decls;       // by RoleId
    std::vector<const ast::DefDecl*> def_decls;         // by DefId
    std::vector<const ast::ProcedureDecl*> procedure_decls;
    std::vector<const ast::VariableDecl*> variable_decls;
    std::vector<const ast::PropertyDecl*> property_decls; // as in `declared.properties`
    std::vector<const ast::LiveDecl*> live_decls;         // as in `declared.lives`
    std::vector<const ast::TimingDecl*> timing_decls;     // as in `declared.timing`
    std::vector<const ast::InstanceDecl*> instance_decls;
    std::vector<const ast::TestDecl*> test_decls;
};

/// Declares everything in the file. Always returns a spec, so that the type checker can go on and
/// find more mistakes; what could not be resolved has the error type.
ResolvedSpec resolve(ParsedFile file, Diagnostics& diagnostics);

/// The type that this syntax stands for; the error type if it names something else, and a
/// diagnostic if containers nest where they may not.
TypeId resolve_type(ResolvedSpec& spec, ast::TypeId type, Diagnostics& diagnostics);

/// The same in two steps: the names, and then, when the fields of all records are known, where
/// containers stand. The second gives back the type, or the error type.
TypeId resolve_type_names(ResolvedSpec& spec, ast::TypeId type, Diagnostics& diagnostics);
TypeId
check_nesting(const ResolvedSpec& spec, ast::TypeId syntax, TypeId type, Diagnostics& diagnostics);

/// Whether the type is a scalar or a record of scalars: what sets, lists, options and keys hold.
[[nodiscard]] bool is_flat(const ResolvedSpec& spec, TypeId type);

/// Resolves the fields of all records, in any order of declaration, and reports records that
/// contain themselves, hold too much, or nest containers where they may not.
void resolve_records(ResolvedSpec& spec, Diagnostics& diagnostics);

} // namespace muster::spec
