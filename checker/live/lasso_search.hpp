#pragma once

#include "checker/live/live_graph.hpp"

namespace muster::checker::live {

/// A path of a graph that can be gone on with for ever: along the stem, and then round the loop. A
/// loop without edges stays where it is.
struct LassoPath {
    std::uint32_t initial = 0;
    std::vector<FairEdge> stem;
    std::vector<FairEdge> loop;
    /// After so many edges of the stem the premise is true; the conclusion is false from there on.
    std::size_t premise_at = 0;
};

/// A fair lasso that breaks the property for these parameters, with a stem that is as short as any;
/// none if there is none in what of the instance was seen.
std::optional<LassoPath> find_lasso(LiveGraph& graph, const Asked& asked);

} // namespace muster::checker::live
