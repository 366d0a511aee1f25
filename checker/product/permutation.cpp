#include "checker/product/permutation.hpp"

#include <algorithm>

namespace muster::checker::product {

using spec::TypeKind;

PermutedTypes::PermutedTypes(const spec::TypedSpec& spec, const std::vector<bool>& sorts)
    : sorts_(sorts)
    , holds_(spec.types.size()) {
    for (std::uint32_t i = 0; i < spec.types.size(); ++i) {
        holds_[i] = find(spec, spec::TypeId{i});
    }
}

bool PermutedTypes::find(const spec::TypedSpec& spec, spec::TypeId id) const {
    const spec::Type& type = spec.types[id];
    switch (type.kind) {
    case TypeKind::error:
    case TypeKind::boolean:
    case TypeKind::integer:
    case TypeKind::enumeration:
        return false;
    case TypeKind::sort:
        return sorts_[type.declaration];
    case TypeKind::record: {
        const auto& fields = spec.records[type.declaration].fields;
        return std::any_of(fields.begin(), fields.end(), [&](const auto& field) {
            return find(spec, field.type);
        });
    }
    case TypeKind::option:
    case TypeKind::set:
    case TypeKind::list:
    case TypeKind::distinct_list:
        return find(spec, type.first);
    case TypeKind::map:
        return find(spec, type.first) || find(spec, type.second);
    case TypeKind::request: {
        const spec::SortId index = spec.role(spec.messages[type.declaration].from).index;
        return index.valid() && sorts_[index.value];
    }
    }
    return false;
}

std::size_t Permuter::PermutationHash::operator()(const Permutation& permutation) const {
    std::uint64_t hash = permutation.size();
    for (const auto& images : permutation) {
        for (const std::uint8_t image : images) {
            hash = mix_hash(hash, image);
        }
    }
    return hash;
}

Permuter::Permuter(const spec::TypedSpec& spec, Parts& parts, const PermutedTypes& types)
    : spec_(spec)
    , parts_(parts)
    , types_(types) {}

std::int64_t
Permuter::element(const Permutation& by, spec::SortId sort, std::int64_t number) const {
    return types_.is_permuted(sort) ? by[sort.value][static_cast<std::size_t>(number)] : number;
}

std::uint32_t Permuter::number_of(const Permutation& permutation) {
    const std::uint32_t number = numbers_.intern(permutation);
    if (number < known_.size()) {
        return number;
    }
    auto known = std::make_unique<Known>();
    known->permutation = &numbers_[number];
    const Places& places = parts_.places();
    for (std::uint32_t place = 0; place < places.count(); ++place) {
        known->places.push_back(place);
    }
    for (const Process& process : places.processes()) {
        known->places[places.process(process.role, process.index)] = places.process(
            process.role, element(permutation, spec_.role(process.role).index, process.index));
    }
    known->roles.resize(spec_.roles.size());
    known->network.resize(places.count() - places.first_of_network());
    known_.push_back(std::move(known));
    return number;
}

Part Permuter::part(std::uint32_t permutation, std::uint32_t place, Part part) {
    const Places& places = parts_.places();
    if (place == Places::kInterpretation) {
        return part;
    }
    Known& known = *known_[permutation];
    const bool is_process = place < places.first_of_network();
    const spec::RoleId role = is_process ? places.processes()[place - 1].role : spec::RoleId{};
    FlatMap& memo =
        is_process ? known.roles[role.value] : known.network[place - places.first_of_network()];
    const std::uint64_t key = FlatMap::key(part, 0);
    if (const auto result = memo.find(key)) {
        return *result;
    }
    const Part result = is_process ? permuted_local(*known.permutation, role, part)
                                   : permuted_list(*known.permutation, place, part);
    memo.insert(key, result);
    return result;
}

Part Permuter::permuted_local(const Permutation& by, spec::RoleId role, Part part) {
    LocalState state = parts_.local(role, part);
    const auto& variables = spec_.role(role).variables;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        // What is forgotten is blank, and stays so.
        if (parts_.slice().keep_variable[variables[i].value]) {
            state.variables[i] =
                permuted(by, spec_.variable(variables[i]).type, state.variables[i]);
        }
    }
    for (auto& [timer, key] : state.armed) {
        if (const spec::TypeId type = spec_.timer(timer).key_type; type.valid()) {
            key = permuted(by, type, key);
        }
    }
    std::sort(state.armed.begin(), state.armed.end());
    return parts_.local(role, std::move(state));
}

Part Permuter::permuted_list(const Permutation& by, std::uint32_t place, Part part) {
    const Places& places = parts_.places();
    const Parts::Numbers& before = parts_.list(place, part);
    Parts::Numbers after;
    if (place == places.used()) {
        for (const std::uint32_t number : before) {
            const std::size_t sort = number % spec_.sorts.size();
            const auto old = static_cast<std::int64_t>(number / spec_.sorts.size());
            after.push_back(parts_.element_number(
                sort, element(by, spec::SortId{static_cast<std::uint32_t>(sort)}, old)));
        }
        std::sort(after.begin(), after.end());
        return parts_.list(place, after);
    }
    if (place == places.loose() || place == places.queued()) {
        InFlight all;
        for (const std::uint32_t number : before) {
            const SentMessage message = permuted(by, parts_.message(number), false);
            put(spec_, parts_.layout().carrier(message.message), all, message);
        }
        return parts_.list(place,
                           parts_.deliverable(place == places.loose() ? all.loose : all.queued));
    }
    for (const std::uint32_t number : before) {
        after.push_back(parts_.number_of(permuted(by, parts_.message(number), true)));
    }
    parts_.make_set(after);
    return parts_.list(place, after);
}

SentMessage
Permuter::permuted(const Permutation& by, const SentMessage& message, bool is_record) const {
    const spec::MessageInfo& info = spec_.message(message.message);
    const Slice::MessageRule& rule = parts_.slice().messages[message.message.value];
    const bool is_whole = !is_record || parts_.is_whole(message);
    SentMessage result = message;
    for (std::size_t i = 0; i < result.fields.size(); ++i) {
        if (is_whole || rule.keep_field[i]) {
            result.fields[i] = permuted(by, info.fields[i].type, message.fields[i]);
        }
    }
    if (is_whole || rule.keep_from) {
        result.from = element(by, spec_.role(info.from).index, message.from);
    }
    if (is_whole || rule.keep_to) {
        result.to = element(by, spec_.role(info.to).index, message.to);
    }
    return result;
}

Value Permuter::permuted(const Permutation& by, spec::TypeId id, const Value& value) const {
    if (!types_.holds_elements(id)) {
        return value;
    }
    const spec::Type& type = spec_.types[id];
    const auto items = value.items();
    std::vector<Value> result;
    switch (type.kind) {
    case TypeKind::sort:
        return Value::scalar(element(by, spec::SortId{type.declaration}, value.number()));
    case TypeKind::record:
        for (std::size_t i = 0; i < items.size(); ++i) {
            result.push_back(
                permuted(by, spec_.records[type.declaration].fields[i].type, items[i]));
        }
        break;
    case TypeKind::request:
        result.push_back(Value::scalar(element(
            by, spec_.role(spec_.messages[type.declaration].from).index, items[0].number())));
        result.push_back(items[1]);
        break;
    case TypeKind::map: {
        std::vector<std::pair<Value, Value>> entries;
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            entries.emplace_back(permuted(by, type.first, items[i]),
                                 permuted(by, type.second, items[i + 1]));
        }
        std::sort(entries.begin(), entries.end());
        for (auto& [key, mapped] : entries) {
            result.push_back(std::move(key));
            result.push_back(std::move(mapped));
        }
        break;
    }
    default:
        for (const Value& item : items) {
            result.push_back(permuted(by, type.first, item));
        }
        if (type.kind == TypeKind::set) {
            std::sort(result.begin(), result.end());
        }
        break;
    }
    return Value::row(std::move(result));
}

} // namespace muster::checker::product
