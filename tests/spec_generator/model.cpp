#include "tests/spec_generator/model.hpp"

#include <algorithm>
#include <utility>

namespace muster::test::generator {

std::string Type::text() const {
    switch (kind) {
    case Kind::boolean:
        return "bool";
    case Kind::integer:
        return "int";
    case Kind::sort:
    case Kind::enumeration:
    case Kind::record:
        return name;
    case Kind::option:
        return "option " + parts[0].text();
    case Kind::set:
        return "set " + parts[0].text();
    case Kind::map:
        return "map " + parts[0].text() + " -> " + parts[1].text();
    case Kind::list:
        return "list " + parts[0].text();
    case Kind::distinct:
        return "distinct list " + parts[0].text();
    case Kind::request:
        return "request " + name;
    }
    return {};
}

bool Type::is_scalar() const {
    return kind == Kind::boolean || kind == Kind::integer || kind == Kind::sort ||
           kind == Kind::enumeration;
}

Type boolean() {
    return {Type::Kind::boolean, {}, {}};
}

Type integer() {
    return {Type::Kind::integer, {}, {}};
}

Type sort(const std::string& name) {
    return {Type::Kind::sort, name, {}};
}

Type option(Type of) {
    return {Type::Kind::option, {}, {std::move(of)}};
}

Type set(Type of) {
    return {Type::Kind::set, {}, {std::move(of)}};
}

Type map(Type key, Type value) {
    return {Type::Kind::map, {}, {std::move(key), std::move(value)}};
}

Type distinct(Type of) {
    return {Type::Kind::distinct, {}, {std::move(of)}};
}

Type list(Type of) {
    return {Type::Kind::list, {}, {std::move(of)}};
}

Type request(const std::string& message) {
    return {Type::Kind::request, message, {}};
}

const Role& Vocabulary::role(const std::string& name) const {
    return *std::find_if(
        roles.begin(), roles.end(), [&](const Role& role) { return role.name == name; });
}

const Record& Vocabulary::record(const std::string& name) const {
    return *std::find_if(
        records.begin(), records.end(), [&](const Record& record) { return record.name == name; });
}

Scope Scope::with(const Named& local) const {
    Scope inner = *this;
    inner.locals.push_back(local);
    return inner;
}

} // namespace muster::test::generator
