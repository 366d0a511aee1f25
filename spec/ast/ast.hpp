#pragma once

#include "spec/ast/declaration.hpp"
#include "spec/ast/expr.hpp"
#include "spec/ast/name.hpp"
#include "spec/ast/property.hpp"
#include "spec/ast/role.hpp"
#include "spec/ast/scenario.hpp"
#include "spec/ast/statement.hpp"
#include "spec/ast/type.hpp"

#include <string>
#include <variant>
#include <vector>

/// The syntax tree of one file, as the parser builds it: plain values, names still unresolved.
/// Expressions and types live in arenas and are named by ids, so that the tree is cheap to copy
/// and deep input cannot overflow the stack when it is destroyed.
namespace muster::spec::ast {

struct Declaration {
    std::variant<ImportDecl,
                 NetworkDecl,
                 SortDecl,
                 EnumDecl,
                 RecordDecl,
                 ConstDecl,
                 FunctionDecl,
                 DefDecl,
                 MessageDecl,
                 RoleDecl,
                 FaultDecl,
                 PropertyDecl,
                 LiveDecl,
                 TimingDecl,
                 InstanceDecl,
                 TestDecl>
        node;
    Span span;
    std::string doc;       // the text of the `///` lines above it
    bool imported = false; // it stands in another file, which may serve other specs too
};

} // namespace muster::spec::ast

namespace muster::spec {

/// What the parser makes of one file, or of one with its imports: then the declarations that an
/// import brings in stand in its place.
struct ParsedFile {
    ast::Name protocol;
    std::string doc;
    std::vector<ast::Declaration> declarations; // in source order
    std::vector<ast::Expr> exprs;
    std::vector<ast::Type> types;

    [[nodiscard]] const ast::Expr& expr(ast::ExprId id) const { return exprs[id.value]; }

    [[nodiscard]] const ast::Type& type(ast::TypeId id) const { return types[id.value]; }
};

} // namespace muster::spec
