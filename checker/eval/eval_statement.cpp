#include "checker/eval/collections.hpp"
#include "checker/eval/interpreter.hpp"
#include "checker/eval/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>

namespace muster::checker {

using namespace spec::typed;

Flow Interpreter::run(spec::BlockId block) {
    if (observer_ != nullptr) {
        observer_->entered(block);
    }
    for (const Statement& statement : spec_.block(block).statements) {
        const Flow flow = std::visit(
            [&](const auto& node) { return run_node(node, statement.span); }, statement.node);
        if (flow != Flow::next) {
            return flow;
        }
    }
    return Flow::next;
}

Flow Interpreter::run_node(const Let& node, spec::Span) {
    bind(node.local, eval(node.value));
    return Flow::next;
}

// Every unused element is like every other: none occurs anywhere in the state, so permuting them
// changes nothing that a formula can see. Enumeration therefore takes the least one. A replay
// accepts any, because a solver's model may have chosen otherwise.
Flow Interpreter::run_node(const Fresh& node, spec::Span) {
    std::vector<Value> options;
    const std::int64_t size = universe_.sort_sizes[node.sort.value];
    for (std::int64_t element = 0; element < size; ++element) {
        if (!workspace_.is_used(node.sort, element)) {
            options.push_back(Value::scalar(element));
            if (!script_->is_replay()) {
                break;
            }
        }
    }
    if (options.empty()) {
        ++exhausted_[node.sort.value];
        return Flow::dead;
    }
    const auto chosen = script_->choose(std::move(options));
    if (!chosen) {
        return Flow::dead;
    }
    workspace_.mark_used(node.sort, chosen->number());
    bind(node.local, *chosen);
    return Flow::next;
}

Flow Interpreter::run_node(const If& node, spec::Span) {
    if (decision(node.condition)) {
        return run(node.then_block);
    }
    return node.else_block.valid() ? run(node.else_block) : Flow::next;
}

void Interpreter::send(spec::MessageId id,
                       const std::vector<spec::ExprId>& fields,
                       std::int64_t to,
                       std::int64_t correlation) {
    const spec::MessageInfo& info = spec_.message(id);
    SentMessage message{id, process_, to, correlation, {}};
    message.fields.reserve(fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i) {
        message.fields.push_back(eval(fields[i]));
        workspace_.mark_used(info.fields[i].type, message.fields.back());
    }
    workspace_.send(std::move(message));
}

Flow Interpreter::run_node(const Send& node, spec::Span) {
    const std::int64_t to = process_of(node.to);
    std::int64_t correlation = 0;
    if (spec_.message(node.message).is_request) {
        std::vector<Value> options;
        for (std::int64_t option = 0; option < universe_.correlations; ++option) {
            options.push_back(Value::scalar(option));
        }
        const auto chosen = script_->choose(std::move(options));
        if (!chosen) {
            return Flow::dead;
        }
        correlation = chosen->number();
    }
    send(node.message, node.fields, to, correlation);
    return Flow::next;
}

Flow Interpreter::run_node(const Reply& node, spec::Span) {
    const Value request = eval(node.request);
    send(node.message, node.fields, request.items()[0].number(), request.items()[1].number());
    return Flow::next;
}

ArmedTimer Interpreter::timer(spec::TimerId id, spec::ExprId key) {
    ArmedTimer timer{id, process_, {}};
    if (key.valid()) {
        timer.key = eval(key);
        workspace_.mark_used(spec_.timer(id).key_type, timer.key);
    }
    return timer;
}

// The model never assumes how long a timer runs, but the duration must be defined.
Flow Interpreter::run_node(const StartTimer& node, spec::Span) {
    if (node.duration.valid()) {
        eval(node.duration);
    }
    workspace_.arm(timer(node.timer, node.key));
    return Flow::next;
}

Flow Interpreter::run_node(const StopTimer& node, spec::Span) {
    workspace_.disarm(timer(node.timer, node.key));
    return Flow::next;
}

Flow Interpreter::run_node(const Ignore&, spec::Span) {
    return Flow::next;
}

Flow Interpreter::run_node(const Return&, spec::Span) {
    return Flow::returned;
}

Flow Interpreter::run_node(const Assert& node, spec::Span span) {
    if (!truth(node.condition)) {
        fail(Failure::Kind::assertion, "this assertion is false", span);
    }
    return Flow::next;
}

Flow Interpreter::run_node(const ProcedureCall& node, spec::Span) {
    const spec::ProcedureInfo& procedure = spec_.procedure(node.procedure);
    std::vector<Value> arguments;
    arguments.reserve(node.arguments.size());
    for (const spec::ExprId argument : node.arguments) {
        arguments.push_back(eval(argument));
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        bind(procedure.parameters[i], std::move(arguments[i]));
    }
    const Flow flow = run(procedure.body);
    return flow == Flow::returned ? Flow::next : flow;
}

Flow Interpreter::run_node(const ForEach& node, spec::Span) {
    const Value list = eval(node.list);
    for (const Value& element : list.items()) {
        bind(node.local, element);
        const Flow flow = run(node.body);
        if (flow != Flow::next) {
            return flow;
        }
    }
    return Flow::next;
}

std::vector<Value> Interpreter::pick_options(const Pick& node) {
    std::vector<Value> options;
    Value best;
    Value domain = eval(node.domain);
    if (spec_.type_of(node.domain).kind == spec::TypeKind::map) {
        domain = map_keys(domain);
    }
    for (const Value& element : domain.items()) {
        bind(node.local, element);
        if (node.condition.valid() && !truth(node.condition)) {
            continue;
        }
        if (node.order != spec::PickOrder::any) {
            const Value key = eval(node.key);
            const auto order = key <=> best;
            const bool better =
                node.order == spec::PickOrder::max ? std::is_gt(order) : std::is_lt(order);
            if (options.empty() || better) {
                options.clear();
                best = key;
            } else if (std::is_neq(order)) {
                continue;
            }
        }
        // A list may hold an element twice; it is still one choice.
        if (std::find(options.begin(), options.end(), element) == options.end()) {
            options.push_back(element);
        }
    }
    return options;
}

Flow Interpreter::run_node(const Pick& node, spec::Span span) {
    std::vector<Value> options = pick_options(node);
    if (options.empty()) {
        if (node.else_block.valid()) {
            return run(node.else_block);
        }
        fail(Failure::Kind::undefined,
             fmt::format("there is nothing to pick from `{}`", describe(spec_, node.domain)),
             span);
    }
    const auto chosen = script_->choose(std::move(options));
    if (!chosen) {
        return Flow::dead;
    }
    bind(node.local, *chosen);
    return run(node.body);
}

} // namespace muster::checker
