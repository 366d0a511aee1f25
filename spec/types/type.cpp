#include "spec/types/type.hpp"

#include <algorithm>

namespace muster::spec {

TypeTable::TypeTable() {
    types_.push_back({TypeKind::error, 0, {}, {}});
    types_.push_back({TypeKind::boolean, 0, {}, {}});
    types_.push_back({TypeKind::integer, 0, {}, {}});
}

TypeId TypeTable::intern(const Type& type) {
    const auto found = std::find(types_.begin(), types_.end(), type);
    const auto index = static_cast<std::uint32_t>(found - types_.begin());
    if (found == types_.end()) {
        types_.push_back(type);
    }
    return TypeId{index};
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
