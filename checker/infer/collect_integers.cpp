#include "checker/infer/collect_integers.hpp"

#include "checker/eval/value_space.hpp"

namespace muster::checker::infer {

using spec::TypeId;
using spec::TypeKind;

IntegerCollector::IntegerCollector(const spec::TypedSpec& spec)
    : spec_(&spec) {
    for (std::uint32_t t = 0; t < spec.types.size(); ++t) {
        holds_.push_back(holds_integers(spec, TypeId{t}));
    }
}

void IntegerCollector::add(TypeId type, const Value& value) {
    if (!holds_[type.value]) {
        return;
    }
    const spec::Type& info = spec_->types[type];
    switch (info.kind) {
    case TypeKind::integer:
        found_.insert(value.number());
        return;
    case TypeKind::record: {
        const auto& fields = spec_->records[info.declaration].fields;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            add(fields[i].type, value.items()[i]);
        }
        return;
    }
    case TypeKind::map:
        for (std::size_t i = 0; i < value.items().size(); ++i) {
            add(i % 2 == 0 ? info.first : info.second, value.items()[i]);
        }
        return;
    case TypeKind::option:
    case TypeKind::set:
    case TypeKind::list:
    case TypeKind::distinct_list:
        for (const Value& item : value.items()) {
            add(info.first, item);
        }
        return;
    case TypeKind::boolean:
    case TypeKind::sort:
    case TypeKind::enumeration:
    case TypeKind::request:
    case TypeKind::error:
        return;
    }
}

void IntegerCollector::add(const State& state) {
    for (std::size_t v = 0; v < state.variables.size(); ++v) {
        for (const Value& value : state.variables[v]) {
            add(spec_->variables[v].type, value);
        }
    }
    for (const SentMessage& message : state.sent) {
        const auto& fields = spec_->message(message.message).fields;
        for (std::size_t f = 0; f < fields.size(); ++f) {
            add(fields[f].type, message.fields[f]);
        }
    }
    for (const ArmedTimer& armed : state.armed) {
        const TypeId key = spec_->timer(armed.timer).key_type;
        if (key.valid()) {
            add(key, armed.key);
        }
    }
    for (std::size_t f = 0; f < state.functions.size(); ++f) {
        for (const Value& value : state.functions[f]) {
            add(spec_->functions[f].result, value);
        }
    }
    for (std::size_t c = 0; c < state.constants.size(); ++c) {
        add(spec_->constants[c].type, state.constants[c]);
    }
}

} // namespace muster::checker::infer
