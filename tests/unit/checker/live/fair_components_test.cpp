#include "checker/live/fair_components.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace muster::checker::live {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Arrow {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    StepMarks marks{};
};

FairGraph graph_of(std::uint32_t nodes,
                   const std::vector<Arrow>& arrows,
                   std::vector<std::vector<std::uint32_t>> possible,
                   std::vector<Recurrence> recurrences = {}) {
    FairGraph graph;
    graph.first_edge.push_back(0);
    for (std::uint32_t node = 0; node < nodes; ++node) {
        for (const Arrow& arrow : arrows) {
            if (arrow.from == node) {
                graph.edges.push_back({arrow.to, static_cast<std::uint32_t>(graph.marks.size())});
                graph.marks.push_back(arrow.marks);
            }
        }
        graph.first_edge.push_back(static_cast<std::uint32_t>(graph.edges.size()));
        graph.possible.push_back(node);
    }
    graph.duty_sets = std::move(possible);
    graph.recurrences = std::move(recurrences);
    return graph;
}

std::vector<FairComponent> components_of(const FairGraph& graph) {
    std::vector<std::uint32_t> nodes(graph.size());
    std::iota(nodes.begin(), nodes.end(), 0U);
    return fair_components(graph, nodes, [](const FairEdge&) { return true; });
}

TEST(FairComponents, a_node_where_nothing_is_due_is_one) {
    const auto found = components_of(graph_of(1, {}, {{}}));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_THAT(found.front().nodes, ElementsAre(0));
}

TEST(FairComponents, a_node_where_something_is_due_is_none) {
    EXPECT_THAT(components_of(graph_of(1, {}, {{7}})), IsEmpty());
    EXPECT_THAT(components_of(graph_of(1, {{0, 0, {{7}, {}, {}}}}, {{7}})), ::testing::SizeIs(1));
}

// Strong fairness would ask for more than that it is possible everywhere.
TEST(FairComponents, what_is_impossible_somewhere_is_not_due) {
    EXPECT_THAT(components_of(graph_of(2, {{0, 1}, {1, 0}}, {{7}, {}})), ::testing::SizeIs(1));
    EXPECT_THAT(components_of(graph_of(2, {{0, 1}, {1, 0}}, {{7}, {7}})), IsEmpty());
}

TEST(FairComponents, what_is_sent_and_never_delivered_is_left_out) {
    const std::vector<Recurrence> both{{0, true, true}};
    // Without the step that sends there is no way back, but each node can be stayed in.
    const auto found = components_of(graph_of(2, {{0, 1, {{}, {0}, {}}}, {1, 0}}, {{}, {5}}, both));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_THAT(found.front().nodes, ElementsAre(0));
    EXPECT_THAT(found.front().never_sent, ElementsAre(0));
    EXPECT_EQ(
        components_of(graph_of(2, {{0, 1, {{}, {0}, {}}}, {1, 0, {{}, {}, {0}}}}, {{}, {5}}, both))
            .front()
            .nodes.size(),
        2U);
}

// All sets of edges that hang together, and whether going round all of them is fair.
class ByForce {
public:
    explicit ByForce(const FairGraph& graph)
        : graph_(graph) {
        for (std::uint32_t node = 0; node < graph.size(); ++node) {
            for (std::uint32_t i = graph.first_edge[node]; i < graph.first_edge[node + 1]; ++i) {
                sources_.push_back(node);
            }
        }
    }

    /// Whether some fair run stays among nodes of the graph.
    [[nodiscard]] bool exists() const {
        for (std::uint32_t node = 0; node < graph_.size(); ++node) {
            if (is_fair({}, node)) {
                return true;
            }
        }
        for (std::uint32_t set = 1; set < (1U << graph_.edges.size()); ++set) {
            std::vector<std::uint32_t> edges;
            for (std::uint32_t i = 0; i < graph_.edges.size(); ++i) {
                if ((set >> i & 1U) != 0) {
                    edges.push_back(i);
                }
            }
            if (hangs_together(edges) && is_fair(edges, sources_[edges.front()])) {
                return true;
            }
        }
        return false;
    }

private:
    [[nodiscard]] bool hangs_together(const std::vector<std::uint32_t>& edges) const {
        return std::all_of(edges.begin(), edges.end(), [&](std::uint32_t from) {
            std::vector<bool> reached(graph_.size(), false);
            reached[graph_.edges[from].target] = true;
            for (std::size_t round = 0; round < edges.size(); ++round) {
                for (const std::uint32_t edge : edges) {
                    if (reached[sources_[edge]]) {
                        reached[graph_.edges[edge].target] = true;
                    }
                }
            }
            return std::all_of(edges.begin(), edges.end(), [&](std::uint32_t edge) {
                return reached[sources_[edge]];
            });
        });
    }

    [[nodiscard]] bool is_fair(const std::vector<std::uint32_t>& edges, std::uint32_t start) const {
        std::vector<std::uint32_t> nodes{start};
        std::vector<std::uint32_t> done;
        std::vector<std::uint32_t> sent;
        std::vector<std::uint32_t> delivered;
        for (const std::uint32_t edge : edges) {
            nodes.push_back(graph_.edges[edge].target);
            const StepMarks& marks = graph_.marks[graph_.edges[edge].marks];
            done.insert(done.end(), marks.done.begin(), marks.done.end());
            sent.insert(sent.end(), marks.sent.begin(), marks.sent.end());
            delivered.insert(delivered.end(), marks.delivered.begin(), marks.delivered.end());
        }
        const auto has = [](const std::vector<std::uint32_t>& list, std::uint32_t item) {
            return std::find(list.begin(), list.end(), item) != list.end();
        };
        for (const std::uint32_t duty : graph_.duty_sets[graph_.possible[start]]) {
            const bool always = std::all_of(nodes.begin(), nodes.end(), [&](std::uint32_t node) {
                return has(graph_.duty_sets[graph_.possible[node]], duty);
            });
            if (always && !has(done, duty)) {
                return false;
            }
        }
        return std::all_of(
            graph_.recurrences.begin(), graph_.recurrences.end(), [&](const Recurrence& r) {
                const bool is_sent = has(sent, r.message);
                const bool is_delivered = has(delivered, r.message);
                return (!r.if_sent_delivered || !is_sent || is_delivered) &&
                       (!r.if_delivered_sent || !is_delivered || is_sent);
            });
    }

    const FairGraph& graph_;
    std::vector<std::uint32_t> sources_; // by edge
};

std::vector<std::uint32_t> some_of(std::mt19937& random, std::uint32_t count, unsigned one_in) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (random() % one_in == 0) {
            numbers.push_back(i);
        }
    }
    return numbers;
}

TEST(FairComponents, are_there_where_trying_everything_finds_one) {
    std::size_t fair = 0;
    constexpr unsigned kGraphs = 3000;
    for (unsigned seed = 0; seed < kGraphs; ++seed) {
        std::mt19937 random(seed);
        const auto nodes = static_cast<std::uint32_t>(1 + random() % 4);
        std::vector<Arrow> arrows;
        for (unsigned i = 0; i < random() % 9; ++i) {
            arrows.push_back(
                {static_cast<std::uint32_t>(random() % nodes),
                 static_cast<std::uint32_t>(random() % nodes),
                 {some_of(random, 3, 4), some_of(random, 2, 3), some_of(random, 2, 3)}});
        }
        std::vector<std::vector<std::uint32_t>> possible;
        for (std::uint32_t node = 0; node < nodes; ++node) {
            possible.push_back(some_of(random, 3, 2));
            if (possible.back().empty()) {
                possible.back().push_back(0);
            }
        }
        const FairGraph graph = graph_of(
            nodes,
            arrows,
            possible,
            {{0, random() % 2 == 0, random() % 2 == 0}, {1, random() % 2 == 0, random() % 2 == 0}});
        const bool expected = ByForce(graph).exists();
        EXPECT_EQ(!components_of(graph).empty(), expected) << "seed " << seed;
        fair += expected ? 1U : 0U;
    }
    EXPECT_GT(fair, kGraphs / 10);
    EXPECT_LT(fair, kGraphs * 9 / 10);
}

} // namespace
} // namespace muster::checker::live
