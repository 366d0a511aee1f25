#include "checker/bounded/symbolic_interpreter.hpp"
#include "checker/eval/value_space.hpp"

#include <fmt/format.h>

#include <set>

/// Quantifiers over integers. The truth of a formula changes only at certain points (see
/// `integer_points`), so that these are all that need to be tried; here they are the numbers that
/// the state can have at the places that the formula reads.
namespace muster::checker::bounded {
namespace {

using spec::TypeKind;

class AtomCollector {
public:
    AtomCollector(const spec::TypedSpec& spec, const Algebra& algebra)
        : spec_(spec)
        , algebra_(algebra) {}

    void collect(spec::TypeId id, const Datum& datum) {
        if (!datum || !holds_integers(spec_, id)) {
            return;
        }
        const spec::Type& type = spec_.types[id];
        switch (type.kind) {
        case TypeKind::integer:
            for (const Alternative& alternative : datum->alternatives) {
                atoms_.insert(alternative.atom);
            }
            return;
        case TypeKind::record:
            for (std::size_t i = 0; i < datum->parts.size(); ++i) {
                collect(spec_.records[type.declaration].fields[i].type, datum->parts[i]);
            }
            return;
        case TypeKind::option:
            collect(type.first, datum->parts[0]);
            return;
        default:
            break;
        }
        for (const Entry& entry : datum->entries) {
            collect(type.first, algebra_.element(id, entry));
            if (type.kind == TypeKind::map) {
                collect(type.second, entry.value);
            }
        }
    }

    void collect(const Slots& slots, const std::set<spec::MessageId>& wanted) {
        for (const Slot& slot : *slots) {
            if (!wanted.contains(slot.message->message)) {
                continue;
            }
            const auto& fields = spec_.message(slot.message->message).fields;
            for (std::size_t i = 0; i < fields.size(); ++i) {
                collect(fields[i].type, slot.message->fields[i]);
            }
        }
    }

    void collect(const SymbolicState& state, const IntegerPoints& points) {
        for (const spec::VariableId variable : points.variables) {
            for (const Datum& datum : state.layer.variables[variable.value]) {
                collect(spec_.variable(variable).type, datum);
            }
        }
        for (const spec::MessageId message : points.messages) {
            collect(state.sent[message.value], points.messages);
            collect(state.loose[message.value], points.messages);
        }
        collect(state.queued, points.messages);
        for (const spec::TimerId timer : points.timers) {
            const spec::TypeId key = spec_.timer(timer).key_type;
            for (const Datum& armed : state.layer.armed[timer.value]) {
                for (const Entry& entry : key.valid() ? armed->entries : std::vector<Entry>{}) {
                    collect(key, algebra_.of_key(key, entry.key));
                }
            }
        }
    }

    void add(std::int64_t number) { atoms_.insert({0, number}); }

    /// Every one moved by every offset.
    [[nodiscard]] std::set<Atom> moved(const std::vector<std::int64_t>& offsets) const {
        std::set<Atom> result;
        for (const Atom& atom : atoms_) {
            for (const std::int64_t offset : offsets) {
                Atom point = atom;
                if (!__builtin_add_overflow(atom.offset, offset, &point.offset)) {
                    result.insert(point);
                }
            }
        }
        return result;
    }

private:
    const spec::TypedSpec& spec_;
    const Algebra& algebra_;
    std::set<Atom> atoms_;
};

} // namespace

std::vector<SymbolicInterpreter::Member>
SymbolicInterpreter::integer_members(const Expr& expr, const spec::typed::Binder& binder) {
    const spec::TypeId type = spec_.local(binder.local).type;
    const IntegerPoints points = integer_points(spec_, expr, binder);
    if (!points.exact || points.of_universe_only) {
        throw Unsupported{fmt::format("quantifying `{}` over integers, where finitely many of them "
                                      "are not enough to try",
                                      spec_.local(binder.local).name),
                          expr.span};
    }
    AtomCollector collector(spec_, algebra_);
    for (const std::int64_t literal : points.literals) {
        collector.add(literal);
    }
    for (const std::int64_t integer : universe_.integers) {
        collector.add(integer);
    }
    for (const SymbolicState* state : {now_, before_}) {
        if (state != nullptr) {
            collector.collect(*state, points);
        }
    }
    for (const spec::ConstId constant : points.constants) {
        collector.collect(spec_.constants[constant.value].type, constants_[constant.value]);
    }
    for (const spec::FunctionId function : points.functions) {
        for (const Datum& value : functions_[function.value]) {
            collector.collect(spec_.functions[function.value].result, value);
        }
    }
    for (const spec::LocalId local : points.locals) {
        collector.collect(spec_.local(local).type, locals_[local.value]);
    }
    const std::set<Atom> atoms = collector.moved(points.offsets);
    std::vector<Member> result;
    if (spec_.types[type].kind == TypeKind::integer) {
        for (const Atom& atom : atoms) {
            result.push_back({Bit::constant(true), Algebra::scalar({{atom, Bit::constant(true)}})});
        }
        return result;
    }
    Integers integers;
    for (const Atom& atom : atoms) {
        if (!atom.is_constant()) {
            throw Unsupported{fmt::format("quantifying `{}` over values that hold integers",
                                          spec_.local(binder.local).name),
                              expr.span};
        }
        integers.push_back(atom.offset);
    }
    const auto values = all_values(spec_, universe_, type, integers);
    if (!values) {
        throw Unsupported{fmt::format("going through all values of `{}`", spec_.type_name(type)),
                          expr.span};
    }
    for (const Value& value : *values) {
        result.push_back({Bit::constant(true), algebra_.constant(type, value)});
    }
    return result;
}

} // namespace muster::checker::bounded
