#include "codegen/model/role_context.hpp"

#include "codegen/model/cpp_type.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace muster::codegen {

using spec::VariableId;
using spec::VariableKind;

namespace {

constexpr std::array kInterface = std::to_array<std::string_view>({
    "GhostState",
    "crash",
    "durable_entry",
    "fire",
    "for_each_durable",
    "handle",
    "is_initial",
    "kDurableFields",
    "lost",
    "restore_entry",
    "restore_state",
    "start",
    "take_ghosts",
    "visit_state",
});

constexpr std::array kLocals = std::to_array<std::string_view>({
    "constants_",
    "entry",
    "from",
    "ghosts_",
    "hooks_",
    "host",
    "me_",
    "message",
    "out",
    "peer",
    "request",
    "timer",
});

/// The member that holds the variable with this accessor.
std::string member_named(const std::string& accessor) {
    return accessor + (accessor.back() == '_' ? "value_" : "_");
}

std::string_view verb(WriteForm form, spec::TypeKind kind) {
    const bool list = kind == spec::TypeKind::list || kind == spec::TypeKind::distinct_list;
    switch (form) {
    case WriteForm::assign:
        return "assign_";
    case WriteForm::put:
        return "put_";
    case WriteForm::insert:
        return list ? "append_to_" : "insert_";
    case WriteForm::erase:
        return list ? "remove_from_" : "erase_";
    case WriteForm::modify:
        return "modify_";
    case WriteForm::modify_entry:
        return "modify_entry_of_";
    }
    return "write_";
}

} // namespace

RoleContext::RoleContext(const spec::TypedSpec& typed_spec,
                         spec::RoleId role_id,
                         spec::Diagnostics& sink,
                         std::string scope_name)
    : spec(typed_spec)
    , id(role_id)
    , role(typed_spec.role(role_id))
    , diagnostics(sink)
    , analysis(typed_spec)
    , scope(std::move(scope_name))
    , class_name(type_identifier(role.name)) {
    collect();
    name_members();
}

void RoleContext::collect() {
    const auto block = [this](spec::BlockId body) {
        if (body.valid()) {
            analysis.use(body, usage);
        }
    };
    const auto expr = [this](spec::ExprId guard) {
        if (guard.valid()) {
            analysis.use(guard, usage);
        }
    };
    for (const auto& handler : role.handlers) {
        expr(handler.guard);
        block(handler.body);
    }
    for (const auto& handler : role.timer_handlers) {
        block(handler.body);
    }
    for (const auto& action : role.actions) {
        expr(action.guard);
        block(action.body);
    }
    for (const auto& handler : role.lost_handlers) {
        block(handler.body);
    }
    block(role.on_start);
    for (const VariableId variable : role.variables) {
        expr(spec.variable(variable).initial);
    }
    named_locals = analysis.named_locals();
}

void RoleContext::name_members() {
    NameScope names;
    for (const std::string_view name : kInterface) {
        names.reserve(name);
    }
    // `x_` is the member of the variable x, and these are members of their own.
    for (const std::string name : {"constants", "ghosts", "hooks", "me"}) {
        names.reserve(name);
        names.reserve(name + '_');
    }
    for (const VariableId variable : role.variables) {
        names.reserve(identifier(spec.variable(variable).name) + '_');
    }
    for (const spec::RoleId other : usage.all_of) {
        names.reserve(all_of(other));
        names.reserve(all_of(other) + '_');
        local_names.reserve(all_of(other));
        local_names.reserve(all_of(other) + '_');
    }
    names.reserve(class_name);
    std::set<std::string> types;
    const auto reserve_types = [&](const auto& declared) {
        for (const auto& info : declared) {
            const std::string name = type_identifier(info.name);
            types.insert(name);
            names.reserve(name);
            local_names.reserve(name);
        }
    };
    reserve_types(spec.sorts);
    reserve_types(spec.records);
    reserve_types(spec.messages);
    reserve_types(spec.enums);
    for (const VariableId variable : role.variables) {
        std::string& name = variables[variable];
        do {
            name = names.claim(spec.variable(variable).name);
        } while (types.contains(member_named(name)));
        local_names.reserve(member_named(name));
    }
    for (const auto& action : role.actions) {
        actions.push_back(names.claim(action.name));
    }
    for (const spec::DefId def : usage.defs) {
        defs[def] = names.claim(spec.def(def).name);
        local_names.reserve(defs[def]);
    }
    for (const spec::ProcedureId procedure : usage.procedures) {
        procedures[procedure] = names.claim(spec.procedure(procedure).name);
        local_names.reserve(procedures[procedure]);
    }
    for (const auto& [variable, forms] : usage.writes) {
        for (const WriteForm form : forms) {
            const auto& info = spec.variable(variable);
            const std::string_view doing = verb(form, spec.types[info.type].kind);
            const std::string name = names.claim(std::string(doing) + info.name);
            writers[{variable, form}] = name;
            local_names.reserve(name);
        }
    }
    for (const std::string_view name : kLocals) {
        local_names.reserve(name);
    }
}

bool RoleContext::is_ghost(VariableId variable) const {
    return spec.variable(variable).kind == VariableKind::ghost;
}

bool RoleContext::is_durable(VariableId variable) const {
    return spec.variable(variable).kind == VariableKind::durable;
}

bool RoleContext::has_ghosts() const {
    return !variables_of(VariableKind::ghost).empty();
}

std::string RoleContext::member(VariableId variable) const {
    const std::string& name = variables.at(variable);
    return is_ghost(variable) ? "ghosts_." + name : member_named(name);
}

std::vector<VariableId> RoleContext::variables_of(VariableKind kind) const {
    std::vector<VariableId> found;
    for (const VariableId variable : role.variables) {
        if (spec.variable(variable).kind == kind) {
            found.push_back(variable);
        }
    }
    return found;
}

std::vector<VariableId> RoleContext::without_ghosts() const {
    std::vector<VariableId> found;
    for (const VariableId variable : role.variables) {
        if (!is_ghost(variable)) {
            found.push_back(variable);
        }
    }
    return found;
}

std::string RoleContext::all_of(spec::RoleId other) const {
    return "all_" + identifier(spec.role(other).name);
}

std::string RoleContext::peer_type(spec::RoleId peer) const {
    const auto& info = spec.role(peer);
    return class_name + "_peers::" + type_identifier(info.name) +
           (info.index.valid() ? "<Types>" : "");
}

std::string RoleContext::timer_type(spec::TimerId timer) const {
    const auto& info = spec.timer(timer);
    return class_name + "_timers::" + type_identifier(info.name) +
           (info.key_type.valid() ? "<Types>" : "");
}

void RoleContext::not_generable(spec::Span span, const std::string& what) const {
    diagnostics.report({.code = spec::Code::not_generable,
                        .message = what + " cannot be generated",
                        .primary = {span, ""},
                        .notes = {"the spec can be checked all the same"}});
}

} // namespace muster::codegen
