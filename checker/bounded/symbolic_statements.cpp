#include "checker/bounded/symbolic_interpreter.hpp"
#include "checker/eval/wording.hpp"

#include <fmt/format.h>

#include <algorithm>

/// Statements. A block runs on all paths at once; where it branches, both branches run, and the
/// states that they lead to are put together again.
namespace muster::checker::bounded {

using namespace spec::typed;

void SymbolicInterpreter::settle(Path& path) {
    path.live = circuit_.conjunction(path.live, !std::exchange(unsettled_, Bit()));
}

void SymbolicInterpreter::run(spec::BlockId block, Path& path) {
    for (const Statement& statement : spec_.block(block).statements) {
        if (path.live.is_false()) {
            return;
        }
        now_ = &path.state;
        context_ = path.live;
        std::visit([&](const auto& node) { run_node(node, path, statement.span); }, statement.node);
        settle(path);
    }
}

void SymbolicInterpreter::run_whole(spec::BlockId block, Path& path) {
    returns_.emplace_back();
    run(block, path);
    std::vector<Path> ends = std::move(returns_.back());
    returns_.pop_back();
    ends.push_back(std::move(path));
    path = joined(std::move(ends));
}

SymbolicInterpreter::Path SymbolicInterpreter::joined(std::vector<Path> paths) const {
    Path result = std::move(paths.back());
    for (std::size_t i = paths.size() - 1; i-- > 0;) {
        Path& other = paths[i];
        if (other.live.is_false()) {
            continue;
        }
        if (result.live.is_false()) {
            result = std::move(other);
            continue;
        }
        result.state = choice(algebra_, other.live, other.state, result.state);
        result.live = circuit_.disjunction(result.live, other.live);
    }
    return result;
}

void SymbolicInterpreter::run_node(const Let& node, Path&, spec::Span) {
    locals_[node.local.value] = eval(node.value);
}

// The least element that is not used, as every unused one is like every other.
void SymbolicInterpreter::run_node(const Fresh& node, Path& path, spec::Span) {
    const Flags& used = path.state.used[node.sort.value];
    Alternatives alternatives;
    Bit all_before = Bit::constant(true);
    for (std::size_t i = 0; i < used.size(); ++i) {
        alternatives.push_back(
            {{0, static_cast<std::int64_t>(i)}, circuit_.conjunction(all_before, !used[i])});
        all_before = circuit_.conjunction(all_before, used[i]);
    }
    lose_if(all_before,
            fmt::format("{0} = {1} (`fresh {0}` found none left)",
                        spec_.sorts[node.sort.value].name,
                        used.size()));
    const Datum element = Algebra::scalar(std::move(alternatives));
    settle(path);
    mark_used(node.sort, element, path.live, path.state);
    choices_.push_back({path.live, spec_.local(node.local).type, element});
    locals_[node.local.value] = element;
}

void SymbolicInterpreter::run_node(const If& node, Path& path, spec::Span) {
    const Bit condition = truth(node.condition);
    settle(path);
    Path otherwise{circuit_.conjunction(path.live, !condition), path.state};
    path.live = circuit_.conjunction(path.live, condition);
    run(node.then_block, path);
    if (node.else_block.valid()) {
        run(node.else_block, otherwise);
    }
    path = joined({std::move(path), std::move(otherwise)});
}

bool SymbolicInterpreter::is_tracked(spec::MessageId id) const {
    const Slice::MessageRule& rule = slice_.messages[id.value];
    return rule.deliverable || rule.observed;
}

void SymbolicInterpreter::send(spec::MessageId id,
                               const std::vector<spec::ExprId>& fields,
                               const Datum& to,
                               const Datum& correlation,
                               Path& path) {
    const spec::MessageInfo& info = spec_.message(id);
    SymbolicMessage message{id, process_, to, correlation, {}};
    for (const spec::ExprId field : fields) {
        message.fields.push_back(eval(field));
    }
    settle(path);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        mark_used(info.fields[i].type, message.fields[i], path.live, path.state);
    }
    if (is_tracked(id)) {
        put_in_flight(std::move(message), path);
    }
}

void SymbolicInterpreter::put_in_flight(SymbolicMessage message, Path& path) {
    const std::uint32_t id = message.message.value;
    const Slice::MessageRule& rule = slice_.messages[id];
    const Carrier carrier = layout_.carrier(message.message);
    const Bit yes = Bit::constant(true);
    SymbolicState& state = path.state;
    if (rule.observed || carrier == Carrier::history) {
        state.sent[id] = with(state.sent[id], message, yes);
    }
    if (!rule.deliverable) {
        return;
    }
    switch (carrier) {
    case Carrier::history:
        return;
    case Carrier::set: {
        Bit is_there;
        for (const Slot& slot : *state.loose[id]) {
            Bit same = slot.present;
            const spec::TypeId scalar = spec_.types.integer();
            const SymbolicMessage& other = *slot.message;
            same = circuit_.conjunction(same, algebra_.equal(scalar, other.from, message.from));
            same = circuit_.conjunction(same, algebra_.equal(scalar, other.to, message.to));
            same = circuit_.conjunction(
                same, algebra_.equal(scalar, other.correlation, message.correlation));
            for (std::size_t i = 0; i < message.fields.size() && !same.is_false(); ++i) {
                const spec::TypeId type = spec_.message(message.message).fields[i].type;
                same = circuit_.conjunction(
                    same, algebra_.equal(type, other.fields[i], message.fields[i]));
            }
            is_there = circuit_.disjunction(is_there, same);
        }
        state.loose[id] = with(state.loose[id], std::move(message), !is_there);
        return;
    }
    case Carrier::bag:
        state.loose[id] = with(state.loose[id], std::move(message), yes);
        return;
    case Carrier::queue:
        state.queued = with(state.queued, std::move(message), yes);
        return;
    }
}

void SymbolicInterpreter::run_node(const Send& node, Path& path, spec::Span) {
    const Datum to = process_of(node.to);
    Datum correlation = zero_;
    if (spec_.message(node.message).is_request) {
        if (universe_.correlations > 1) {
            const Flags chosen = fresh_choice(static_cast<std::size_t>(universe_.correlations));
            Alternatives alternatives;
            for (std::size_t i = 0; i < chosen.size(); ++i) {
                alternatives.push_back({{0, static_cast<std::int64_t>(i)}, chosen[i]});
            }
            correlation = Algebra::scalar(std::move(alternatives));
        }
        choices_.push_back({path.live, spec_.types.integer(), correlation});
    }
    send(node.message, node.fields, to, correlation, path);
}

void SymbolicInterpreter::run_node(const Reply& node, Path& path, spec::Span) {
    const Datum request = eval(node.request);
    send(node.message, node.fields, request->parts[0], request->parts[1], path);
}

void SymbolicInterpreter::set_timer(spec::TimerId id, spec::ExprId key, bool armed, Path& path) {
    std::vector<KeyAlternative> keys{{Key{}, Bit::constant(true)}};
    if (key.valid()) {
        const Datum datum = eval(key);
        settle(path);
        mark_used(spec_.timer(id).key_type, datum, path.live, path.state);
        keys = algebra_.keys(spec_.timer(id).key_type, datum);
    }
    write(path.state.layer.armed[id.value], [&](const Datum& old) {
        std::vector<Entry> entries = old->entries;
        for (const auto& [at, guard] : keys) {
            if (armed) {
                algebra_.put(entries, at, guard, nullptr);
            } else {
                algebra_.remove(entries, at, guard);
            }
        }
        return Algebra::collection(std::move(entries));
    });
}

void SymbolicInterpreter::run_node(const StartTimer& node, Path& path, spec::Span) {
    if (node.duration.valid()) {
        eval(node.duration);
    }
    set_timer(node.timer, node.key, true, path);
}

void SymbolicInterpreter::run_node(const StopTimer& node, Path& path, spec::Span) {
    set_timer(node.timer, node.key, false, path);
}

void SymbolicInterpreter::run_node(const Ignore&, Path&, spec::Span) {}

void SymbolicInterpreter::run_node(const Return&, Path& path, spec::Span) {
    returns_.back().push_back(path);
    path.live = Bit();
}

void SymbolicInterpreter::run_node(const Assert& node, Path&, spec::Span span) {
    fail_if(!truth(node.condition), Failure::Kind::assertion, "this assertion is false", span);
}

void SymbolicInterpreter::run_node(const ProcedureCall& node, Path& path, spec::Span) {
    const spec::ProcedureInfo& procedure = spec_.procedure(node.procedure);
    std::vector<Datum> arguments;
    for (const spec::ExprId argument : node.arguments) {
        arguments.push_back(eval(argument));
    }
    settle(path);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        locals_[procedure.parameters[i].value] = std::move(arguments[i]);
    }
    run_whole(procedure.body, path);
}

// Every iteration starts from the layer before the loop. What was sent, and what `fresh` gave, is
// common to all.
void SymbolicInterpreter::run_node(const For& node, Path& path, spec::Span span) {
    const std::vector<Member> elements = members(node.domain);
    settle(path);
    const SymbolicLayer start = path.state.layer;
    SymbolicLayer merged = start;
    const std::size_t choices = choices_.size();
    std::vector<std::size_t> queued{path.state.queued->size()}; // before each iteration
    for (const Member& member : elements) {
        if (circuit_.conjunction(path.live, member.present).is_false()) {
            continue;
        }
        Path iteration{circuit_.conjunction(path.live, member.present), path.state};
        iteration.state.layer = start;
        locals_[node.local.value] = member.element;
        run_whole(node.body, iteration);
        const SymbolicLayer changed =
            choice(algebra_, iteration.live, iteration.state.layer, start);
        merged = merge(algebra_, spec_, start, changed, merged);
        iteration.state.layer = start;
        Path skipped{circuit_.conjunction(path.live, !member.present), std::move(path.state)};
        skipped.state.layer = start;
        path = joined({std::move(iteration), std::move(skipped)});
        queued.push_back(path.state.queued->size());
    }
    path.state.layer = std::move(merged);
    // Where elements have no fixed order, neither have the choices of their iterations.
    const bool ordered = std::all_of(elements.begin(), elements.end(), [](const Member& member) {
        const auto& alternatives = member.element->alternatives;
        return alternatives.size() <= 1 && std::all_of(alternatives.begin(),
                                                       alternatives.end(),
                                                       [](const Alternative& alternative) {
                                                           return alternative.atom.is_constant();
                                                       });
    });
    if (!ordered && choices_.size() != choices) {
        throw Unsupported{"a choice inside a `for` over integers", span};
    }
    refuse_open_order(queued, path, span);
}

// Iterations are simultaneous, so that the order of what several of them send to one process via
// `fifo` is a choice.
void SymbolicInterpreter::refuse_open_order(const std::vector<std::size_t>& before,
                                            const Path& path,
                                            spec::Span span) {
    const auto& queued = *path.state.queued;
    const auto iteration = [&](std::size_t place) {
        return std::upper_bound(before.begin(), before.end(), place) - before.begin();
    };
    for (std::size_t i = before.front(); i < queued.size(); ++i) {
        for (std::size_t j = before.front(); j < i; ++j) {
            const SymbolicMessage& a = *queued[i].message;
            const SymbolicMessage& b = *queued[j].message;
            const bool same_role = spec_.message(a.message).to == spec_.message(b.message).to;
            if (iteration(i) != iteration(j) && same_role &&
                !algebra_.equal(spec_.types.integer(), a.to, b.to).is_false()) {
                throw Unsupported{"a `for` that sends to one process several times via fifo", span};
            }
        }
    }
}

void SymbolicInterpreter::run_node(const ForEach& node, Path& path, spec::Span) {
    const std::vector<Member> elements = members(node.list);
    settle(path);
    std::vector<Path> ends;
    for (const Member& member : elements) {
        ends.push_back({circuit_.conjunction(path.live, !member.present), path.state});
        path.live = circuit_.conjunction(path.live, member.present);
        locals_[node.local.value] = member.element;
        run(node.body, path);
    }
    ends.push_back(std::move(path));
    path = joined(std::move(ends));
}

// The options among the elements of the domain, in its order.
std::vector<SymbolicInterpreter::Member> SymbolicInterpreter::pick_options(const Pick& node) {
    std::vector<Member> options;
    std::vector<Datum> keys;
    for (Member member : members(node.domain)) {
        locals_[node.local.value] = member.element;
        if (node.condition.valid() && !member.present.is_false()) {
            const Bit fits = under(member.present, [&] { return truth(node.condition); });
            member.present = circuit_.conjunction(member.present, fits);
        }
        if (member.present.is_false()) {
            continue;
        }
        if (node.order != spec::PickOrder::any) {
            keys.push_back(under(member.present, [&] { return eval(node.key); }));
        }
        options.push_back(std::move(member));
    }
    if (node.order == spec::PickOrder::any) {
        return options;
    }
    std::vector<Member> best = options;
    for (std::size_t i = 0; i < options.size(); ++i) {
        for (std::size_t j = 0; j < options.size(); ++j) {
            const Bit better = node.order == spec::PickOrder::max ? algebra_.less(keys[i], keys[j])
                                                                  : algebra_.less(keys[j], keys[i]);
            best[i].present = circuit_.conjunction(
                best[i].present, !circuit_.conjunction(options[j].present, better));
        }
    }
    return best;
}

// A choice of what is no option ends the path; there is always another.
Datum SymbolicInterpreter::choose_among(const std::vector<Member>& options,
                                        spec::TypeId type,
                                        Path& path) {
    const auto possible = static_cast<std::size_t>(
        std::count_if(options.begin(), options.end(), [](const Member& option) {
            return !option.present.is_false();
        }));
    const Flags chosen = possible > 1 ? fresh_choice(possible) : Flags{Bit::constant(true)};
    std::vector<std::pair<Bit, Datum>> values;
    Bit is_option;
    for (const Member& option : options) {
        if (option.present.is_false()) {
            continue;
        }
        const Bit is_it = circuit_.conjunction(chosen[values.size()], option.present);
        is_option = circuit_.disjunction(is_option, is_it);
        values.emplace_back(is_it, option.element);
    }
    path.live = circuit_.conjunction(path.live, is_option);
    const Datum value = algebra_.select(values);
    choices_.push_back({path.live, type, value});
    return value;
}

void SymbolicInterpreter::run_node(const Pick& node, Path& path, spec::Span span) {
    const std::vector<Member> options = pick_options(node);
    Bit some;
    for (const Member& option : options) {
        some = circuit_.disjunction(some, option.present);
    }
    if (!node.else_block.valid()) {
        fail_if(!some,
                Failure::Kind::undefined,
                fmt::format("there is nothing to pick from `{}`", describe(spec_, node.domain)),
                span);
    }
    settle(path);
    Path otherwise{circuit_.conjunction(path.live, !some), path.state};
    path.live = circuit_.conjunction(path.live, some);
    if (!path.live.is_false()) {
        locals_[node.local.value] = choose_among(options, spec_.local(node.local).type, path);
        run(node.body, path);
    }
    if (node.else_block.valid() && !otherwise.live.is_false()) {
        run(node.else_block, otherwise);
    }
    path = joined({std::move(path), std::move(otherwise)});
}

} // namespace muster::checker::bounded
