#include "checker/live/lasso_search.hpp"

#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <set>

namespace muster::checker::live {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

struct Arrived { // by which edge, and from where
    std::uint32_t from = kNone;
    std::uint32_t edge = kNone;
};

using Path = std::vector<FairEdge>;

/// A loop in a component, from one of its nodes, that does everything that fairness asks for. It is
/// put together from shortest paths, so that it is short, if not always as short as can be.
class LoopSearch {
public:
    LoopSearch(const LiveGraph& live,
               const FairGraph& graph,
               std::size_t question,
               const FairComponent& component)
        : live_(live)
        , graph_(graph)
        , question_(question)
        , component_(component) {}

    Path run(std::uint32_t start) {
        start_ = at_ = start;
        visit(start);
        while (const auto duty = put_off()) {
            go([&](std::uint32_t node) { return !is_possible(*duty, node); },
               [&](const StepMarks& marks) { return has(marks.done, *duty); });
        }
        settle_messages();
        // The way back may send something new.
        while (at_ != start_) {
            const Path before = path_;
            const std::uint32_t left = at_;
            go([&](std::uint32_t node) { return node == start_; },
               [](const StepMarks&) { return false; });
            if (const auto open = open_message()) {
                go_back_to(before, left);
                go_for(*open);
                settle_messages();
            }
        }
        return std::move(path_);
    }

private:
    struct Open { // a message that is sent and not delivered, or the other way round
        std::uint32_t message = 0;
        bool wants_delivery = true;
    };

    static bool has(const std::vector<std::uint32_t>& sorted, std::uint32_t item) {
        return std::binary_search(sorted.begin(), sorted.end(), item);
    }

    [[nodiscard]] bool is_possible(std::uint32_t duty, std::uint32_t node) const {
        return has(graph_.duty_sets[graph_.possible[node]], duty);
    }

    void visit(std::uint32_t node) {
        const auto& possible = graph_.duty_sets[graph_.possible[node]];
        if (path_.empty()) {
            always_.insert(possible.begin(), possible.end());
        }
        std::erase_if(always_, [&](std::uint32_t duty) { return !has(possible, duty); });
    }

    void note(const FairEdge& edge) {
        const StepMarks& marks = graph_.marks[edge.marks];
        done_.insert(marks.done.begin(), marks.done.end());
        sent_.insert(marks.sent.begin(), marks.sent.end());
        delivered_.insert(marks.delivered.begin(), marks.delivered.end());
        visit(edge.target);
    }

    void go_back_to(const Path& path, std::uint32_t end) {
        path_.clear();
        always_.clear();
        done_.clear();
        sent_.clear();
        delivered_.clear();
        visit(start_);
        for (const FairEdge& edge : path) {
            path_.push_back(edge);
            note(edge);
        }
        at_ = end;
    }

    /// A duty that is possible all along the path and not done.
    [[nodiscard]] std::optional<std::uint32_t> put_off() const {
        for (const std::uint32_t duty : always_) {
            if (!done_.contains(duty)) {
                return duty;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Open> open_message() const {
        for (const Recurrence& recurrence : graph_.recurrences) {
            const bool sent = sent_.contains(recurrence.message);
            const bool delivered = delivered_.contains(recurrence.message);
            if (recurrence.if_sent_delivered && sent && !delivered) {
                return Open{recurrence.message, true};
            }
            if (recurrence.if_delivered_sent && delivered && !sent) {
                return Open{recurrence.message, false};
            }
        }
        return std::nullopt;
    }

    void go_for(const Open& open) {
        go([](std::uint32_t) { return false; },
           [&](const StepMarks& marks) {
               return has(open.wants_delivery ? marks.delivered : marks.sent, open.message);
           });
    }

    void settle_messages() {
        while (const auto open = open_message()) {
            go_for(*open);
        }
    }

    /// Goes on by a shortest way to a wanted node, or along a wanted edge.
    template <class WantsNode, class WantsEdge>
    void go(WantsNode wants_node, WantsEdge wants_edge) {
        std::map<std::uint32_t, Arrived> known{{at_, {}}};
        std::deque<std::uint32_t> waiting{at_};
        while (!waiting.empty()) {
            const std::uint32_t node = waiting.front();
            waiting.pop_front();
            for (std::uint32_t i = graph_.first_edge[node]; i < graph_.first_edge[node + 1]; ++i) {
                const FairEdge& edge = graph_.edges[i];
                if (!is_inside(edge)) {
                    continue;
                }
                if (wants_edge(graph_.marks[edge.marks]) || wants_node(edge.target)) {
                    take(known, node, i);
                    return;
                }
                if (known.try_emplace(edge.target, Arrived{node, i}).second) {
                    waiting.push_back(edge.target);
                }
            }
        }
        MUSTER_ASSERT(false, "a fair component does not have what makes it fair");
    }

    [[nodiscard]] bool is_inside(const FairEdge& edge) const {
        return has(component_.nodes, edge.target) && !live_.is_quiet(question_, edge) &&
               component_.allows(graph_.marks[edge.marks]);
    }

    void
    take(const std::map<std::uint32_t, Arrived>& known, std::uint32_t node, std::uint32_t last) {
        std::vector<std::uint32_t> way{last};
        for (Arrived at = known.at(node); at.from != kNone; at = known.at(at.from)) {
            way.push_back(at.edge);
        }
        std::reverse(way.begin(), way.end());
        for (const std::uint32_t i : way) {
            path_.push_back(graph_.edges[i]);
            note(graph_.edges[i]);
        }
        at_ = graph_.edges[last].target;
    }

    const LiveGraph& live_;
    const FairGraph& graph_;
    std::size_t question_;
    const FairComponent& component_;
    std::uint32_t start_ = 0;
    std::uint32_t at_ = 0;
    Path path_;
    std::set<std::uint32_t> always_; // duties that were possible in every node so far
    std::set<std::uint32_t> done_;
    std::set<std::uint32_t> sent_;
    std::set<std::uint32_t> delivered_;
};

/// Finds where runs can stay, and the nearest such place.
class LassoSearch {
public:
    LassoSearch(LiveGraph& live, const Asked& asked)
        : live_(live)
        , graph_(live.graph_for(asked.question))
        , asked_(asked)
        , component_(graph_.size(), kNone) {}

    std::optional<LassoPath> run() {
        components_ = fair_components(graph_, nodes_after_premise(), [&](const FairEdge& edge) {
            return !live_.is_quiet(asked_.question, edge);
        });
        if (components_.empty()) {
            return std::nullopt;
        }
        for (std::uint32_t i = 0; i < components_.size(); ++i) {
            for (const std::uint32_t node : components_[i].nodes) {
                component_[node] = i;
            }
        }
        search();
        const LassoPath near = lasso(nearest_);
        if (nearest_stuck_ == kNone) {
            return near;
        }
        // Where nothing happens any more there is less to read.
        const LassoPath stuck = lasso(nearest_stuck_);
        return stuck.stem.size() <= near.stem.size() + near.loop.size() ? stuck : near;
    }

private:
    [[nodiscard]] bool is_open(std::uint32_t node) const { return !live_.conclusion(asked_, node); }

    [[nodiscard]] bool begins(std::uint32_t node) const {
        return live_.premise(asked_, node) && is_open(node);
    }

    /// Ascending: what runs can reach once the premise was true, while the conclusion is not, and
    /// from where all steps are known.
    [[nodiscard]] std::vector<std::uint32_t> nodes_after_premise() const {
        std::vector<bool> seen(graph_.size(), false);
        std::vector<std::uint32_t> waiting;
        const auto reach = [&](std::uint32_t node) {
            if (!seen[node]) {
                seen[node] = true;
                waiting.push_back(node);
            }
        };
        for (std::uint32_t node = 0; node < graph_.size(); ++node) {
            if (begins(node)) {
                reach(node);
            }
        }
        while (!waiting.empty()) {
            const std::uint32_t node = waiting.back();
            waiting.pop_back();
            for (std::uint32_t i = graph_.first_edge[node]; i < graph_.first_edge[node + 1]; ++i) {
                if (is_open(graph_.edges[i].target)) {
                    reach(graph_.edges[i].target);
                }
            }
        }
        std::vector<std::uint32_t> nodes;
        for (std::uint32_t node = 0; node < graph_.size(); ++node) {
            if (seen[node] && !live_.is_closed(node)) {
                nodes.push_back(node);
            }
        }
        return nodes;
    }

    // By breadth over pairs of a node and whether the premise was true before.
    void search() {
        known_.assign(2UL * graph_.size(), Arrived{});
        reached_.assign(2UL * graph_.size(), false);
        for (std::uint32_t node = 0; node < graph_.size() && live_.is_initial(node); ++node) {
            reach(2 * node, {});
        }
        while (!waiting_.empty() && (nearest_ == kNone || nearest_stuck_ == kNone)) {
            const std::uint32_t at = waiting_.front();
            waiting_.pop_front();
            const std::uint32_t node = at / 2;
            for (std::uint32_t i = graph_.first_edge[node]; i < graph_.first_edge[node + 1]; ++i) {
                const std::uint32_t next = 2 * graph_.edges[i].target + at % 2;
                if (at % 2 == 0 || is_open(next / 2)) {
                    reach(next, {at, i});
                }
            }
        }
    }

    void reach(std::uint32_t at, Arrived arrived) {
        if (reached_[at]) {
            return;
        }
        reached_[at] = true;
        known_[at] = arrived;
        waiting_.push_back(at);
        if (at % 2 == 0 && begins(at / 2)) {
            reach(at + 1, {at, kNone});
        }
        if (at % 2 == 1 && component_[at / 2] != kNone) {
            nearest_ = nearest_ == kNone ? at : nearest_;
            const bool is_stuck = graph_.duty_sets[graph_.possible[at / 2]].empty();
            nearest_stuck_ = nearest_stuck_ == kNone && is_stuck ? at : nearest_stuck_;
        }
    }

    LassoPath lasso(std::uint32_t end) {
        LassoPath path;
        std::uint32_t at = end;
        std::size_t after_premise = 0;
        while (known_[at].from != kNone) {
            const Arrived& arrived = known_[at];
            if (arrived.edge != kNone) {
                path.stem.push_back(graph_.edges[arrived.edge]);
                after_premise += at % 2;
            }
            at = arrived.from;
        }
        std::reverse(path.stem.begin(), path.stem.end());
        path.premise_at = path.stem.size() - after_premise;
        path.initial = at / 2;
        path.loop = LoopSearch(live_, graph_, asked_.question, components_[component_[end / 2]])
                        .run(end / 2);
        return path;
    }

    const LiveGraph& live_;
    const FairGraph& graph_;
    Asked asked_;
    std::vector<FairComponent> components_;
    std::vector<std::uint32_t> component_; // by node
    std::vector<Arrived> known_;
    std::vector<bool> reached_;
    std::deque<std::uint32_t> waiting_;
    std::uint32_t nearest_ = kNone;       // where a lasso's loop can begin
    std::uint32_t nearest_stuck_ = kNone; // and where nothing is due
};

} // namespace

std::optional<LassoPath> find_lasso(LiveGraph& graph, const Asked& asked) {
    return LassoSearch(graph, asked).run();
}

} // namespace muster::checker::live
