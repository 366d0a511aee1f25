#include "spec/pipeline/unsupported.hpp"

#include "spec/ast/overloaded.hpp"

#include <string>
#include <utility>

namespace muster::spec {
namespace {

class Refuser {
public:
    explicit Refuser(Diagnostics& diagnostics)
        : diagnostics_(diagnostics) {}

    void declaration(const ast::Declaration& declaration) {
        std::visit(
            overloaded{
                [&](const ast::NetworkDecl& network) { refuse(network.span, "`network`"); },
                [&](const ast::LiveDecl& live) { refuse(live.name.span, "a `live` property"); },
                [&](const ast::TimingDecl& timing) { refuse(timing.name.span, "`assume timing`"); },
                [&](const ast::MessageDecl& message) {
                    if (message.via) {
                        refuse(message.name.span, "`via`");
                    }
                    fairness(message.name.span, message.fairness);
                },
                [&](const ast::FaultDecl& fault) { fairness(fault.fault.span, fault.fairness); },
                [&](const ast::RoleDecl& role) {
                    for (const ast::Member& member : role.members) {
                        this->member(member);
                    }
                },
                [&](const ast::TestDecl& test) {
                    if (test.process) {
                        refuse(test.process->span, "a test of one process of several");
                    }
                },
                [](const auto&) {},
            },
            declaration.node);
    }

private:
    void member(const ast::Member& member) {
        std::visit(
            overloaded{
                [&](const ast::TimerDecl& timer) { fairness(timer.name.span, timer.fairness); },
                [&](const ast::ActionDecl& action) { fairness(action.name.span, action.fairness); },
                [&](const ast::LostDecl& lost) { refuse(lost.span, "`on lost`"); },
                [&](const ast::HandlerDecl& handler) {
                    if (handler.either) {
                        refuse(handler.event.span, "`either`");
                    }
                },
                [](const auto&) {},
            },
            member.node);
    }

    void fairness(Span span, ast::Fairness marked) {
        if (marked != ast::Fairness::unmarked) {
            refuse(span, "fairness");
        }
    }

    void refuse(Span span, const std::string& what) {
        diagnostics_.report({.code = Code::not_allowed_here,
                             .message = what + " is not supported yet",
                             .primary = {span, ""}});
    }

    Diagnostics& diagnostics_;
};

} // namespace

void refuse_unsupported(const ParsedFile& file, Diagnostics& diagnostics) {
    Refuser refuser(diagnostics);
    for (const ast::Declaration& declaration : file.declarations) {
        refuser.declaration(declaration);
    }
}

} // namespace muster::spec
