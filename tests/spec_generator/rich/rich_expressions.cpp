#include "tests/spec_generator/rich/rich_expressions.hpp"

#include <algorithm>

namespace muster::test::generator {

using Kind = Type::Kind;

namespace {

void add_with_fields(std::vector<Named>& all, const Named& place, const Vocabulary& vocabulary) {
    all.push_back(place);
    if (place.type.kind == Kind::record) {
        for (const Named& field : vocabulary.record(place.type.name).fields) {
            add_with_fields(all, {place.name + "." + field.name, field.type}, vocabulary);
        }
    }
}

std::string bracketed(const std::string& text) {
    return "(" + text + ")";
}

} // namespace

std::vector<Named> RichExpressions::places(const Scope& scope) const {
    std::vector<Named> all;
    for (const auto* names : {&scope.locals, &vocabulary_.constants}) {
        for (const Named& each : *names) {
            add_with_fields(all, each, vocabulary_);
        }
    }
    if (scope.role != nullptr) {
        for (const auto* names : {&scope.role->variables, &scope.role->defs}) {
            for (const Named& each : *names) {
                add_with_fields(all, each, vocabulary_);
            }
        }
        if (!scope.role->index.empty()) {
            all.push_back({"me", sort(scope.role->index)});
        }
    }
    return all;
}

std::vector<Named> RichExpressions::places_of(const Scope& scope, const Type& type) const {
    std::vector<Named> fitting = places(scope);
    std::erase_if(fitting, [&](const Named& place) { return place.type != type; });
    return fitting;
}

bool RichExpressions::is_scalar(const Type& type) const {
    if (type.kind != Kind::record) {
        return type.is_scalar() || type.kind == Kind::request;
    }
    const auto& fields = vocabulary_.record(type.name).fields;
    return std::all_of(
        fields.begin(), fields.end(), [](const Named& field) { return field.type.is_scalar(); });
}

std::optional<std::string>
RichExpressions::arguments(const std::vector<Named>& parameters, const Scope& scope, int depth) {
    std::string text;
    for (const Named& parameter : parameters) {
        const auto argument = value(parameter.type, scope, depth);
        if (!argument) {
            return std::nullopt;
        }
        text += (text.empty() ? "" : ", ") + *argument;
    }
    return text;
}

std::optional<std::string> RichExpressions::value(const Type& type, const Scope& scope, int depth) {
    const std::vector<Named> here = places_of(scope, type);
    if (!here.empty() && (depth <= 0 || decisions_.one_in(2))) {
        return decisions_.one_of(here).name;
    }
    if (depth > 0 && decisions_.one_in(3)) {
        if (auto text = general(type, scope, depth - 1)) {
            return text;
        }
    }
    return constructed(type, scope, depth - 1);
}

// What there is of every type.
std::optional<std::string>
RichExpressions::general(const Type& type, const Scope& scope, int depth) {
    switch (decisions_.below(5)) {
    case 0: {
        const auto yes = value(type, scope, depth);
        const auto no = value(type, scope, depth);
        if (yes && no) {
            return "(if " + condition(scope, depth) + " then " + *yes + " else " + *no + ")";
        }
        return std::nullopt;
    }
    case 1:
        for (const Definition& definition : definitions_) {
            if (definition.result == type && decisions_.one_in(2)) {
                if (const auto given = arguments(definition.parameters, scope, depth)) {
                    return definition.name + (given->empty() ? "" : bracketed(*given));
                }
            }
        }
        return std::nullopt;
    case 2:
        for (const Function& function : vocabulary_.functions) {
            if (function.result == type) {
                if (const auto given = arguments(function.parameters, scope, depth)) {
                    return function.name + bracketed(*given);
                }
            }
        }
        return std::nullopt;
    case 3: {
        const std::vector<Named> options = places_of(scope, option(type));
        const auto other = value(type, scope, depth);
        if (!options.empty() && other) {
            const std::string& from = decisions_.one_of(options).name;
            return "(if " + from + " is some then " + from + ".value else " + *other + ")";
        }
        return std::nullopt;
    }
    default:
        return entry(type, scope, depth);
    }
}

// Of a map, or of a list.
std::optional<std::string> RichExpressions::entry(const Type& type, const Scope& scope, int depth) {
    const auto other = value(type, scope, depth);
    for (const Named& place : places(scope)) {
        if (place.type.kind == Kind::map && place.type.parts[1] == type && decisions_.one_in(2)) {
            const auto key = value(place.type.parts[0], scope, depth);
            if (key && other) {
                return decisions_.one_in(12)
                           ? place.name + "[" + *key + "]"
                           : "(if " + *key + " in " + place.name + " then " + place.name + "[" +
                                 *key + "] else " + *other + ")";
            }
        }
        const bool is_list = place.type.kind == Kind::list || place.type.kind == Kind::distinct;
        if (is_list && place.type.parts[0] == type && other && decisions_.one_in(2)) {
            const std::string x = names_.name("f");
            const Scope inner = scope.with({x, type});
            const std::string holds = condition(inner, depth);
            return "(if exists " + x + " in " + place.name + ". " + holds + " then (first " + x +
                   " in " + place.name + " where " + holds + ") else " + *other + ")";
        }
    }
    return std::nullopt;
}

std::optional<std::string>
RichExpressions::record(const Type& type, const Scope& scope, int depth) {
    const auto& fields = vocabulary_.record(type.name).fields;
    const std::vector<Named> here = places_of(scope, type);
    if (!here.empty() && decisions_.one_in(2)) {
        const Named& field = decisions_.one_of(fields);
        if (const auto changed = value(field.type, scope, depth)) {
            return bracketed(decisions_.one_of(here).name + " with { " + field.name + ": " +
                             *changed + " }");
        }
    }
    std::string text;
    for (const Named& field : fields) {
        const auto one = value(field.type, scope, depth);
        if (!one) {
            return std::nullopt;
        }
        text += (text.empty() ? "" : ", ") + field.name + ": " + *one;
    }
    return bracketed(type.name + " { " + text + " }");
}

std::optional<std::string>
RichExpressions::constructed(const Type& type, const Scope& scope, int depth) {
    switch (type.kind) {
    case Kind::boolean:
        return depth <= 0 ? (decisions_.one_in(2) ? "true" : "false") : condition(scope, depth);
    case Kind::integer:
        return integer_value(scope, depth);
    case Kind::sort: {
        const std::vector<Named> here = places_of(scope, type);
        return here.empty() ? std::nullopt : std::optional(decisions_.one_of(here).name);
    }
    case Kind::enumeration:
        return decisions_.one_of(vocabulary_.enumerators);
    case Kind::record:
        return record(type, scope, depth);
    case Kind::option: {
        const auto inner = value(type.parts[0], scope, depth);
        for (const Named& place : places(scope)) {
            if (place.type.kind == Kind::map && place.type.parts[1] == type.parts[0] &&
                is_scalar(type.parts[0]) && decisions_.one_in(2)) {
                if (const auto key = value(place.type.parts[0], scope, depth)) {
                    return place.name + "?[" + *key + "]";
                }
            }
        }
        return inner && !decisions_.one_in(4) ? "some(" + *inner + ")" : "none";
    }
    case Kind::set:
        return set_value(type, scope, depth);
    case Kind::map:
        return map_value(type, scope, depth);
    case Kind::list:
    case Kind::distinct:
        return list_value(type, scope, depth);
    case Kind::request:
        return std::nullopt;
    }
    return std::nullopt;
}

std::string RichExpressions::integer_value(const Scope& scope, int depth) {
    const auto part = [&] {
        return value(integer(), scope, depth).value_or("0");
    };
    if (depth <= 0) {
        return std::to_string(decisions_.below(4));
    }
    switch (decisions_.below(9)) {
    case 0:
        return bracketed(part() + " + " + part());
    case 1:
        return bracketed(part() + " - " + part());
    case 2:
        return bracketed(part() + " * " + std::to_string(decisions_.below(3)));
    case 3:
        return bracketed("-" + part());
    case 4:
    case 5:
        for (const Named& place : places(scope)) {
            const bool counts = place.type.kind == Kind::set || place.type.kind == Kind::list ||
                                place.type.kind == Kind::map || place.type.kind == Kind::distinct;
            if (counts && decisions_.one_in(3)) {
                return "size(" + place.name + ")";
            }
        }
        [[fallthrough]];
    case 6:
        if (const auto from = collection(scope, depth)) {
            const std::string x = names_.name("x");
            return "size({ " + x + " in " + from->name + " | " +
                   condition(scope.with({x, from->type}), depth - 1) + " })";
        }
        [[fallthrough]];
    default:
        return std::to_string(decisions_.below(4));
    }
}

std::optional<Named> RichExpressions::collection(const Scope& scope, int depth) {
    std::vector<Named> all;
    for (const Named& place : places(scope)) {
        if (place.type.kind == Kind::set) {
            all.push_back({place.name, place.type.parts[0]});
        } else if (place.type.kind == Kind::map) {
            all.push_back({"keys(" + place.name + ")", place.type.parts[0]});
        }
    }
    for (const Role& role : vocabulary_.roles) {
        if (!role.index.empty()) {
            all.push_back({"all " + role.name, sort(role.index)});
        }
    }
    if (all.empty()) {
        return std::nullopt;
    }
    Named one = decisions_.one_of(all);
    if (depth > 0 && decisions_.one_in(5)) {
        one.name = set_value(set(one.type), scope, depth - 1);
        // An empty literal has no type of its own.
        if (one.name.starts_with("{}")) {
            return std::nullopt;
        }
    }
    return one;
}

std::optional<Named> RichExpressions::list(const Scope& scope) {
    std::vector<Named> all;
    for (const Named& place : places(scope)) {
        if (place.type.kind == Kind::list || place.type.kind == Kind::distinct) {
            all.push_back({place.name, place.type.parts[0]});
        }
    }
    return all.empty() ? std::nullopt : std::optional(decisions_.one_of(all));
}

std::string RichExpressions::set_value(const Type& type, const Scope& scope, int depth) {
    const Type& element = type.parts[0];
    const auto one = value(element, scope, depth);
    const auto two = value(element, scope, depth);
    const std::string literal = !one || !two           ? "{}"
                                : decisions_.one_in(2) ? "{ " + *one + " }"
                                                       : "{ " + *one + ", " + *two + " }";
    const std::vector<Named> sets = places_of(scope, type);
    if (depth <= 0 || sets.empty() || decisions_.one_in(4)) {
        return literal;
    }
    const std::string& from = decisions_.one_of(sets).name;
    const std::string x = names_.name("s");
    const Scope inner = scope.with({x, element});
    switch (decisions_.below(6)) {
    case 0:
        return bracketed(from + " union " + value(type, scope, depth - 1).value_or(from));
    case 1:
        return bracketed(from + " minus " + value(type, scope, depth - 1).value_or(from));
    case 2:
        return bracketed(from + " inter " + value(type, scope, depth - 1).value_or(from));
    case 3:
        return "{ " + x + " in " + from + " | " + condition(inner, depth - 1) + " }";
    case 4: {
        const std::string y = names_.name("y");
        const auto other = collection(scope, depth - 1);
        if (!other) {
            return literal;
        }
        const Scope both = inner.with({y, other->type});
        return "{ " + value(element, both, depth - 1).value_or(x) + " | " + x + " in " + from +
               ", " + y + " in " + other->name + ", (" + condition(both, depth - 1) + ") }";
    }
    default:
        return literal;
    }
}

std::string RichExpressions::map_value(const Type& type, const Scope& scope, int depth) {
    const auto key = value(type.parts[0], scope, depth);
    const auto mapped = value(type.parts[1], scope, depth);
    if (!key || !mapped || decisions_.one_in(4)) {
        return "{}";
    }
    if (depth > 0 && decisions_.one_in(2)) {
        const std::vector<Named> sets = places_of(scope, set(type.parts[0]));
        if (!sets.empty()) {
            const std::string k = names_.name("k");
            const Scope inner = scope.with({k, type.parts[0]});
            return "{ " + k + " -> " + value(type.parts[1], inner, depth - 1).value_or(*mapped) +
                   " for " + k + " in " + decisions_.one_of(sets).name + ", (" +
                   condition(inner, depth - 1) + ") }";
        }
    }
    const auto second = value(type.parts[0], scope, depth);
    return "{ " + *key + " -> " + *mapped +
           (second && decisions_.one_in(3) ? ", " + *second + " -> " + *mapped : "") + " }";
}

std::string RichExpressions::list_value(const Type& type, const Scope& scope, int depth) {
    const auto one = value(type.parts[0], scope, depth);
    const auto two = value(type.parts[0], scope, depth);
    if (!one || decisions_.one_in(4)) {
        return "[]";
    }
    const bool has_two = two && *two != *one && decisions_.one_in(2);
    return "[" + *one + (has_two ? ", " + *two : "") + "]";
}

std::string RichExpressions::condition(const Scope& scope, int depth) {
    if (depth <= 0 || decisions_.one_in(3)) {
        return atom(scope, depth);
    }
    const auto part = [&] {
        return condition(scope, depth - 1);
    };
    switch (decisions_.below(7)) {
    case 0:
        return bracketed(part() + " and " + part());
    case 1:
        return bracketed(part() + " or " + part());
    case 2:
        return bracketed("not " + part());
    case 3:
        return bracketed(part() + " implies " + part());
    case 4:
        return bracketed(part() + " iff " + part());
    case 5:
        return value(boolean(), scope, depth - 1).value_or("true");
    default: {
        const auto from = collection(scope, depth - 1);
        if (!from) {
            return "false";
        }
        const std::string q = names_.name("q");
        return bracketed((decisions_.one_in(2) ? "forall " : "exists ") + q + " in " + from->name +
                         ". " + condition(scope.with({q, from->type}), depth - 1));
    }
    }
}

std::string RichExpressions::atom(const Scope& scope, int depth) {
    const std::vector<Named> all = places(scope);
    for (int attempt = 0; attempt < 4 && !all.empty(); ++attempt) {
        if (const auto text = about(decisions_.one_of(all), scope, depth)) {
            return *text;
        }
    }
    return decisions_.one_in(2) ? "true" : "false";
}

std::optional<std::string>
RichExpressions::about(const Named& place, const Scope& scope, int depth) {
    static const std::vector<std::string> kOrders = {"<=", "<", ">=", ">", "==", "!="};
    static const std::vector<std::string> kEqualities = {"==", "!="};
    const auto compared = [&](const std::vector<std::string>& operators) {
        const auto other = value(place.type, scope, depth - 1);
        return other ? std::optional(bracketed(place.name + " " + decisions_.one_of(operators) +
                                               " " + *other))
                     : std::nullopt;
    };
    const Kind kind = place.type.kind;
    if (kind == Kind::boolean) {
        return place.name;
    }
    if (kind == Kind::integer) {
        return compared(kOrders);
    }
    if (kind == Kind::option && decisions_.one_in(2)) {
        return bracketed(place.name + (decisions_.one_in(2) ? " is some" : " is none"));
    }
    const bool has_elements =
        kind == Kind::set || kind == Kind::map || kind == Kind::list || kind == Kind::distinct;
    if (!has_elements || decisions_.one_in(3)) {
        return compared(kEqualities);
    }
    if (kind == Kind::set && decisions_.one_in(3)) {
        for (const Role& role : vocabulary_.roles) {
            if (!role.index.empty() && sort(role.index) == place.type.parts[0]) {
                return "majority(" + place.name + ", all " + role.name + ")";
            }
        }
    }
    if (decisions_.one_in(3)) {
        const auto other = kind == Kind::set ? value(place.type, scope, depth - 1) : std::nullopt;
        return other ? bracketed(*other + " subset " + place.name) : "true";
    }
    const auto element = value(place.type.parts[0], scope, depth - 1);
    return element ? std::optional(bracketed(*element + " in " + place.name)) : std::nullopt;
}

} // namespace muster::test::generator
