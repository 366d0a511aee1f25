#pragma once

#include "codegen/emit_expr.hpp"
#include "codegen/model/role_context.hpp"
#include "codegen/model/writer.hpp"

#include <set>
#include <string>

namespace muster::codegen {

/// Emits the statements of one function of a role's class.
class StatementEmitter {
public:
    /// `on_return` is what `return` becomes: `return;` in a procedure.
    StatementEmitter(const RoleContext& context, Writer& writer, std::string on_return)
        : context_(context)
        , writer_(writer)
        , exprs_(context)
        , on_return_(std::move(on_return)) {}

    [[nodiscard]] ExprEmitter& exprs() { return exprs_; }

    /// Emits the statements of the block. Tells whether control never reaches its end.
    bool block(spec::BlockId block);

private:
    bool statement(const spec::typed::Statement& statement);
    bool node(const spec::typed::Statement& statement);
    void assign(const spec::typed::Assign& node);
    void add(const spec::typed::AddElement& node);
    void remove(const spec::typed::RemoveElement& node);
    void write_part(const spec::typed::Place& place,
                    WriteForm form,
                    const Doc& operation,
                    std::string_view close);
    Doc part(const spec::typed::Place& place, std::size_t end);
    void let(const spec::typed::Let& node);
    bool branch(const spec::typed::If& node);
    void send(const spec::typed::Send& node);
    void reply(const spec::typed::Reply& node);
    void timer(std::string_view command, spec::TimerId id, spec::ExprId key, spec::ExprId duration);
    [[nodiscard]] spec::TypeKind kind_of(const spec::typed::Place& place) const;
    void loop(const spec::typed::For& node, spec::Span span);
    void loop(const spec::typed::ForEach& node);
    [[nodiscard]] std::set<spec::VariableId> seen_by_others(const spec::typed::For& node,
                                                            spec::Span span) const;
    bool pick(const spec::typed::Pick& node);
    Doc pick_call(const spec::typed::Pick& node);
    [[nodiscard]] std::string writer_name(spec::VariableId variable, WriteForm form) const;
    /// An attribute for a name that nothing mentions.
    [[nodiscard]] std::string unused(spec::LocalId local) const;
    [[nodiscard]] bool only_ignores(spec::BlockId block) const;

    const RoleContext& context_;
    Writer& writer_;
    ExprEmitter exprs_;
    std::string on_return_;
    std::set<spec::LocalId> tainted_; // locals that depend on ghosts
    bool in_ghosts_ = false;          // inside `if constexpr (Ghosts)`
};

} // namespace muster::codegen
