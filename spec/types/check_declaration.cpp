#include "spec/ast/overloaded.hpp"
#include "spec/ast/words.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace muster::spec {

namespace {

/// How deep defs may refer to defs: whatever follows a reference goes as deep.
constexpr std::uint32_t kMaxDefChain = 256;

} // namespace

void TypeChecker::run() {
    check_directions();
    find_requests();
    find_peers();
    otherwise_handlers_.resize(typed_.messages.size());
    first_timer_handlers_.resize(typed_.timers.size());
    check_message_defaults();
    check_variables();
    check_defs();
    check_procedures();
    for (std::size_t i = 0; i < typed_.roles.size(); ++i) {
        check_role(i);
    }
    check_handlers_exist();
    check_properties();
    for (std::size_t i = 0; i < typed_.lives.size(); ++i) {
        check_live(i);
    }
    for (std::size_t i = 0; i < typed_.timing.size(); ++i) {
        check_timing(i);
    }
    for (std::size_t i = 0; i < typed_.instances.size(); ++i) {
        check_instance(i);
    }
    for (std::size_t i = 0; i < typed_.tests.size(); ++i) {
        check_test(i);
    }
}

void TypeChecker::find_requests_in(const ast::Block& block, bool& replies) const {
    for (const ast::Statement& statement : block.statements) {
        std::visit(overloaded{
                       [&](const ast::Reply& s) { replies = replies || !s.to.valid(); },
                       [&](const ast::If& s) {
                           find_requests_in(s.then_block, replies);
                           if (s.else_block) {
                               find_requests_in(*s.else_block, replies);
                           }
                       },
                       [&](const ast::For& s) { find_requests_in(s.body, replies); },
                       [&](const ast::Pick& s) {
                           find_requests_in(s.body, replies);
                           if (s.else_block) {
                               find_requests_in(*s.else_block, replies);
                           }
                       },
                       [](const auto&) {},
                   },
                   statement.node);
    }
}

const ast::HandlerDecl* TypeChecker::handler_for(RoleId role, std::string_view message) const {
    for (const ast::Member& member : resolved_.role_decls[role.value]->members) {
        const auto* handler = std::get_if<ast::HandlerDecl>(&member.node);
        if (handler != nullptr && handler->event.text == message) {
            return handler;
        }
    }
    return nullptr;
}

void TypeChecker::check_directions() {
    for (std::size_t i = 0; i < typed_.messages.size(); ++i) {
        MessageInfo& message = typed_.messages[i];
        if (!message.from.valid() || !message.to.valid() ||
            handler_for(message.to, message.name) != nullptr) {
            continue;
        }
        const ast::HandlerDecl* handler = handler_for(message.from, message.name);
        if (handler == nullptr) {
            continue;
        }
        const std::string& from = typed_.role(message.from).name;
        const std::string& to = typed_.role(message.to).name;
        diagnostics_.report(
            {.code = Code::not_allowed_here,
             .message = fmt::format(
                 "`{}` goes from `{}` to `{}`, but `{}` handles it", message.name, from, to, from),
             .primary = {resolved_.message_decls[i]->name.span, "declared here"},
             .secondary = {{handler->event.span, "handled here"}},
             .help = fmt::format(
                 "write `from {} to {}`, or move the handler to role `{}`", to, from, to)});
        message.from = RoleId{}; // nothing more is said of where it goes
        message.to = RoleId{};
    }
}

void TypeChecker::find_requests() {
    for (const ast::RoleDecl* role : resolved_.role_decls) {
        for (const ast::Member& member : role->members) {
            const auto* handler = std::get_if<ast::HandlerDecl>(&member.node);
            if (handler == nullptr) {
                continue;
            }
            const Symbol* symbol = Symbols::find(resolved_.symbols.global, handler->event.text);
            if (symbol == nullptr || symbol->kind != SymbolKind::message) {
                continue;
            }
            bool replies = handler->request.has_value();
            find_requests_in(handler->body, replies);
            if (replies) {
                typed_.messages[symbol->index].is_request = true;
            }
        }
    }
}

void TypeChecker::check_message_defaults() {
    for (std::size_t i = 0; i < resolved_.message_decls.size(); ++i) {
        const auto& fields = resolved_.message_decls[i]->fields;
        for (std::size_t f = 0; f < fields.size(); ++f) {
            if (fields[f].default_value.valid()) {
                const ExprId value =
                    expect(fields[f].default_value, typed_.messages[i].fields[f].type);
                typed_.messages[i].fields[f].default_value = value;
            }
        }
    }
}

void TypeChecker::check_variables() {
    for (std::size_t i = 0; i < resolved_.variable_decls.size(); ++i) {
        const ast::VariableDecl& decl = *resolved_.variable_decls[i];
        const TypeId type = typed_.variables[i].type;
        ExprId initial;
        if (decl.initial.valid()) {
            initial = expect(decl.initial, type);
        } else if (types_[type].kind == TypeKind::set) {
            initial = make(typed::SetLiteral{}, type, decl.name.span);
        } else if (types_[type].kind == TypeKind::map) {
            initial = make(typed::MapLiteral{}, type, decl.name.span);
        } else if (types_.is_list(type)) {
            initial = make(typed::ListLiteral{}, type, decl.name.span);
        } else {
            if (!is_error(type)) {
                diagnostics_.report(
                    {.code = Code::missing_field,
                     .message = fmt::format("variable `{}` has no initial value", decl.name.text),
                     .primary = {decl.name.span, ""},
                     .notes = {"sets, maps and lists start empty; everything else says how it "
                               "starts"}});
            }
            initial = error(decl.name.span);
        }
        typed_.variables[i].initial = initial;
    }
}

void TypeChecker::check_defs() {
    def_states_.assign(typed_.defs.size(), DefState::unchecked);
    def_heights_.assign(typed_.defs.size(), 0);
    def_looks_.assign(typed_.defs.size(), false);
    for (std::size_t i = 0; i < typed_.defs.size(); ++i) {
        check_def(DefId{static_cast<std::uint32_t>(i)}, {});
    }
}

bool TypeChecker::check_def(DefId id, Span use) {
    DefState& state = def_states_[id.value];
    if (state == DefState::checked) {
        def_height_ = std::max(def_height_, def_heights_[id.value]);
        return true;
    }
    const ast::DefDecl& decl = *resolved_.def_decls[id.value];
    if (state == DefState::in_progress) {
        diagnostics_.report({.code = Code::recursion,
                             .message = fmt::format("def `{}` refers to itself", decl.name.text),
                             .primary = {use, "reached again here"},
                             .secondary = {{decl.name.span, "declared here"}}});
        return false;
    }
    if (def_depth_ == kMaxDefChain) {
        report_long_def_chain(use);
        return false;
    }
    state = DefState::in_progress;
    ++def_depth_;
    const std::uint32_t outer_height = std::exchange(def_height_, 0);
    const bool outer_looks = std::exchange(looks_, false);
    std::vector<LocalId> outer;
    outer.swap(locals_);
    {
        Surroundings around;
        around.role = typed_.def(id).role;
        around.property = !around.role.valid(); // where it is used decides whether it may look
        const Surround surround(*this, around);
        show_me(around.role);
        for (const LocalId parameter : typed_.def(id).parameters) {
            show_local(parameter);
        }
        const ExprId body = infer(decl.body);
        typed_.defs[id.value].body = body;
    }
    locals_.swap(outer);
    --def_depth_;
    def_looks_[id.value] = std::exchange(looks_, outer_looks);
    if (def_height_ == kMaxDefChain) {
        report_long_def_chain(decl.name.span);
        def_height_ = 0; // or every def above this one would be reported
    }
    def_heights_[id.value] = def_height_ + 1;
    def_height_ = std::max(outer_height, def_heights_[id.value]);
    def_states_[id.value] = DefState::checked;
    return true;
}

bool TypeChecker::check_looks(DefId def, const ast::Name& use) {
    if (!def_looks_[def.value]) {
        return true;
    }
    if (around_.property && around_.test == nullptr) {
        looks_ = true;
        return true;
    }
    diagnostics_.report(
        {.code = Code::not_allowed_here,
         .message = fmt::format("`{}` is for properties", use.text),
         .primary = {use.span, "used here"},
         .secondary = {{resolved_.def_decls[def.value]->name.span,
                        "it looks at the state of roles or at messages"}},
         .notes = {"what a role knows of others reaches it in messages; constants and functions "
                   "do not depend on state"}});
    return false;
}

void TypeChecker::report_long_def_chain(Span span) {
    diagnostics_.report(
        {.code = Code::nesting_too_deep,
         .message = fmt::format("defs refer to defs more than {} deep", kMaxDefChain),
         .primary = {span, "one too many"}});
}

void TypeChecker::check_procedures() {
    for (std::size_t i = 0; i < resolved_.procedure_decls.size(); ++i) {
        const Scope scope(*this);
        Surroundings around;
        around.role = typed_.procedures[i].role;
        const Surround surround(*this, around);
        show_me(around.role);
        for (const LocalId parameter : typed_.procedures[i].parameters) {
            show_local(parameter);
        }
        const BlockId body = check_block(resolved_.procedure_decls[i]->body);
        typed_.procedures[i].body = body;
    }
}

void TypeChecker::check_role(std::size_t index) {
    const RoleId role{static_cast<std::uint32_t>(index)};
    std::size_t actions = 0;
    for (const ast::Member& member : resolved_.role_decls[index]->members) {
        if (const auto* handler = std::get_if<ast::HandlerDecl>(&member.node)) {
            check_handler(*handler, role, member);
        } else if (const auto* action = std::get_if<ast::ActionDecl>(&member.node)) {
            check_action(*action, role, actions++);
        } else if (const auto* lost = std::get_if<ast::LostDecl>(&member.node)) {
            check_lost(*lost, role, member.doc);
        }
    }
}

void TypeChecker::check_handlers_exist() {
    std::vector<bool> handled(typed_.messages.size());
    for (std::uint32_t i = 0; i < typed_.roles.size(); ++i) {
        for (const MessageHandler& handler : typed_.roles[i].handlers) {
            if (typed_.message(handler.message).to == RoleId{i}) {
                handled[handler.message.value] = true;
            }
        }
    }
    // A handler of nothing that is known is probably the one that seems to be missing.
    std::vector<bool> misspelt(typed_.roles.size());
    for (std::size_t i = 0; i < typed_.roles.size(); ++i) {
        const auto& members = resolved_.role_decls[i]->members;
        misspelt[i] = std::any_of(members.begin(), members.end(), [&](const ast::Member& member) {
            const auto* handler = std::get_if<ast::HandlerDecl>(&member.node);
            return handler != nullptr && handler->event.text != "start" &&
                   Symbols::find(resolved_.symbols.roles[i], handler->event.text) == nullptr &&
                   Symbols::find(resolved_.symbols.global, handler->event.text) == nullptr;
        });
    }
    for (std::size_t i = 0; i < typed_.messages.size(); ++i) {
        const MessageInfo& message = typed_.messages[i];
        if (message.to.valid() && !handled[i] && !misspelt[message.to.value]) {
            diagnostics_.report(
                {.code = Code::no_handler,
                 .message = fmt::format("role `{}` has no handler for `{}`",
                                        typed_.role(message.to).name,
                                        message.name),
                 .primary = {resolved_.message_decls[i]->name.span, "it would arrive there"},
                 .help = fmt::format("write `on {}(…) {{ … }}`, or `{{ ignore }}` if dropping it "
                                     "is intended",
                                     message.name)});
        }
    }
    for (std::size_t i = 0; i < typed_.timers.size(); ++i) {
        const TimerInfo& timer = typed_.timers[i];
        if (!first_timer_handlers_[i] && !misspelt[timer.role.value]) {
            const Symbol* symbol =
                Symbols::find(resolved_.symbols.roles[timer.role.value], timer.name);
            diagnostics_.report({.code = Code::no_handler,
                                 .message = fmt::format("timer `{}` has no handler", timer.name),
                                 .primary = {symbol->span, "it would fire into nothing"},
                                 .help = fmt::format("write `on {} {{ … }}`", timer.name)});
        }
    }
}

std::optional<FaultInfo> TypeChecker::find_fault(const ast::Fault& fault) {
    const auto role = find_role(fault.role, "the role of a fault is needed here");
    if (!role) {
        return std::nullopt;
    }
    const FaultInfo info{fault.kind, *role};
    if (std::find(typed_.faults.begin(), typed_.faults.end(), info) != typed_.faults.end()) {
        return info;
    }
    const auto& declarations = file_.declarations;
    const bool misspelt = std::any_of(
        declarations.begin(), declarations.end(), [&](const ast::Declaration& declaration) {
            const auto* other = std::get_if<ast::FaultDecl>(&declaration.node);
            return other != nullptr && other->fault.kind == fault.kind &&
                   Symbols::find(resolved_.symbols.global, other->fault.role.text) == nullptr;
        });
    if (!misspelt) { // otherwise that is probably the one that was meant
        const std::string written = fmt::format("fault {} {}", word(fault.kind), fault.role.text);
        diagnostics_.report({.code = Code::unknown_name,
                             .message = "the spec declares no such fault",
                             .primary = {fault.span, "not declared"},
                             .help = fmt::format("declare it: `{}`", written),
                             .cause = written});
    }
    return std::nullopt;
}

std::vector<FaultInfo> TypeChecker::check_without(const std::vector<ast::Fault>& faults) {
    std::vector<FaultInfo> without;
    for (const ast::Fault& fault : faults) {
        if (const auto info = find_fault(fault)) {
            without.push_back(*info);
        }
    }
    return without;
}

void TypeChecker::check_properties() {
    for (std::size_t i = 0; i < resolved_.property_decls.size(); ++i) {
        const ast::PropertyDecl& decl = *resolved_.property_decls[i];
        Surroundings around;
        around.property = decl.kind != PropertyKind::axiom;
        around.two_states = decl.kind == PropertyKind::step;
        const Surround surround(*this, around);
        typed_.properties[i].without = check_without(decl.without);
        const ExprId body = expect_boolean(decl.body);
        typed_.properties[i].body = body;
    }
}

} // namespace muster::spec
