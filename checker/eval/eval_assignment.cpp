#include "checker/eval/collections.hpp"
#include "checker/eval/interpreter.hpp"
#include "checker/eval/wording.hpp"

#include <fmt/format.h>

namespace muster::checker {

using namespace spec::typed;

Flow Interpreter::run_node(const Assign& node, spec::Span span) {
    Value value = eval(node.value);
    workspace_.mark_used(spec_.expr(node.value).type, value);
    update(
        node.place, span, LastKey::may_be_new, [&](const Value*, spec::TypeId) { return value; });
    return Flow::next;
}

Flow Interpreter::run_node(const AddElement& node, spec::Span span) {
    const Value element = eval(node.element);
    workspace_.mark_used(spec_.expr(node.element).type, element);
    const auto append_to = [&](const Value& list) {
        if (list.items().size() >= kMaxListElements) {
            fail(Failure::Kind::out_of_reach,
                 fmt::format("a list gets more than {} elements", kMaxListElements),
                 span);
        }
        return list_append(list, element);
    };
    update(node.place, span, LastKey::must_be_there, [&](const Value* old, spec::TypeId type) {
        switch (spec_.types[type].kind) {
        case spec::TypeKind::list:
            return append_to(*old);
        case spec::TypeKind::distinct_list:
            return list_contains(*old, element) ? *old : append_to(*old);
        default:
            return set_insert(*old, element);
        }
    });
    return Flow::next;
}

Flow Interpreter::run_node(const RemoveElement& node, spec::Span span) {
    const Value element = eval(node.element);
    update(node.place, span, LastKey::must_be_there, [&](const Value* old, spec::TypeId type) {
        switch (spec_.types[type].kind) {
        case spec::TypeKind::map:
            return map_remove(*old, element);
        case spec::TypeKind::list:
        case spec::TypeKind::distinct_list:
            return list_remove(*old, element);
        default:
            return set_remove(*old, element);
        }
    });
    return Flow::next;
}

void Interpreter::update(const Place& place,
                         spec::Span span,
                         LastKey last_key,
                         const Change& change) {
    const auto process = static_cast<std::size_t>(process_);
    const Value old = workspace_.read(place.variable, process);
    workspace_.write(
        place.variable,
        process,
        update_path({place, span, last_key, change}, 0, spec_.variable(place.variable).type, &old));
}

// `old` is null where the last step of the path adds a key; only a plain assignment can do that.
Value Interpreter::update_path(const PathUpdate& path,
                               std::size_t step,
                               spec::TypeId id,
                               const Value* old) {
    if (step == path.place.path.size()) {
        return path.change(old, id);
    }
    const spec::Type& type = spec_.types[id];
    if (const auto* field = std::get_if<PlaceField>(&path.place.path[step])) {
        const spec::TypeId field_type = spec_.records[type.declaration].fields[field->field].type;
        return with_item(*old,
                         field->field,
                         update_path(path, step + 1, field_type, &old->items()[field->field]));
    }
    const spec::ExprId key_expr = std::get<PlaceKey>(path.place.path[step]).key;
    const Value key = eval(key_expr);
    const Value* value = map_find(*old, key);
    workspace_.mark_used(type.first, key);
    const bool is_last = step + 1 == path.place.path.size();
    if (value == nullptr && !(is_last && path.last_key == LastKey::may_be_new)) {
        fail(Failure::Kind::undefined,
             fmt::format("`{}` has no key `{}` yet",
                         spec_.variable(path.place.variable).name,
                         describe(spec_, key_expr)),
             path.span);
    }
    return map_insert(*old, key, update_path(path, step + 1, type.second, value));
}

} // namespace muster::checker
