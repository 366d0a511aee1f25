#pragma once

#include "checker/chart/chart.hpp"
#include "checker/trace/element_names.hpp"
#include "checker/trace/trace.hpp"

#include <string>

/// What a step is called in a box.
namespace muster::checker {

ChartBox::Kind box_kind(StepKind kind);

/// `Granted(token: 1)`, `acquire()`, `expiry`, `crash and restart`: without the process, whose lane
/// says it.
std::string step_title(const TransitionSystem& system, const Event& event, ElementNames& names);

/// Of the box in which a message ends; empty where there is nothing out of the ordinary.
std::string tag_of(ChartArrow::Fate fate);

} // namespace muster::checker
