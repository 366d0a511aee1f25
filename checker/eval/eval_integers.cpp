#include "checker/eval/interpreter.hpp"
#include "checker/eval/value_space.hpp"

#include <algorithm>

namespace muster::checker {
namespace {

// The integers in a value. A variable of a state that was not begun yet has no value of its type.
void collect(const spec::TypedSpec& spec, spec::TypeId id, const Value& value, Integers& integers) {
    if (!holds_integers(spec, id)) {
        return;
    }
    const spec::Type& type = spec.types[id];
    const auto items = value.items();
    switch (type.kind) {
    case spec::TypeKind::error:
    case spec::TypeKind::boolean:
    case spec::TypeKind::sort:
    case spec::TypeKind::enumeration:
    case spec::TypeKind::request:
        return;
    case spec::TypeKind::integer:
        integers.push_back(value.number());
        return;
    case spec::TypeKind::record:
        for (std::size_t i = 0; i < items.size(); ++i) {
            collect(spec, spec.records[type.declaration].fields[i].type, items[i], integers);
        }
        return;
    case spec::TypeKind::option:
    case spec::TypeKind::set:
    case spec::TypeKind::list:
    case spec::TypeKind::distinct_list:
        for (const Value& item : items) {
            collect(spec, type.first, item, integers);
        }
        return;
    case spec::TypeKind::map:
        for (std::size_t i = 0; i < items.size(); ++i) {
            collect(spec, i % 2 == 0 ? type.first : type.second, items[i], integers);
        }
        return;
    }
}

void collect_messages(const spec::TypedSpec& spec,
                      const IntegerPoints& points,
                      const std::vector<SentMessage>& messages,
                      Integers& integers) {
    for (const SentMessage& message : messages) {
        if (!points.messages.contains(message.message)) {
            continue;
        }
        const auto& fields = spec.message(message.message).fields;
        for (std::size_t i = 0; i < message.fields.size(); ++i) {
            collect(spec, fields[i].type, message.fields[i], integers);
        }
    }
}

void collect_timers(const spec::TypedSpec& spec,
                    const IntegerPoints& points,
                    const std::vector<ArmedTimer>& timers,
                    Integers& integers) {
    for (const ArmedTimer& armed : timers) {
        const spec::TypeId key = spec.timer(armed.timer).key_type;
        if (points.timers.contains(armed.timer) && key.valid()) {
            collect(spec, key, armed.key, integers);
        }
    }
}

void collect_state(const spec::TypedSpec& spec,
                   const IntegerPoints& points,
                   const State& state,
                   Integers& integers) {
    for (const spec::VariableId variable : points.variables) {
        for (const Value& value : state.variables[variable.value]) {
            collect(spec, spec.variable(variable).type, value, integers);
        }
    }
    collect_messages(spec, points, state.sent, integers);
    collect_messages(spec, points, state.in_flight.loose, integers);
    collect_messages(spec, points, state.in_flight.queued, integers);
    collect_timers(spec, points, state.armed, integers);
    for (const spec::ConstId constant : points.constants) {
        if (constant.value < state.constants.size()) {
            collect(spec,
                    spec.constants[constant.value].type,
                    state.constants[constant.value],
                    integers);
        }
    }
    for (const spec::FunctionId function : points.functions) {
        if (function.value < state.functions.size()) {
            for (const Value& value : state.functions[function.value]) {
                collect(spec, spec.functions[function.value].result, value, integers);
            }
        }
    }
}

void collect_step(const spec::TypedSpec& spec,
                  const IntegerPoints& points,
                  const Workspace& step,
                  Integers& integers) {
    for (const Workspace::Write& write : step.writes()) {
        const spec::VariableId variable{write.variable};
        if (points.variables.contains(variable)) {
            collect(spec, spec.variable(variable).type, write.value, integers);
        }
    }
    collect_messages(spec, points, step.sends(), integers);
    collect_timers(spec, points, step.armed(), integers);
}

void make_ascending(Integers& integers) {
    std::sort(integers.begin(), integers.end());
    integers.erase(std::unique(integers.begin(), integers.end()), integers.end());
}

// Moves every integer by every offset; those that leave 64 bits are out of the evaluator's reach.
Integers moved(const Integers& integers, const std::vector<std::int64_t>& offsets) {
    Integers result;
    result.reserve(integers.size() * offsets.size());
    for (const std::int64_t integer : integers) {
        for (const std::int64_t offset : offsets) {
            std::int64_t point = 0;
            if (!__builtin_add_overflow(integer, offset, &point)) {
                result.push_back(point);
            }
        }
    }
    make_ascending(result);
    return result;
}

} // namespace

/// What a binder that ranges over integers was given in the formula being evaluated.
struct Interpreter::IntegerBinder {
    bool over_integers = false;
    spec::LocalId local;
    IntegerPoints points{};
    std::uint64_t formula = 0; // that the rest is about; 0: of none
    Integers integers{};
    std::vector<Value> values{};
};

void Interpreter::start_formula(View now, View before) {
    tick();
    now_ = now;
    before_ = before;
    formula_ = ++formulas_;
}

Interpreter::IntegerBinder* Interpreter::integer_binder(const spec::typed::Expr& expr,
                                                        const spec::typed::Binder& binder) {
    auto& known = integer_binders_[binder.local.value];
    if (!known) {
        known = std::make_shared<IntegerBinder>();
        known->local = binder.local;
        known->over_integers = ranges_over_integers(spec_, binder);
        if (known->over_integers) {
            known->points = integer_points(spec_, expr, binder);
        }
    }
    return known->over_integers ? known.get() : nullptr;
}

Integers Interpreter::integers_read(const IntegerPoints& points) const {
    Integers integers(points.literals.begin(), points.literals.end());
    integers.insert(integers.end(), universe_.integers.begin(), universe_.integers.end());
    for (const View& view : {now_, before_}) {
        if (view.state != nullptr) {
            collect_state(spec_, points, *view.state, integers);
        }
        if (view.step != nullptr) {
            collect_step(spec_, points, *view.step, integers);
        }
    }
    make_ascending(integers);
    return integers;
}

// Where the points are too many values of the binder's type, those of the universe must do.
void Interpreter::renew(IntegerBinder& binder) {
    if (binder.formula == formula_ && formula_ != 0) {
        return;
    }
    binder.formula = formula_;
    const spec::TypeId type = spec_.local(binder.local).type;
    if (!binder.points.of_universe_only) {
        Integers integers = moved(integers_read(binder.points), binder.points.offsets);
        if (integers == binder.integers) {
            return; // most steps leave them as they were
        }
        if (auto values = all_values(spec_, universe_, type, integers)) {
            binder.integers = std::move(integers);
            binder.values = std::move(*values);
            return;
        }
        binder.points.of_universe_only = true;
        binder.points.exact = false;
    }
    binder.integers = universe_.integers;
    binder.values = values_of(type);
}

const std::vector<Value>& Interpreter::integer_values(IntegerBinder& binder,
                                                      std::vector<Value>& more) {
    if (deadline_) {
        look_at_the_clock(); // what follows may build very many values
    }
    renew(binder);
    const Integers& known = binder.integers;
    Integers here;
    if (!binder.points.of_universe_only) {
        for (const spec::LocalId local : binder.points.locals) {
            collect(spec_, spec_.local(local).type, locals_[local.value], here);
        }
        here = moved(here, binder.points.offsets);
        std::erase_if(here, [&](std::int64_t point) {
            return std::binary_search(known.begin(), known.end(), point);
        });
    }
    if (here.empty()) {
        note_tried(binder, known);
        return binder.values;
    }
    here.insert(here.end(), known.begin(), known.end());
    make_ascending(here);
    auto values = all_values(spec_, universe_, spec_.local(binder.local).type, here);
    if (!values) {
        binder.points.exact = false;
        note_tried(binder, known);
        return binder.values;
    }
    note_tried(binder, here);
    more = std::move(*values);
    return more;
}

void Interpreter::note_tried(const IntegerBinder& binder, const std::vector<std::int64_t>& tried) {
    if (binder.points.exact || tried.empty()) {
        return;
    }
    spec::IntegerRange& range = tried_integers_[binder.local];
    range.low = std::min(range.low.value_or(tried.front()), tried.front());
    range.high = std::max(range.high.value_or(tried.back()), tried.back());
}

} // namespace muster::checker
