#include "spec/diagnostics/list_names.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

void TypeChecker::find_peers() {
    peers_.resize(typed_.roles.size());
    for (const MessageInfo& message : typed_.messages) {
        if (message.network == NetworkKind::fifo && message.from.valid() && message.to.valid()) {
            peers_[message.from.value].push_back(message.to);
            peers_[message.to.value].push_back(message.from);
        }
    }
    for (auto& peers : peers_) {
        std::sort(peers.begin(), peers.end());
        peers.erase(std::unique(peers.begin(), peers.end()), peers.end());
    }
}

std::optional<RoleId>
TypeChecker::find_peer(RoleId role, const std::optional<ast::Name>& named, Span span) {
    const auto& peers = peers_[role.value];
    const std::string& own_name = typed_.role(role).name;
    if (named) {
        const auto peer = find_role(*named, "the peer is a role");
        if (!peer || std::binary_search(peers.begin(), peers.end(), *peer)) {
            return peer;
        }
        diagnostics_.report(
            {.code = Code::no_connection,
             .message = fmt::format(
                 "no message goes via fifo between `{}` and `{}`", own_name, named->text),
             .primary = {named->span, "there is no connection to lose"},
             .help = "send a message between them `via fifo`"});
        return std::nullopt;
    }
    if (peers.size() == 1) {
        return peers.front();
    }
    if (peers.empty()) {
        diagnostics_.report(
            {.code = Code::no_connection,
             .message = fmt::format("role `{}` exchanges no message via fifo", own_name),
             .primary = {span, "there is no connection to lose"},
             .help = "declare a message from or to the role `via fifo`, or `network fifo`"});
        return std::nullopt;
    }
    std::vector<std::string> names;
    for (const RoleId peer : peers) {
        names.push_back(typed_.role(peer).name);
    }
    diagnostics_.report(
        {.code = Code::ambiguous_peer,
         .message = "it cannot be told which connection is lost",
         .primary = {span, "with whom?"},
         .notes = {fmt::format(
             "role `{}` exchanges messages via fifo with {}", own_name, list_names(names))},
         .help = "name the role of the peer with `of`"});
    return std::nullopt;
}

void TypeChecker::check_lost(const ast::LostDecl& decl, RoleId role, const std::string& doc) {
    const auto peer = find_peer(role, decl.role, decl.span);
    if (!peer) {
        return;
    }
    for (const LostHandler& other : typed_.role(role).lost_handlers) {
        if (other.peer == *peer) {
            diagnostics_.report(
                {.code = Code::duplicate_name,
                 .message = fmt::format("two handlers for a lost connection with `{}`",
                                        typed_.role(*peer).name),
                 .primary = {decl.span, ""},
                 .secondary = {{other.span, "the first one"}}});
        }
    }
    const Scope scope(*this);
    show_me(role);
    LostHandler handler;
    handler.peer = *peer;
    handler.span = decl.span;
    handler.doc = doc;
    Surroundings around;
    around.role = role;
    {
        const Surround in_role(*this, around); // so that a binder that hides a variable is seen
        const TypeId index = index_type(*peer);
        const LocalId binder = declare_local(decl.peer, index.valid() ? index : types_.error());
        (index.valid() ? handler.process : around.unindexed_peer) = binder;
    }
    const Surround surround(*this, around);
    handler.body = check_block(decl.body);
    typed_.roles[role.value].lost_handlers.push_back(std::move(handler));
}

} // namespace muster::spec
