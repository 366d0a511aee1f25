#include "checker/live/fair_components.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace muster::checker::live {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

bool has_any(const std::vector<std::uint32_t>& sorted, const std::vector<std::uint32_t>& wanted) {
    return std::any_of(wanted.begin(), wanted.end(), [&](std::uint32_t item) {
        return std::binary_search(sorted.begin(), sorted.end(), item);
    });
}

/// The strongly connected components of part of a graph, after Tarjan, without recursion.
class Components {
public:
    using IsEdge = std::function<bool(std::uint32_t from, const FairEdge& edge)>;

    explicit Components(const FairGraph& graph)
        : graph_(graph)
        , number_(graph.size(), kNone)
        , low_(graph.size(), 0)
        , on_stack_(graph.size(), false) {}

    /// Those among these nodes; no edge leads to others.
    std::vector<std::vector<std::uint32_t>> run(const std::vector<std::uint32_t>& nodes,
                                                const IsEdge& is_edge) {
        is_edge_ = &is_edge;
        found_.clear();
        next_ = 0;
        for (const std::uint32_t node : nodes) {
            number_[node] = kNone;
        }
        for (const std::uint32_t node : nodes) {
            if (number_[node] == kNone) {
                visit(node);
            }
        }
        return std::move(found_);
    }

private:
    struct Frame {
        std::uint32_t node = 0;
        std::uint32_t edge = 0;
    };

    void visit(std::uint32_t root) {
        enter(root);
        while (!frames_.empty()) {
            Frame& frame = frames_.back();
            if (frame.edge < graph_.first_edge[frame.node + 1]) {
                follow(frame.node, graph_.edges[frame.edge++]);
            } else {
                leave();
            }
        }
    }

    void enter(std::uint32_t node) {
        number_[node] = low_[node] = next_++;
        on_stack_[node] = true;
        stack_.push_back(node);
        frames_.push_back({node, graph_.first_edge[node]});
    }

    void follow(std::uint32_t from, const FairEdge& edge) {
        if (!(*is_edge_)(from, edge)) {
            return;
        }
        if (number_[edge.target] == kNone) {
            enter(edge.target);
        } else if (on_stack_[edge.target]) {
            low_[from] = std::min(low_[from], number_[edge.target]);
        }
    }

    void leave() {
        const std::uint32_t node = frames_.back().node;
        frames_.pop_back();
        if (!frames_.empty()) {
            low_[frames_.back().node] = std::min(low_[frames_.back().node], low_[node]);
        }
        if (low_[node] != number_[node]) {
            return;
        }
        auto& component = found_.emplace_back();
        std::uint32_t member = kNone;
        while (member != node) {
            member = stack_.back();
            stack_.pop_back();
            on_stack_[member] = false;
            component.push_back(member);
        }
        std::sort(component.begin(), component.end());
    }

    const FairGraph& graph_;
    const IsEdge* is_edge_ = nullptr;
    std::vector<std::uint32_t> number_;
    std::vector<std::uint32_t> low_;
    std::vector<bool> on_stack_;
    std::vector<std::uint32_t> stack_;
    std::vector<Frame> frames_;
    std::uint32_t next_ = 0;
    std::vector<std::vector<std::uint32_t>> found_;
};

/// Takes parts apart until each is fair or can hold nothing that is.
class Search {
public:
    Search(const FairGraph& graph, const std::function<bool(const FairEdge&)>& usable)
        : graph_(graph)
        , usable_(usable)
        , components_(graph)
        , part_(graph.size(), kNone) {}

    std::vector<FairComponent> run(std::vector<std::uint32_t> nodes) {
        std::vector<FairComponent> waiting{{std::move(nodes), {}, {}}};
        std::vector<FairComponent> fair;
        while (!waiting.empty()) {
            const FairComponent part = std::move(waiting.back());
            waiting.pop_back();
            enter(part);
            const Components::IsEdge is_edge = [&](std::uint32_t from, const FairEdge& edge) {
                return part_[from] == number_ && part_[edge.target] == number_ && usable_(edge) &&
                       part.allows(graph_.marks[edge.marks]);
            };
            for (auto& nodes_of_one : components_.run(part.nodes, is_edge)) {
                FairComponent one{std::move(nodes_of_one), part.never_sent, part.never_delivered};
                judge(std::move(one), waiting, fair);
            }
        }
        std::sort(fair.begin(), fair.end(), [](const FairComponent& a, const FairComponent& b) {
            return a.nodes.front() < b.nodes.front();
        });
        return fair;
    }

private:
    void enter(const FairComponent& part) {
        ++number_;
        for (const std::uint32_t node : part.nodes) {
            part_[node] = number_;
        }
    }

    /// What happens somewhere in a component.
    struct Seen {
        std::set<std::uint32_t> done;
        std::set<std::uint32_t> sent;
        std::set<std::uint32_t> delivered;
        std::map<std::uint32_t, std::size_t> possible_in; // by duty, in how many nodes
    };

    Seen look_at(const FairComponent& component) const {
        Seen seen;
        const auto& nodes = component.nodes;
        for (const std::uint32_t node : nodes) {
            for (const std::uint32_t duty : graph_.duty_sets[graph_.possible[node]]) {
                ++seen.possible_in[duty];
            }
            for (std::uint32_t i = graph_.first_edge[node]; i < graph_.first_edge[node + 1]; ++i) {
                const FairEdge& edge = graph_.edges[i];
                const StepMarks& marks = graph_.marks[edge.marks];
                if (std::binary_search(nodes.begin(), nodes.end(), edge.target) && usable_(edge) &&
                    component.allows(marks)) {
                    seen.done.insert(marks.done.begin(), marks.done.end());
                    seen.sent.insert(marks.sent.begin(), marks.sent.end());
                    seen.delivered.insert(marks.delivered.begin(), marks.delivered.end());
                }
            }
        }
        return seen;
    }

    // A duty that is put off in a component is put off in every part of it; what recurs on one side
    // only can be left out.
    void judge(FairComponent component,
               std::vector<FairComponent>& waiting,
               std::vector<FairComponent>& fair) const {
        const Seen seen = look_at(component);
        for (const auto& [duty, count] : seen.possible_in) {
            if (count == component.nodes.size() && !seen.done.contains(duty)) {
                return;
            }
        }
        bool is_changed = false;
        for (const Recurrence& recurrence : graph_.recurrences) {
            const std::uint32_t message = recurrence.message;
            const bool sent = seen.sent.contains(message);
            const bool delivered = seen.delivered.contains(message);
            if (recurrence.if_sent_delivered && sent && !delivered) {
                add(component.never_sent, message);
                is_changed = true;
            }
            if (recurrence.if_delivered_sent && delivered && !sent) {
                add(component.never_delivered, message);
                is_changed = true;
            }
        }
        (is_changed ? waiting : fair).push_back(std::move(component));
    }

    static void add(std::vector<std::uint32_t>& sorted, std::uint32_t item) {
        sorted.insert(std::lower_bound(sorted.begin(), sorted.end(), item), item);
    }

    const FairGraph& graph_;
    const std::function<bool(const FairEdge&)>& usable_;
    Components components_;
    std::vector<std::uint32_t> part_; // by node, the last one that it was in
    std::uint32_t number_ = 0;
};

} // namespace

bool FairComponent::allows(const StepMarks& marks) const {
    return !has_any(never_sent, marks.sent) && !has_any(never_delivered, marks.delivered);
}

std::vector<FairComponent> fair_components(const FairGraph& graph,
                                           std::vector<std::uint32_t> nodes,
                                           const std::function<bool(const FairEdge&)>& usable) {
    return Search(graph, usable).run(std::move(nodes));
}

} // namespace muster::checker::live
