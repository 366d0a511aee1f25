#pragma once

#include <cstdint>
#include <functional>
#include <vector>

/// Where an infinite run can go on for ever and be fair: strongly connected parts of a graph, as in
/// Emerson and Lei, "Modalities for model checking" (1987), with Streett conditions for what
/// recurs.
namespace muster::checker::live {

/// What a step is to fairness. All numbers ascend.
struct StepMarks {
    std::vector<std::uint32_t> done; // duties that it does, or undoes
    std::vector<std::uint32_t> sent; // messages
    std::vector<std::uint32_t> delivered;
    bool operator==(const StepMarks&) const = default;
};

/// A message that is sent again and again has to be delivered so, and the other way round.
struct Recurrence {
    std::uint32_t message = 0;
    bool if_sent_delivered = false;
    bool if_delivered_sent = false;
};

struct FairEdge {
    std::uint32_t target = 0;
    std::uint32_t marks = 0; // into FairGraph::marks
};

/// A graph with duties. In every node that is not closed a run may also stay, with no step at all.
struct FairGraph {
    /// By node: where its edges begin; one more at the end.
    std::vector<std::uint32_t> first_edge;
    std::vector<FairEdge> edges;
    std::vector<StepMarks> marks;
    /// By node: which of these sets of duties is possible in it.
    std::vector<std::uint32_t> possible;
    std::vector<std::vector<std::uint32_t>> duty_sets;
    std::vector<Recurrence> recurrences;

    [[nodiscard]] std::uint32_t size() const {
        return static_cast<std::uint32_t>(first_edge.size() - 1);
    }
};

/// A part in which some fair run stays for ever and goes through all of it.
struct FairComponent {
    std::vector<std::uint32_t> nodes; // ascending
    /// Messages that must not be sent, or delivered, in such a run. Ascending.
    std::vector<std::uint32_t> never_sent;
    std::vector<std::uint32_t> never_delivered;

    [[nodiscard]] bool allows(const StepMarks& marks) const;
};

/// Every such part of the graph among these nodes (ascending), along the edges for which `usable`
/// is true. No two of them share a node.
std::vector<FairComponent> fair_components(const FairGraph& graph,
                                           std::vector<std::uint32_t> nodes,
                                           const std::function<bool(const FairEdge&)>& usable);

} // namespace muster::checker::live
