#pragma once

#include "spec/ast/name.hpp"

#include <variant>

/// The syntax of types.
namespace muster::spec::ast {

struct NamedType { // bool, int, or a sort, enum or record
    Name name;
};

struct OptionType {
    TypeId element;
};

struct SetType {
    TypeId element;
};

struct MapType {
    TypeId key;
    TypeId value;
};

struct ListType {
    TypeId element;
    bool distinct = false;
};

struct RequestType {
    Name message;
};

struct Type {
    std::variant<NamedType, OptionType, SetType, MapType, ListType, RequestType> node;
    Span span;
};

} // namespace muster::spec::ast
