#include "spec/types/rules.hpp"
#include "spec/types/walk.hpp"

#include <fmt/format.h>

#include <set>

namespace muster::spec {

namespace {

class GhostChecker {
public:
    GhostChecker(const TypedSpec& spec, Diagnostics& diagnostics)
        : spec_(spec)
        , diagnostics_(diagnostics)
        , def_reads_ghost_(spec.defs.size()) {}

    void run() {
        for (const RoleInfo& role : spec_.roles) {
            for (const MessageHandler& handler : role.handlers) {
                behaviour(handler.guard, "a guard");
                block(handler.body);
            }
            for (const TimerHandler& handler : role.timer_handlers) {
                block(handler.body);
            }
            for (const LostHandler& handler : role.lost_handlers) {
                block(handler.body);
            }
            for (const ActionInfo& action : role.actions) {
                behaviour(action.guard, "a guard");
                block(action.body);
            }
            block(role.on_start);
        }
        for (const ProcedureInfo& procedure : spec_.procedures) {
            block(procedure.body);
        }
    }

private:
    /// The first place in the expression that reads a ghost.
    std::optional<Span> ghost_in(ExprId id) {
        if (!id.valid()) {
            return std::nullopt;
        }
        const typed::Expr& expr = spec_.expr(id);
        if (const auto* variable = std::get_if<typed::VariableRef>(&expr.node);
            variable != nullptr && is_ghost(variable->variable)) {
            return expr.span;
        }
        if (const auto* local = std::get_if<typed::LocalRef>(&expr.node);
            local != nullptr && tainted_.contains(local->local)) {
            return expr.span;
        }
        if (const auto* call = std::get_if<typed::DefCall>(&expr.node);
            call != nullptr && def_reads_ghost(call->def)) {
            return expr.span;
        }
        std::optional<Span> found;
        for_each_part(expr, [&](ExprId part) {
            if (!found) {
                found = ghost_in(part);
            }
        });
        return found;
    }

    bool def_reads_ghost(DefId id) {
        std::optional<bool>& known = def_reads_ghost_[id.value];
        if (!known) {
            known = ghost_in(spec_.def(id).body).has_value();
        }
        return *known;
    }

    bool is_ghost(VariableId id) const { return spec_.variable(id).kind == VariableKind::ghost; }

    void behaviour(ExprId id, std::string_view what) {
        if (const auto span = ghost_in(id)) {
            leak(*span, what);
        }
    }

    void leak(Span span, std::string_view what) {
        diagnostics_.report(
            {.code = Code::ghost_leak,
             .message = fmt::format("{} depends on ghost state", what),
             .primary = {span, "this is ghost"},
             .notes = {"ghosts exist for properties only and are absent from production code"},
             .help = "declare the variable `var` or `durable` if behaviour needs it"});
    }

    void block(BlockId id) {
        if (!id.valid()) {
            return;
        }
        for (const typed::Statement& statement : spec_.block(id).statements) {
            check(statement);
        }
    }

    void check(const typed::Statement& statement) {
        if (const auto* let = std::get_if<typed::Let>(&statement.node)) {
            if (ghost_in(let->value)) {
                tainted_.insert(let->local);
            }
            return;
        }
        if (writes_ghost(statement)) {
            return;
        }
        for_each_part(
            statement,
            [&](ExprId expr) { behaviour(expr, "behaviour"); },
            [&](BlockId inner) { block(inner); });
    }

    bool writes_ghost(const typed::Statement& statement) const {
        if (const auto* s = std::get_if<typed::Assign>(&statement.node)) {
            return is_ghost(s->place.variable);
        }
        if (const auto* s = std::get_if<typed::AddElement>(&statement.node)) {
            return is_ghost(s->place.variable);
        }
        if (const auto* s = std::get_if<typed::RemoveElement>(&statement.node)) {
            return is_ghost(s->place.variable);
        }
        return false;
    }

    const TypedSpec& spec_;
    Diagnostics& diagnostics_;
    std::vector<std::optional<bool>> def_reads_ghost_; // by def, once it is known
    std::set<LocalId> tainted_;                        // locals whose value comes from a ghost
};

} // namespace

void check_ghosts(const TypedSpec& spec, Diagnostics& diagnostics) {
    GhostChecker(spec, diagnostics).run();
}

} // namespace muster::spec
