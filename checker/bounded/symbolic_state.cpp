#include "checker/bounded/symbolic_state.hpp"

#include <algorithm>

namespace muster::checker::bounded {
namespace {

Slots make(std::vector<Slot> slots) {
    std::erase_if(slots, [](const Slot& slot) { return slot.present.is_false(); });
    return std::make_shared<const std::vector<Slot>>(std::move(slots));
}

std::vector<std::vector<Datum>> choice(const Algebra& algebra,
                                       Bit condition,
                                       const std::vector<std::vector<Datum>>& yes,
                                       const std::vector<std::vector<Datum>>& no) {
    std::vector<std::vector<Datum>> result = no;
    for (std::size_t i = 0; i < yes.size(); ++i) {
        for (std::size_t j = 0; j < yes[i].size(); ++j) {
            result[i][j] = algebra.choice(condition, yes[i][j], no[i][j]);
        }
    }
    return result;
}

std::vector<Flags> choice(const Algebra& algebra,
                          Bit condition,
                          const std::vector<Flags>& yes,
                          const std::vector<Flags>& no) {
    std::vector<Flags> result = no;
    for (std::size_t i = 0; i < yes.size(); ++i) {
        for (std::size_t j = 0; j < yes[i].size(); ++j) {
            result[i][j] = algebra.circuit().choice(condition, yes[i][j], no[i][j]);
        }
    }
    return result;
}

// Messages at one place share it, as at most one of the two lists counts. Where the order matters,
// that of each list is kept: from the first place on where they have messages of different kinds,
// the one stands behind the other.
Slots choice(const Algebra& algebra, Bit condition, const Slots& yes, const Slots& no) {
    if (yes == no || *yes == *no) {
        return no;
    }
    Circuit& circuit = algebra.circuit();
    std::vector<Slot> result;
    std::size_t i = 0;
    for (; i < std::min(yes->size(), no->size()); ++i) {
        const Slot& a = (*yes)[i];
        const Slot& b = (*no)[i];
        if (a.message->message != b.message->message) {
            break;
        }
        const Bit present = circuit.choice(condition, a.present, b.present);
        if (a.message == b.message) {
            result.push_back({a.message, present});
            continue;
        }
        result.push_back({std::make_shared<const SymbolicMessage>(
                              choice(algebra, condition, *a.message, *b.message)),
                          present});
    }
    for (std::size_t j = i; j < yes->size(); ++j) {
        result.push_back({(*yes)[j].message, circuit.conjunction(condition, (*yes)[j].present)});
    }
    for (std::size_t j = i; j < no->size(); ++j) {
        result.push_back({(*no)[j].message, circuit.conjunction(!condition, (*no)[j].present)});
    }
    return make(std::move(result));
}

std::vector<Slots> choice(const Algebra& algebra,
                          Bit condition,
                          const std::vector<Slots>& yes,
                          const std::vector<Slots>& no) {
    std::vector<Slots> result = no;
    for (std::size_t i = 0; i < yes.size(); ++i) {
        result[i] = choice(algebra, condition, yes[i], no[i]);
    }
    return result;
}

// Of messages that are not the same it is not asked whether they are equal.
Bit same(const Algebra& algebra, const Slots& a, const Slots& b) {
    Circuit& circuit = algebra.circuit();
    Bit result = Bit::constant(true);
    if (a == b) {
        return result;
    }
    for (std::size_t i = 0; i < std::max(a->size(), b->size()); ++i) {
        const Bit in_a = i < a->size() ? (*a)[i].present : Bit();
        const Bit in_b = i < b->size() ? (*b)[i].present : Bit();
        const bool both = i < std::min(a->size(), b->size());
        result = circuit.conjunction(result,
                                     both && (*a)[i].message == (*b)[i].message
                                         ? circuit.equivalence(in_a, in_b)
                                         : circuit.conjunction(!in_a, !in_b));
    }
    return result;
}

Bit same(const Algebra& algebra, const std::vector<Flags>& a, const std::vector<Flags>& b) {
    Bit result = Bit::constant(true);
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < a[i].size(); ++j) {
            result = algebra.circuit().conjunction(result,
                                                   algebra.circuit().equivalence(a[i][j], b[i][j]));
        }
    }
    return result;
}

} // namespace

Bit same(const Algebra& algebra,
         const spec::TypedSpec& spec,
         const Slice& slice,
         const SymbolicState& a,
         const SymbolicState& b) {
    Circuit& circuit = algebra.circuit();
    Bit result =
        circuit.conjunction(same(algebra, a.stopped, b.stopped), same(algebra, a.used, b.used));
    for (std::size_t v = 0; v < spec.variables.size(); ++v) {
        for (std::size_t i = 0; slice.keep_variable[v] && i < a.layer.variables[v].size(); ++i) {
            result = circuit.conjunction(result,
                                         algebra.equal(spec.variables[v].type,
                                                       a.layer.variables[v][i],
                                                       b.layer.variables[v][i]));
        }
    }
    for (std::size_t t = 0; t < a.layer.armed.size(); ++t) {
        for (std::size_t i = 0; i < a.layer.armed[t].size(); ++i) {
            const Datum& x = a.layer.armed[t][i];
            const Datum& y = b.layer.armed[t][i];
            result = circuit.conjunction(
                result, circuit.conjunction(algebra.subset(x, y), algebra.subset(y, x)));
        }
    }
    for (std::size_t m = 0; m < a.sent.size(); ++m) {
        result = circuit.conjunction(result, same(algebra, a.sent[m], b.sent[m]));
        result = circuit.conjunction(result, same(algebra, a.loose[m], b.loose[m]));
    }
    return circuit.conjunction(result, same(algebra, a.queued, b.queued));
}

SymbolicMessage choice(const Algebra& algebra,
                       Bit condition,
                       const SymbolicMessage& yes,
                       const SymbolicMessage& no) {
    SymbolicMessage result{no.message,
                           algebra.choice(condition, yes.from, no.from),
                           algebra.choice(condition, yes.to, no.to),
                           algebra.choice(condition, yes.correlation, no.correlation),
                           {}};
    for (std::size_t i = 0; i < no.fields.size(); ++i) {
        result.fields.push_back(algebra.choice(condition, yes.fields[i], no.fields[i]));
    }
    return result;
}

SymbolicLayer
choice(const Algebra& algebra, Bit condition, const SymbolicLayer& yes, const SymbolicLayer& no) {
    return {choice(algebra, condition, yes.variables, no.variables),
            choice(algebra, condition, yes.armed, no.armed)};
}

SymbolicState
choice(const Algebra& algebra, Bit condition, const SymbolicState& yes, const SymbolicState& no) {
    if (condition.is_constant()) {
        return condition.is_true() ? yes : no;
    }
    return {choice(algebra, condition, yes.layer, no.layer),
            choice(algebra, condition, yes.sent, no.sent),
            choice(algebra, condition, yes.loose, no.loose),
            choice(algebra, condition, yes.queued, no.queued),
            choice(algebra, condition, yes.stopped, no.stopped),
            choice(algebra, condition, yes.used, no.used)};
}

SymbolicLayer merge(const Algebra& algebra,
                    const spec::TypedSpec& spec,
                    const SymbolicLayer& start,
                    const SymbolicLayer& changed,
                    const SymbolicLayer& merged) {
    SymbolicLayer result = merged;
    for (std::uint32_t v = 0; v < start.variables.size(); ++v) {
        const spec::TypeId type = spec.variables[v].type;
        for (std::size_t i = 0; i < start.variables[v].size(); ++i) {
            result.variables[v][i] = algebra.merge(
                type, start.variables[v][i], changed.variables[v][i], merged.variables[v][i]);
        }
    }
    for (std::size_t t = 0; t < start.armed.size(); ++t) {
        for (std::size_t i = 0; i < start.armed[t].size(); ++i) {
            if (changed.armed[t][i] != start.armed[t][i]) {
                result.armed[t][i] =
                    Algebra::collection(algebra.merge_entries({},
                                                              start.armed[t][i]->entries,
                                                              changed.armed[t][i]->entries,
                                                              merged.armed[t][i]->entries));
            }
        }
    }
    return result;
}

Slots with(const Slots& slots, SymbolicMessage message, Bit present) {
    std::vector<Slot> result = *slots;
    result.push_back({std::make_shared<const SymbolicMessage>(std::move(message)), present});
    return make(std::move(result));
}

Slots without(const Algebra& algebra, const Slots& slots, const Flags& taken) {
    std::vector<Slot> result = *slots;
    for (std::size_t i = 0; i < result.size(); ++i) {
        result[i].present = algebra.circuit().conjunction(result[i].present, !taken[i]);
    }
    return make(std::move(result));
}

} // namespace muster::checker::bounded
