#include "spec/types/type.hpp"

namespace muster::spec {

TypeTable::TypeTable() {
    intern({TypeKind::error, 0, {}, {}});
    intern({TypeKind::boolean, 0, {}, {}});
    intern({TypeKind::integer, 0, {}, {}});
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
