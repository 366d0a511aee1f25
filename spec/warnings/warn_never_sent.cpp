#include "spec/warnings/warnings.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

namespace {

bool is_arbitrary(const TypedSpec& spec, RoleId role) {
    return std::find(spec.faults.begin(),
                     spec.faults.end(),
                     FaultInfo{FaultKind::arbitrary, role}) != spec.faults.end();
}

} // namespace

void warn_never_sent(const ResolvedSpec& spec, const Uses& uses, Diagnostics& diagnostics) {
    std::vector<Span> handlers(uses.sent.size()); // the first of each message
    std::vector<bool> handled(uses.sent.size());
    for (const RoleInfo& role : spec.declared.roles) {
        for (const MessageHandler& handler : role.handlers) {
            if (!handled[handler.message.value]) {
                handled[handler.message.value] = true;
                handlers[handler.message.value] = handler.span;
            }
        }
    }
    for (std::size_t i = 0; i < uses.sent.size(); ++i) {
        const MessageInfo& message = spec.declared.messages[i];
        if (uses.sent[i] || message.name.starts_with('_') ||
            is_arbitrary(spec.declared, message.from)) {
            continue;
        }
        diagnostics.report(
            {.code = Code::never_sent,
             .severity = Severity::warning,
             .message = fmt::format("no one sends `{}`", message.name),
             .primary = {spec.message_decls[i]->name.span,
                         fmt::format("`{}` does not", spec.declared.role(message.from).name)},
             .secondary = {{handlers[i], "this handler waits in vain"}},
             .notes = {"no statement sends it, and its sender is not declared `fault arbitrary`"}});
    }
}

} // namespace muster::spec
