#pragma once

#include "spec/ast/id.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace muster::spec {

using TypeId = Id<struct TypeTag>;
using SortId = Id<struct SortTag>;
using EnumId = Id<struct EnumTag>;
using RecordId = Id<struct RecordTag>;
using MessageId = Id<struct MessageTag>;

enum class TypeKind {
    error, // stands for a type that could not be told; silences errors that follow from it
    boolean,
    integer,
    sort,
    enumeration,
    record,
    option,
    set,
    map,
    list,
    distinct_list,
    request,
};

/// One type. Types are interned: two equal types have the same TypeId.
struct Type {
    TypeKind kind = TypeKind::error;
    std::uint32_t declaration = 0; // of a sort, enum, record, or the message of a request
    TypeId first;                  // element of an option, set or list; key of a map
    TypeId second;                 // value of a map

    friend auto operator<=>(const Type&, const Type&) = default;
};

/// Holds every type that occurs in one spec.
class TypeTable {
public:
    TypeTable();

    /// The id of this type, entered if it is new.
    TypeId intern(const Type& type);

    [[nodiscard]] const Type& operator[](TypeId id) const { return types_[id.value]; }

    [[nodiscard]] std::size_t size() const { return types_.size(); }

    [[nodiscard]] TypeId error() const { return TypeId{0}; }

    [[nodiscard]] TypeId boolean() const { return TypeId{1}; }

    [[nodiscard]] TypeId integer() const { return TypeId{2}; }

    TypeId option(TypeId element) { return intern({TypeKind::option, 0, element, {}}); }

    TypeId set(TypeId element) { return intern({TypeKind::set, 0, element, {}}); }

    TypeId map(TypeId key, TypeId value) { return intern({TypeKind::map, 0, key, value}); }

    TypeId request(MessageId message) { return intern({TypeKind::request, message.value, {}, {}}); }

    TypeId sort(SortId sort) { return intern({TypeKind::sort, sort.value, {}, {}}); }

    /// Whether a value of this type is a set, map or list.
    [[nodiscard]] bool is_container(TypeId id) const;
    [[nodiscard]] bool is_list(TypeId id) const;

private:
    std::vector<Type> types_;
    std::map<Type, TypeId> ids_;
};

} // namespace muster::spec
