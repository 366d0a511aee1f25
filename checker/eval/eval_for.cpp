#include "checker/eval/collections.hpp"
#include "checker/eval/interpreter.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace muster::checker {

using namespace spec::typed;

namespace {

// Where the messages of one process go that keep their order.
std::set<Process>
queues(const spec::TypedSpec& spec, const Layout& layout, const std::vector<SentMessage>& sends) {
    std::set<Process> result;
    for (const SentMessage& message : sends) {
        if (layout.carrier(message.message) == Carrier::queue) {
            result.insert(addressee(spec, message));
        }
    }
    return result;
}

// The iterations, as numbers, that share a queue with another one.
std::vector<std::size_t> sharing(const spec::TypedSpec& spec,
                                 const Layout& layout,
                                 const std::vector<std::vector<SentMessage>>& sends) {
    std::map<Process, std::size_t> users;
    for (const auto& iteration : sends) {
        for (const Process& queue : queues(spec, layout, iteration)) {
            ++users[queue];
        }
    }
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < sends.size(); ++i) {
        const auto used = queues(spec, layout, sends[i]);
        if (std::any_of(
                used.begin(), used.end(), [&](const Process& queue) { return users[queue] > 1; })) {
            result.push_back(i);
        }
    }
    return result;
}

} // namespace

// The iterations are simultaneous, so the order of what they send via one queue is open. Nothing
// else depends on an order: what goes otherwise is a set or a bag.
bool Interpreter::order_sends(std::size_t first,
                              const std::vector<Value>& elements,
                              std::vector<std::vector<SentMessage>> sends) {
    std::vector<std::size_t> open = sharing(spec_, layout_, sends);
    if (open.empty()) {
        return true;
    }
    std::vector<SentMessage> ordered;
    const auto append = [&](std::size_t iteration) {
        ordered.insert(ordered.end(), sends[iteration].begin(), sends[iteration].end());
        sends[iteration].clear();
    };
    while (open.size() > 1) {
        std::vector<Value> options;
        options.reserve(open.size());
        for (const std::size_t iteration : open) {
            options.push_back(elements[iteration]);
        }
        const auto chosen = script_->choose(options);
        if (!chosen) {
            return false;
        }
        const auto at = std::find(options.begin(), options.end(), *chosen) - options.begin();
        append(open[static_cast<std::size_t>(at)]);
        open.erase(open.begin() + at);
    }
    for (std::size_t iteration = 0; iteration < sends.size(); ++iteration) {
        append(iteration);
    }
    workspace_.reorder_sends(first, std::move(ordered));
    return true;
}

// Every iteration starts from the state before the loop. Only the elements that `fresh` has given
// out are common to all: two iterations never get the same one.
Flow Interpreter::run_node(const For& node, spec::Span) {
    Value domain = eval(node.domain);
    if (spec_.type_of(node.domain).kind == spec::TypeKind::map) {
        domain = map_keys(domain);
    }
    const std::vector<Value> elements(domain.items().begin(), domain.items().end());
    if (elements.size() == 1) {
        bind(node.local, elements[0]);
        const Flow flow = run(node.body);
        return flow == Flow::returned ? Flow::next : flow;
    }
    const Workspace::Layer start = workspace_.layer();
    const std::size_t first_send = workspace_.sends().size();
    std::vector<Workspace::Layer> iterations;
    std::vector<std::vector<SentMessage>> sends;
    for (const Value& element : elements) {
        const std::size_t sent = workspace_.sends().size();
        workspace_.set_layer(start);
        bind(node.local, element);
        if (run(node.body) == Flow::dead) {
            return Flow::dead;
        }
        iterations.push_back(workspace_.layer());
        sends.emplace_back(workspace_.sends().begin() + static_cast<std::ptrdiff_t>(sent),
                           workspace_.sends().end());
    }
    workspace_.set_layer(merge_iterations(spec_, layout_, workspace_.base(), start, iterations));
    return order_sends(first_send, elements, std::move(sends)) ? Flow::next : Flow::dead;
}

} // namespace muster::checker
