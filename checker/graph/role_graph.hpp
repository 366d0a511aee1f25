#pragma once

#include "spec/outline/phases.hpp"
#include "spec/types/typed_spec.hpp"

#include <string>
#include <vector>

namespace muster::checker {

/// The phases and transitions of these roles in the language of Graphviz: for each of a role's
/// `phase_variables` a box with a node for every phase, and an edge for what may lead from one to
/// another, `event [guard] / effects`. Of a guard only that part is said which the phase leaves
/// open. The effects of what has several edges stand once, below. What leads to one phase from
/// every other comes from a node `any phase`, and what changes no phase in any is listed below. A
/// role without such variables has one node, with all that it does. The same spec gives the same
/// bytes; they end in a newline.
std::string render_role_graph(const spec::TypedSpec& spec, const std::vector<spec::RoleId>& roles);

} // namespace muster::checker
