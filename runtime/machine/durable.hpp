#pragma once

#include "runtime/machine/codec.hpp"
#include "runtime/machine/collections.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// The durable part of a machine as entries of encoded key and value: a map or a set has one entry
/// for every key (the value of a set's entry is empty), anything else has one, under the empty key.
/// A map or a set that does not begin empty is a scalar here: without a stored entry it is as at
/// the beginning, so one that has become empty needs an entry too.
/// Restoring is total: what is malformed is refused and changes nothing.
namespace muster::runtime {

/// Says of a host that it keeps nothing, so that keys need not be encoded for it: a member `static
/// constexpr bool kKeepsNothing = true`. An explorer does.
template <class Out>
concept KeepsNothing = Out::kKeepsNothing;

/// Tells the host that the entry under this key was written or removed.
template <class Out, class Field, class Key>
void report_entry(Out& out, Field field, const Key& key) {
    if constexpr (!KeepsNothing<Out>) {
        out.changed(field, encode(key));
    }
}

template <class T>
[[nodiscard]] std::optional<std::string> scalar_entry(const T& variable, std::string_view key) {
    if (!key.empty()) {
        return std::nullopt;
    }
    return encode(variable);
}

template <class T>
[[nodiscard]] bool restore_scalar_entry(T& variable, std::string_view key, std::string_view bytes) {
    std::optional<T> decoded = decode<T>(bytes);
    if (!key.empty() || !decoded.has_value()) {
        return false;
    }
    variable = *std::move(decoded);
    return true;
}

template <class T, class Visit>
void visit_scalar_entries(const T& variable, Visit&& visit) {
    visit(std::string(), encode(variable));
}

template <class Map>
[[nodiscard]] std::optional<std::string> map_entry(const Map& variable, std::string_view key) {
    const auto decoded = decode<typename Map::key_type>(key);
    if (!decoded.has_value()) {
        return std::nullopt;
    }
    const auto found = variable.find(*decoded);
    if (found == variable.end()) {
        return std::nullopt;
    }
    return encode<typename Map::mapped_type>(found->second);
}

template <class Map>
[[nodiscard]] bool restore_map_entry(Map& variable, std::string_view key, std::string_view bytes) {
    const auto decoded_key = decode<typename Map::key_type>(key);
    auto decoded_value = decode<typename Map::mapped_type>(bytes);
    if (!decoded_key.has_value() || !decoded_value.has_value()) {
        return false;
    }
    variable.insert_or_assign(*decoded_key, *std::move(decoded_value));
    return true;
}

template <class Map, class Visit>
void visit_map_entries(const Map& variable, Visit&& visit) {
    for (const auto& entry : variable) {
        visit(encode<typename Map::key_type>(entry.first),
              encode<typename Map::mapped_type>(entry.second));
    }
}

template <class Set>
[[nodiscard]] std::optional<std::string> set_entry(const Set& variable, std::string_view key) {
    const auto decoded = decode<typename Set::key_type>(key);
    if (!decoded.has_value() || !variable.contains(*decoded)) {
        return std::nullopt;
    }
    return std::string();
}

template <class Set>
[[nodiscard]] bool restore_set_entry(Set& variable, std::string_view key, std::string_view bytes) {
    const auto decoded = decode<typename Set::key_type>(key);
    if (!decoded.has_value() || !bytes.empty()) {
        return false;
    }
    variable.insert(*decoded);
    return true;
}

template <class Set, class Visit>
void visit_set_entries(const Set& variable, Visit&& visit) {
    for (const auto& element : variable) {
        visit(encode<typename Set::key_type>(element), std::string());
    }
}

} // namespace muster::runtime
