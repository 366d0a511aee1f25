#include "spec/parse/builder.hpp"

#include "spec/ast/walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace muster::spec::syntax {

void refuse_depth(Span here) {
    throw SyntaxError{{.code = Code::nesting_too_deep,
                       .message = "this is nested too deeply",
                       .primary = {here, ""},
                       .notes = {fmt::format("brackets, types, statements and expressions may be "
                                             "nested {} deep, and a chain may have {} operators",
                                             kMaxNesting,
                                             kMaxExprDepth)},
                       .help = "name a part of it with a `def`"}};
}

Builder::Builder(const TokenStream& stream, ParsedFile& file, Diagnostics& diagnostics)
    : stream_(stream)
    , diagnostics_(diagnostics)
    , exprs_(std::move(file.exprs))
    , first_(exprs_.size())
    , types_(std::move(file.types)) {}

ast::ExprId Builder::add(ExprNode node, Span span) {
    const ast::ExprId id{static_cast<std::uint32_t>(exprs_.size())};
    exprs_.push_back({std::move(node), span});
    depths_.push_back(1);
    measure(id);
    return id;
}

void Builder::replace(ast::ExprId id, ExprNode node) {
    exprs_[id.value].node = std::move(node);
    measure(id);
}

void Builder::measure(ast::ExprId id) {
    std::uint32_t below = 0;
    ast::for_each_child(exprs_[id.value].node, [&](ast::ExprId child) {
        below = std::max(below, depths_[child.value - first_]);
    });
    if (below >= kMaxExprDepth) {
        refuse_depth(exprs_[id.value].span);
    }
    depths_[id.value - first_] = below + 1;
}

ast::TypeId Builder::add_type(decltype(ast::Type::node) node, Span span) {
    const ast::TypeId id{static_cast<std::uint32_t>(types_.size())};
    types_.push_back({std::move(node), span});
    return id;
}

Builder::Level::Level(Builder& builder, Span here)
    : builder_(builder) {
    if (builder_.nesting_ >= kMaxNesting) {
        refuse_depth(here);
    }
    ++builder_.nesting_;
}

void Builder::finish(ParsedFile& file) {
    file.exprs = std::move(exprs_);
    file.types = std::move(types_);
}

} // namespace muster::spec::syntax
