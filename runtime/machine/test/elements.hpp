#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// The values of generated tests: every sort has a C++ type of its own there, so that what a value
/// is made of can be found by its type.
namespace muster::runtime {

/// An element of a sort. `Tag` says which and is generated: `kName` is the sort's name, `kElements`
/// are the names of a few elements, `kFresh` tells whether some role makes new ones, and
/// `kListsAreDistinct` whether the protocol has a `distinct list` of them.
template <class Tag>
struct Element {
    using Sort = Tag;

    Element() = default;

    explicit Element(std::string element_name)
        : name(std::move(element_name)) {}

    std::string name;

    friend auto operator<=>(const Element&, const Element&) = default;

    /// For the codec of durable variables.
    template <class Self, class Visit>
    static void visit_fields(Self& self, Visit&& visit) {
        visit(std::string_view("name"), self.name);
    }
};

template <class T>
concept AnElement = requires(const T& value) {
    typename T::Sort;
    value.name;
};

/// The elements that have names of their own.
template <AnElement E>
[[nodiscard]] std::set<E> named_elements() {
    std::set<E> all;
    for (const auto name : E::Sort::kElements) {
        all.insert(E(std::string(name)));
    }
    return all;
}

/// The name that an event has for the element that the implementation under test has made and shown
/// as the one with this number, from 0; the number does not depend on what it is called there.
template <AnElement E>
[[nodiscard]] std::string stand_in(std::size_t number) {
    return std::string(E::Sort::kName) + '#' + std::to_string(number + 1);
}

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <class T>
concept AMap = requires {
    typename T::mapped_type;
};

template <class T>
concept ASet = !AMap<T> && requires {
    typename T::key_type;
};

template <class T>
concept AList = !AMap<T> && !ASet<T> && !std::is_same_v<T, std::string> &&
                requires(T & value, const typename T::value_type& element) {
    value.push_back(element);
};

template <class T>
concept AStruct = requires(T& value) {
    T::visit_fields(value, [](const auto&, auto&) {});
};

/// Calls change(element) for every element of a sort that the value holds, in order.
template <class T, class Change>
void change_elements(T& value, Change&& change) {
    if constexpr (AnElement<T>) {
        change(value);
    } else if constexpr (kIsOptional<T>) {
        if (value.has_value()) {
            change_elements(*value, change);
        }
    } else if constexpr (AMap<T>) {
        T changed;
        for (const auto& [key, mapped] : value) {
            auto new_key = key;
            auto new_mapped = mapped;
            change_elements(new_key, change);
            change_elements(new_mapped, change);
            changed.insert_or_assign(std::move(new_key), std::move(new_mapped));
        }
        value = std::move(changed);
    } else if constexpr (ASet<T>) {
        T changed;
        for (auto element : value) {
            change_elements(element, change);
            changed.insert(std::move(element));
        }
        value = std::move(changed);
    } else if constexpr (AList<T>) {
        if constexpr (!std::is_same_v<typename T::value_type, bool>) {
            for (auto& element : value) {
                change_elements(element, change);
            }
        }
    } else if constexpr (AStruct<T>) {
        T::visit_fields(value, [&](const auto&, auto& field) { change_elements(field, change); });
    } else if constexpr (requires { value.key; }) {
        change_elements(value.key, change); // a timer
    } else if constexpr (requires { value.process; }) {
        change_elements(value.process, change); // a peer
    }
}

} // namespace muster::runtime
