#include "checker/smt/read_model.hpp"

#include "checker/eval/network.hpp"
#include "checker/eval/value_space.hpp"
#include "checker/smt/walk.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace muster::checker::smt {

using spec::TypeId;
using spec::TypeKind;

namespace {

/// Rows of a relation that are looked at; a model with more is not worth reading.
constexpr std::size_t kMaxRows = 200'000;
constexpr std::int64_t kMaxCopies = 16;
constexpr std::int64_t kMaxLength = 64;

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
            for (unsigned i = 0; i < next.num_args(); ++i)
                open.push_back(next.arg(i));
        }
    }
}

/// One queue after the other; what is in one keeps its order.
void sort_queues(const spec::TypedSpec& spec, std::vector<SentMessage>& queued) {
    const auto key = [&](const SentMessage& message) {
        return std::pair(sender(spec, message), addressee(spec, message));
    };
    std::stable_sort(queued.begin(), queued.end(), [&](const auto& a, const auto& b) {
        return key(a) < key(b);
    });
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

Value ModelReader::scalar(TypeId id, const z3::expr& term) {
    const spec::Type& type = spec_.types[id];
    const z3::expr result = eval(term);
    const auto position = [&](const std::vector<z3::expr>& all) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (z3::eq(all[i], result))
                return Value::scalar(static_cast<std::int64_t>(i));
        }
        return Value::scalar(0);
    };
    switch (type.kind) {
    case TypeKind::boolean:
        return Value::boolean(result.is_true());
    case TypeKind::integer: {
        std::int64_t number = 0;
        if (!result.is_numeral_i64(number))
            throw Unsupported("a number beyond 64 bits", {});
        return Value::scalar(number);
    }
    case TypeKind::sort:
        return position(sorts_[type.declaration]);
    case TypeKind::enumeration:
        return position(vocabulary_.enum_values(spec::EnumId{type.declaration}));
    default:
        break;
    }
    for (const auto& [element, request] : requests_[id]) {
        if (z3::eq(element, result))
            return request;
    }
    return default_value(spec_, id);
}

std::vector<ModelReader::Element> ModelReader::all(TypeId id) {
    const spec::Type& type = spec_.types[id];
    std::vector<Element> result;
    const auto single = [&](const z3::expr& term) {
        result.emplace_back(scalar(id, term), Terms{term});
    };
    switch (type.kind) {
    case TypeKind::boolean:
        single(truth(vocabulary_.ctx(), false));
        single(truth(vocabulary_.ctx(), true));
        return result;
    case TypeKind::integer:
        for (std::int64_t number : universe_.integers)
            single(vocabulary_.ctx().int_val(number));
        return result;
    case TypeKind::sort:
        for (const z3::expr& element : sorts_[type.declaration])
            single(element);
        return result;
    case TypeKind::enumeration:
        for (const z3::expr& element : vocabulary_.enum_values(spec::EnumId{type.declaration}))
            single(element);
        return result;
    case TypeKind::request:
        for (const auto& [element, request] : requests_[id])
            result.emplace_back(request, Terms{element});
        return result;
    case TypeKind::option: {
        const Sym nothing = vocabulary_.placeholder(id);
        result.emplace_back(Value::none(), vocabulary_.atoms(nothing));
        for (auto& [inside, terms] : all(type.first)) {
            Terms row{truth(vocabulary_.ctx(), true)};
            result.emplace_back(Value::some(inside), append(std::move(row), terms));
        }
        return result;
    }
    case TypeKind::record: {
        std::vector<std::pair<std::vector<Value>, Terms>> rows{{}};
        for (const spec::FieldInfo& field : spec_.records[type.declaration].fields) {
            std::vector<std::pair<std::vector<Value>, Terms>> longer;
            for (const auto& [values, terms] : rows) {
                for (const auto& [value, more] : all(field.type)) {
                    longer.emplace_back(values, append(terms, more));
                    longer.back().first.push_back(value);
                }
            }
            rows = std::move(longer);
        }
        for (auto& [values, terms] : rows)
            result.emplace_back(Value::row(std::move(values)), std::move(terms));
        return result;
    }
    default:
        break;
    }
    // Containers: the elements of the sort of their values.
    for (const z3::expr& element : elements_of(vocabulary_.sort_of(id))) {
        std::size_t next = 0;
        result.emplace_back(value(vocabulary_.rebuild(id, {element}, next)), Terms{element});
    }
    return result;
}

Value ModelReader::value(const Sym& sym) {
    const spec::Type& type = spec_.types[sym.type];
    std::vector<Value> items;
    switch (type.kind) {
    case TypeKind::record:
        for (const Sym& part : sym.parts)
            items.push_back(value(part));
        return Value::row(std::move(items));
    case TypeKind::option:
        return holds(*sym.term) ? Value::some(value(sym.parts.front())) : Value::none();
    case TypeKind::set:
    case TypeKind::map:
    case TypeKind::list:
    case TypeKind::distinct_list:
        break;
    default:
        return scalar(sym.type, *sym.term);
    }
    if (type.kind == TypeKind::list)
        return list(sym);
    std::vector<Element> inside;
    for (Element& element : all(type.first)) {
        if (holds(sym.contains(element.second)))
            inside.push_back(std::move(element));
    }
    std::sort(inside.begin(), inside.end(), [](const Element& a, const Element& b) {
        return a.first < b.first;
    });
    if (sym.before.valid()) {
        std::stable_sort(inside.begin(), inside.end(), [&](const Element& a, const Element& b) {
            return holds(sym.before(append(a.second, b.second)));
        });
    }
    for (const Element& element : inside) {
        items.push_back(element.first);
        if (type.kind == TypeKind::map)
            items.push_back(value(sym.at(element.second)));
    }
    return Value::row(std::move(items));
}

Value ModelReader::list(const Sym& sym) {
    std::int64_t length = 0;
    if (!eval(*sym.length).is_numeral_i64(length) || length > kMaxLength)
        throw Unsupported("a counterexample with a list that is too long", {});
    std::vector<Value> items;
    for (std::int64_t i = 0; i < length; ++i)
        items.push_back(value(sym.at({vocabulary_.ctx().int_val(i)})));
    return Value::row(std::move(items));
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
    sort_queues(spec_, result.in_flight.queued);
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

void ModelReader::read_messages(spec::MessageId id, State& state) {
    const TrackedMessage& tracked = vocabulary_.relevance().messages[id.value];
    if (!tracked.tracked)
        return;
    const spec::MessageInfo& message = spec_.message(id);

    struct Row {
        SentMessage message;
        Terms terms;
    };

    std::vector<Row> rows{{SentMessage{id, 0, 0, 0, {}}, {}}};
    const auto widen = [&](const auto& choices, const auto& extend) {
        std::vector<Row> wider;
        for (const Row& row : rows) {
            for (const auto& choice : choices) {
                wider.push_back(row);
                extend(wider.back(), choice);
            }
        }
        if (wider.size() > kMaxRows)
            throw Unsupported("a counterexample with too many possible messages", {});
        rows = std::move(wider);
    };
    const auto processes = [&](spec::RoleId role, std::int64_t SentMessage::*place) {
        std::vector<std::size_t> all_processes(process_count(role));
        for (std::size_t p = 0; p < all_processes.size(); ++p)
            all_processes[p] = p;
        widen(all_processes, [&](Row& row, std::size_t p) {
            row.message.*place = static_cast<std::int64_t>(p);
            row.terms.push_back(sorts_[spec_.role(role).index.value][p]);
        });
    };
    if (tracked.from && vocabulary_.is_indexed(message.from))
        processes(message.from, &SentMessage::from);
    if (tracked.to && vocabulary_.is_indexed(message.to))
        processes(message.to, &SentMessage::to);
    for (std::size_t f = 0; f < message.fields.size(); ++f) {
        const TypeId type = message.fields[f].type;
        if (!tracked.fields[f]) {
            for (Row& row : rows)
                row.message.fields.push_back(default_value(spec_, type));
            continue;
        }
        widen(all(type), [&](Row& row, const Element& element) {
            row.message.fields.push_back(element.first);
            row.terms = append(std::move(row.terms), element.second);
        });
    }
    for (const Row& row : rows) {
        if (const auto sent = vocabulary_.sent(id); sent && holds(symbols_.read(*sent, row.terms)))
            state.sent.push_back(row.message);
        if (const auto in_flight = vocabulary_.in_flight(id))
            read_copies(row.message, symbols_.read(*in_flight, row.terms), state);
    }
}

void ModelReader::read_copies(const SentMessage& message, const z3::expr& count, State& state) {
    std::int64_t copies = 0;
    if (!eval(count).is_numeral_i64(copies) || copies > kMaxCopies)
        throw Unsupported("a counterexample with too many equal messages in flight", {});
    const bool queued = spec_.message(message.message).network == spec::NetworkKind::fifo;
    auto& place = queued ? state.in_flight.queued : state.in_flight.loose;
    for (std::int64_t i = 0; i < copies; ++i)
        place.push_back(message);
    if (copies > 0)
        state.sent.push_back(message);
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

void ModelReader::read_message(spec::MessageId id,
                               const EventSymbols& symbols,
                               Event& event,
                               State& state) {
    const TrackedMessage& tracked = vocabulary_.relevance().messages[id.value];
    const spec::MessageInfo& info = spec_.message(id);
    const bool arbitrary = vocabulary_.system().is_arbitrary(info.from);
    SentMessage message{id, 0, event.process, 0, {}};
    if (symbols.sender)
        message.from = value(*symbols.sender).number();
    if (symbols.request)
        message.correlation = value(*symbols.request).items()[1].number();
    for (std::size_t f = 0; f < symbols.fields.size(); ++f) {
        const bool dropped = tracked.tracked && !arbitrary && !tracked.fields[f];
        message.fields.push_back(dropped ? default_value(spec_, info.fields[f].type)
                                         : value(symbols.fields[f]));
    }
    if (arbitrary)
        event.origin = Origin::made_up;
    else
        put_in_flight(message, state);
    event.message = std::move(message);
}

void ModelReader::put_in_flight(const SentMessage& message, State& state) const {
    const auto place = std::lower_bound(state.sent.begin(), state.sent.end(), message);
    if (place == state.sent.end() || *place != message)
        state.sent.insert(place, message);
    const spec::NetworkKind network = spec_.message(message.message).network;
    if (network == spec::NetworkKind::unreliable)
        return;
    // The model knows no correlations: the message takes the place of one that differs in nothing
    // else. In a queue it goes to the front, as the model knows no order either.
    const bool queued = network == spec::NetworkKind::fifo;
    auto& all = queued ? state.in_flight.queued : state.in_flight.loose;
    const auto copy = std::find_if(all.begin(), all.end(), [&](SentMessage other) {
        other.correlation = message.correlation;
        return other == message;
    });
    if (copy != all.end())
        all.erase(copy);
    all.insert(all.begin(), message);
    if (queued)
        sort_queues(spec_, all);
    else
        std::sort(all.begin(), all.end());
}

} // namespace muster::checker::smt
