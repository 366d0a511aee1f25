#include "checker/eval/layout.hpp"

namespace muster::checker {

Layout::Layout(const spec::TypedSpec& spec, const Universe& universe)
    : drawn_(spec.sorts.size(), false) {
    for (const spec::RoleInfo& role : spec.roles) {
        processes_.push_back(role.index.valid()
                                 ? static_cast<std::size_t>(universe.sort_sizes[role.index.value])
                                 : 1);
    }
    for (const spec::MessageInfo& message : spec.messages) {
        carriers_.push_back(carrier_of(message, universe));
    }
    for (const spec::VariableInfo& variable : spec.variables) {
        first_slot_.push_back(slot_count_);
        slot_count_ += processes(variable.role);
    }
    for (const spec::typed::Block& block : spec.blocks) {
        for (const spec::typed::Statement& statement : block.statements) {
            if (const auto* fresh = std::get_if<spec::typed::Fresh>(&statement.node)) {
                drawn_[fresh->sort.value] = true;
            }
        }
    }
    for (std::uint32_t type = 0; type < spec.types.size(); ++type) {
        holds_drawn_.push_back(find_drawn(spec, spec::TypeId{type}));
    }
}

// Types are not recursive, so the walk ends.
bool Layout::find_drawn(const spec::TypedSpec& spec, spec::TypeId id) const {
    const spec::Type& type = spec.types[id];
    switch (type.kind) {
    case spec::TypeKind::error:
    case spec::TypeKind::boolean:
    case spec::TypeKind::integer:
    case spec::TypeKind::enumeration:
        return false;
    case spec::TypeKind::sort:
        return drawn_[type.declaration];
    case spec::TypeKind::record:
        for (const spec::FieldInfo& field : spec.records[type.declaration].fields) {
            if (find_drawn(spec, field.type)) {
                return true;
            }
        }
        return false;
    case spec::TypeKind::option:
    case spec::TypeKind::set:
    case spec::TypeKind::list:
    case spec::TypeKind::distinct_list:
        return find_drawn(spec, type.first);
    case spec::TypeKind::map:
        return find_drawn(spec, type.first) || find_drawn(spec, type.second);
    case spec::TypeKind::request: {
        const spec::RoleId from = spec.messages[type.declaration].from;
        const spec::SortId index = spec.roles[from.value].index;
        return index.valid() && drawn_[index.value];
    }
    }
    return false;
}

} // namespace muster::checker
