#include "tests/spec_generator/plausible/defined_expressions.hpp"

#include <algorithm>

namespace muster::test::generator {
namespace {

using Kind = Type::Kind;

void add_if_readable(std::vector<Named>& places,
                     const std::vector<Named>& members,
                     const std::string& owner) {
    for (const Named& member : members) {
        places.push_back({owner + member.name, member.type});
    }
}

} // namespace

std::vector<Named> DefinedExpressions::places(const Scope& scope) const {
    std::vector<Named> all = scope.locals;
    all.insert(all.end(), vocabulary_.constants.begin(), vocabulary_.constants.end());
    if (scope.role != nullptr) {
        add_if_readable(all, scope.role->variables, "");
        add_if_readable(all, scope.role->defs, "");
        if (!scope.role->index.empty()) {
            all.push_back({"me", sort(scope.role->index)});
        }
        return all;
    }
    for (const Role& role : vocabulary_.roles) {
        const auto add = [&](const std::string& owner) {
            add_if_readable(all, role.variables, owner);
            add_if_readable(all, role.ghosts, owner);
            add_if_readable(all, role.defs, owner);
        };
        if (role.index.empty()) {
            add(role.name + ".");
            continue;
        }
        for (const Named& local : scope.locals) {
            if (local.type == sort(role.index)) {
                add(role.name + "[" + local.name + "].");
            }
        }
    }
    return all;
}

std::vector<Named> DefinedExpressions::places_of(const Scope& scope, const Type& type) const {
    std::vector<Named> fitting = places(scope);
    std::erase_if(fitting, [&](const Named& place) { return place.type != type; });
    return fitting;
}

std::optional<Named> DefinedExpressions::collection(const Scope& scope) {
    std::vector<Named> all;
    for (const Named& place : places(scope)) {
        switch (place.type.kind) {
        case Kind::set:
            all.push_back({place.name, place.type.parts[0]});
            break;
        case Kind::map:
            all.push_back({"keys(" + place.name + ")", place.type.parts[0]});
            break;
        default:
            break;
        }
    }
    for (const Role& role : vocabulary_.roles) {
        if (!role.index.empty()) {
            all.push_back({"all " + role.name, sort(role.index)});
        }
    }
    return all.empty() ? std::nullopt : std::optional(decisions_.one_of(all));
}

std::string DefinedExpressions::condition(const Scope& scope, int depth) {
    if (depth <= 0 || decisions_.one_in(2)) {
        return any_atom(scope, depth);
    }
    const auto part = [&] {
        return condition(scope, depth - 1);
    };
    switch (decisions_.below(7)) {
    case 0:
    case 1:
        return "(" + part() + " and " + part() + ")";
    case 2:
        return "(" + part() + " or " + part() + ")";
    case 3:
        return "(not " + part() + ")";
    case 4:
        return "(" + part() + " implies " + part() + ")";
    case 5:
        return "(" + part() + " iff " + part() + ")";
    default:
        return "(if " + part() + " then " + part() + " else " + part() + ")";
    }
}

std::string DefinedExpressions::any_atom(const Scope& scope, int depth) {
    if (scope.role == nullptr && decisions_.one_in(3)) {
        return atom_of_property(scope);
    }
    const std::vector<Named> all = places(scope);
    std::string text = "true";
    // Of some places nothing can be said with what is at hand.
    for (int attempt = 0; attempt < 4 && !all.empty() && text == "true"; ++attempt) {
        text = atom(decisions_.one_of(all), scope, depth);
    }
    return text;
}

std::string DefinedExpressions::atom_of_property(const Scope& scope) {
    if (decisions_.one_in(4)) {
        const Role& role = decisions_.one_of(vocabulary_.roles);
        const std::vector<Named> who =
            role.index.empty() ? std::vector<Named>{} : places_of(scope, sort(role.index));
        if (!role.timers.empty() && (role.index.empty() || !who.empty())) {
            const Timer& timer = decisions_.one_of(role.timers);
            std::string text = "armed(" + role.name +
                               (role.index.empty() ? "" : "[" + decisions_.one_of(who).name + "]") +
                               "." + timer.name;
            if (timer.key.empty()) {
                return text + ")";
            }
            if (const auto key = value(timer.key[0], scope, 0)) {
                return text + "[" + *key + "])";
            }
        }
    }
    return pattern(decisions_.one_of(vocabulary_.messages),
                   decisions_.one_in(4) ? "in_flight" : "sent",
                   scope);
}

std::string
DefinedExpressions::pattern(const Message& message, const std::string& word, const Scope& scope) {
    std::string fields;
    for (const Named& field : message.fields) {
        if (field.type.kind == Kind::integer || decisions_.one_in(2)) {
            if (const auto text = value(field.type, scope, 0)) {
                fields += (fields.empty() ? "" : ", ") + field.name + ": " + *text;
            }
        }
    }
    std::string text = word + "(" + message.name + "(" + fields + ")";
    const auto party = [&](const std::string& preposition, const std::string& role) {
        const std::string& index = vocabulary_.role(role).index;
        if (index.empty() || decisions_.one_in(3)) {
            return;
        }
        if (const auto who = value(sort(index), scope, 0)) {
            text += " " + preposition + " " + *who;
        }
    };
    party("from", message.from);
    party("to", message.to);
    return text + ")";
}

std::string DefinedExpressions::equality(const Named& place, const Scope& scope, int depth) {
    for (int attempt = 0; attempt < 3; ++attempt) {
        const auto other = value(place.type, scope, depth - 1);
        if (other && *other != place.name) {
            return "(" + place.name + (decisions_.one_in(3) ? " != " : " == ") + *other + ")";
        }
    }
    return "true";
}

std::string DefinedExpressions::comparison(const Named& place, const Scope& scope, int depth) {
    static const std::vector<std::string> kOrders = {"<=", "<", ">=", ">", "=="};
    const std::string other = integer_value(scope, depth - 1);
    return "(" + place.name + " " + decisions_.one_of(kOrders) + " " +
           (other == place.name ? std::to_string(decisions_.below(3)) : other) + ")";
}

std::string DefinedExpressions::atom(const Named& place, const Scope& scope, int depth) {
    switch (place.type.kind) {
    case Kind::boolean:
        return decisions_.one_in(2) ? "(not " + place.name + ")" : place.name;
    case Kind::integer:
        return comparison(place, scope, depth);
    case Kind::sort:
        for (const Function& function : vocabulary_.functions) {
            if (function.result == boolean() && function.parameters[0].type == place.type &&
                decisions_.one_in(3)) {
                if (const auto other = value(place.type, scope, 0)) {
                    return function.name + "(" + place.name + ", " + *other + ")";
                }
            }
        }
        return equality(place, scope, depth);
    case Kind::enumeration:
    case Kind::request:
        return equality(place, scope, depth);
    case Kind::record: {
        const Named& field = decisions_.one_of(vocabulary_.record(place.type.name).fields);
        return atom({place.name + "." + field.name, field.type}, scope, depth);
    }
    case Kind::option:
        switch (decisions_.below(5)) {
        case 0:
            return "(" + place.name + " is none)";
        case 1:
            return "(" + place.name + " is some)";
        case 2:
            return "(" + place.name + " is some and " +
                   atom({place.name + ".value", place.type.parts[0]}, scope, depth - 1) + ")";
        default:
            return equality(place, scope, depth);
        }
    case Kind::map:
        return atom_of_map(place, scope, depth);
    case Kind::set:
    case Kind::list:
    case Kind::distinct:
        return atom_of_collection(place, scope, depth);
    }
    return "true";
}

std::string
DefinedExpressions::atom_of_collection(const Named& place, const Scope& scope, int depth) {
    const Type& element = place.type.parts[0];
    const bool is_set = place.type.kind == Kind::set;
    switch (decisions_.below(8)) {
    case 0:
        return "(" + place.name + (decisions_.one_in(2) ? " == " : " != ") +
               (is_set ? "{})" : "[])");
    case 1: {
        const std::string name = fresh_name("q");
        return "(" + std::string(decisions_.one_in(2) ? "forall " : "exists ") + name + " in " +
               place.name + ". " + atom({name, element}, scope.with({name, element}), depth - 1) +
               ")";
    }
    case 2:
        if (is_set) {
            for (const Role& role : vocabulary_.roles) {
                if (!role.index.empty() && sort(role.index) == element) {
                    return "majority(" + place.name + ", all " + role.name + ")";
                }
            }
        }
        [[fallthrough]];
    case 3:
        if (is_set) {
            if (const auto other = value(place.type, scope, depth - 1)) {
                return "(" + place.name + " subset " + *other + ")";
            }
        }
        return "(size(" + place.name + ") <= " + std::to_string(decisions_.below(3)) + ")";
    default: {
        const auto what = value(element, scope, depth - 1);
        if (!what) {
            return is_set ? "(" + place.name + " == {})" : "(" + place.name + " == [])";
        }
        const std::string in = "(" + *what + " in " + place.name + ")";
        return decisions_.one_in(2) ? "(not " + in + ")" : in;
    }
    }
}

bool DefinedExpressions::can_be_optional(const Type& type) const {
    if (type.kind != Kind::record) {
        return type.is_scalar() || type.kind == Kind::request;
    }
    const auto& fields = vocabulary_.record(type.name).fields;
    return std::all_of(
        fields.begin(), fields.end(), [](const Named& field) { return field.type.is_scalar(); });
}

std::string DefinedExpressions::atom_of_map(const Named& place, const Scope& scope, int depth) {
    const Type& key_type = place.type.parts[0];
    const auto key = value(key_type, scope, 0);
    if (!key || decisions_.one_in(6)) {
        const std::string name = fresh_name("q");
        return "(forall " + name + " in keys(" + place.name + "). " +
               atom({place.name + "[" + name + "]", place.type.parts[1]},
                    scope.with({name, key_type}),
                    depth - 1) +
               ")";
    }
    const std::string is_in = *key + " in " + place.name;
    const Named entry{place.name + "[" + *key + "]", place.type.parts[1]};
    switch (decisions_.below(6)) {
    case 0:
        return "(" + is_in + ")";
    case 1:
        return "(not " + is_in + ")";
    case 2:
        if (const auto found =
                can_be_optional(entry.type) ? value(entry.type, scope, depth - 1) : std::nullopt) {
            return "(" + place.name + "?[" + *key + "] == some(" + *found + "))";
        }
        [[fallthrough]];
    case 3:
        return "(" + is_in + " implies " + atom(entry, scope, depth - 1) + ")";
    case 4:
        if (decisions_.one_in(8)) { // the key need not be there
            return atom(entry, scope, depth - 1);
        }
        [[fallthrough]];
    default:
        return "(" + is_in + " and " + atom(entry, scope, depth - 1) + ")";
    }
}

std::string DefinedExpressions::integer_value(const Scope& scope, int depth) {
    const std::vector<Named> all = places_of(scope, integer());
    const auto simple = [&]() -> std::string {
        return all.empty() || decisions_.one_in(3) ? std::to_string(decisions_.below(3))
                                                   : decisions_.one_of(all).name;
    };
    if (depth <= 0 || decisions_.one_in(2)) {
        return simple();
    }
    switch (decisions_.below(6)) {
    case 0:
        return "(" + simple() + " + " + simple() + ")";
    case 1:
        return "(" + simple() + " - 1)";
    case 2:
        return "(if " + condition(scope, depth - 1) + " then " + simple() + " else " + simple() +
               ")";
    case 3:
        for (const Named& place : places(scope)) {
            const Kind kind = place.type.kind;
            if ((kind == Kind::set || kind == Kind::list || kind == Kind::map) &&
                decisions_.one_in(2)) {
                return "size(" + place.name + ")";
            }
        }
        return simple();
    case 4:
        for (const Function& function : vocabulary_.functions) {
            if (function.result == integer()) {
                if (const auto of = value(function.parameters[0].type, scope, 0)) {
                    return function.name + "(" + *of + ")";
                }
            }
        }
        return simple();
    default:
        return "(" + simple() + " + 1)";
    }
}

std::optional<std::string>
DefinedExpressions::sort_value(const Type& type, const Scope& scope, int depth) {
    const std::vector<Named> all = places_of(scope, type);
    if (all.empty()) {
        return std::nullopt;
    }
    std::string simple = decisions_.one_of(all).name;
    for (const Function& function : vocabulary_.functions) {
        if (function.result == type && function.parameters[0].type == type &&
            decisions_.one_in(4)) {
            return function.name + "(" + simple + ")";
        }
    }
    if (depth > 0 && decisions_.one_in(8)) {
        for (const Named& place : places(scope)) {
            if (place.type == option(type)) {
                return "(if " + place.name + " is some then " + place.name + ".value else " +
                       simple + ")";
            }
        }
    }
    return simple;
}

std::string DefinedExpressions::constructed_set(const Type& type, const Scope& scope, int depth) {
    const Type& element = type.parts[0];
    const std::vector<Named> sets = places_of(scope, type);
    const auto one = value(element, scope, depth - 1);
    const std::string single = one ? "{" + *one + "}" : "{}";
    if (sets.empty() || decisions_.one_in(3)) {
        for (const Role& role : vocabulary_.roles) {
            if (!role.index.empty() && sort(role.index) == element && decisions_.one_in(5)) {
                return "all " + role.name;
            }
        }
        for (const Named& place : places(scope)) {
            if (place.type.kind == Kind::map && place.type.parts[0] == element &&
                decisions_.one_in(2)) {
                return "keys(" + place.name + ")";
            }
        }
        return decisions_.one_in(4) ? "{}" : single;
    }
    const std::string& from = decisions_.one_of(sets).name;
    switch (decisions_.below(5)) {
    case 0:
        return "(" + from + " union " + single + ")";
    case 1:
        return "(" + from + " minus " + single + ")";
    case 2:
        return "(" + from + " inter " + decisions_.one_of(sets).name + ")";
    default: {
        const std::string name = fresh_name("z");
        return "{ " + name + " in " + from + " | " +
               atom({name, element}, scope.with({name, element}), depth - 1) + " }";
    }
    }
}

std::string DefinedExpressions::constructed_map(const Type& type, const Scope& scope, int depth) {
    const auto key = value(type.parts[0], scope, 0);
    const auto entry = value(type.parts[1], scope, depth - 1);
    const std::vector<Named> sets = places_of(scope, set(type.parts[0]));
    if (!sets.empty() && entry && decisions_.one_in(3)) {
        const std::string name = fresh_name("k");
        return "{ " + name + " -> " + *entry + " for " + name + " in " +
               decisions_.one_of(sets).name + " }";
    }
    return key && entry && decisions_.one_in(2) ? "{ " + *key + " -> " + *entry + " }" : "{}";
}

std::optional<std::string>
DefinedExpressions::record_value(const Type& type, const Scope& scope, int depth) {
    std::string fields;
    for (const Named& field : vocabulary_.record(type.name).fields) {
        const auto text = value(field.type, scope, depth - 1);
        if (!text) {
            return std::nullopt;
        }
        fields += (fields.empty() ? "" : ", ") + field.name + ": " + *text;
    }
    return type.name + " { " + fields + " }";
}

std::optional<std::string>
DefinedExpressions::value(const Type& type, const Scope& scope, int depth) {
    const std::vector<Named> all = places_of(scope, type);
    if (!all.empty() && (depth <= 0 || decisions_.one_in(2))) {
        return decisions_.one_of(all).name;
    }
    switch (type.kind) {
    case Kind::boolean:
        if (depth > 0 && decisions_.one_in(2)) {
            return condition(scope, depth - 1);
        }
        return decisions_.one_in(2) ? "true" : "false";
    case Kind::integer:
        return integer_value(scope, depth);
    case Kind::sort:
        return sort_value(type, scope, depth);
    case Kind::enumeration:
        return decisions_.one_of(vocabulary_.enumerators);
    case Kind::record:
        return record_value(type, scope, depth);
    case Kind::option: {
        const auto inner = value(type.parts[0], scope, depth - 1);
        return inner && !decisions_.one_in(4) ? "some(" + *inner + ")" : "none";
    }
    case Kind::set:
        return constructed_set(type, scope, depth);
    case Kind::map:
        return constructed_map(type, scope, depth);
    case Kind::list:
    case Kind::distinct: {
        const auto inner = value(type.parts[0], scope, depth - 1);
        return inner && !decisions_.one_in(3) ? "[" + *inner + "]" : "[]";
    }
    case Kind::request:
        return std::nullopt;
    }
    return std::nullopt;
}

} // namespace muster::test::generator
