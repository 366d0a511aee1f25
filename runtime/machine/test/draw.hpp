#pragma once

#include "runtime/machine/test/elements.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

/// Random values of the types of a spec, out of small sets so that they meet each other. They are
/// drawn inside rapidcheck's generators, which can make each of them simpler afterwards: the first
/// element, a smaller number, fewer elements.
namespace muster::runtime {

/// Whether lists of such elements are drawn without repeats: those of a sort of which the protocol
/// has a `distinct list`, and those of what is no sort.
template <class Element>
[[nodiscard]] constexpr bool lists_are_distinct() {
    if constexpr (AnElement<Element>) {
        return Element::Sort::kListsAreDistinct;
    } else {
        return true;
    }
}

/// A number below `count`, which is not 0; every smaller one is simpler.
[[nodiscard]] inline std::size_t draw_below(std::size_t count) {
    return *rc::Gen<std::size_t>([count](const rc::Random& random, int) {
        const auto number = static_cast<std::size_t>(rc::Random(random).next() % count);
        return rc::shrinkable::shrinkRecur(
            number, [](std::size_t greater) { return rc::seq::range<std::size_t>(0, greater); });
    });
}

template <class T>
[[nodiscard]] T draw();

/// An element that has a name of its own, or one that the implementation has made by then.
template <AnElement E>
[[nodiscard]] E draw_element() {
    constexpr std::size_t kMade = E::Sort::kFresh ? 4 : 0;
    constexpr std::size_t kNamed = E::Sort::kElements.size();
    const std::size_t number = draw_below(kNamed + kMade);
    return number < kNamed ? E(std::string(E::Sort::kElements[number]))
                           : E(stand_in<E>(number - kNamed));
}

/// Mostly a number that a counter has soon; sometimes another.
[[nodiscard]] inline std::int64_t draw_integer() {
    constexpr std::array<std::int64_t, 12> kIntegers{0, 1, 2, 3, 1, 2, 3, 4, 5, -1, 100, 30000};
    return kIntegers[draw_below(kIntegers.size())];
}

template <class Container>
[[nodiscard]] Container draw_container() {
    Container container;
    for (std::size_t left = draw_below(4); left > 0; --left) {
        if constexpr (AMap<Container>) {
            auto key = draw<typename Container::key_type>();
            container.insert_or_assign(std::move(key), draw<typename Container::mapped_type>());
        } else if constexpr (ASet<Container>) {
            container.insert(draw<typename Container::key_type>());
        } else {
            auto element = draw<typename Container::value_type>();
            if (!lists_are_distinct<typename Container::value_type>() ||
                std::find(container.begin(), container.end(), element) == container.end()) {
                container.push_back(std::move(element));
            }
        }
    }
    return container;
}

template <class T>
[[nodiscard]] T draw() {
    if constexpr (std::same_as<T, bool>) {
        return draw_below(2) == 1;
    } else if constexpr (std::integral<T>) {
        return static_cast<T>(draw_integer());
    } else if constexpr (AnElement<T>) {
        return draw_element<T>();
    } else if constexpr (std::is_enum_v<T>) {
        constexpr auto kAll = enumerators(T{});
        return kAll[draw_below(kAll.size())];
    } else if constexpr (kIsOptional<T>) {
        return draw_below(4) == 0 ? std::nullopt : T(draw<typename T::value_type>());
    } else if constexpr (AMap<T> || ASet<T> || AList<T>) {
        return draw_container<T>();
    } else {
        T value{};
        if constexpr (AStruct<T>) {
            T::visit_fields(value, [](const auto&, auto& field) {
                field = draw<std::remove_reference_t<decltype(field)>>();
            });
        } else if constexpr (requires { value.key; }) {
            value.key = draw<decltype(value.key)>(); // a timer
        } else if constexpr (requires { value.process; }) {
            value.process = draw<decltype(value.process)>(); // a peer
        }
        return value;
    }
}

} // namespace muster::runtime
