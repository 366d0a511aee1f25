#include "tests/spec_generator/expressions.hpp"

namespace muster::test::generator {
namespace {

using Kind = Type::Kind;

// Levels of binding, from the loosest; see the table of operators in the language reference.
constexpr int kLoosest = 0;
constexpr int kIff = 1;
constexpr int kImplies = 2;
constexpr int kOr = 3;
constexpr int kAnd = 4;
constexpr int kNot = 5;
constexpr int kComparison = 6;
constexpr int kUnion = 7;
constexpr int kSum = 8;
constexpr int kProduct = 9;
constexpr int kMinus = 10;

} // namespace

std::string ExpressionWriter::fresh_name(const std::string& stem) {
    return stem + std::to_string(names_++);
}

Type ExpressionWriter::some_scalar() {
    switch (decisions_.below(4)) {
    case 0:
        return boolean();
    case 1:
        return integer();
    case 2:
        return {Kind::enumeration, "E", {}};
    default:
        return sort(decisions_.one_of(vocabulary_.sorts));
    }
}

std::string ExpressionWriter::write(const Type& type, const Scope& scope, int depth) {
    return expression(type, scope, depth).text;
}

std::string ExpressionWriter::at_least(int level, const Type& type, const Scope& scope, int depth) {
    const Text inner = expression(type, scope, depth);
    const bool needs = inner.level < level || decisions_.one_in(10);
    return needs ? "(" + inner.text + ")" : inner.text;
}

ExpressionWriter::Text ExpressionWriter::infix(
    const std::string& op, int level, int right, const Type& type, const Scope& scope, int depth) {
    std::string left = at_least(level, type, scope, depth);
    return {left + " " + op + " " + at_least(right, type, scope, depth), level};
}

std::string ExpressionWriter::process(const Role& role, const Scope& scope) {
    if (role.index.empty()) {
        return role.name;
    }
    const std::vector<std::string> names = readable(sort(role.index), scope);
    return names.empty() ? "" : role.name + "[" + decisions_.one_of(names) + "]";
}

std::vector<std::string> ExpressionWriter::readable(const Type& type, const Scope& scope) {
    std::vector<std::string> names;
    const auto add = [&](const std::vector<Named>& all, const std::string& prefix) {
        for (const Named& one : all) {
            if (one.type == type) {
                names.push_back(prefix + one.name);
            }
        }
    };
    add(scope.locals, "");
    add(vocabulary_.constants, "");
    if (scope.role != nullptr) {
        add(scope.role->variables, "");
        add(scope.role->defs, "");
        if (!scope.role->index.empty() && sort(scope.role->index) == type) {
            names.emplace_back("me");
        }
        return names;
    }
    for (const Role& role : vocabulary_.roles) {
        if (role.index.empty()) {
            add(role.variables, role.name + ".");
            add(role.ghosts, role.name + ".");
            continue;
        }
        for (const Named& local : scope.locals) {
            if (local.type == sort(role.index)) {
                add(role.variables, role.name + "[" + local.name + "].");
                add(role.ghosts, role.name + "[" + local.name + "].");
            }
        }
    }
    return names;
}

ExpressionWriter::Text
ExpressionWriter::expression(const Type& type, const Scope& scope, int depth) {
    if (depth <= 0 || decisions_.one_in(3)) {
        const std::vector<std::string> names = readable(type, scope);
        if (!names.empty() && (type.kind == Kind::sort || !decisions_.one_in(4))) {
            std::string name = decisions_.one_of(names);
            if (scope.two_states && decisions_.one_in(3)) {
                name = "old(" + name + ")";
            }
            return {name};
        }
        return literal(type, scope, depth);
    }
    if (decisions_.one_in(10)) {
        return {"if " + write(boolean(), scope, depth - 1) + " then " +
                    write(type, scope, depth - 1) + " else " + write(type, scope, depth - 1),
                kLoosest};
    }
    switch (type.kind) {
    case Kind::boolean:
        return boolean_expression(scope, depth - 1);
    case Kind::integer:
        return integer_expression(scope, depth - 1);
    case Kind::set:
    case Kind::map:
    case Kind::list:
    case Kind::distinct:
        return collection(type, scope, depth - 1);
    case Kind::sort:
    case Kind::enumeration:
    case Kind::record:
    case Kind::option:
    case Kind::request:
        break;
    }
    const std::vector<std::string> maps = readable(map(sort(vocabulary_.sorts[0]), type), scope);
    const std::vector<std::string> keys = readable(sort(vocabulary_.sorts[0]), scope);
    if (!maps.empty() && !keys.empty()) {
        return {decisions_.one_of(maps) + "[" + decisions_.one_of(keys) + "]"};
    }
    return literal(type, scope, depth - 1);
}

ExpressionWriter::Text ExpressionWriter::literal(const Type& type, const Scope& scope, int depth) {
    switch (type.kind) {
    case Kind::boolean:
        return {decisions_.one_in(2) ? "true" : "false"};
    case Kind::integer:
        return {std::to_string(decisions_.below(4))};
    case Kind::enumeration:
        return {decisions_.one_of(vocabulary_.enumerators)};
    case Kind::sort: {
        const std::vector<std::string> names = readable(type, scope);
        // Where nothing of the sort is at hand, its elements have no name.
        return names.empty() ? Text{"any_" + type.name} : Text{decisions_.one_of(names)};
    }
    case Kind::record:
        return record_literal(type, scope, depth);
    case Kind::option:
        if (decisions_.one_in(2)) {
            return {"some(" + write(type.parts[0], scope, depth - 1) + ")"};
        }
        return {"none"};
    case Kind::set:
    case Kind::map:
    case Kind::list:
    case Kind::distinct:
        return {type.kind == Kind::list || type.kind == Kind::distinct ? "[]" : "{}"};
    case Kind::request: // a handler's own name for it is the only one
        break;
    }
    return {};
}

ExpressionWriter::Text
ExpressionWriter::record_literal(const Type& type, const Scope& scope, int depth) {
    std::string fields;
    for (const Named& field : vocabulary_.record(type.name).fields) {
        fields +=
            (fields.empty() ? "" : ", ") + field.name + ": " + write(field.type, scope, depth - 1);
    }
    return {type.name + " { " + fields + " }"};
}

ExpressionWriter::Text ExpressionWriter::boolean_expression(const Scope& scope, int depth) {
    const Type truth = boolean();
    switch (decisions_.below(scope.role == nullptr ? 11 : 9)) {
    case 0:
        return infix("and", kAnd, kAnd + 1, truth, scope, depth);
    case 1:
        return infix("or", kOr, kOr + 1, truth, scope, depth);
    case 2: {
        // `implies` groups to the right.
        std::string left = at_least(kImplies + 1, truth, scope, depth);
        return {left + " implies " + at_least(kImplies, truth, scope, depth), kImplies};
    }
    case 3:
        return infix("iff", kIff, kIff + 1, truth, scope, depth);
    case 4:
        return {"not " + at_least(kNot, truth, scope, depth), kNot};
    case 5:
    case 6:
        return comparison(scope, depth);
    case 7:
        return quantifier(scope, depth);
    case 8: {
        const Type type = option(some_scalar());
        const std::string what = decisions_.one_in(2) ? " is some" : " is none";
        const std::vector<std::string> names = readable(type, scope);
        return names.empty() ? literal(truth, scope, depth)
                             : Text{decisions_.one_of(names) + what, kComparison};
    }
    case 9:
        return pattern(scope, depth);
    default:
        return armed(scope, depth);
    }
}

ExpressionWriter::Text ExpressionWriter::comparison(const Scope& scope, int depth) {
    static const std::vector<std::string> kOrders = {"<", "<=", ">", ">=", "==", "!="};
    static const std::vector<std::string> kEqualities = {"==", "!="};
    if (decisions_.one_in(3)) {
        const Type element = some_scalar();
        const Type elements = set(element);
        if (decisions_.one_in(3)) {
            const std::vector<std::string> sets = readable(elements, scope);
            if (!sets.empty()) {
                return {decisions_.one_of(sets) + " subset " +
                            at_least(kComparison + 1, elements, scope, depth),
                        kComparison};
            }
        }
        const std::vector<std::string> sets = readable(elements, scope);
        if (!sets.empty()) {
            return {at_least(kComparison + 1, element, scope, depth) + " in " +
                        decisions_.one_of(sets),
                    kComparison};
        }
    }
    if (decisions_.one_in(2)) {
        const std::string& op = decisions_.one_of(kOrders);
        Text text = infix(op, kComparison + 1, kComparison + 1, integer(), scope, depth);
        text.level = kComparison; // neither side may be a comparison again
        return text;
    }
    // The left side settles the type, so it must have one of its own.
    const Type type = decisions_.one_in(2) ? option(some_scalar()) : some_scalar();
    const std::vector<std::string> names = readable(type, scope);
    if (names.empty()) {
        return literal(boolean(), scope, depth);
    }
    return {decisions_.one_of(names) + " " + decisions_.one_of(kEqualities) + " " +
                at_least(kComparison + 1, type, scope, depth),
            kComparison};
}

ExpressionWriter::Text ExpressionWriter::quantifier(const Scope& scope, int depth) {
    const std::string kind = decisions_.one_in(2) ? "exists " : "forall ";
    const std::string name = fresh_name("q");
    const bool over_type = scope.role == nullptr;
    const Type element = over_type ? sort(decisions_.one_of(vocabulary_.sorts)) : some_scalar();
    std::string binder = name + ": " + element.text();
    if (!over_type) {
        const std::vector<std::string> sets = readable(set(element), scope);
        if (sets.empty()) {
            return literal(boolean(), scope, depth);
        }
        binder = name + " in " + decisions_.one_of(sets);
    }
    return {kind + binder + ". " + write(boolean(), scope.with({name, element}), depth), kLoosest};
}

ExpressionWriter::Text ExpressionWriter::integer_expression(const Scope& scope, int depth) {
    switch (decisions_.below(5)) {
    case 0:
        return infix("+", kSum, kSum + 1, integer(), scope, depth);
    case 1:
        return infix("-", kSum, kSum + 1, integer(), scope, depth);
    case 2:
        return {at_least(kProduct, integer(), scope, depth) + " * " +
                    std::to_string(decisions_.below(3)),
                kProduct};
    case 3: {
        const std::vector<std::string> sets = readable(set(some_scalar()), scope);
        return sets.empty() ? literal(integer(), scope, depth)
                            : Text{"size(" + decisions_.one_of(sets) + ")"};
    }
    default:
        return {"-" + at_least(kPrimary, integer(), scope, depth), kMinus};
    }
}

ExpressionWriter::Text
ExpressionWriter::collection(const Type& type, const Scope& scope, int depth) {
    if (type.kind == Kind::map) {
        return {"{ " + write(type.parts[0], scope, depth - 1) + " -> " +
                write(type.parts[1], scope, depth - 1) + " }"};
    }
    const Type& element = type.parts[0];
    if (type.kind != Kind::set) {
        const std::string first = write(element, scope, depth - 1);
        const std::string second = write(element, scope, depth - 1);
        // A `distinct list` in which an element stands twice is a mistake.
        const bool is_repeated = type.kind == Kind::distinct && first == second;
        return {"[" + first + (is_repeated ? "" : ", " + second) + "]"};
    }
    const std::vector<std::string> sets = readable(type, scope);
    const std::string name = fresh_name("x");
    switch (decisions_.below(sets.empty() ? 1 : 5)) {
    case 0:
        return {"{ " + write(element, scope, depth - 1) + ", " + write(element, scope, depth - 1) +
                " }"};
    case 1:
        return infix("union", kUnion, kUnion + 1, type, scope, depth);
    case 2:
        return infix("inter", kUnion, kUnion + 1, type, scope, depth);
    case 3:
        return {"{ " + name + " in " + decisions_.one_of(sets) + " | " +
                write(boolean(), scope.with({name, element}), depth) + " }"};
    default:
        return {"{ " + name + " | " + name + " in " + decisions_.one_of(sets) + ", " +
                write(boolean(), scope.with({name, element}), depth) + " }"};
    }
}

ExpressionWriter::Text ExpressionWriter::pattern(const Scope& scope, int depth) {
    const Message& message = decisions_.one_of(vocabulary_.messages);
    std::string text = decisions_.one_in(4) ? "in_flight(" : "sent(";
    text += message.name + "(";
    bool first = true;
    for (const Named& field : message.fields) {
        if (decisions_.one_in(2)) {
            text += (first ? "" : ", ") + field.name + ": " + write(field.type, scope, depth - 1);
            first = false;
        }
    }
    text += ")";
    const auto party = [&](const std::string& word, const std::string& role) {
        const std::string& index = vocabulary_.role(role).index;
        const std::vector<std::string> names =
            index.empty() ? std::vector<std::string>{} : readable(sort(index), scope);
        if (!names.empty() && decisions_.one_in(2)) {
            text += " " + word + " " + decisions_.one_of(names);
        }
    };
    party("from", message.from);
    party("to", message.to);
    return {text + ")"};
}

ExpressionWriter::Text ExpressionWriter::armed(const Scope& scope, int depth) {
    const Role& role = decisions_.one_of(vocabulary_.roles);
    const std::string who = process(role, scope);
    if (role.timers.empty() || who.empty()) {
        return literal(boolean(), scope, depth);
    }
    const Timer& timer = decisions_.one_of(role.timers);
    std::string text = "armed(" + who + "." + timer.name;
    if (!timer.key.empty()) {
        const std::vector<std::string> keys = readable(timer.key[0], scope);
        if (keys.empty()) {
            return literal(boolean(), scope, depth);
        }
        text += "[" + decisions_.one_of(keys) + "]";
    }
    return {text + ")"};
}

} // namespace muster::test::generator
