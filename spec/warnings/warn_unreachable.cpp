#include "spec/ast/overloaded.hpp"
#include "spec/warnings/warnings.hpp"

namespace muster::spec {

namespace {

/// The `return` that certainly ends the block or statement, if there is one.
std::optional<Span> end_of(const TypedSpec& spec, BlockId id);

std::optional<Span> end_of(const TypedSpec& spec, const typed::Statement& statement) {
    return std::visit(overloaded{
                          [&](const typed::Return&) { return std::optional(statement.span); },
                          [&](const typed::If& s) -> std::optional<Span> {
                              return s.else_block.valid() && end_of(spec, s.then_block)
                                         ? end_of(spec, s.else_block)
                                         : std::nullopt;
                          },
                          [&](const typed::Pick& s) -> std::optional<Span> {
                              const auto body = end_of(spec, s.body);
                              return s.else_block.valid() && body ? end_of(spec, s.else_block)
                                                                  : body;
                          },
                          [](const auto&) -> std::optional<Span> { return std::nullopt; },
                      },
                      statement.node);
}

std::optional<Span> end_of(const TypedSpec& spec, BlockId id) {
    for (const typed::Statement& statement : spec.block(id).statements) {
        if (const auto end = end_of(spec, statement)) {
            return end;
        }
    }
    return std::nullopt;
}

} // namespace

void warn_unreachable(const ResolvedSpec& spec, Diagnostics& diagnostics) {
    for (const typed::Block& block : spec.declared.blocks) {
        std::optional<Span> end;
        for (const typed::Statement& statement : block.statements) {
            if (end) {
                diagnostics.report({.code = Code::unreachable_statement,
                                    .severity = Severity::warning,
                                    .message = "this statement is never reached",
                                    .primary = {statement.span, ""},
                                    .secondary = {{*end, "this returns before"}}});
                break;
            }
            end = end_of(spec.declared, statement);
        }
    }
}

} // namespace muster::spec
