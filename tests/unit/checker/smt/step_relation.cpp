#include "tests/unit/checker/smt/step_relation.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace muster::checker::smt::testing {

using spec::TypeId;
using spec::TypeKind;

namespace {

constexpr unsigned kTimeoutMs = 2000;

Relevance everything(const TransitionSystem& system) {
    Relevance result;
    result.roles.assign(system.spec->roles.size(), true);
    for (const spec::MessageInfo& message : system.spec->messages) {
        TrackedMessage all;
        all.tracked = all.history = all.from = all.to = true;
        all.in_flight = message.network != spec::NetworkKind::unreliable;
        all.fields.assign(message.fields.size(), true);
        result.messages.push_back(std::move(all));
    }
    return result;
}

/// The constants are different, and there is nothing else.
void close_sort(z3::context& ctx, const std::vector<z3::expr>& elements, Terms& facts) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            facts.push_back(elements[i] != elements[j]);
        }
    }
    const z3::expr x = ctx.constant("closed", elements.front().get_sort());
    Terms cases;
    for (const z3::expr& element : elements) {
        cases.push_back(x == element);
    }
    facts.push_back(for_all({x}, disjunction(ctx, cases)));
}

} // namespace

StepRelation::StepRelation(const TransitionSystem& system, const Universe& universe)
    : vocabulary_(system, everything(system))
    , encoder_(vocabulary_)
    , spec_(*system.spec)
    , universe_(universe) {
    z3::context& ctx = vocabulary_.ctx();
    for (std::uint32_t s = 0; s < spec_.sorts.size(); ++s) {
        elements_.emplace_back();
        for (std::int64_t i = 0; i < universe.sort_sizes[s]; ++i) {
            elements_.back().push_back(
                vocabulary_.fresh_constant("e", vocabulary_.element_sort(spec::SortId{s})));
        }
        close_sort(ctx, elements_.back(), facts_);
        close_majorities(spec::SortId{s});
    }
    // Requests are known once the steps have been encoded.
    for (std::uint32_t i = 0; i < system.steps.size(); ++i) {
        try {
            encoded(i);
        } catch (const Unsupported&) { // whoever asks about this step is told
        }
    }
    for (const auto& [type, sort] : vocabulary_.request_sorts()) {
        const spec::MessageInfo& message = spec_.messages[spec_.types[type].declaration];
        const bool indexed = vocabulary_.is_indexed(message.from);
        const std::int64_t senders =
            indexed ? universe.sort_sizes[spec_.role(message.from).index.value] : 1;
        std::vector<z3::expr> all;
        for (std::int64_t sender = 0; sender < senders; ++sender) {
            for (std::int64_t c = 0; c < universe.correlations; ++c) {
                const z3::expr request = vocabulary_.fresh_constant("request", sort);
                if (indexed) {
                    facts_.push_back(vocabulary_.sender_of(type)(request) ==
                                     process(message.from, sender).front());
                }
                requests_[type].emplace(Value::row({Value::scalar(sender), Value::scalar(c)}),
                                        request);
                all.push_back(request);
            }
        }
        close_sort(ctx, all, facts_);
    }
}

/// The majorities are exactly those of the universe.
void StepRelation::close_majorities(spec::SortId index) {
    const auto is_asked_for = [&](const spec::typed::Expr& expr) {
        const auto* majority = std::get_if<spec::typed::Majority>(&expr.node);
        return majority != nullptr && spec_.role(majority->role).index == index;
    };
    if (std::none_of(spec_.exprs.begin(), spec_.exprs.end(), is_asked_for)) {
        return;
    }
    const Majorities& majorities = vocabulary_.majorities(index);
    const std::vector<z3::expr>& processes = elements_[index.value];
    std::vector<z3::expr> all;
    for (std::size_t bits = 0; bits < std::size_t{1} << processes.size(); ++bits) {
        const auto size = static_cast<std::size_t>(std::popcount(bits));
        if (2 * size <= processes.size()) {
            continue;
        }
        all.push_back(vocabulary_.fresh_constant("majority", majorities.sort));
        for (std::size_t i = 0; i < processes.size(); ++i) {
            const z3::expr member = majorities.member(all.back(), processes[i]);
            facts_.push_back((bits >> i & 1U) != 0 ? member : negation(member));
        }
    }
    close_sort(vocabulary_.ctx(), all, facts_);
}

Terms StepRelation::process(spec::RoleId role, std::int64_t number) {
    if (!vocabulary_.is_indexed(role)) {
        return {};
    }
    return {elements_[spec_.role(role).index.value].at(static_cast<std::size_t>(number))};
}

const EncodedStep& StepRelation::encoded(std::uint32_t step) {
    if (const auto known = steps_.find(step); known != steps_.end()) {
        return known->second;
    }
    // Nothing is assumed of states in the middle of a step.
    const Surroundings around{[](const Path&) { return true; },
                              [](const SymbolicState&) {
                                  return Terms{};
                              }};
    EncodedStep result = encode_step(encoder_, vocabulary_.system().steps[step], around);
    return steps_.emplace(step, std::move(result)).first->second;
}

bool StepRelation::is_abstract(std::uint32_t step) {
    for (const Path& path : encoded(step).paths) {
        if (!path.abstractions.empty() || !path.fresh.empty()) {
            return true;
        }
    }
    return false;
}

Terms StepRelation::terms(TypeId type, const Value& value) {
    return vocabulary_.flatten(literal(type, value));
}

Sym StepRelation::literal(TypeId id, const Value& value) {
    z3::context& ctx = vocabulary_.ctx();
    const spec::Type& type = spec_.types[id];
    Sym result;
    result.type = id;
    switch (type.kind) {
    case TypeKind::boolean:
        result.term = truth(ctx, value.truth());
        return result;
    case TypeKind::integer:
        result.term = ctx.int_val(value.number());
        return result;
    case TypeKind::sort:
        result.term = elements_[type.declaration].at(static_cast<std::size_t>(value.number()));
        return result;
    case TypeKind::enumeration:
        result.term = vocabulary_.enum_value(id, static_cast<std::uint32_t>(value.number()));
        return result;
    case TypeKind::request:
        result.term = requests_.at(id).at(value);
        return result;
    case TypeKind::record: {
        const auto& fields = spec_.records[type.declaration].fields;
        for (std::size_t f = 0; f < fields.size(); ++f) {
            result.parts.push_back(literal(fields[f].type, value.items()[f]));
        }
        return result;
    }
    case TypeKind::option:
        result.term = truth(ctx, !value.items().empty());
        result.parts.push_back(value.items().empty() ? vocabulary_.placeholder(type.first)
                                                     : literal(type.first, value.items().front()));
        return result;
    default:
        break;
    }
    const auto known = identities_.find({id, value});
    if (known != identities_.end()) {
        result.term = known->second;
        return result;
    }
    const z3::expr identity = vocabulary_.fresh_constant("content", vocabulary_.sort_of(id));
    identities_.emplace(std::pair(id, value), identity);
    facts_.push_back(content_of(identity, id, value));
    result.term = identity;
    return result;
}

z3::expr StepRelation::content_of(const z3::expr& identity, TypeId id, const Value& value) {
    std::size_t next = 0;
    return is_value(vocabulary_.rebuild(id, {identity}, next), value);
}

z3::expr StepRelation::is_value(const Sym& sym, const Value& value) {
    z3::context& ctx = vocabulary_.ctx();
    const spec::Type& type = spec_.types[sym.type];
    Terms all;
    if (type.kind == TypeKind::record) {
        for (std::size_t f = 0; f < sym.parts.size(); ++f) {
            all.push_back(is_value(sym.parts[f], value.items()[f]));
        }
        return conjunction(ctx, all);
    }
    if (type.kind == TypeKind::option) {
        if (value.items().empty()) {
            return negation(*sym.term);
        }
        return both(*sym.term, is_value(sym.parts.front(), value.items().front()));
    }
    if (!vocabulary_.is_container(sym.type)) {
        return same(*sym.term, *literal(sym.type, value).term);
    }
    if (type.kind == TypeKind::list) {
        all.push_back(same(*sym.length, ctx.int_val(static_cast<unsigned>(value.items().size()))));
        for (std::size_t i = 0; i < value.items().size(); ++i) {
            all.push_back(
                is_value(sym.at({ctx.int_val(static_cast<unsigned>(i))}), value.items()[i]));
        }
        return conjunction(ctx, all);
    }
    // Exactly these elements, with these values, in this order.
    const std::size_t stride = type.kind == TypeKind::map ? 2 : 1;
    const Terms x = vocabulary_.atoms(vocabulary_.unknown(type.first, "x"));
    Terms inside;
    std::vector<Terms> rows;
    for (std::size_t i = 0; i < value.items().size(); i += stride) {
        rows.push_back(terms(type.first, value.items()[i]));
        inside.push_back(same_rows(ctx, x, rows.back()));
        if (stride == 2) {
            all.push_back(is_value(sym.at(rows.back()), value.items()[i + 1]));
        }
    }
    all.push_back(for_all(x, same(sym.contains(x), disjunction(ctx, inside))));
    if (type.kind == TypeKind::distinct_list) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                all.push_back(sym.before(append(rows[j], rows[i])));
                all.push_back(negation(sym.before(append(rows[i], rows[j]))));
            }
        }
    }
    return conjunction(ctx, all);
}

std::vector<Terms> StepRelation::rows_of(const std::vector<SentMessage>& messages,
                                         spec::MessageId id) {
    const spec::MessageInfo& message = spec_.message(id);
    std::vector<Terms> rows;
    for (const SentMessage& sent : messages) {
        if (sent.message != id) {
            continue;
        }
        Terms row = append(process(message.from, sent.from), process(message.to, sent.to));
        for (std::size_t f = 0; f < sent.fields.size(); ++f) {
            row = append(std::move(row), terms(message.fields[f].type, sent.fields[f]));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

Terms StepRelation::unknown_row(ComponentId component) {
    const z3::func_decl symbol = vocabulary_.components()[component].symbol;
    Terms row;
    for (unsigned i = 0; i < symbol.arity(); ++i) {
        row.push_back(vocabulary_.fresh_constant("x", symbol.domain(i)));
    }
    return row;
}

/// Exactly these rows are in the relation.
z3::expr StepRelation::is_relation(const SymbolicState& symbolic,
                                   ComponentId component,
                                   const std::vector<Terms>& rows) {
    const Terms x = unknown_row(component);
    Terms cases;
    for (const Terms& row : rows) {
        cases.push_back(same_rows(vocabulary_.ctx(), x, row));
    }
    return for_all(x, same(symbolic.read(component, x), disjunction(vocabulary_.ctx(), cases)));
}

/// Every row is in flight as often as it occurs here.
z3::expr StepRelation::is_count(const SymbolicState& symbolic,
                                ComponentId component,
                                const std::vector<Terms>& rows) {
    z3::context& ctx = vocabulary_.ctx();
    const Terms x = unknown_row(component);
    z3::expr count = ctx.int_val(0);
    for (const Terms& row : rows) {
        count = count + z3::ite(same_rows(ctx, x, row), ctx.int_val(1), ctx.int_val(0));
    }
    return for_all(x, same(symbolic.read(component, x), count));
}

z3::expr StepRelation::is_network(const SymbolicState& symbolic, const State& state) {
    std::vector<SentMessage> in_flight = state.in_flight.loose;
    in_flight.insert(in_flight.end(), state.in_flight.queued.begin(), state.in_flight.queued.end());
    Terms all;
    for (std::uint32_t m = 0; m < spec_.messages.size(); ++m) {
        const spec::MessageId id{m};
        all.push_back(is_relation(symbolic, *vocabulary_.sent(id), rows_of(state.sent, id)));
        if (const auto component = vocabulary_.in_flight(id)) {
            all.push_back(is_count(symbolic, *component, rows_of(in_flight, id)));
        }
    }
    for (std::uint32_t r = 0; r < spec_.roles.size(); ++r) {
        const auto stopped = vocabulary_.stopped(spec::RoleId{r});
        if (!stopped) {
            continue;
        }
        std::vector<Terms> rows;
        for (const Process& end : state.stopped) {
            if (end.role.value == r) {
                rows.push_back(process(end.role, end.index));
            }
        }
        all.push_back(is_relation(symbolic, *stopped, rows));
    }
    return conjunction(vocabulary_.ctx(), all);
}

z3::expr StepRelation::is_state(const SymbolicState& symbolic, const State& state) {
    Terms all;
    for (std::uint32_t v = 0; v < spec_.variables.size(); ++v) {
        const Layout layout = vocabulary_.variable(spec::VariableId{v});
        for (std::size_t p = 0; p < state.variables[v].size(); ++p) {
            const Terms prefix = process(spec_.variables[v].role, static_cast<std::int64_t>(p));
            all.push_back(
                is_value(view(vocabulary_, layout, prefix, symbolic), state.variables[v][p]));
        }
    }
    for (std::uint32_t t = 0; t < spec_.timers.size(); ++t) {
        const spec::TimerInfo& timer = spec_.timers[t];
        const ComponentId component = vocabulary_.timer(spec::TimerId{t});
        std::vector<Terms> rows;
        for (const ArmedTimer& armed : state.armed) {
            if (armed.timer.value != t) {
                continue;
            }
            Terms row = process(timer.role, armed.process);
            if (timer.key_type.valid()) {
                row = append(std::move(row), terms(timer.key_type, armed.key));
            }
            rows.push_back(std::move(row));
        }
        all.push_back(is_relation(symbolic, component, rows));
    }
    all.push_back(is_network(symbolic, state));
    for (std::uint32_t c = 0; c < spec_.constants.size(); ++c) {
        const Layout layout = vocabulary_.constant(spec::ConstId{c});
        all.push_back(is_value(view(vocabulary_, layout, {}, symbolic), state.constants[c]));
    }
    for (std::uint32_t f = 0; f < spec_.functions.size(); ++f) {
        if (is_of_elements(spec_.functions[f])) {
            all = append(std::move(all), is_table(symbolic, spec::FunctionId{f}, state));
        }
    }
    return conjunction(vocabulary_.ctx(), all);
}

bool StepRelation::is_of_elements(const spec::FunctionInfo& function) const {
    return std::all_of(
        function.parameters.begin(), function.parameters.end(), [&](spec::LocalId parameter) {
            return spec_.types[spec_.local(parameter).type].kind == TypeKind::sort;
        });
}

/// The function has the values of the state, which stand in the order of the arguments.
Terms StepRelation::is_table(const SymbolicState& symbolic,
                             spec::FunctionId function,
                             const State& state) {
    const spec::FunctionInfo& info = spec_.functions[function.value];
    Terms all;
    std::vector<Terms> rows{{}};
    for (const spec::LocalId parameter : info.parameters) {
        const std::uint32_t sort = spec_.types[spec_.local(parameter).type].declaration;
        std::vector<Terms> longer;
        for (const Terms& row : rows) {
            for (const z3::expr& element : elements_[sort]) {
                longer.push_back(append(row, {element}));
            }
        }
        rows = std::move(longer);
    }
    const std::vector<Value>& table = state.functions[function.value];
    for (std::size_t i = 0; i < rows.size(); ++i) {
        all.push_back(is_value(view(vocabulary_, vocabulary_.function(function), rows[i], symbolic),
                               table[i]));
    }
    return all;
}

z3::expr StepRelation::is_event(const EventSymbols& symbols, const Event& event) {
    Terms all;
    if (symbols.me) {
        all.push_back(is_value(*symbols.me, Value::scalar(event.process)));
    }
    if (event.message) {
        if (symbols.sender) {
            all.push_back(is_value(*symbols.sender, Value::scalar(event.message->from)));
        }
        if (symbols.request) {
            all.push_back(is_value(*symbols.request,
                                   Value::row({Value::scalar(event.message->from),
                                               Value::scalar(event.message->correlation)})));
        }
        for (std::size_t f = 0; f < symbols.fields.size(); ++f) {
            all.push_back(is_value(symbols.fields[f], event.message->fields[f]));
        }
    }
    if (symbols.peer) {
        all.push_back(is_value(*symbols.peer, Value::scalar(event.peer)));
    }
    if (symbols.timer_key) {
        all.push_back(is_value(*symbols.timer_key, *event.timer_key));
    }
    for (std::size_t i = 0; i < symbols.arguments.size(); ++i) {
        all.push_back(is_value(symbols.arguments[i], event.arguments[i]));
    }
    return conjunction(vocabulary_.ctx(), all);
}

StepRelation::Verdict
StepRelation::ask(const State& before, const Event& event, const State& after) {
    const EncodedStep& step = encoded(event.step);
    const SymbolicState symbols(vocabulary_);
    const z3::expr pre = both(is_state(symbols, before), is_event(step.event, event));
    Verdict result = Verdict::excluded;
    for (const Path& path : step.paths) {
        const z3::expr post = is_state(path.state, after);
        z3::solver solver = make_solver(vocabulary_.ctx(), kTimeoutMs, 0);
        const Terms& background = vocabulary_.background();
        for (const Terms* formulas : {&background,
                                      &std::as_const(facts_),
                                      &step.facts,
                                      &path.conditions,
                                      &path.definitions}) {
            for (const z3::expr& formula : *formulas) {
                solver.add(formula);
            }
        }
        solver.add(pre);
        switch (solver.check()) {
        case z3::unsat:
            continue; // not this path
        case z3::sat:
        case z3::unknown:
            break;
        }
        solver.add(post);
        const z3::check_result answer = solver.check();
        if (answer == z3::sat) {
            return Verdict::allowed;
        }
        if (answer == z3::unknown) {
            result = Verdict::unknown;
        }
    }
    return result;
}

} // namespace muster::checker::smt::testing
