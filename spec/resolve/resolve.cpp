#include "spec/resolve/resolve.hpp"

#include "spec/ast/overloaded.hpp"
#include "spec/resolve/lookup.hpp"

#include <fmt/format.h>

namespace muster::spec {

namespace {

/// Calls of these never reach a declaration.
bool is_built_in(std::string_view name) {
    return name == "size" || name == "keys" || name == "majority";
}

/// Declares names in a first walk, so that order does not matter, and resolves signatures in a
/// second.
class Resolver {
public:
    Resolver(ResolvedSpec& spec, Diagnostics& diagnostics)
        : spec_(spec)
        , typed_(spec.declared)
        , diagnostics_(diagnostics) {}

    void run() {
        typed_.name = spec_.file.protocol.text;
        typed_.doc = spec_.file.doc;
        for (const ast::Declaration& declaration : spec_.file.declarations) {
            declare(declaration);
        }
        resolve_records(spec_, diagnostics_);
        std::uint32_t constants = 0;
        for (const ast::Declaration& declaration : spec_.file.declarations) {
            if (const auto* constant = std::get_if<ast::ConstDecl>(&declaration.node)) {
                typed_.constants[constants++].type = type(constant->type);
            }
        }
        resolve_messages();
        resolve_signatures();
    }

private:
    TypeId type(ast::TypeId id) { return resolve_type(spec_, id, diagnostics_); }

    void enter(Symbols::Table& table, const ast::Name& name, SymbolKind kind, std::size_t index) {
        const bool callable = kind == SymbolKind::def || kind == SymbolKind::function;
        if (callable && is_built_in(name.text)) {
            diagnostics_.report(
                {.code = Code::duplicate_name,
                 .message = fmt::format("`{}` is declared twice", name.text),
                 .primary = {name.span, "declared again here"},
                 .notes = {fmt::format("`{}(…)` is a part of the language", name.text)}});
        }
        const Symbol symbol{kind, static_cast<std::uint32_t>(index), name.span, imported_};
        const auto [place, entered] = table.emplace(name.text, symbol);
        if (!entered) {
            duplicate(name, place->second);
        }
    }

    void duplicate(const ast::Name& name, const Symbol& first) {
        diagnostics_.report(
            {.code = Code::duplicate_name,
             .message = fmt::format("`{}` is declared twice", name.text),
             .primary = {name.span, "declared again here"},
             .secondary = {
                 {first.span, fmt::format("first declared here, as {}", describe(first.kind))}}});
    }

    void declare(const ast::Declaration& declaration) {
        auto& global = spec_.symbols.global;
        imported_ = declaration.imported;
        std::visit(
            overloaded{
                [](const ast::ImportDecl&) {},
                [&](const ast::NetworkDecl& network) { declare_network(network); },
                [&](const ast::LiveDecl& live) { declare_live(live, declaration.doc); },
                [&](const ast::TimingDecl& timing) { declare_timing(timing, declaration.doc); },
                [&](const ast::SortDecl& sort) {
                    enter(global, sort.name, SymbolKind::sort, typed_.sorts.size());
                    typed_.sorts.push_back({sort.name.text, declaration.doc});
                },
                [&](const ast::EnumDecl& decl) { declare_enum(decl, declaration.doc); },
                [&](const ast::RecordDecl& record) {
                    enter(global, record.name, SymbolKind::record, typed_.records.size());
                    typed_.records.push_back({record.name.text, declaration.doc, {}});
                },
                [&](const ast::ConstDecl& constant) {
                    enter(global, constant.name, SymbolKind::constant, typed_.constants.size());
                    typed_.constants.push_back({constant.name.text, declaration.doc, {}});
                },
                [&](const ast::FunctionDecl& function) {
                    enter(global, function.name, SymbolKind::function, typed_.functions.size());
                    typed_.functions.push_back({function.name.text, declaration.doc, {}, {}});
                },
                [&](const ast::DefDecl& def) {
                    enter(global, def.name, SymbolKind::def, typed_.defs.size());
                    declare_def(def, declaration.doc, RoleId{});
                },
                [&](const ast::MessageDecl& message) {
                    enter(global, message.name, SymbolKind::message, typed_.messages.size());
                    MessageInfo info;
                    info.name = message.name.text;
                    info.doc = declaration.doc;
                    info.fairness = message.fairness;
                    typed_.messages.push_back(std::move(info));
                    spec_.message_decls.push_back(&message);
                },
                [&](const ast::RoleDecl& role) { declare_role(role, declaration); },
                [&](const ast::FaultDecl&) {},
                [&](const ast::PropertyDecl& property) {
                    enter(global, property.name, SymbolKind::property, typed_.properties.size());
                    typed_.properties.push_back({property.kind,
                                                 property.name.text,
                                                 declaration.doc,
                                                 {},
                                                 {},
                                                 property.name.span});
                    spec_.property_decls.push_back(&property);
                },
                [&](const ast::InstanceDecl& instance) {
                    enter(global, instance.name, SymbolKind::instance, typed_.instances.size());
                    typed_.instances.push_back({});
                    typed_.instances.back().name = instance.name.text;
                    spec_.instance_decls.push_back(&instance);
                },
                [&](const ast::TestDecl& test) {
                    TestInfo info;
                    info.title = test.title;
                    info.span = declaration.span;
                    typed_.tests.push_back(std::move(info));
                    spec_.test_decls.push_back(&test);
                },
            },
            declaration.node);
    }

    void declare_network(const ast::NetworkDecl& network) {
        if (network_ != nullptr) {
            diagnostics_.report({.code = Code::duplicate_name,
                                 .message = "the network is described twice",
                                 .primary = {network.span, "described again here"},
                                 .secondary = {{network_->span, "first described here"}},
                                 .help = "a single message says otherwise with `via`"});
            return;
        }
        network_ = &network;
    }

    void declare_live(const ast::LiveDecl& live, const std::string& doc) {
        enter(spec_.symbols.global, live.name, SymbolKind::live, typed_.lives.size());
        LiveInfo info;
        info.name = live.name.text;
        info.doc = doc;
        info.span = live.name.span;
        typed_.lives.push_back(std::move(info));
        spec_.live_decls.push_back(&live);
    }

    void declare_timing(const ast::TimingDecl& timing, const std::string& doc) {
        enter(spec_.symbols.global, timing.name, SymbolKind::timing, typed_.timing.size());
        TimingAssumption info;
        info.name = timing.name.text;
        info.doc = doc;
        info.span = timing.name.span;
        typed_.timing.push_back(std::move(info));
        spec_.timing_decls.push_back(&timing);
    }

    void declare_enum(const ast::EnumDecl& decl, const std::string& doc) {
        const auto index = static_cast<std::uint32_t>(typed_.enums.size());
        enter(spec_.symbols.global, decl.name, SymbolKind::enumeration, index);
        EnumInfo info{decl.name.text, doc, {}, {}};
        std::int64_t next = 0;
        std::map<std::string, Span> seen;
        for (const ast::Enumerator& enumerator : decl.enumerators) {
            const auto [place, entered] = seen.emplace(enumerator.name.text, enumerator.name.span);
            if (!entered) {
                duplicate(enumerator.name, {SymbolKind::enumeration, 0, place->second});
                continue;
            }
            const auto position = static_cast<std::uint32_t>(info.enumerators.size());
            spec_.symbols.enumerators[enumerator.name.text].push_back({index, position});
            info.enumerators.push_back(enumerator.name.text);
            info.numbers.push_back(enumerator.number.value_or(next));
            next = info.numbers.back() + 1;
        }
        typed_.enums.push_back(std::move(info));
    }

    void declare_def(const ast::DefDecl& def, const std::string& doc, RoleId role) {
        DefInfo info;
        info.name = def.name.text;
        info.doc = doc;
        info.role = role;
        typed_.defs.push_back(std::move(info));
        spec_.def_decls.push_back(&def);
    }

    void declare_role(const ast::RoleDecl& role, const ast::Declaration& declaration) {
        const RoleId id{static_cast<std::uint32_t>(typed_.roles.size())};
        enter(spec_.symbols.global, role.name, SymbolKind::role, id.value);
        RoleInfo info;
        info.name = role.name.text;
        info.doc = declaration.doc;
        info.span = role.name.span;
        spec_.symbols.roles.emplace_back();
        for (const ast::Member& member : role.members) {
            declare_member(member, id, info);
        }
        typed_.roles.push_back(std::move(info));
        spec_.role_decls.push_back(&role);
    }

    void declare_member(const ast::Member& member, RoleId role, RoleInfo& info) {
        auto& table = spec_.symbols.roles[role.value];
        std::visit(
            overloaded{
                [&](const ast::VariableDecl& variable) {
                    const auto index = static_cast<std::uint32_t>(typed_.variables.size());
                    enter(table, variable.name, SymbolKind::variable, index);
                    info.variables.push_back(VariableId{index});
                    typed_.variables.push_back(
                        {variable.name.text, member.doc, role, variable.kind, {}, {}});
                    spec_.variable_decls.push_back(&variable);
                },
                [&](const ast::TimerDecl& timer) {
                    const auto index = static_cast<std::uint32_t>(typed_.timers.size());
                    enter(table, timer.name, SymbolKind::timer, index);
                    info.timers.push_back(TimerId{index});
                    typed_.timers.push_back({timer.name.text,
                                             member.doc,
                                             role,
                                             {},
                                             timer.duration_ms,
                                             timer.durable,
                                             timer.fairness});
                },
                [&](const ast::DefDecl& def) {
                    const auto index = static_cast<std::uint32_t>(typed_.defs.size());
                    enter(table, def.name, SymbolKind::def, index);
                    info.defs.push_back(DefId{index});
                    declare_def(def, member.doc, role);
                },
                [&](const ast::ProcedureDecl& procedure) {
                    const auto index = static_cast<std::uint32_t>(typed_.procedures.size());
                    enter(table, procedure.name, SymbolKind::procedure, index);
                    info.procedures.push_back(ProcedureId{index});
                    typed_.procedures.push_back(
                        {procedure.name.text, member.doc, role, {}, {}, procedure.name.span});
                    spec_.procedure_decls.push_back(&procedure);
                },
                [](const ast::HandlerDecl&) {},
                [](const ast::LostDecl&) {},
                [&](const ast::ActionDecl& action) {
                    enter(table, action.name, SymbolKind::action, info.actions.size());
                    ActionInfo declared;
                    declared.name = action.name.text;
                    declared.doc = member.doc;
                    declared.span = action.name.span;
                    declared.fairness = action.fairness;
                    info.actions.push_back(std::move(declared));
                },
            },
            member.node);
    }

    void resolve_messages() {
        for (std::size_t i = 0; i < spec_.message_decls.size(); ++i) {
            const ast::MessageDecl& message = *spec_.message_decls[i];
            typed_.messages[i].from = role(message.from);
            typed_.messages[i].to = role(message.to);
            const NetworkKind usual =
                network_ == nullptr ? NetworkKind::unreliable : network_->kind;
            typed_.messages[i].network = message.via.value_or(usual);
            std::map<std::string_view, Span> seen;
            for (const ast::Field& field : message.fields) {
                const auto [first, entered] = seen.emplace(field.name.text, field.name.span);
                if (!entered) {
                    diagnostics_.report(
                        {.code = Code::duplicate_name,
                         .message = fmt::format("field `{}` is declared twice", field.name.text),
                         .primary = {field.name.span, "declared again here"},
                         .secondary = {{first->second, "first declared here"}}});
                }
                typed_.messages[i].fields.push_back(
                    {field.name.text, type(field.type), field.doc, {}});
            }
        }
    }

    RoleId role(const ast::Name& name) {
        return find_role(spec_, name, "a role is needed here", diagnostics_).value_or(RoleId{});
    }

    LocalId parameter(const ast::Parameter& parameter) {
        const LocalId id{static_cast<std::uint32_t>(typed_.locals.size())};
        typed_.locals.push_back({parameter.name.text, type(parameter.type), parameter.name.span});
        return id;
    }

    std::vector<LocalId> parameters(const std::vector<ast::Parameter>& list) {
        std::vector<LocalId> ids;
        ids.reserve(list.size());
        for (const ast::Parameter& each : list) {
            ids.push_back(parameter(each));
        }
        return ids;
    }

    void resolve_signatures() {
        std::uint32_t functions = 0;
        for (const ast::Declaration& declaration : spec_.file.declarations) {
            if (const auto* function = std::get_if<ast::FunctionDecl>(&declaration.node)) {
                typed_.functions[functions].parameters = parameters(function->parameters);
                typed_.functions[functions].result = type(function->result);
                ++functions;
            }
            if (const auto* fault = std::get_if<ast::FaultDecl>(&declaration.node)) {
                const RoleId faulty = role(fault->fault.role);
                if (faulty.valid()) {
                    typed_.faults.push_back({fault->fault.kind, faulty});
                    typed_.fault_fairness.push_back(fault->fairness);
                }
            }
        }
        for (std::size_t i = 0; i < spec_.role_decls.size(); ++i) {
            resolve_role(*spec_.role_decls[i], i);
        }
        for (std::size_t i = 0; i < spec_.def_decls.size(); ++i) {
            typed_.defs[i].parameters = parameters(spec_.def_decls[i]->parameters);
        }
        for (std::size_t i = 0; i < spec_.procedure_decls.size(); ++i) {
            typed_.procedures[i].parameters = parameters(spec_.procedure_decls[i]->parameters);
        }
        for (std::size_t i = 0; i < spec_.variable_decls.size(); ++i) {
            typed_.variables[i].type = type(spec_.variable_decls[i]->type);
        }
        for (std::size_t i = 0; i < typed_.defs.size(); ++i) {
            const RoleId owner = typed_.defs[i].role;
            if (owner.valid()) {
                typed_.defs[i].me = typed_.role(owner).me;
            }
        }
    }

    void resolve_role(const ast::RoleDecl& decl, std::size_t index) {
        if (decl.index.has_value()) {
            const LocalId me = parameter(*decl.index);
            const TypeId type = typed_.locals[me.value].type;
            typed_.roles[index].me = me;
            if (typed_.types[type].kind == TypeKind::sort) {
                typed_.roles[index].index = SortId{typed_.types[type].declaration};
            } else if (typed_.types[type].kind != TypeKind::error) {
                diagnostics_.report(
                    {.code = Code::type_mismatch,
                     .message = "the processes of a role are told apart by a sort",
                     .primary = {decl.index->name.span,
                                 fmt::format("this is `{}`", typed_.type_name(type))},
                     .help = "declare a `sort` and use it as the index"});
                typed_.locals[me.value].type = typed_.types.error();
            }
        }
        std::size_t timers = 0;
        std::size_t actions = 0;
        for (const ast::Member& member : decl.members) {
            if (const auto* timer = std::get_if<ast::TimerDecl>(&member.node)) {
                const TimerId id = typed_.roles[index].timers[timers++];
                if (timer->key.has_value()) {
                    typed_.timers[id.value].key_type = type(timer->key->type);
                }
            }
            if (const auto* action = std::get_if<ast::ActionDecl>(&member.node)) {
                typed_.roles[index].actions[actions++].parameters = parameters(action->parameters);
            }
        }
    }

    ResolvedSpec& spec_;
    TypedSpec& typed_;
    Diagnostics& diagnostics_;
    const ast::NetworkDecl* network_ = nullptr;
    bool imported_ = false; // whether what is being declared stands in another file
};

} // namespace

ResolvedSpec resolve(ParsedFile file, Diagnostics& diagnostics) {
    ResolvedSpec spec;
    spec.file = std::move(file);
    Resolver(spec, diagnostics).run();
    return spec;
}

} // namespace muster::spec
