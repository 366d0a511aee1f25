#include "tests/spec_generator/plausible/careful_statements.hpp"

#include <utility>

namespace muster::test::generator {
namespace {

using Kind = Type::Kind;
using Lines = std::vector<std::string>;

void append(Lines& lines, Lines more) {
    for (std::string& line : more) {
        lines.push_back(std::move(line));
    }
}

Lines wrapped(const std::string& head, Lines inner) {
    Lines lines{head + " {"};
    append(lines, std::move(inner));
    lines.emplace_back("}");
    return lines;
}

// The inner lines of a block.
Lines inside(Lines block) {
    block.erase(block.begin());
    block.pop_back();
    return block;
}

} // namespace

Lines CarefulStatements::block(const Scope& scope,
                               int depth,
                               const std::optional<Request>& request) {
    Lines lines{"{"};
    Scope inner = scope;
    const std::size_t count = 1 + decisions_.below(depth > 1 ? 3 : 2);
    for (std::size_t i = 0; i < count; ++i) {
        append(lines, statement(inner, depth, request));
    }
    if (lines.size() == 1) {
        lines.emplace_back("ignore");
    }
    lines.emplace_back("}");
    return lines;
}

Lines CarefulStatements::statement(Scope& scope, int depth, const std::optional<Request>& request) {
    if (request && decisions_.one_in(2)) {
        return answer(scope, request);
    }
    switch (decisions_.below(depth <= 0 ? 9 : 16)) {
    case 0:
    case 1:
    case 2:
    case 3:
        return change(scope);
    case 4:
    case 5:
    case 6:
        return send(scope);
    case 7:
        return timer(scope);
    case 8:
        if (decisions_.one_in(6)) {
            return {"assert " + expressions_.condition(scope, 1)};
        }
        return answer(scope, std::nullopt);
    case 9:
    case 10:
        return choice(scope, depth);
    case 11:
        return loop(scope);
    case 12:
        return ordered_loop(scope, depth);
    case 13:
        return pick(scope, depth);
    case 14:
        return local(scope);
    default:
        if (!procedures_.empty() && decisions_.one_in(2)) {
            return {decisions_.one_of(procedures_) + "()"};
        }
        return wrapped("if " + expressions_.condition(scope, 1), {"return"});
    }
}

Lines CarefulStatements::change(const Scope& scope) {
    const Role& role = *scope.role;
    if (!role.ghosts.empty() && decisions_.one_in(5)) {
        return change_of(decisions_.one_of(role.ghosts), scope, true);
    }
    return role.variables.empty() ? Lines{}
                                  : change_of(decisions_.one_of(role.variables), scope, false);
}

Lines CarefulStatements::assignment(const Named& place, const Scope& scope) {
    const auto value = expressions_.value(place.type, scope, 2);
    return value && *value != place.name ? Lines{place.name + " = " + *value} : Lines{};
}

Lines CarefulStatements::change_of(const Named& place, const Scope& scope, bool in_ghost) {
    switch (place.type.kind) {
    case Kind::integer:
        if (decisions_.one_in(3)) {
            return assignment(place, scope);
        }
        return {place.name + (decisions_.one_in(5) ? " -= 1" : " += 1")};
    case Kind::record: {
        if (decisions_.one_in(3)) {
            return assignment(place, scope);
        }
        const Named& field = decisions_.one_of(vocabulary_.record(place.type.name).fields);
        return change_of({place.name + "." + field.name, field.type}, scope, in_ghost);
    }
    case Kind::map:
        return change_of_map(place, scope, in_ghost);
    case Kind::set:
    case Kind::list:
    case Kind::distinct: {
        if (decisions_.one_in(4)) {
            return assignment(place, scope);
        }
        const auto element = expressions_.value(place.type.parts[0], scope, 1);
        return element ? Lines{place.name + (decisions_.one_in(3) ? " -= " : " += ") + *element}
                       : Lines{};
    }
    case Kind::boolean:
        if (!decisions_.one_in(4)) {
            return {place.name + (decisions_.one_in(3) ? " = false" : " = true")};
        }
        return assignment(place, scope);
    case Kind::sort:
    case Kind::enumeration:
    case Kind::option:
    case Kind::request:
        return assignment(place, scope);
    }
    return {};
}

Lines CarefulStatements::change_of_map(const Named& place, const Scope& scope, bool in_ghost) {
    const auto key = expressions_.value(place.type.parts[0], scope, 0);
    if (!key) {
        return decisions_.one_in(3) ? Lines{place.name + " = {}"} : Lines{};
    }
    const Named entry{place.name + "[" + *key + "]", place.type.parts[1]};
    // No question may be asked about a ghost.
    switch (decisions_.below(in_ghost ? 2 : 6)) {
    case 0:
        return {place.name + " -= " + *key};
    case 1:
        if (!in_ghost) {
            return assignment(place, scope);
        }
        break;
    case 2: {
        const Lines changed = change_of(entry, scope, false);
        // Sometimes the key need not be there.
        return changed.empty() || decisions_.one_in(12)
                   ? changed
                   : wrapped("if " + *key + " in " + place.name, changed);
    }
    default:
        break;
    }
    const auto value = expressions_.value(entry.type, scope, 1);
    return value ? Lines{entry.name + " = " + *value} : Lines{};
}

std::optional<std::string> CarefulStatements::arguments(const Message& message,
                                                        const Scope& scope) {
    std::string text;
    for (const Named& field : message.fields) {
        const auto value = expressions_.value(field.type, scope, 1);
        if (!value) {
            return std::nullopt;
        }
        text += (text.empty() ? "" : ", ") + field.name + ": " + *value;
    }
    return message.name + "(" + text + ")";
}

Lines CarefulStatements::send(const Scope& scope) {
    std::vector<Message> own;
    for (const Message& message : vocabulary_.messages) {
        if (message.from == scope.role->name && !message.is_reply()) {
            own.push_back(message);
        }
    }
    if (own.empty()) {
        return {};
    }
    const Message& message = decisions_.one_of(own);
    const auto what = arguments(message, scope);
    const std::string& index = vocabulary_.role(message.to).index;
    const auto to =
        index.empty() ? std::optional(message.to) : expressions_.value(sort(index), scope, 0);
    return what && to ? Lines{"send " + *what + " to " + *to} : Lines{};
}

Lines CarefulStatements::answer(const Scope& scope, const std::optional<Request>& request) {
    if (request && request->reply != nullptr) {
        const auto what = arguments(*request->reply, scope);
        return what ? Lines{"reply " + *what} : Lines{};
    }
    // One that was kept.
    for (const Named& variable : scope.role->variables) {
        if (variable.type.kind != Kind::map || variable.type.parts[1].kind != Kind::request) {
            continue;
        }
        for (const Message& reply : vocabulary_.messages) {
            if (reply.request != variable.type.parts[1].name) {
                continue;
            }
            const auto key = expressions_.value(variable.type.parts[0], scope, 0);
            const auto what = arguments(reply, scope);
            if (key && what) {
                const std::string entry = variable.name + "[" + *key + "]";
                Lines inner{"reply " + *what + " to " + entry};
                if (!decisions_.one_in(3)) {
                    inner.push_back(variable.name + " -= " + *key);
                }
                return wrapped("if " + *key + " in " + variable.name, inner);
            }
        }
    }
    return {};
}

Lines CarefulStatements::timer(const Scope& scope) {
    if (scope.role->timers.empty()) {
        return {};
    }
    const Timer& timer = decisions_.one_of(scope.role->timers);
    std::string name = timer.name;
    if (!timer.key.empty()) {
        const auto key = expressions_.value(timer.key[0], scope, 0);
        if (!key) {
            return {};
        }
        name += "[" + *key + "]";
    }
    return {decisions_.one_in(4) ? "stop " + name : "start " + name};
}

Lines CarefulStatements::choice(const Scope& scope, int depth) {
    Lines lines = block(scope, depth - 1);
    lines.front() = "if " + expressions_.condition(scope, 1) + " {";
    if (decisions_.one_in(2)) {
        lines.back() = "} else {";
        append(lines, inside(block(scope, depth - 1)));
        lines.emplace_back("}");
    }
    return lines;
}

Lines CarefulStatements::loop(const Scope& scope) {
    const auto from = expressions_.collection(scope);
    if (!from) {
        return {};
    }
    const Named each{expressions_.fresh_name("e"), from->type};
    const Scope inner = scope.with(each);
    Lines body = loop_body(inner, each);
    if (decisions_.one_in(3)) {
        append(body, loop_body(inner, each));
    }
    if (body.empty()) {
        return {};
    }
    if (decisions_.one_in(3)) {
        body = wrapped("if " + expressions_.condition(inner, 1), body);
    }
    return wrapped("for " + each.name + " in " + from->name, body);
}

// Only what belongs to the element: iterations may not see each other.
Lines CarefulStatements::loop_body(const Scope& inner, const Named& each) {
    const Role& role = *inner.role;
    std::vector<Lines> possible;
    for (const Named& variable : role.variables) {
        if (variable.type.kind == Kind::set && variable.type.parts[0] == each.type) {
            possible.push_back({variable.name + " += " + each.name});
            possible.push_back({variable.name + " -= " + each.name});
        }
        if (variable.type.kind == Kind::map && variable.type.parts[0] == each.type) {
            possible.push_back({variable.name + " -= " + each.name});
            if (const auto value = expressions_.value(variable.type.parts[1], inner, 1)) {
                possible.push_back({variable.name + "[" + each.name + "] = " + *value});
            }
        }
    }
    for (const Timer& timer : role.timers) {
        if (!timer.key.empty() && timer.key[0] == each.type) {
            possible.push_back({"start " + timer.name + "[" + each.name + "]"});
        }
    }
    for (const Message& message : vocabulary_.messages) {
        const std::string& index = vocabulary_.role(message.to).index;
        if (message.from != role.name || message.is_reply() || index.empty() ||
            sort(index) != each.type) {
            continue;
        }
        if (const auto what = arguments(message, inner)) {
            possible.push_back({"send " + *what + " to " + each.name});
            possible.push_back(possible.back());
        }
    }
    return possible.empty() ? Lines{} : decisions_.one_of(possible);
}

Lines CarefulStatements::ordered_loop(const Scope& scope, int depth) {
    std::vector<Named> lists;
    for (const Named& place : expressions_.places(scope)) {
        if (place.type.kind == Kind::list || place.type.kind == Kind::distinct) {
            lists.push_back(place);
        }
    }
    if (lists.empty()) {
        return change(scope);
    }
    const Named& list = decisions_.one_of(lists);
    const Named each{expressions_.fresh_name("e"), list.type.parts[0]};
    Lines lines = block(scope.with(each), depth - 2);
    lines.front() = "for each " + each.name + " in " + list.name + " {";
    return lines;
}

Lines CarefulStatements::pick(const Scope& scope, int depth) {
    const auto from = expressions_.collection(scope);
    if (!from) {
        return {};
    }
    const Named each{expressions_.fresh_name("p"), from->type};
    const Scope inner = scope.with(each);
    std::string head = "pick " + each.name + " in " + from->name;
    if (decisions_.one_in(2)) {
        head += " where " + expressions_.condition(inner, 1);
    }
    if (decisions_.one_in(8)) {
        const auto measure = expressions_.value(integer(), inner, 1);
        head += (decisions_.one_in(2) ? " by max " : " by min ") + measure.value_or("0");
    }
    Lines lines = block(inner, depth - 1);
    lines.front() = head + " {";
    if (!decisions_.one_in(6)) {
        lines.back() = "} else {";
        append(lines, inside(block(scope, depth - 2)));
        lines.emplace_back("}");
    }
    return lines;
}

Lines CarefulStatements::local(Scope& scope) {
    const std::string name = expressions_.fresh_name("v");
    if (decisions_.one_in(3)) {
        const Type type = sort(vocabulary_.sorts.back());
        scope.locals.push_back({name, type});
        return {"let " + name + " = fresh " + type.name};
    }
    const std::vector<Named> all = expressions_.places(scope);
    if (all.empty()) {
        return {};
    }
    const Named from = decisions_.one_of(all);
    scope.locals.push_back({name, from.type});
    return {"let " + name + " = " + from.name};
}

} // namespace muster::test::generator
