#include "spec/resolve/dump.hpp"

#include <fmt/format.h>

namespace muster::spec {

namespace {

std::string type_or_none(const TypedSpec& spec, TypeId id) {
    return id.valid() ? spec.type_name(id) : "-";
}

std::string names(const TypedSpec& spec, const std::vector<LocalId>& locals) {
    std::string text;
    for (const LocalId local : locals) {
        text += fmt::format(
            " ({} {})", spec.local(local).name, type_or_none(spec, spec.local(local).type));
    }
    return text;
}

void dump_fields(const TypedSpec& spec, const std::vector<FieldInfo>& fields, std::string& out) {
    for (const FieldInfo& field : fields) {
        out += fmt::format(" ({} {})", field.name, type_or_none(spec, field.type));
    }
}

void dump_role(const TypedSpec& spec, const RoleInfo& role, std::string& out) {
    out += fmt::format("role {}", role.name);
    if (role.index.valid()) {
        out += fmt::format(" of {}", spec.sorts[role.index.value].name);
    }
    out += '\n';
    for (const VariableId id : role.variables) {
        out += fmt::format("  variable {} {} {}\n",
                           id.value,
                           spec.variable(id).name,
                           type_or_none(spec, spec.variable(id).type));
    }
    for (const TimerId id : role.timers) {
        out += fmt::format("  timer {} {} {}\n",
                           id.value,
                           spec.timer(id).name,
                           type_or_none(spec, spec.timer(id).key_type));
    }
    for (const DefId id : role.defs) {
        out += fmt::format(
            "  def {} {}{}\n", id.value, spec.def(id).name, names(spec, spec.def(id).parameters));
    }
    for (const ProcedureId id : role.procedures) {
        out += fmt::format("  procedure {} {}{}\n",
                           id.value,
                           spec.procedure(id).name,
                           names(spec, spec.procedure(id).parameters));
    }
    for (const ActionInfo& action : role.actions) {
        out += fmt::format("  action {}{}\n", action.name, names(spec, action.parameters));
    }
}

} // namespace

std::string dump(const ResolvedSpec& resolved) {
    const TypedSpec& spec = resolved.declared;
    std::string out = fmt::format("protocol {}\n", spec.name);
    for (const SortInfo& sort : spec.sorts) {
        out += fmt::format("sort {}\n", sort.name);
    }
    for (const EnumInfo& info : spec.enums) {
        out += fmt::format("enum {}", info.name);
        for (std::size_t i = 0; i < info.enumerators.size(); ++i) {
            out += fmt::format(" {}={}", info.enumerators[i], info.numbers[i]);
        }
        out += '\n';
    }
    for (const RecordInfo& record : spec.records) {
        out += fmt::format("record {}", record.name);
        dump_fields(spec, record.fields, out);
        out += '\n';
    }
    for (const ConstInfo& constant : spec.constants) {
        out += fmt::format("const {} {}\n", constant.name, type_or_none(spec, constant.type));
    }
    for (const FunctionInfo& function : spec.functions) {
        out += fmt::format("function {}{} -> {}\n",
                           function.name,
                           names(spec, function.parameters),
                           type_or_none(spec, function.result));
    }
    for (const MessageInfo& message : spec.messages) {
        out += fmt::format("message {} from {} to {}",
                           message.name,
                           message.from.valid() ? spec.role(message.from).name : "-",
                           message.to.valid() ? spec.role(message.to).name : "-");
        dump_fields(spec, message.fields, out);
        out += '\n';
    }
    for (const RoleInfo& role : spec.roles) {
        dump_role(spec, role, out);
    }
    for (const PropertyInfo& property : spec.properties) {
        out += fmt::format("property {}\n", property.name);
    }
    for (const InstanceInfo& instance : spec.instances) {
        out += fmt::format("instance {}\n", instance.name);
    }
    return out;
}

} // namespace muster::spec
