#pragma once

#include "checker/eval/value.hpp"
#include "spec/types/typed_spec.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <vector>

// Values of generated machines as values of the evaluator, and back. Machines under test have a
// number for every element of a sort.
namespace muster::test {

using checker::Value;
using spec::TypedSpec;
using spec::TypeId;

// An element of one sort.
template <class Sort>
struct Element {
    std::int64_t number = 0;

    friend auto operator<=>(const Element&, const Element&) = default;

    template <class Self, class Visit>
    static void visit_fields(Self& self, Visit&& visit) {
        visit(std::string_view("number"), self.number);
    }
};

// Who asked, and with which correlation.
struct RequestId {
    std::int64_t from = 0;
    std::int64_t correlation = 0;

    friend auto operator<=>(const RequestId&, const RequestId&) = default;
};

template <class T>
inline constexpr bool kIsElement = false;
template <class Sort>
inline constexpr bool kIsElement<Element<Sort>> = true;
template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template <class T>
inline constexpr bool kIsMap = false;
template <class Key, class Mapped>
inline constexpr bool kIsMap<std::map<Key, Mapped>> = true;
template <class T>
inline constexpr bool kIsSet = false;
template <class T>
inline constexpr bool kIsSet<std::set<T>> = true;
template <class T>
inline constexpr bool kIsList = false;
template <class T>
inline constexpr bool kIsList<std::vector<T>> = true;

template <class T>
Value to_value(const TypedSpec& spec, TypeId id, const T& value) {
    const spec::Type& type = spec.types[id];
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::int64_t>) {
        return Value::scalar(value);
    } else if constexpr (std::is_enum_v<T>) {
        const auto& names = spec.enums[type.declaration].enumerators;
        const auto at = std::find(names.begin(), names.end(), name_of(value));
        return Value::scalar(at - names.begin());
    } else if constexpr (kIsElement<T>) {
        return Value::scalar(value.number);
    } else if constexpr (std::is_same_v<T, RequestId>) {
        return Value::row({Value::scalar(value.from), Value::scalar(value.correlation)});
    } else if constexpr (kIsOptional<T>) {
        return value.has_value() ? Value::some(to_value(spec, type.first, *value)) : Value::none();
    } else if constexpr (kIsMap<T>) {
        // The order of keys is that of their values, because both are the order of numbers.
        std::vector<Value> items;
        for (const auto& entry : value) {
            items.push_back(to_value(spec, type.first, entry.first));
            items.push_back(to_value(spec, type.second, entry.second));
        }
        return Value::row(std::move(items));
    } else if constexpr (kIsSet<T> || kIsList<T>) {
        std::vector<Value> items;
        for (const auto& element : value) {
            items.push_back(to_value(spec, type.first, element));
        }
        return Value::row(std::move(items));
    } else {
        const auto& fields = spec.records[type.declaration].fields;
        std::vector<Value> items;
        T::visit_fields(value, [&](std::string_view, const auto& field) {
            items.push_back(to_value(spec, fields[items.size()].type, field));
        });
        return Value::row(std::move(items));
    }
}

template <class T>
T from_value(const TypedSpec& spec, TypeId id, const Value& value) {
    const spec::Type& type = spec.types[id];
    if constexpr (std::is_same_v<T, bool>) {
        return value.truth();
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
        return value.number();
    } else if constexpr (std::is_enum_v<T>) {
        const auto index = static_cast<std::size_t>(value.number());
        return static_cast<T>(spec.enums[type.declaration].numbers[index]);
    } else if constexpr (kIsElement<T>) {
        return T{value.number()};
    } else if constexpr (std::is_same_v<T, RequestId>) {
        return {value.items()[0].number(), value.items()[1].number()};
    } else if constexpr (kIsOptional<T>) {
        if (value.items().empty()) {
            return std::nullopt;
        }
        return from_value<typename T::value_type>(spec, type.first, value.items()[0]);
    } else if constexpr (kIsMap<T>) {
        T map;
        for (std::size_t i = 0; i < value.items().size(); i += 2) {
            map.emplace(
                from_value<typename T::key_type>(spec, type.first, value.items()[i]),
                from_value<typename T::mapped_type>(spec, type.second, value.items()[i + 1]));
        }
        return map;
    } else if constexpr (kIsSet<T> || kIsList<T>) {
        T container;
        for (const Value& item : value.items()) {
            container.insert(container.end(),
                             from_value<typename T::value_type>(spec, type.first, item));
        }
        return container;
    } else {
        T record{};
        std::size_t next = 0;
        T::visit_fields(record, [&](std::string_view, auto& field) {
            const TypeId field_type = spec.records[type.declaration].fields[next].type;
            field = from_value<std::remove_cvref_t<decltype(field)>>(
                spec, field_type, value.items()[next]);
            ++next;
        });
        return record;
    }
}

} // namespace muster::test
