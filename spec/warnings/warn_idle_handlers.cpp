#include "spec/warnings/warnings.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace muster::spec {

namespace {

enum class Guard { open, closed, tested };

Guard guard_of(const TypedSpec& spec, const MessageHandler& handler) {
    if (handler.otherwise) {
        return Guard::tested;
    }
    if (!handler.guard.valid()) {
        return Guard::open;
    }
    const auto* literal = std::get_if<typed::BoolLiteral>(&spec.expr(handler.guard).node);
    if (literal == nullptr) {
        return Guard::tested;
    }
    return literal->value ? Guard::open : Guard::closed;
}

Diagnostic never_runs(const TypedSpec& spec, const MessageHandler& handler) {
    return {.code = Code::handler_never_runs,
            .severity = Severity::warning,
            .message =
                fmt::format("this handler of `{}` never runs", spec.message(handler.message).name),
            .primary = {handler.span, ""}};
}

} // namespace

void warn_idle_handlers(const ResolvedSpec& spec, Diagnostics& diagnostics) {
    for (const RoleInfo& role : spec.declared.roles) {
        std::map<MessageId, const MessageHandler*> takes_all;
        for (const MessageHandler& handler : role.handlers) {
            const Guard guard = guard_of(spec.declared, handler);
            if (guard == Guard::open) {
                takes_all.emplace(handler.message, &handler);
            }
            if (guard == Guard::closed) {
                Diagnostic diagnostic = never_runs(spec.declared, handler);
                diagnostic.primary.text = "its guard is never true";
                diagnostics.report(std::move(diagnostic));
            }
        }
        std::set<MessageId> taken;
        for (const MessageHandler& handler : role.handlers) {
            const auto other = takes_all.find(handler.message);
            if (other == takes_all.end() || guard_of(spec.declared, handler) == Guard::closed) {
                continue;
            }
            if (other->second == &handler) {
                taken.insert(handler.message);
                continue;
            }
            const bool may_overlap = handler.either && other->second->either;
            if (handler.otherwise || (taken.contains(handler.message) && !may_overlap)) {
                Diagnostic diagnostic = never_runs(spec.declared, handler);
                diagnostic.primary.text = "nothing is left for it";
                diagnostic.secondary = {{other->second->span, "this one takes every message"}};
                diagnostics.report(std::move(diagnostic));
            }
        }
    }
}

} // namespace muster::spec
