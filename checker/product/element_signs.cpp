#include "checker/product/element_signs.hpp"

namespace muster::checker::product {

using spec::TypeKind;

namespace {

constexpr std::uint64_t kItself = 0x5851F42D4C957F2DULL;
constexpr std::uint64_t kAnother = 0x14057B7EF767814FULL;

/// Of things in no order.
std::uint64_t together(std::uint64_t sum, std::uint64_t sign) {
    return sum + mix_hash(1, sign);
}

} // namespace

ElementSigns::ElementSigns(const spec::TypedSpec& spec,
                           const Universe& universe,
                           Parts& parts,
                           const PermutedTypes& types)
    : spec_(spec)
    , parts_(parts)
    , types_(types)
    , known_(spec.roles.size() + parts.places().count() - parts.places().first_of_network()) {
    for (std::uint32_t sort = 0; sort < spec.sorts.size(); ++sort) {
        first_column_.push_back(columns_);
        if (types.is_permuted(spec::SortId{sort})) {
            columns_ += static_cast<std::uint32_t>(universe.sort_sizes[sort]);
        }
    }
}

std::uint64_t ElementSigns::sign(const Row& row, spec::SortId sort, std::int64_t element) {
    const Places& places = parts_.places();
    const Element of{sort, element};
    std::uint64_t sign = 0;
    std::uint64_t others = 0; // of the processes of one role, which are in no order
    spec::RoleId role{};
    for (const Process& process : places.processes()) {
        if (process.role != role) {
            sign = mix_hash(sign, others);
            others = 0;
            role = process.role;
        }
        const std::uint32_t place = places.process(process.role, process.index);
        const std::uint64_t own = sign_in_part(place, row[place], of);
        const spec::SortId index = spec_.role(process.role).index;
        const bool is_its_own = index == sort && process.index == element;
        if (types_.is_permuted(index)) {
            others = together(others, mix_hash(is_its_own ? kItself : kAnother, own));
        } else {
            others = mix_hash(others, own);
        }
    }
    sign = mix_hash(sign, others);
    for (std::uint32_t place = places.first_of_network(); place < places.count(); ++place) {
        sign = mix_hash(sign, sign_in_part(place, row[place], of));
    }
    return sign;
}

std::uint64_t ElementSigns::sign_in_part(std::uint32_t place, Part part, const Element& of) {
    const Places& places = parts_.places();
    const std::size_t store = place < places.first_of_network()
                                  ? places.processes()[place - 1].role.value
                                  : spec_.roles.size() + place - places.first_of_network();
    const std::size_t at = std::size_t{part} * columns_ + first_column_[of.sort.value] +
                           static_cast<std::size_t>(of.number);
    std::vector<std::uint64_t>& known = known_[store];
    if (at >= known.size()) {
        known.resize(2 * at + columns_);
    }
    if (known[at] == 0) {
        known[at] = compute(place, part, of) | 1U; // never 0
    }
    return known[at];
}

std::uint64_t ElementSigns::compute(std::uint32_t place, Part part, const Element& of) const {
    const Places& places = parts_.places();
    std::uint64_t sign = 1;
    if (place < places.first_of_network()) {
        const spec::RoleId role = places.processes()[place - 1].role;
        const LocalState& state = parts_.local(role, part);
        const auto& variables = spec_.role(role).variables;
        for (std::size_t i = 0; i < variables.size(); ++i) {
            const bool keeps = parts_.slice().keep_variable[variables[i].value];
            sign = mix_hash(
                sign,
                keeps ? of_value(spec_.variable(variables[i]).type, state.variables[i], of) : 0);
        }
        std::uint64_t armed = 0;
        for (const auto& [timer, key] : state.armed) {
            const spec::TypeId type = spec_.timer(timer).key_type;
            armed =
                together(armed, mix_hash(timer.value, type.valid() ? of_value(type, key, of) : 0));
        }
        return mix_hash(mix_hash(sign, armed), state.stopped ? 1 : 0);
    }
    for (const std::uint32_t number : parts_.list(place, part)) {
        if (place == places.used()) {
            const spec::SortId sort{static_cast<std::uint32_t>(number % spec_.sorts.size())};
            const auto element = static_cast<std::int64_t>(number / spec_.sorts.size());
            sign = together(sign, mix_hash(sort.value, of_element(sort, element, of)));
        } else {
            // Queues are taken as if they had no order, which tells fewer elements apart.
            const bool is_record = place < places.loose();
            sign = together(sign, of_message(parts_.message(number), is_record, of));
        }
    }
    return sign;
}

std::uint64_t
ElementSigns::of_element(spec::SortId sort, std::int64_t number, const Element& of) const {
    if (!types_.is_permuted(sort)) {
        return static_cast<std::uint64_t>(number);
    }
    return sort == of.sort && number == of.number ? kItself : kAnother;
}

std::uint64_t
ElementSigns::of_message(const SentMessage& message, bool is_record, const Element& of) const {
    const spec::MessageInfo& info = spec_.message(message.message);
    const Slice::MessageRule& rule = parts_.slice().messages[message.message.value];
    const bool is_whole = !is_record || parts_.is_whole(message);
    std::uint64_t sign =
        mix_hash(message.message.value, static_cast<std::uint64_t>(message.correlation));
    for (std::size_t i = 0; i < message.fields.size(); ++i) {
        sign = mix_hash(sign,
                        is_whole || rule.keep_field[i]
                            ? of_value(info.fields[i].type, message.fields[i], of)
                            : 0);
    }
    if (is_whole || rule.keep_from) {
        sign = mix_hash(sign, of_element(spec_.role(info.from).index, message.from, of));
    }
    if (is_whole || rule.keep_to) {
        sign = mix_hash(sign, of_element(spec_.role(info.to).index, message.to, of));
    }
    return sign;
}

std::uint64_t ElementSigns::of_value(spec::TypeId id, const Value& value, const Element& of) const {
    if (!types_.holds_elements(id)) {
        return value.hash();
    }
    const spec::Type& type = spec_.types[id];
    const auto items = value.items();
    std::uint64_t sign = items.size();
    switch (type.kind) {
    case TypeKind::sort:
        return of_element(spec::SortId{type.declaration}, value.number(), of);
    case TypeKind::record:
        for (std::size_t i = 0; i < items.size(); ++i) {
            sign = mix_hash(sign,
                            of_value(spec_.records[type.declaration].fields[i].type, items[i], of));
        }
        return sign;
    case TypeKind::request:
        return mix_hash(of_element(spec_.role(spec_.messages[type.declaration].from).index,
                                   items[0].number(),
                                   of),
                        items[1].hash());
    case TypeKind::map:
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            sign = together(sign,
                            mix_hash(of_value(type.first, items[i], of),
                                     of_value(type.second, items[i + 1], of)));
        }
        return sign;
    case TypeKind::set:
        for (const Value& item : items) {
            sign = together(sign, of_value(type.first, item, of));
        }
        return sign;
    default:
        for (const Value& item : items) {
            sign = mix_hash(sign, of_value(type.first, item, of));
        }
        return sign;
    }
}

} // namespace muster::checker::product
