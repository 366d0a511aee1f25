#include "checker/smt/read_model.hpp"

#include "checker/smt/walk.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace muster::checker::smt {

namespace {

bool is_comparison(const z3::expr& term) {
    switch (term.decl().decl_kind()) {
    case Z3_OP_LE:
    case Z3_OP_LT:
    case Z3_OP_GE:
    case Z3_OP_GT:
        return true;
    default:
        return false;
    }
}

/// A number with which something is compared has numbers beyond it, for which the model may say
/// something else than for itself: its neighbours stand for them.
void collect_neighbours(const z3::expr& comparison, std::set<std::int64_t>& found) {
    for (unsigned i = 0; i < comparison.num_args(); ++i) {
        std::int64_t number = 0;
        if (!comparison.arg(i).is_numeral_i64(number))
            continue;
        if (number > std::numeric_limits<std::int64_t>::min())
            found.insert(number - 1);
        if (number < std::numeric_limits<std::int64_t>::max())
            found.insert(number + 1);
    }
}

void collect_integers(const z3::expr& term, std::set<std::int64_t>& found) {
    std::vector<z3::expr> open{term};
    while (!open.empty()) {
        const z3::expr next = open.back();
        open.pop_back();
        std::int64_t number = 0;
        if (next.is_numeral() && next.is_numeral_i64(number)) {
            found.insert(number);
        } else if (next.is_quantifier()) {
            open.push_back(next.body());
        } else if (next.is_app()) {
            if (is_comparison(next))
                collect_neighbours(next, found);
            for (unsigned i = 0; i < next.num_args(); ++i)
                open.push_back(next.arg(i));
        }
    }
}

} // namespace

ModelReader::ModelReader(Vocabulary& vocabulary, const z3::model& model)
    : vocabulary_(vocabulary)
    , spec_(vocabulary.spec())
    , model_(model)
    , symbols_(vocabulary) {
    for (std::uint32_t s = 0; s < spec_.sorts.size(); ++s) {
        sorts_.push_back(elements_of(vocabulary_.element_sort(spec::SortId{s})));
        universe_.sort_sizes.push_back(static_cast<std::int64_t>(sorts_.back().size()));
    }
    read_integers();
    read_requests();
}

std::vector<z3::expr> ModelReader::elements_of(const z3::sort& sort) const {
    std::vector<z3::expr> result;
    z3::context& ctx = model_.ctx();
    const unsigned count = Z3_model_get_num_sorts(ctx, model_);
    for (unsigned i = 0; i < count; ++i) {
        const z3::sort known(ctx, Z3_model_get_sort(ctx, model_, i));
        if (!z3::eq(known, sort))
            continue;
        const z3::expr_vector universe(ctx, Z3_model_get_sort_universe(ctx, model_, sort));
        for (unsigned j = 0; j < universe.size(); ++j)
            result.push_back(universe[static_cast<int>(j)]);
    }
    // By their numbers, `C!val!2` before `C!val!10`: in which order the solver gives them depends
    // on what it was asked before.
    const auto place = [](const z3::expr& element) {
        const std::string name = element.to_string();
        return std::pair(name.size(), name);
    };
    std::sort(result.begin(), result.end(), [&](const z3::expr& a, const z3::expr& b) {
        return place(a) < place(b);
    });
    // A sort that no formula mentions has no universe; it has one element all the same.
    if (result.empty())
        result.push_back(eval(ctx.constant(("any " + sort.name().str()).c_str(), sort)));
    return result;
}

void ModelReader::read_integers() {
    std::set<std::int64_t> found{0};
    for (unsigned i = 0; i < model_.num_consts(); ++i)
        collect_integers(model_.get_const_interp(model_.get_const_decl(i)), found);
    for (unsigned i = 0; i < model_.num_funcs(); ++i) {
        const z3::func_interp interpretation = model_.get_func_interp(model_.get_func_decl(i));
        collect_integers(interpretation.else_value(), found);
        for (unsigned e = 0; e < interpretation.num_entries(); ++e) {
            const z3::func_entry entry = interpretation.entry(e);
            collect_integers(entry.value(), found);
            for (unsigned a = 0; a < entry.num_args(); ++a)
                collect_integers(entry.arg(a), found);
        }
    }
    universe_.integers.assign(found.begin(), found.end());
}

void ModelReader::read_requests() {
    for (const auto& [type, sort] : vocabulary_.request_sorts()) {
        const spec::MessageInfo& message = spec_.messages[spec_.types[type].declaration];
        std::map<std::int64_t, std::int64_t> known;
        for (const z3::expr& element : elements_of(sort)) {
            std::int64_t sender = 0;
            if (vocabulary_.is_indexed(message.from)) {
                const z3::expr process = eval(vocabulary_.sender_of(type)(element));
                const auto& all = sorts_[spec_.role(message.from).index.value];
                for (std::size_t i = 0; i < all.size(); ++i) {
                    if (z3::eq(all[i], process))
                        sender = static_cast<std::int64_t>(i);
                }
            }
            const std::int64_t correlation = known[sender]++;
            universe_.correlations = std::max(universe_.correlations, known[sender]);
            requests_[type].emplace_back(
                element, Value::row({Value::scalar(sender), Value::scalar(correlation)}));
        }
    }
}

bool ModelReader::holds(const z3::expr& term) const {
    return eval(term).is_true();
}

std::size_t ModelReader::process_count(spec::RoleId role) const {
    const spec::SortId index = spec_.role(role).index;
    return index.valid() ? sorts_[index.value].size() : 1;
}

State ModelReader::state() {
    State result;
    for (std::uint32_t v = 0; v < spec_.variables.size(); ++v) {
        const spec::RoleId role = spec_.variables[v].role;
        std::vector<Value> values;
        for (std::size_t p = 0; p < process_count(role); ++p) {
            Terms prefix;
            if (vocabulary_.is_indexed(role))
                prefix.push_back(sorts_[spec_.role(role).index.value][p]);
            values.push_back(value(
                view(vocabulary_, vocabulary_.variable(spec::VariableId{v}), prefix, symbols_)));
        }
        result.variables.push_back(std::move(values));
    }
    for (std::uint32_t m = 0; m < spec_.messages.size(); ++m)
        read_messages(spec::MessageId{m}, result);
    for (std::uint32_t t = 0; t < spec_.timers.size(); ++t)
        read_timers(spec::TimerId{t}, result);
    std::sort(result.sent.begin(), result.sent.end());
    result.sent.erase(std::unique(result.sent.begin(), result.sent.end()), result.sent.end());
    std::sort(result.in_flight.loose.begin(), result.in_flight.loose.end());
    sort_queues(result.in_flight.queued);
    for (std::uint32_t r = 0; r < spec_.roles.size(); ++r)
        read_stopped(spec::RoleId{r}, result);
    std::sort(result.armed.begin(), result.armed.end());
    for (std::uint32_t c = 0; c < spec_.constants.size(); ++c) {
        result.constants.push_back(
            value(view(vocabulary_, vocabulary_.constant(spec::ConstId{c}), {}, symbols_)));
    }
    read_functions(result);
    mark_used(result);
    return result;
}

void ModelReader::read_timers(spec::TimerId id, State& state) {
    const spec::TimerInfo& timer = spec_.timer(id);
    std::vector<Element> keys{{Value(), {}}};
    if (timer.key_type.valid())
        keys = all(timer.key_type);
    for (std::size_t p = 0; p < process_count(timer.role); ++p) {
        Terms prefix;
        if (vocabulary_.is_indexed(timer.role))
            prefix.push_back(sorts_[spec_.role(timer.role).index.value][p]);
        for (const Element& key : keys) {
            if (holds(symbols_.read(vocabulary_.timer(id), append(prefix, key.second)))) {
                state.armed.push_back({id, static_cast<std::int64_t>(p), key.first});
            }
        }
    }
}

void ModelReader::read_functions(State& state) {
    for (std::uint32_t f = 0; f < spec_.functions.size(); ++f) {
        // The table follows the arguments in ascending order, the first one slowest.
        std::vector<Terms> rows{{}};
        for (spec::LocalId parameter : spec_.functions[f].parameters) {
            std::vector<Element> values = all(spec_.local(parameter).type);
            std::sort(values.begin(), values.end(), [](const Element& a, const Element& b) {
                return a.first < b.first;
            });
            std::vector<Terms> longer;
            for (const Terms& row : rows) {
                for (const Element& element : values)
                    longer.push_back(append(row, element.second));
            }
            rows = std::move(longer);
        }
        std::vector<Value> table;
        table.reserve(rows.size());
        for (const Terms& row : rows) {
            table.push_back(
                value(view(vocabulary_, vocabulary_.function(spec::FunctionId{f}), row, symbols_)));
        }
        state.functions.push_back(std::move(table));
    }
}

void ModelReader::mark_used(State& state) {
    state.used.resize(spec_.sorts.size());
    std::set<std::uint32_t> drawn;
    for (const spec::typed::Block& block : spec_.blocks) {
        for (const spec::typed::Statement& statement : block.statements) {
            if (const auto* fresh = std::get_if<spec::typed::Fresh>(&statement.node))
                drawn.insert(fresh->sort.value);
        }
    }
    for (std::uint32_t sort : drawn) {
        for (std::size_t i = 0; i < sorts_[sort].size(); ++i) {
            const Terms free = absent(vocabulary_, symbols_, sorts_[sort][i]);
            if (!holds(conjunction(vocabulary_.ctx(), free)))
                state.used[sort].push_back(static_cast<std::int64_t>(i));
        }
    }
}

void ModelReader::read_stopped(spec::RoleId role, State& state) {
    const auto stopped = vocabulary_.stopped(role);
    if (!stopped)
        return;
    for (std::size_t p = 0; p < process_count(role); ++p) {
        Terms row;
        if (vocabulary_.is_indexed(role))
            row.push_back(sorts_[spec_.role(role).index.value][p]);
        if (holds(symbols_.read(*stopped, row)))
            state.stopped.push_back({role, static_cast<std::int64_t>(p)});
    }
}

Event ModelReader::event(std::uint32_t step, const EventSymbols& symbols, State& state) {
    Event result;
    result.step = step;
    if (symbols.me)
        result.process = value(*symbols.me).number();
    const Step& info = vocabulary_.system().steps[step];
    if (info.kind == StepKind::deliver) {
        read_message(spec_.role(info.role).handlers[info.index].message, symbols, result, state);
    } else if (info.kind == StepKind::lose) {
        read_message(info.message, symbols, result, state);
    }
    if (symbols.timer_key)
        result.timer_key = value(*symbols.timer_key);
    for (const Sym& argument : symbols.arguments)
        result.arguments.push_back(value(argument));
    if (symbols.peer)
        result.peer = value(*symbols.peer).number();
    // The evaluator names the lesser of two processes of one role first.
    if (info.kind == StepKind::cut && info.role == info.peer && result.peer < result.process)
        std::swap(result.peer, result.process);
    return result;
}

} // namespace muster::checker::smt
