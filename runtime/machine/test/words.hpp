#pragma once

#include "runtime/machine/test/elements.hpp"

#include <algorithm>
#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// What generated machines send, set and hold, in the words of the spec: `Granted(token: 1)`,
/// `some(c1)`, `{a -> 1}`. Different values of one type have different words, as far as the names
/// of elements are words.
namespace muster::runtime {

template <class T>
[[nodiscard]] std::string in_words(const T& value);

namespace words {

/// The texts with commas between them.
[[nodiscard]] inline std::string listed(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) {
        all += (all.empty() ? "" : ", ") + text;
    }
    return all;
}

template <class Struct>
[[nodiscard]] std::string fields(const Struct& value) {
    std::vector<std::string> all;
    Struct::visit_fields(value, [&](std::string_view name, const auto& field) {
        all.push_back(std::string(name) + ": " + in_words(field));
    });
    return listed(all);
}

/// What has no order is told with the shorter texts first, so that it does not depend on how
/// elements are compared.
template <class Container>
[[nodiscard]] std::string elements(const Container& container) {
    std::vector<std::string> all;
    for (const auto& entry : container) {
        if constexpr (AMap<Container>) {
            all.push_back(in_words(entry.first) + " -> " + in_words(entry.second));
        } else {
            all.push_back(in_words(static_cast<const typename Container::value_type&>(entry)));
        }
    }
    if constexpr (!AList<Container>) {
        std::sort(all.begin(), all.end(), [](const std::string& left, const std::string& right) {
            return std::pair(left.size(), left) < std::pair(right.size(), right);
        });
    }
    return listed(all);
}

} // namespace words

template <class T>
[[nodiscard]] std::string in_words(const T& value) {
    if constexpr (std::same_as<T, bool>) {
        return value ? "true" : "false";
    } else if constexpr (std::integral<T>) {
        return std::to_string(value);
    } else if constexpr (std::convertible_to<T, std::string_view>) {
        return std::string(std::string_view(value));
    } else if constexpr (AnElement<T>) {
        return value.name;
    } else if constexpr (std::is_enum_v<T>) {
        return std::string(name_of(value));
    } else if constexpr (kIsOptional<T>) {
        return value.has_value() ? "some(" + in_words(*value) + ')' : "none";
    } else if constexpr (AMap<T> || ASet<T>) {
        return '{' + words::elements(value) + '}';
    } else if constexpr (AList<T>) {
        return '[' + words::elements(value) + ']';
    } else if constexpr (requires { T::kName; } && AStruct<T>) {
        return std::string(T::kName) + '(' + words::fields(value) + ')'; // a message or an action
    } else if constexpr (requires { value.key; }) {
        return std::string(T::kName) + '(' + in_words(value.key) + ')'; // a timer
    } else if constexpr (requires { value.process; }) {
        return std::string(T::kName) + ' ' + in_words(value.process); // a peer
    } else if constexpr (requires { T::kName; }) {
        return std::string(T::kName);
    } else {
        static_assert(AStruct<T>, "this type has no form in the words of a spec");
        return "{ " + words::fields(value) + " }";
    }
}

} // namespace muster::runtime
