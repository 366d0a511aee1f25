#include "checker/bounded/symbolic_interpreter.hpp"
#include "checker/eval/value_space.hpp"

#include <fmt/format.h>

#include <algorithm>

/// What the solver chooses: which process, which message, which arguments. Steps from one state
/// share the variables of their choices, as a run takes one of them.
namespace muster::checker::bounded {

using spec::TypeKind;

namespace {

constexpr std::int64_t kMaxRange = 4096;
constexpr std::size_t kMaxFlags = 32;

} // namespace

Flags SymbolicInterpreter::fresh_choice(std::size_t count) {
    if (count == 1) {
        return {Bit::constant(true)};
    }
    Pool& pool = pools_[count];
    if (pool.taken == pool.choices.size()) {
        pool.choices.push_back(count <= kMaxFlags ? one_flag_each(count) : by_digits(count));
    }
    return pool.choices[pool.taken++];
}

// The solver is faster with a variable for each, as long as they are few.
Flags SymbolicInterpreter::one_flag_each(std::size_t count) {
    Flags chosen;
    for (std::size_t i = 0; i < count; ++i) {
        chosen.push_back(circuit_.fresh());
        for (std::size_t j = 0; j < i; ++j) {
            circuit_.assume(!circuit_.conjunction(chosen[i], chosen[j]));
        }
    }
    circuit_.assume(circuit_.any_of(chosen));
    return chosen;
}

// The last one stands for every combination of digits that is left over.
Flags SymbolicInterpreter::by_digits(std::size_t count) {
    std::vector<Bit> digits;
    for (std::size_t rest = count - 1; rest > 0; rest /= 2) {
        digits.push_back(circuit_.fresh());
    }
    Flags chosen;
    Bit none_yet = Bit::constant(true);
    for (std::size_t i = 0; i + 1 < count; ++i) {
        Bit is_it = Bit::constant(true);
        for (std::size_t d = 0; d < digits.size(); ++d) {
            is_it = circuit_.conjunction(is_it, ((i >> d) & 1U) != 0 ? digits[d] : !digits[d]);
        }
        none_yet = circuit_.conjunction(none_yet, !is_it);
        chosen.push_back(is_it);
    }
    chosen.push_back(none_yet);
    return chosen;
}

Bit SymbolicInterpreter::fresh_bit() {
    if (pool_bits_taken_ == pool_bits_.size()) {
        pool_bits_.push_back(circuit_.fresh());
    }
    return pool_bits_[pool_bits_taken_++];
}

Atom SymbolicInterpreter::fresh_number() {
    if (pool_numbers_taken_ == pool_numbers_.size()) {
        pool_numbers_.push_back(circuit_.fresh_number());
    }
    return pool_numbers_[pool_numbers_taken_++];
}

void SymbolicInterpreter::reuse_choices() {
    for (auto& [count, pool] : pools_) {
        pool.taken = 0;
    }
    pool_bits_taken_ = 0;
    pool_numbers_taken_ = 0;
}

void SymbolicInterpreter::forget_choices() {
    pools_.clear();
    pool_bits_.clear();
    pool_numbers_.clear();
    reuse_choices();
}

Datum SymbolicInterpreter::any_of(std::size_t count, std::int64_t first) {
    const Flags chosen = fresh_choice(count);
    Alternatives alternatives;
    for (std::size_t i = 0; i < count; ++i) {
        alternatives.push_back({{0, first + static_cast<std::int64_t>(i)}, chosen[i]});
    }
    return Algebra::scalar(std::move(alternatives));
}

Datum SymbolicInterpreter::any_process(spec::RoleId role) {
    return any_of(layout_.processes(role), 0);
}

Datum SymbolicInterpreter::any_integer(const Opening& place) {
    if (inputs_ == Inputs::any) {
        return Algebra::scalar({{fresh_number(), Bit::constant(true)}});
    }
    if (!place.range.low || !place.range.high) {
        throw Unsupported{fmt::format("`{}` has no bound in the instance", place.path)};
    }
    if (*place.range.low > *place.range.high ||
        static_cast<std::uint64_t>(*place.range.high) -
                static_cast<std::uint64_t>(*place.range.low) >=
            static_cast<std::uint64_t>(kMaxRange)) {
        throw Unsupported{fmt::format("the range of `{}` is empty or too wide", place.path)};
    }
    return any_of(static_cast<std::size_t>(*place.range.high - *place.range.low) + 1,
                  *place.range.low);
}

// Every value of an element of a collection that comes from outside.
std::vector<Value> SymbolicInterpreter::elements_of(spec::TypeId type, const Opening& place) {
    if (holds_integers(spec_, type) && inputs_ == Inputs::any) {
        throw Unsupported{fmt::format("collections of integers from outside, in `{}`", place.path)};
    }
    Integers integers;
    if (holds_integers(spec_, type) && place.range.low && place.range.high) {
        for (std::int64_t i = *place.range.low; i <= *place.range.high; ++i) {
            integers.push_back(i);
        }
    }
    auto values = all_values(spec_, universe_, type, integers);
    if (!values || values->size() > static_cast<std::size_t>(kMaxRange)) {
        throw Unsupported{fmt::format("`{}` has too many values", place.path)};
    }
    return std::move(*values);
}

Datum SymbolicInterpreter::any_value(spec::TypeId id, const Opening& place) {
    const spec::Type& type = spec_.types[id];
    switch (type.kind) {
    case TypeKind::boolean:
        return Algebra::truth(fresh_bit());
    case TypeKind::integer:
        return any_integer(place);
    case TypeKind::sort:
        return any_of(static_cast<std::size_t>(universe_.sort_sizes[type.declaration]), 0);
    case TypeKind::enumeration:
        return any_of(spec_.enums[type.declaration].enumerators.size(), 0);
    case TypeKind::record: {
        std::vector<Datum> parts;
        for (const spec::FieldInfo& field : spec_.records[type.declaration].fields) {
            parts.push_back(any_value(field.type, place));
        }
        return Algebra::row(std::move(parts));
    }
    case TypeKind::option: {
        const Bit some = fresh_bit();
        return algebra_.choice(some, Algebra::some(any_value(type.first, place)), Algebra::none());
    }
    case TypeKind::request: {
        Datum sender = any_process(spec_.messages[type.declaration].from);
        return Algebra::row(
            {std::move(sender), any_of(static_cast<std::size_t>(universe_.correlations), 0)});
    }
    case TypeKind::set:
    case TypeKind::map: {
        std::vector<Entry> entries;
        const Datum nothing = Algebra::collection({});
        Datum result = nothing;
        for (const Value& value : elements_of(type.first, place)) {
            const Datum single =
                algebra_.constant(id,
                                  type.kind == TypeKind::set
                                      ? Value::row({value})
                                      : Value::row({value, default_value(spec_, type.second)}));
            Entry entry = single->entries.front();
            entry.present = fresh_bit();
            if (type.kind == TypeKind::map) {
                entry.value = any_value(type.second, place);
            }
            entries.push_back(std::move(entry));
        }
        return Algebra::collection(std::move(entries));
    }
    default:
        break;
    }
    return any_list(id, place);
}

// A list of any length up to that of the lists that the explorer tries.
Datum SymbolicInterpreter::any_list(spec::TypeId id, const Opening& place) {
    const spec::Type& type = spec_.types[id];
    const std::size_t count = elements_of(type.first, place).size();
    const bool distinct = type.kind == TypeKind::distinct_list;
    const std::size_t length = distinct ? count : std::max<std::size_t>(count, 2);
    if (!distinct) {
        limits_.insert(fmt::format("lists of at most {} elements in `{}`", length, place.path));
    }
    std::vector<Entry> entries;
    Bit before = Bit::constant(true);
    for (std::size_t i = 0; i < length; ++i) {
        before = circuit_.conjunction(before, fresh_bit());
        Entry entry{{Atom{0, static_cast<std::int64_t>(i)}}, before, any_value(type.first, place)};
        for (const Entry& other : entries) {
            if (distinct) {
                const Bit same = algebra_.equal(type.first, other.value, entry.value);
                admissible_ =
                    circuit_.conjunction(admissible_, !circuit_.conjunction(before, same));
            }
        }
        entries.push_back(std::move(entry));
    }
    return Algebra::collection(std::move(entries));
}

} // namespace muster::checker::bounded
