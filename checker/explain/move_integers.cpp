#include "checker/explain/move_integers.hpp"

#include "checker/eval/value_space.hpp"

#include <algorithm>
#include <utility>

namespace muster::checker {

using spec::TypeKind;

namespace {

/// Of entries with equal keys the first one stays.
void erase_equal_keys(std::vector<Value>& entries) {
    for (std::size_t i = 2; i < entries.size();) {
        if (entries[i] == entries[i - 2]) {
            const auto place = entries.begin() + static_cast<std::ptrdiff_t>(i);
            entries.erase(place, place + 2);
        } else {
            i += 2;
        }
    }
}

} // namespace

bool IntegerMover::can_merge() const {
    return std::none_of(
        spec_.functions.begin(), spec_.functions.end(), [&](const spec::FunctionInfo& function) {
            return std::any_of(function.parameters.begin(),
                               function.parameters.end(),
                               [&](spec::LocalId parameter) {
                                   return holds_integers(spec_, spec_.local(parameter).type);
                               });
        });
}

bool IntegerMover::can_move() const {
    return std::all_of(
        spec_.functions.begin(), spec_.functions.end(), [&](const spec::FunctionInfo& function) {
            return std::all_of(function.parameters.begin(),
                               function.parameters.end(),
                               [&](spec::LocalId parameter) {
                                   const spec::TypeId type = spec_.local(parameter).type;
                                   return spec_.types[type].kind == TypeKind::integer ||
                                          !holds_integers(spec_, type);
                               });
        });
}

/// The order of integers is kept, so the order of elements and keys is as well; but some may have
/// become equal.
template <class Visit>
Value IntegerMover::rewrite(spec::TypeId type, const Value& value, const Visit& visit) const {
    if (!holds_integers(spec_, type)) {
        return value;
    }
    const spec::Type& info = spec_.types[type];
    if (info.kind == TypeKind::integer) {
        return Value::scalar(visit(value.number()));
    }
    std::vector<Value> items;
    for (std::size_t i = 0; i < value.items().size(); ++i) {
        spec::TypeId inside = info.first;
        if (info.kind == TypeKind::record) {
            inside = spec_.records[info.declaration].fields[i].type;
        } else if (info.kind == TypeKind::map && i % 2 == 1) {
            inside = info.second;
        }
        items.push_back(rewrite(inside, value.items()[i], visit));
    }
    if (info.kind == TypeKind::set || info.kind == TypeKind::distinct_list) {
        items.erase(std::unique(items.begin(), items.end()), items.end());
    } else if (info.kind == TypeKind::map) {
        erase_equal_keys(items);
    }
    return Value::row(std::move(items));
}

template <class Visit>
void IntegerMover::rewrite(SentMessage& message, const Visit& visit) const {
    const auto& fields = spec_.message(message.message).fields;
    for (std::size_t f = 0; f < fields.size(); ++f) {
        message.fields[f] = rewrite(fields[f].type, message.fields[f], visit);
    }
}

template <class Visit>
void IntegerMover::rewrite(Event& event, const Visit& visit) const {
    if (event.message) {
        rewrite(*event.message, visit);
    }
    const Step& step = system_.steps[event.step];
    if (step.kind == StepKind::fire && event.timer_key) {
        const spec::TimerId timer = spec_.role(step.role).timer_handlers[step.index].timer;
        event.timer_key = rewrite(spec_.timer(timer).key_type, *event.timer_key, visit);
    }
    if (step.kind == StepKind::act) {
        const auto& parameters = spec_.role(step.role).actions[step.index].parameters;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            event.arguments[i] =
                rewrite(spec_.local(parameters[i]).type, event.arguments[i], visit);
        }
    }
}

template <class Visit>
void IntegerMover::rewrite(StepFrom& step, const Visit& visit) const {
    State& state = step.initial;
    for (std::size_t v = 0; v < state.variables.size(); ++v) {
        for (Value& value : state.variables[v]) {
            value = rewrite(spec_.variables[v].type, value, visit);
        }
    }
    for (auto* messages : {&state.sent, &state.in_flight.loose, &state.in_flight.queued}) {
        for (SentMessage& message : *messages) {
            rewrite(message, visit);
        }
    }
    for (ArmedTimer& armed : state.armed) {
        if (const spec::TypeId key = spec_.timer(armed.timer).key_type; key.valid()) {
            armed.key = rewrite(key, armed.key, visit);
        }
    }
    for (std::size_t f = 0; f < state.functions.size(); ++f) {
        for (Value& value : state.functions[f]) {
            value = rewrite(spec_.functions[f].result, value, visit);
        }
    }
    for (std::size_t c = 0; c < state.constants.size(); ++c) {
        state.constants[c] = rewrite(spec_.constants[c].type, state.constants[c], visit);
    }
    rewrite(step.event, visit);
}

std::set<std::int64_t> IntegerMover::occurring(const StepFrom& step) const {
    std::set<std::int64_t> found;
    StepFrom copy = step;
    rewrite(copy, [&](std::int64_t number) {
        found.insert(number);
        return number;
    });
    return found;
}

StepFrom IntegerMover::moved(const StepFrom& step, std::int64_t from, std::int64_t by) const {
    const auto move = [&](std::int64_t number) {
        const bool moves = by < 0 ? number >= from : number <= from;
        return moves ? number + by : number;
    };
    StepFrom result = step;
    rewrite(result, move);
    auto& integers = result.universe.integers;
    for (std::int64_t& number : integers) {
        number = move(number);
    }
    integers.erase(std::unique(integers.begin(), integers.end()), integers.end());
    return result;
}

StepFrom IntegerMover::shifted(const StepFrom& step, std::int64_t by) const {
    const auto shift = [&](std::int64_t number) {
        std::int64_t result = 0;
        return __builtin_add_overflow(number, by, &result) ? number : result;
    };
    StepFrom result = step;
    rewrite(result, shift);
    std::set<std::int64_t> integers{0};
    for (const std::int64_t number : step.universe.integers) {
        integers.insert(shift(number));
    }
    result.universe.integers.assign(integers.begin(), integers.end());
    return result;
}

std::size_t IntegerMover::values_of(spec::TypeId type, const Universe& universe) const {
    return spec_.types[type].kind == TypeKind::integer
               ? universe.integers.size()
               : all_values(spec_, universe, type, universe.integers)->size();
}

StepFrom IntegerMover::without(const StepFrom& step, std::int64_t integer) const {
    StepFrom result = step;
    const auto& before = step.universe.integers;
    const auto place =
        static_cast<std::size_t>(std::find(before.begin(), before.end(), integer) - before.begin());
    std::erase(result.universe.integers, integer);
    for (std::size_t f = 0; f < spec_.functions.size(); ++f) {
        std::vector<Value>& table = result.initial.functions[f];
        // Rows go through the arguments with the last one fastest.
        std::size_t faster = 1;
        for (std::size_t p = spec_.functions[f].parameters.size(); p-- > 0;) {
            const spec::TypeId type = spec_.local(spec_.functions[f].parameters[p]).type;
            if (spec_.types[type].kind != TypeKind::integer) {
                faster *= values_of(type, step.universe);
                continue;
            }
            std::vector<Value> shorter;
            for (std::size_t row = 0; row < table.size(); ++row) {
                if ((row / faster) % before.size() != place) {
                    shorter.push_back(table[row]);
                }
            }
            table = std::move(shorter);
            faster *= result.universe.integers.size();
        }
    }
    return result;
}

} // namespace muster::checker
