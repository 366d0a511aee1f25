#include "checker/bounded/symbolic_interpreter.hpp"
#include "checker/eval/wording.hpp"

#include <fmt/format.h>

/// Statements that change variables.
namespace muster::checker::bounded {

using namespace spec::typed;
using spec::TypeKind;

void SymbolicInterpreter::write(std::vector<Datum>& values,
                                const std::function<Datum(const Datum&)>& change) {
    for (const Alternative& alternative : process_->alternatives) {
        Datum& value = values.at(static_cast<std::size_t>(alternative.atom.offset));
        value = algebra_.choice(
            values.size() == 1 ? Bit::constant(true) : alternative.guard, change(value), value);
    }
}

void SymbolicInterpreter::run_node(const Assign& node, Path& path, spec::Span span) {
    const Datum value = eval(node.value);
    settle(path);
    mark_used(spec_.expr(node.value).type, value, path.live, path.state);
    update(node.place, path, span, LastKey::may_be_new, [&](const Datum&, spec::TypeId) {
        return value;
    });
}

void SymbolicInterpreter::run_node(const AddElement& node, Path& path, spec::Span span) {
    const Datum element = eval(node.element);
    const spec::TypeId element_type = spec_.expr(node.element).type;
    settle(path);
    mark_used(element_type, element, path.live, path.state);
    update(node.place, path, span, LastKey::must_be_there, [&](const Datum& old, spec::TypeId id) {
        const TypeKind kind = spec_.types[id].kind;
        if (kind == TypeKind::list || kind == TypeKind::distinct_list) {
            const Bit is_new = kind == TypeKind::list
                                   ? Bit::constant(true)
                                   : !algebra_.list_contains(element_type, old, element);
            return algebra_.append(old, element, is_new);
        }
        std::vector<Entry> entries = old->entries;
        for (const auto& [key, guard] : algebra_.keys(element_type, element)) {
            algebra_.put(entries, key, guard, nullptr);
        }
        return Algebra::collection(std::move(entries));
    });
}

void SymbolicInterpreter::run_node(const RemoveElement& node, Path& path, spec::Span span) {
    const Datum element = eval(node.element);
    const spec::TypeId element_type = spec_.expr(node.element).type;
    settle(path);
    update(node.place, path, span, LastKey::must_be_there, [&](const Datum& old, spec::TypeId id) {
        if (spec_.types.is_list(id)) {
            return algebra_.without(element_type, old, element);
        }
        std::vector<Entry> entries = old->entries;
        for (const auto& [key, guard] : algebra_.keys(element_type, element)) {
            algebra_.remove(entries, key, guard);
        }
        return Algebra::collection(std::move(entries));
    });
}

void SymbolicInterpreter::update(
    const Place& place, Path& path, spec::Span span, LastKey last_key, const Change& change) {
    const spec::TypeId type = spec_.variable(place.variable).type;
    auto values = path.state.layer.variables[place.variable.value];
    const PathUpdate what{place, span, last_key, change};
    for (const Alternative& acting : process_->alternatives) {
        Datum& value = values.at(static_cast<std::size_t>(acting.atom.offset));
        const Bit guard = values.size() == 1 ? Bit::constant(true) : acting.guard;
        context_ = circuit_.conjunction(path.live, guard);
        value = algebra_.choice(guard, update_path(what, 0, type, value, path), value);
    }
    context_ = path.live;
    path.state.layer.variables[place.variable.value] = std::move(values);
}

// The key has several alternatives, of which each is a place of its own.
Datum SymbolicInterpreter::update_path(
    const PathUpdate& what, std::size_t step, spec::TypeId id, const Datum& old, Path& path) {
    if (step == what.place.path.size()) {
        return what.change(old, id);
    }
    const spec::Type& type = spec_.types[id];
    if (const auto* field = std::get_if<PlaceField>(&what.place.path[step])) {
        const spec::TypeId field_type = spec_.records[type.declaration].fields[field->field].type;
        std::vector<Datum> parts = (old ? old : anything(id))->parts;
        parts[field->field] = update_path(what, step + 1, field_type, parts[field->field], path);
        return Algebra::row(std::move(parts));
    }
    const spec::ExprId key_expr = std::get<PlaceKey>(what.place.path[step]).key;
    const Datum key = eval(key_expr);
    mark_used(type.first, key, context_, path.state);
    const auto keys = algebra_.keys(type.first, key);
    const Datum map = old ? old : anything(id);
    const bool is_last = step + 1 == what.place.path.size();
    if (!is_last || what.last_key == LastKey::must_be_there) {
        fail_if(!algebra_.contains(map->entries, keys),
                Failure::Kind::undefined,
                fmt::format("`{}` has no key `{}` yet",
                            spec_.variable(what.place.variable).name,
                            describe(spec_, key_expr)),
                what.span);
    }
    std::vector<Entry> entries = map->entries;
    for (const auto& [at, guard] : keys) {
        const Datum before = algebra_.lookup(map->entries, {{at, Bit::constant(true)}});
        const Datum after = under(guard, [&] {
            return update_path(
                what, step + 1, type.second, before ? before : anything(type.second), path);
        });
        algebra_.put(entries, at, guard, after);
    }
    return Algebra::collection(std::move(entries));
}

void SymbolicInterpreter::mark_used(spec::SortId sort,
                                    const Datum& element,
                                    Bit condition,
                                    SymbolicState& state) {
    if (!layout_.draws_fresh(sort) || !element) {
        return;
    }
    for (const Alternative& alternative : element->alternatives) {
        Bit& used = state.used[sort.value].at(static_cast<std::size_t>(alternative.atom.offset));
        used = circuit_.disjunction(used, circuit_.conjunction(condition, alternative.guard));
    }
}

void SymbolicInterpreter::mark_used(spec::TypeId id,
                                    const Datum& datum,
                                    Bit condition,
                                    SymbolicState& state) {
    if (!layout_.holds_drawn(id) || !datum || condition.is_false()) {
        return;
    }
    const spec::Type& type = spec_.types[id];
    switch (type.kind) {
    case TypeKind::sort:
        mark_used(spec::SortId{type.declaration}, datum, condition, state);
        return;
    case TypeKind::request:
        mark_used(spec_.role(spec_.messages[type.declaration].from).index,
                  datum->parts[0],
                  condition,
                  state);
        return;
    case TypeKind::record: {
        const auto& fields = spec_.records[type.declaration].fields;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            mark_used(fields[i].type, datum->parts[i], condition, state);
        }
        return;
    }
    case TypeKind::option:
        mark_used(type.first, datum->parts[0], circuit_.conjunction(condition, datum->flag), state);
        return;
    default:
        break;
    }
    for (const Entry& entry : datum->entries) {
        const Bit here = circuit_.conjunction(condition, entry.present);
        mark_used(type.first, algebra_.element(id, entry), here, state);
        if (type.kind == TypeKind::map) {
            mark_used(type.second, entry.value, here, state);
        }
    }
}

} // namespace muster::checker::bounded
