#include "spec/types/type.hpp"

namespace muster::spec {

TypeTable::TypeTable() {
    intern({TypeKind::error, 0, {}, {}});
    intern({TypeKind::boolean, 0, {}, {}});
    intern({TypeKind::integer, 0, {}, {}});
}

std::size_t TypeTable::Hash::operator()(const Type& type) const {
    std::size_t hash = static_cast<std::size_t>(type.kind);
    for (const std::uint32_t part : {type.declaration, type.first.value, type.second.value}) {
        hash = hash * 1'000'003 + part;
    }
    return hash;
}

TypeId TypeTable::intern(const Type& type) {
    const TypeId next{static_cast<std::uint32_t>(types_.size())};
    const auto [place, entered] = ids_.emplace(type, next);
    if (entered) {
        types_.push_back(type);
    }
    return place->second;
}

bool TypeTable::is_container(TypeId id) const {
    const TypeKind kind = types_[id.value].kind;
    return kind == TypeKind::set || kind == TypeKind::map || is_list(id);
}

bool TypeTable::is_list(TypeId id) const {
    const TypeKind kind = types_[id.value].kind;
    return kind == TypeKind::list || kind == TypeKind::distinct_list;
}

} // namespace muster::spec
