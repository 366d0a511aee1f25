#include "checker/smt/vocabulary.hpp"

#include "checker/smt/symbolic_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace muster::checker::smt {

using spec::TypeId;
using spec::TypeKind;

Vocabulary::Vocabulary(const TransitionSystem& system, Relevance relevance)
    : system_(&system)
    , relevance_(std::move(relevance)) {
    for (const spec::SortInfo& sort : spec().sorts)
        sorts_.push_back(named_sort(sort.name));
    for (const spec::EnumInfo& info : spec().enums) {
        std::vector<std::string> names;
        names.reserve(info.enumerators.size());
        for (const std::string& enumerator : info.enumerators)
            names.push_back(info.name + "." + enumerator);
        std::vector<const char*> pointers;
        pointers.reserve(names.size());
        for (const std::string& name : names)
            pointers.push_back(name.c_str());
        z3::func_decl_vector values(ctx_);
        z3::func_decl_vector testers(ctx_);
        const z3::sort sort = ctx_.enumeration_sort(info.name.c_str(),
                                                    static_cast<unsigned>(pointers.size()),
                                                    pointers.data(),
                                                    values,
                                                    testers);
        Enumeration enumeration{sort, {}};
        for (unsigned i = 0; i < values.size(); ++i)
            enumeration.values.push_back(values[static_cast<int>(i)]());
        enums_.push_back(std::move(enumeration));
    }
    declare_rigid();
    declare_majorities();
    declare_state();
    declare_messages();
    // All of them, so that what is known does not depend on which step asks first.
    for (std::uint32_t type = 0; type < spec().types.size(); ++type) {
        if (is_container(TypeId{type}))
            content(TypeId{type});
    }
    background_ = append(std::move(background_), state_facts(SymbolicState(*this)));
}

z3::sort Vocabulary::sort_of(TypeId id) {
    const spec::Type& type = spec().types[id];
    switch (type.kind) {
    case TypeKind::boolean:
        return ctx_.bool_sort();
    case TypeKind::integer:
        return ctx_.int_sort();
    case TypeKind::sort:
        return sorts_[type.declaration];
    case TypeKind::enumeration:
        return enums_[type.declaration].sort;
    case TypeKind::request:
        return requests_
            .try_emplace(id, named_sort("request " + spec().messages[type.declaration].name))
            .first->second;
    case TypeKind::set:
    case TypeKind::map:
    case TypeKind::list:
    case TypeKind::distinct_list:
        return values_.try_emplace(id, named_sort(spec().type_name(id))).first->second;
    case TypeKind::error:
    case TypeKind::record:
    case TypeKind::option:
        break;
    }
    throw Unsupported(fmt::format("a value of type {} as one term", spec().type_name(id)), {});
}

std::vector<z3::sort> Vocabulary::flat_sorts(TypeId id) {
    const spec::Type& type = spec().types[id];
    std::vector<z3::sort> result;
    const auto add = [&](TypeId part) {
        for (const z3::sort& sort : flat_sorts(part))
            result.push_back(sort);
    };
    if (type.kind == TypeKind::record) {
        for (const spec::FieldInfo& field : spec().records[type.declaration].fields)
            add(field.type);
    } else if (type.kind == TypeKind::option) {
        result.push_back(ctx_.bool_sort());
        add(type.first);
    } else {
        result.push_back(sort_of(id));
    }
    return result;
}

Terms Vocabulary::flatten(const Sym& value) {
    const spec::Type& type = spec().types[value.type];
    Terms result;
    if (type.kind == TypeKind::record) {
        for (const Sym& part : value.parts)
            result = append(std::move(result), flatten(part));
    } else if (type.kind == TypeKind::option) {
        result.push_back(*value.term);
        // The value of `none` is made the same everywhere, so that rows of terms can be compared.
        const Terms inside = flatten(value.parts.front());
        const Terms nothing = flatten(placeholder(type.first));
        for (std::size_t i = 0; i < inside.size(); ++i)
            result.push_back(choice(*value.term, inside[i], nothing[i]));
    } else if (value.term.has_value()) {
        result.push_back(*value.term);
    } else {
        throw Unsupported(fmt::format("a computed {} in this place", spec().type_name(value.type)),
                          {});
    }
    return result;
}

Terms Vocabulary::atoms(const Sym& value) {
    Terms result;
    if (value.term)
        result.push_back(*value.term);
    for (const Sym& part : value.parts)
        result = append(std::move(result), atoms(part));
    return result;
}

Sym Vocabulary::rebuild(TypeId id, const Terms& terms, std::size_t& next) {
    const spec::Type& type = spec().types[id];
    Sym result;
    result.type = id;
    if (type.kind == TypeKind::record) {
        for (const spec::FieldInfo& field : spec().records[type.declaration].fields)
            result.parts.push_back(rebuild(field.type, terms, next));
        return result;
    }
    const z3::expr& term = terms.at(next++);
    if (is_container(id))
        result = view(*this, content(id), {term}, SymbolicState(*this));
    result.term = term;
    if (type.kind == TypeKind::option)
        result.parts.push_back(rebuild(type.first, terms, next));
    return result;
}

Sym Vocabulary::placeholder(TypeId id) {
    Terms terms;
    for (const z3::sort& sort : flat_sorts(id)) {
        if (sort.is_bool())
            terms.push_back(ctx_.bool_val(false));
        else if (sort.is_int())
            terms.push_back(ctx_.int_val(0));
        else
            terms.push_back(ctx_.constant(("any " + sort.name().str()).c_str(), sort));
    }
    std::size_t next = 0;
    return rebuild(id, terms, next);
}

Sym Vocabulary::unknown(TypeId id, const std::string& name) {
    Terms terms;
    for (const z3::sort& sort : flat_sorts(id))
        terms.push_back(fresh_constant(name, sort));
    std::size_t next = 0;
    return rebuild(id, terms, next);
}

Layout Vocabulary::unknown_layout(TypeId id, const std::string& name, Terms& facts) {
    return build(id, name, {}, true, facts);
}

z3::sort Vocabulary::named_sort(const std::string& name) {
    if (std::find(sort_names_.begin(), sort_names_.end(), name) == sort_names_.end())
        sort_names_.push_back(name);
    return ctx_.uninterpreted_sort(name.c_str());
}

z3::expr Vocabulary::fresh_constant(const std::string& name, const z3::sort& sort) {
    return fresh_function(name, {}, sort)();
}

z3::func_decl Vocabulary::fresh_function(const std::string& name,
                                         const std::vector<z3::sort>& domain,
                                         const z3::sort& range) {
    // A counter for each name keeps the output deterministic and the names short.
    const std::string scoped = scope_.empty() ? name : fmt::format("{} of {}", name, scope_);
    const std::string full = fmt::format("{}!{}", scoped, names_[scoped]++);
    z3::sort_vector sorts(ctx_);
    for (const z3::sort& sort : domain)
        sorts.push_back(sort);
    return ctx_.function(ctx_.str_symbol(full.c_str()), sorts, range);
}

z3::func_decl Vocabulary::sender_of(TypeId request) {
    const spec::MessageInfo& message = spec().messages[spec().types[request].declaration];
    return ctx_.function(("sender of " + message.name).c_str(),
                         sort_of(request),
                         sorts_[spec().role(message.from).index.value]);
}

const Layout& Vocabulary::content(TypeId id) {
    if (const auto found = contents_.find(id); found != contents_.end())
        return found->second;
    // It belongs to no step, whichever asked for it first.
    const std::string scope = std::exchange(scope_, {});
    Layout layout = build(id, spec().type_name(id), {sort_of(id)}, true, background_);
    scope_ = scope;
    return contents_.emplace(id, std::move(layout)).first->second;
}

ComponentId Vocabulary::add_component(const std::string& name,
                                      const std::vector<z3::sort>& domain,
                                      const z3::sort& range,
                                      bool rigid) {
    components_.push_back({name, fresh_function(name, domain, range), rigid});
    return components_.size() - 1;
}

Layout Vocabulary::build(TypeId id,
                         const std::string& name,
                         const std::vector<z3::sort>& prefix,
                         bool rigid,
                         Terms& facts) {
    const spec::Type& type = spec().types[id];
    Layout layout;
    layout.type = id;
    std::vector<z3::sort> inner = prefix;
    const auto add_key = [&](TypeId key) {
        for (const z3::sort& sort : flat_sorts(key))
            inner.push_back(sort);
    };
    const auto add_list = [&] {
        if (rigid)
            list_facts({layout, prefix}, SymbolicState(*this), facts);
        else
            lists_.push_back({layout, prefix});
    };
    switch (type.kind) {
    case TypeKind::record:
        for (const spec::FieldInfo& field : spec().records[type.declaration].fields)
            layout.parts.push_back(
                build(field.type, name + "." + field.name, prefix, rigid, facts));
        break;
    case TypeKind::option:
        layout.component = add_component(name + " is some", prefix, ctx_.bool_sort(), rigid);
        layout.parts.push_back(build(type.first, name + ".value", prefix, rigid, facts));
        break;
    case TypeKind::set:
        add_key(type.first);
        layout.component = add_component("in " + name, inner, ctx_.bool_sort(), rigid);
        break;
    case TypeKind::map:
        add_key(type.first);
        layout.component = add_component("in " + name, inner, ctx_.bool_sort(), rigid);
        layout.parts.push_back(build(type.second, name + "[]", inner, rigid, facts));
        break;
    case TypeKind::distinct_list:
        add_key(type.first);
        layout.component = add_component("in " + name, inner, ctx_.bool_sort(), rigid);
        add_key(type.first);
        layout.order = add_component("order of " + name, inner, ctx_.bool_sort(), rigid);
        add_list();
        break;
    case TypeKind::list:
        layout.component = add_component("length of " + name, prefix, ctx_.int_sort(), rigid);
        inner.push_back(ctx_.int_sort());
        layout.parts.push_back(build(type.first, name + "[]", inner, rigid, facts));
        add_list();
        break;
    default:
        layout.component = add_component(name, prefix, sort_of(id), rigid);
        break;
    }
    return layout;
}

Terms Vocabulary::unknown_row(const std::vector<z3::sort>& sorts) {
    Terms row;
    for (const z3::sort& sort : sorts)
        row.push_back(fresh_constant("i", sort));
    return row;
}

Terms Vocabulary::unknown_row(ComponentId component) {
    const z3::func_decl symbol = components_[component].symbol;
    std::vector<z3::sort> sorts;
    for (unsigned i = 0; i < symbol.arity(); ++i)
        sorts.push_back(symbol.domain(i));
    return unknown_row(sorts);
}

void Vocabulary::list_facts(const ListSymbols& list, const SymbolicState& state, Terms& facts) {
    if (list.layout.order) {
        order_facts(list, state, facts);
        return;
    }
    const Terms around = unknown_row(list.prefix);
    facts.push_back(for_all(around, state.read(*list.layout.component, around) >= 0));
}

void Vocabulary::order_facts(const ListSymbols& list, const SymbolicState& state, Terms& facts) {
    const Terms around = unknown_row(list.prefix);
    const TypeId element = spec().types[list.layout.type].first;
    const Terms a = flatten(unknown(element, "a"));
    const Terms b = flatten(unknown(element, "b"));
    const Terms c = flatten(unknown(element, "c"));
    const auto holds = [&](const Terms& x) {
        return state.read(*list.layout.component, append(around, x));
    };
    const auto before = [&](const Terms& x, const Terms& y) {
        return state.read(*list.layout.order, append(append(around, x), y));
    };
    facts.push_back(for_all(append(around, a), !before(a, a)));
    facts.push_back(for_all(append(append(append(around, a), b), c),
                            implication(before(a, b) && before(b, c), before(a, c))));
    facts.push_back(for_all(
        append(append(around, a), b),
        implication(holds(a) && holds(b) && !same_rows(ctx_, a, b), before(a, b) || before(b, a))));
}

Terms Vocabulary::state_facts(const SymbolicState& state) {
    Terms facts;
    for (const ListSymbols& list : lists_)
        list_facts(list, state, facts);
    for (std::size_t m = 0; m < in_flight_.size(); ++m) {
        if (!in_flight_[m])
            continue;
        const Terms row = unknown_row(*in_flight_[m]);
        const z3::expr count = state.read(*in_flight_[m], row);
        facts.push_back(for_all(row, count >= 0));
        if (sent_[m])
            facts.push_back(for_all(row, implication(count > 0, state.read(*sent_[m], row))));
    }
    return facts;
}

void Vocabulary::declare_majorities() {
    for (const spec::typed::Expr& expr : spec().exprs) {
        const auto* majority = std::get_if<spec::typed::Majority>(&expr.node);
        if (majority == nullptr)
            continue;
        const spec::SortId index = spec().role(majority->role).index;
        if (majorities_.contains(index))
            continue;
        const std::string name = "majority of " + spec().sorts[index.value].name;
        const z3::sort process = sorts_[index.value];
        const z3::sort sort = named_sort(name);
        const Majorities entry{sort,
                               fresh_function("in " + name, {sort, process}, ctx_.bool_sort()),
                               fresh_function("in both", {sort, sort}, process)};
        const z3::expr a = fresh_constant("a", sort);
        const z3::expr b = fresh_constant("b", sort);
        const z3::expr shared = entry.common(a, b);
        background_.push_back(
            for_all({a, b}, both(entry.member(a, shared), entry.member(b, shared))));
        majorities_.emplace(index, entry);
    }
}

void Vocabulary::declare_rigid() {
    for (const spec::ConstInfo& constant : spec().constants)
        constants_.push_back(build(constant.type, constant.name, {}, true, background_));
    for (const spec::FunctionInfo& function : spec().functions) {
        std::vector<z3::sort> domain;
        for (spec::LocalId parameter : function.parameters) {
            for (const z3::sort& sort : flat_sorts(spec().local(parameter).type))
                domain.push_back(sort);
        }
        functions_.push_back(build(function.result, function.name, domain, true, background_));
    }
}

void Vocabulary::declare_state() {
    for (const spec::VariableInfo& variable : spec().variables) {
        std::vector<z3::sort> prefix;
        const spec::RoleInfo& role = spec().role(variable.role);
        if (role.index.valid())
            prefix.push_back(sorts_[role.index.value]);
        variables_.push_back(
            build(variable.type, role.name + "." + variable.name, prefix, false, background_));
    }
    for (const spec::TimerInfo& timer : spec().timers) {
        std::vector<z3::sort> domain;
        const spec::RoleInfo& role = spec().role(timer.role);
        if (role.index.valid())
            domain.push_back(sorts_[role.index.value]);
        if (timer.key_type.valid()) {
            for (const z3::sort& sort : flat_sorts(timer.key_type))
                domain.push_back(sort);
        }
        timers_.push_back(add_component(
            "armed " + role.name + "." + timer.name, domain, ctx_.bool_sort(), false));
    }
    for (std::uint32_t r = 0; r < spec().roles.size(); ++r) {
        const spec::RoleInfo& role = spec().roles[r];
        stopped_.emplace_back();
        if (!system_->has_fault(spec::FaultKind::stop, spec::RoleId{r}))
            continue;
        std::vector<z3::sort> domain;
        if (role.index.valid())
            domain.push_back(sorts_[role.index.value]);
        stopped_.back() = add_component("stopped " + role.name, domain, ctx_.bool_sort(), false);
    }
}

void Vocabulary::declare_messages() {
    sent_.resize(spec().messages.size());
    in_flight_.resize(spec().messages.size());
    for (std::size_t m = 0; m < spec().messages.size(); ++m) {
        const spec::MessageInfo& message = spec().messages[m];
        const TrackedMessage& tracked = relevance_.messages[m];
        if (!tracked.tracked)
            continue;
        std::vector<z3::sort> domain;
        if (tracked.from && is_indexed(message.from))
            domain.push_back(sorts_[spec().role(message.from).index.value]);
        if (tracked.to && is_indexed(message.to))
            domain.push_back(sorts_[spec().role(message.to).index.value]);
        for (std::size_t f = 0; f < message.fields.size(); ++f) {
            if (!tracked.fields[f])
                continue;
            for (const z3::sort& sort : flat_sorts(message.fields[f].type))
                domain.push_back(sort);
        }
        if (tracked.history)
            sent_[m] = add_component("sent " + message.name, domain, ctx_.bool_sort(), false);
        if (tracked.in_flight) {
            in_flight_[m] =
                add_component("in flight " + message.name, domain, ctx_.int_sort(), false);
        }
    }
}

} // namespace muster::checker::smt
