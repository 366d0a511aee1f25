#pragma once

#include "spec/ast/ast.hpp"
#include "spec/diagnostics/diagnostic.hpp"
#include "spec/parse/token.hpp"

#include <cstdint>
#include <vector>

namespace muster::spec::syntax {

/// How deep brackets, and whatever else the grammar recurses on, may be nested. Spirit needs a few
/// kilobytes of stack for each level.
constexpr std::uint32_t kMaxNesting = 256;
/// How deep the tree of one expression may become. A chain `a + b + c` counts a level per operator
/// although it is not nested; later passes recurse on the tree.
constexpr std::uint32_t kMaxExprDepth = 1000;

/// Ends the parsing of one declaration or member with a message that the grammar knows better than
/// "expected …". Never leaves `parse()`.
struct SyntaxError {
    Diagnostic diagnostic;
};

/// What the grammar's actions build on: the arenas of the file, and the depth that has been
/// reached. The rules of the grammar tell their alternatives apart before an action runs, so
/// nothing is ever built twice.
class Builder {
public:
    using ExprNode = decltype(ast::Expr::node);

    /// Takes the arenas of the file over, and builds behind what is in them.
    Builder(const TokenStream& stream, ParsedFile& file, Diagnostics& diagnostics);

    /// Throws SyntaxError when the tree gets too deep.
    ast::ExprId add(ExprNode node, Span span);
    void replace(ast::ExprId id, ExprNode node);
    ast::TypeId add_type(decltype(ast::Type::node) node, Span span);

    [[nodiscard]] ast::Expr& expr(ast::ExprId id) { return exprs_[id.value]; }

    [[nodiscard]] ast::Type& type(ast::TypeId id) { return types_[id.value]; }

    [[nodiscard]] const std::string& doc(const Token& token) const {
        return stream_.docs[token.doc];
    }

    [[nodiscard]] Diagnostics& diagnostics() { return diagnostics_; }

    /// Counts one level of the grammar's recursion while it lives.
    class Level {
    public:
        Level(Builder& builder, Span here);

        ~Level() { --builder_.nesting_; }

        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        Builder& builder_;
    };

    /// Moves the arenas back into the file.
    void finish(ParsedFile& file);

private:
    void measure(ast::ExprId id);

    const TokenStream& stream_;
    Diagnostics& diagnostics_;
    std::vector<ast::Expr> exprs_;
    std::size_t first_;                 // of the expressions that are built here
    std::vector<std::uint32_t> depths_; // of each of these: 1 for a leaf
    std::vector<ast::Type> types_;
    std::uint32_t nesting_ = 0;
};

[[noreturn]] void refuse_depth(Span here);

} // namespace muster::spec::syntax
