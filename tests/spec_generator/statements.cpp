#include "tests/spec_generator/statements.hpp"

#include <algorithm>

namespace muster::test::generator {
namespace {

using Kind = Type::Kind;

// Between two statements: what may stand there without a meaning.
std::string separator(Decisions& decisions) {
    static const std::vector<std::string> kAll = {"\n", "; ", "\n\n\n", " // why\n", "\n// why\n"};
    return decisions.one_of(kAll);
}

} // namespace

std::string StatementWriter::block(const Scope& scope, int depth) {
    std::string text = "{";
    Scope inner = scope;
    const std::size_t count = decisions_.below(4);
    for (std::size_t i = 0; i < count; ++i) {
        text += separator(decisions_) + statement(inner, depth);
    }
    return text + (decisions_.one_in(5) ? " // done\n}" : "\n}");
}

std::string StatementWriter::statement(Scope& scope, int depth) {
    const std::size_t simple = 7;
    switch (decisions_.below(depth <= 0 ? simple : simple + 3)) {
    case 0:
        return "ignore";
    case 1:
    case 2:
        return assignment(scope, depth);
    case 3:
        return change(scope, depth);
    case 4:
        return local(scope, depth);
    case 5:
        return send(scope, depth);
    case 6:
        return timer(scope, depth);
    case 7:
        return choice(scope, depth - 1);
    case 8:
        return loop(scope, depth - 1);
    default:
        return pick(scope, depth - 1);
    }
}

const Named* StatementWriter::variable(const Scope& scope, std::initializer_list<Kind> kinds) {
    std::vector<const Named*> fitting;
    for (const Named& each : scope.role->variables) {
        if (std::find(kinds.begin(), kinds.end(), each.type.kind) != kinds.end()) {
            fitting.push_back(&each);
        }
    }
    return fitting.empty() ? nullptr : decisions_.one_of(fitting);
}

std::string StatementWriter::assignment(const Scope& scope, int depth) {
    const Named& target = decisions_.one_of(scope.role->variables);
    if (target.type.kind == Kind::map && decisions_.one_in(2)) {
        return target.name + "[" + expressions_.write(target.type.parts[0], scope, depth) +
               "] = " + expressions_.write(target.type.parts[1], scope, depth);
    }
    if (target.type.kind == Kind::record && decisions_.one_in(2)) {
        const auto& fields = vocabulary_.record(target.type.name).fields;
        const Named& field = decisions_.one_of(fields);
        return target.name + "." + field.name + " = " +
               expressions_.write(field.type, scope, depth);
    }
    return target.name + " = " + expressions_.write(target.type, scope, depth);
}

std::string StatementWriter::change(const Scope& scope, int depth) {
    const Named* target =
        variable(scope, {Kind::integer, Kind::set, Kind::map, Kind::list, Kind::distinct});
    if (target == nullptr) {
        return "ignore";
    }
    const bool is_map = target->type.kind == Kind::map;
    const Type type = target->type.kind == Kind::integer ? integer() : target->type.parts[0];
    return target->name + (is_map || decisions_.one_in(2) ? " -= " : " += ") +
           expressions_.write(type, scope, depth);
}

std::string StatementWriter::local(Scope& scope, int depth) {
    const Type type = expressions_.some_scalar();
    const Named named{expressions_.fresh_name("v"), type};
    // An enumerator or `none` alone would not say which type it has, so a scalar is asked for.
    const bool is_enum = type.kind == Kind::enumeration;
    const std::string value = is_enum ? "first_color" : expressions_.write(type, scope, depth);
    scope.locals.push_back(named);
    return "let " + named.name + " = " + value;
}

std::string StatementWriter::choice(const Scope& scope, int depth) {
    std::string text =
        "if " + expressions_.write(boolean(), scope, depth) + " " + block(scope, depth);
    if (decisions_.one_in(2)) {
        text += decisions_.one_in(2) ? " else " : " // or\n else ";
        text += decisions_.one_in(3) ? choice(scope, depth - 1) : block(scope, depth);
    }
    return text;
}

std::string StatementWriter::send(const Scope& scope, int depth) {
    std::vector<const Message*> own;
    for (const Message& message : vocabulary_.messages) {
        if (message.from == scope.role->name) {
            own.push_back(&message);
        }
    }
    if (own.empty()) {
        return "ignore";
    }
    const Message& message = *decisions_.one_of(own);
    std::string fields;
    for (const Named& field : message.fields) {
        fields += (fields.empty() ? "" : ", ") + field.name + ": " +
                  expressions_.write(field.type, scope, depth);
    }
    const std::string& index = vocabulary_.role(message.to).index;
    const std::string to = index.empty() ? message.to : expressions_.write(sort(index), scope, 0);
    return "send " + message.name + "(" + fields + ") to " + to;
}

std::string StatementWriter::timer(const Scope& scope, int depth) {
    if (scope.role->timers.empty()) {
        return "ignore";
    }
    const Timer& timer = decisions_.one_of(scope.role->timers);
    std::string name = timer.name;
    if (!timer.key.empty()) {
        name += "[" + expressions_.write(timer.key[0], scope, depth) + "]";
    }
    switch (decisions_.below(timer.has_duration ? 3 : 2)) {
    case 0:
        return "stop " + name;
    case 2:
        return "start " + name;
    default:
        return "start " + name + " for " + (decisions_.one_in(2) ? "5s" : "1500");
    }
}

std::string StatementWriter::loop(const Scope& scope, int depth) {
    if (decisions_.one_in(2)) {
        const Named* list = variable(scope, {Kind::list, Kind::distinct});
        if (list != nullptr) {
            const Named each{expressions_.fresh_name("e"), list->type.parts[0]};
            return "for each " + each.name + " in " + list->name + " " +
                   block(scope.with(each), depth);
        }
    }
    const Named* target = variable(scope, {Kind::map});
    if (target == nullptr) {
        return "ignore";
    }
    const Named each{expressions_.fresh_name("e"), target->type.parts[0]};
    // Every iteration writes to what belongs to its own element only.
    const std::string body =
        decisions_.one_in(2)
            ? target->name + " -= " + each.name
            : target->name + "[" + each.name +
                  "] = " + expressions_.write(target->type.parts[1], scope.with(each), 1);
    return "for " + each.name + " in keys(" + target->name + ") { " + body + " }";
}

std::string StatementWriter::pick(const Scope& scope, int depth) {
    const Named* from = variable(scope, {Kind::set});
    if (from == nullptr) {
        return "ignore";
    }
    const Named each{expressions_.fresh_name("p"), from->type.parts[0]};
    const Scope inner = scope.with(each);
    std::string text = "pick " + each.name + " in " + from->name;
    if (decisions_.one_in(2)) {
        text += " where " + expressions_.write(boolean(), inner, depth);
    }
    if (decisions_.one_in(3)) {
        text += decisions_.one_in(2) ? " by max " : " by min ";
        text += expressions_.write(integer(), inner, depth);
    }
    text += " " + block(inner, depth);
    return text + (decisions_.one_in(2) ? " else " + block(scope, depth) : "");
}

} // namespace muster::test::generator
