#include "tests/spec_generator/rich/rich_statements.hpp"

namespace muster::test::generator {

using Kind = Type::Kind;

namespace {

constexpr int kDepth = 2;
constexpr const char* kNothing = "ignore";

} // namespace

std::string RichStatements::block(const Scope& scope, int depth, const Message* reply) {
    std::string text = "{\n";
    Scope inner = scope;
    for (std::size_t count = 1 + decisions_.below(3); count > 0; --count) {
        text += statement(inner, depth, reply) + "\n";
    }
    return text + "}";
}

std::string RichStatements::statement(Scope& scope, int depth, const Message* reply) {
    if (reply != nullptr && decisions_.one_in(3)) {
        return answer(*reply, scope);
    }
    if (depth > 0 && decisions_.one_in(2)) {
        return nested(scope, depth, reply);
    }
    switch (decisions_.below(9)) {
    case 0:
        return local(scope);
    case 1:
        return timer(scope);
    case 2:
        return call(scope);
    case 3:
    case 4:
        return send(scope);
    default:
        return change(scope);
    }
}

std::string RichStatements::nested(Scope& scope, int depth, const Message* reply) {
    switch (decisions_.below(7)) {
    case 0:
    case 1: {
        std::string text =
            "if " + expressions_.condition(scope, kDepth) + " " + block(scope, depth - 1, reply);
        if (decisions_.one_in(3)) {
            text += " else if " + expressions_.condition(scope, kDepth) + " " +
                    block(scope, depth - 1, reply);
        }
        return decisions_.one_in(2) ? text + " else " + block(scope, depth - 1, reply) : text;
    }
    case 2:
    case 3:
        return loop(scope, depth - 1);
    case 4: {
        const auto list = expressions_.list(scope);
        if (!list) {
            return kNothing;
        }
        const std::string each = names_.name("e");
        return "for each " + each + " in " + list->name + " " +
               block(scope.with({each, list->type}), depth - 1, reply);
    }
    case 5:
        return pick(scope, depth - 1, reply);
    default:
        return decisions_.one_in(2) ? "if " + expressions_.condition(scope, 1) + " {\nreturn\n}"
                                    : "assert " + expressions_.condition(scope, 1) + " or true";
    }
}

std::string RichStatements::assignment(const Named& place, const Scope& scope) {
    const auto value = expressions_.value(place.type, scope, kDepth);
    return value ? place.name + " = " + *value : kNothing;
}

std::string RichStatements::change(const Scope& scope) {
    const Role& role = *scope.role;
    if (!role.ghosts.empty() && decisions_.one_in(5)) {
        const Named& ghost = decisions_.one_of(role.ghosts);
        const auto element = ghost.type.kind == Kind::integer
                                 ? std::optional<std::string>("1")
                                 : expressions_.value(ghost.type.parts[0], scope, 1);
        return element ? ghost.name + " += " + *element : kNothing;
    }
    return change_of(decisions_.one_of(role.variables), scope);
}

std::string RichStatements::change_of(const Named& place, const Scope& scope) {
    switch (place.type.kind) {
    case Kind::integer:
        return decisions_.one_in(3) ? assignment(place, scope)
                                    : place.name + (decisions_.one_in(3) ? " -= " : " += ") +
                                          expressions_.value(integer(), scope, 1).value_or("1");
    case Kind::record: {
        if (decisions_.one_in(3)) {
            return assignment(place, scope);
        }
        const Named& field = decisions_.one_of(vocabulary_.record(place.type.name).fields);
        return change_of({place.name + "." + field.name, field.type}, scope);
    }
    case Kind::map:
        return change_of_entry(place, scope);
    case Kind::set:
    case Kind::list:
    case Kind::distinct: {
        const auto element = expressions_.value(place.type.parts[0], scope, kDepth);
        if (!element || decisions_.one_in(4)) {
            return assignment(place, scope);
        }
        return place.name + (decisions_.one_in(3) ? " -= " : " += ") + *element;
    }
    default:
        return assignment(place, scope);
    }
}

std::string RichStatements::change_of_entry(const Named& map, const Scope& scope) {
    const auto key = expressions_.value(map.type.parts[0], scope, 1);
    if (!key || decisions_.one_in(5)) {
        return assignment(map, scope);
    }
    const Named entry{map.name + "[" + *key + "]", map.type.parts[1]};
    switch (decisions_.below(4)) {
    case 0:
        return map.name + " -= " + *key;
    case 1:
        return assignment(entry, scope);
    default: {
        const std::string changed = change_of(entry, scope);
        return decisions_.one_in(15) ? changed
                                     : "if " + *key + " in " + map.name + " {\n" + changed +
                                           "\n} else {\n" + assignment(entry, scope) + "\n}";
    }
    }
}

std::string RichStatements::local(Scope& scope) {
    const std::string name = names_.name("v");
    if (decisions_.one_in(4)) {
        const Type type = sort(decisions_.one_of(vocabulary_.sorts));
        scope.locals.push_back({name, type});
        return "let " + name + " = fresh " + type.name;
    }
    const std::vector<Named> all = expressions_.places(scope);
    const Named from = decisions_.one_of(all);
    const bool is_plain = from.type.kind == Kind::integer || from.type.kind == Kind::boolean;
    const std::string value =
        is_plain ? expressions_.value(from.type, scope, kDepth).value_or(from.name) : from.name;
    scope.locals.push_back({name, from.type});
    return "let " + name + " = " + value;
}

std::optional<std::string> RichStatements::message(const Message& message, const Scope& scope) {
    std::string text;
    for (const Named& field : message.fields) {
        // An integer field has a default.
        if (field.type.kind == Kind::integer && decisions_.one_in(3)) {
            continue;
        }
        const auto value = expressions_.value(field.type, scope, kDepth);
        if (!value) {
            return std::nullopt;
        }
        text += (text.empty() ? "" : ", ") + field.name + ": " + *value;
    }
    return message.name + "(" + text + ")";
}

std::string RichStatements::send(const Scope& scope) {
    std::vector<Message> own;
    for (const Message& each : vocabulary_.messages) {
        if (each.from == scope.role->name && !each.is_reply()) {
            own.push_back(each);
        }
    }
    if (own.empty()) {
        return kNothing;
    }
    const Message& sent = decisions_.one_of(own);
    const std::string& index = vocabulary_.role(sent.to).index;
    const auto to =
        index.empty() ? std::optional(sent.to) : expressions_.value(sort(index), scope, 0);
    const auto what = message(sent, scope);
    return to && what ? "send " + *what + " to " + *to : kNothing;
}

std::string RichStatements::answer(const Message& reply, const Scope& scope) {
    const auto what = message(reply, scope);
    for (const Named& variable : scope.role->variables) {
        if (what && variable.type.kind == Kind::map &&
            variable.type.parts[1] == request(reply.request) && decisions_.one_in(2)) {
            if (const auto key = expressions_.value(variable.type.parts[0], scope, 0)) {
                return "if " + *key + " in " + variable.name + " {\nreply " + *what + " to " +
                       variable.name + "[" + *key + "]\n" + variable.name + " -= " + *key + "\n}";
            }
        }
    }
    return what ? "reply " + *what : kNothing;
}

std::string RichStatements::timer(const Scope& scope) {
    if (scope.role->timers.empty()) {
        return kNothing;
    }
    const Timer& timer = decisions_.one_of(scope.role->timers);
    std::string name = timer.name;
    if (!timer.key.empty()) {
        const auto key = expressions_.value(timer.key[0], scope, 1);
        if (!key) {
            return kNothing;
        }
        name += "[" + *key + "]";
    }
    if (decisions_.one_in(3)) {
        return "stop " + name;
    }
    return "start " + name +
           (decisions_.one_in(3) ? " for " + expressions_.value(integer(), scope, 1).value_or("5s")
                                 : "");
}

std::string RichStatements::loop(const Scope& scope, int depth) {
    const auto from = expressions_.collection(scope, 1);
    if (!from) {
        return kNothing;
    }
    const Named each{names_.name("e"), from->type};
    const Scope inner = scope.with(each);
    std::string body = loop_body(inner, each, depth);
    if (decisions_.one_in(2)) {
        body += "\n" + loop_body(inner, each, depth);
    }
    return "for " + each.name + " in " + from->name + " {\n" + body + "\n}";
}

// What belongs to the element, with anything that is read.
std::string RichStatements::loop_body(const Scope& inner, const Named& each, int depth) {
    if (depth > 0 && decisions_.one_in(4)) {
        return "if " + expressions_.condition(inner, kDepth) + " {\n" +
               loop_body(inner, each, depth - 1) + "\n}";
    }
    std::vector<std::string> possible;
    for (const Named& variable : inner.role->variables) {
        const bool is_own = !variable.type.parts.empty() && variable.type.parts[0] == each.type;
        if (is_own && variable.type.kind == Kind::set) {
            possible.push_back(variable.name + (decisions_.one_in(2) ? " += " : " -= ") +
                               each.name);
        }
        if (is_own && variable.type.kind == Kind::map) {
            const Named entry{variable.name + "[" + each.name + "]", variable.type.parts[1]};
            possible.push_back(variable.name + " -= " + each.name);
            possible.push_back(assignment(entry, inner));
            possible.push_back("if " + each.name + " in " + variable.name + " {\n" +
                               change_of(entry, inner) + "\n}");
        }
    }
    for (const Timer& timer : inner.role->timers) {
        if (!timer.key.empty() && timer.key[0] == each.type) {
            possible.push_back((decisions_.one_in(2) ? "start " : "stop ") + timer.name + "[" +
                               each.name + "]");
        }
    }
    for (const Message& sent : vocabulary_.messages) {
        const std::string& index = vocabulary_.role(sent.to).index;
        if (sent.from == inner.role->name && !sent.is_reply() && !index.empty() &&
            sort(index) == each.type) {
            if (const auto what = message(sent, inner)) {
                possible.push_back("send " + *what + " to " + each.name);
            }
        }
    }
    return possible.empty() ? kNothing : decisions_.one_of(possible);
}

std::string RichStatements::pick(const Scope& scope, int depth, const Message* reply) {
    const auto from = expressions_.collection(scope, 1);
    if (!from) {
        return kNothing;
    }
    const Named each{names_.name("p"), from->type};
    const Scope inner = scope.with(each);
    std::string text = "pick " + each.name + " in " + from->name;
    if (decisions_.one_in(2)) {
        text += " where " + expressions_.condition(inner, kDepth);
    }
    if (decisions_.one_in(3)) {
        text += (decisions_.one_in(2) ? " by max " : " by min ") +
                expressions_.value(integer(), inner, kDepth).value_or("0");
    }
    text += " " + block(inner, depth, reply);
    return decisions_.one_in(6) ? text : text + " else " + block(scope, depth, reply);
}

std::string RichStatements::call(const Scope& scope) {
    if (procedures_.empty()) {
        return change(scope);
    }
    const Procedure& procedure = decisions_.one_of(procedures_);
    const auto given = expressions_.arguments(procedure.parameters, scope, 1);
    return given ? procedure.name + "(" + *given + ")" : kNothing;
}

} // namespace muster::test::generator
