#include "checker/bounded/symbolic_interpreter.hpp"
#include "checker/eval/value_space.hpp"
#include "checker/explore/instance.hpp"

#include <fmt/format.h>

/// Whether a state lies within the bounds of the instance.
namespace muster::checker::bounded {

Bit SymbolicInterpreter::is_inside(const SymbolicState& state) {
    Bit inside = Bit::constant(true);
    for (const spec::VariableBound& bound : instance_.variables) {
        if (inputs_ == Inputs::any || !slice_.keep_variable[bound.variable.value]) {
            continue;
        }
        for (const Datum& datum : state.layer.variables[bound.variable.value]) {
            const Bit beyond = is_beyond(spec_.variable(bound.variable).type, datum, bound.range);
            if (!beyond.is_false()) {
                limits_.insert(describe_bound(spec_, bound));
            }
            inside = circuit_.conjunction(inside, !beyond);
        }
    }
    if (universe_.max_in_flight) {
        std::vector<Entry> in_flight;
        const auto count = [&](const Slots& slots) {
            for (const Slot& slot : *slots) {
                in_flight.push_back({{}, slot.present, nullptr});
            }
        };
        for (const Slots& slots : state.loose) {
            count(slots);
        }
        count(state.queued);
        const Datum size = algebra_.size(Algebra::collection(std::move(in_flight)));
        const auto most = static_cast<std::int64_t>(*universe_.max_in_flight);
        const Bit too_many = algebra_.less(Algebra::number(most), size);
        if (!too_many.is_false()) {
            limits_.insert(fmt::format("in flight <= {}", most));
        }
        inside = circuit_.conjunction(inside, !too_many);
    }
    return inside;
}

// Whether some integer in it, the keys of maps included, lies outside of the range.
Bit SymbolicInterpreter::is_beyond(spec::TypeId id,
                                   const Datum& datum,
                                   const spec::IntegerRange& range) {
    if (!datum || !holds_integers(spec_, id)) {
        return {};
    }
    const spec::Type& type = spec_.types[id];
    Bit result;
    const auto look = [&](spec::TypeId part, const Datum& inner, Bit present) {
        result = circuit_.disjunction(result,
                                      circuit_.conjunction(present, is_beyond(part, inner, range)));
    };
    switch (type.kind) {
    case spec::TypeKind::integer:
        if (range.low) {
            result = algebra_.less(datum, Algebra::number(*range.low));
        }
        if (range.high) {
            result =
                circuit_.disjunction(result, algebra_.less(Algebra::number(*range.high), datum));
        }
        return result;
    case spec::TypeKind::record:
        for (std::size_t i = 0; i < datum->parts.size(); ++i) {
            look(spec_.records[type.declaration].fields[i].type,
                 datum->parts[i],
                 Bit::constant(true));
        }
        return result;
    case spec::TypeKind::option:
        look(type.first, datum->parts[0], datum->flag);
        return result;
    default:
        break;
    }
    for (const Entry& entry : datum->entries) {
        look(type.first, algebra_.element(id, entry), entry.present);
        if (type.kind == spec::TypeKind::map) {
            look(type.second, entry.value, entry.present);
        }
    }
    return result;
}

} // namespace muster::checker::bounded
