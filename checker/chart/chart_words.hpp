#pragma once

#include "checker/chart/build_chart.hpp"

/// What stands around the lanes of a chart.
namespace muster::checker {

/// The title, what is said below it, and the caution.
void tell_subject(const spec::TypedSpec& spec, const ChartSubject& subject, Chart& chart);

/// Constants and functions.
void tell_givens(const spec::TypedSpec& spec,
                 const Trace& trace,
                 const ChartSubject& subject,
                 ElementNames& names,
                 Chart& chart);

void tell_ending(const spec::TypedSpec& spec,
                 const Trace& trace,
                 const ChartSubject& subject,
                 const SpecText& text,
                 const SpecPlace& place,
                 ElementNames& names,
                 ChartEnding& ending);

} // namespace muster::checker
