#pragma once

#include "checker/chart/chart.hpp"
#include "checker/eval/evaluator.hpp"
#include "checker/explain/tell_property.hpp"
#include "checker/live/lasso.hpp"
#include "checker/trace/trace.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace muster::checker {

/// What a trace is a trace of.
struct ChartSubject {
    enum class Kind {
        run,  // from an initial state
        step, // one step, from a state that may be unreachable
    };
    Kind kind = Kind::run;
    /// The property that the trace is about; none where a step goes wrong.
    std::optional<std::size_t> property{};
    /// `one_client_per_token`, or what goes wrong.
    std::string name;
    ChartEnding::Kind ending = ChartEnding::Kind::violated;
    /// Of a property that is undefined, why.
    std::optional<Failure> failure{};
    /// `shortest run, 6 steps`.
    std::string subtitle{};
    /// Of a run that breaks a `live` property; outlives the subject.
    const live::Lasso* lasso = nullptr;
};

/// Makes a chart of a trace. `text` and `place` may be empty. Elements have the names that the text
/// of the same trace gives them.
Chart build_chart(const spec::TypedSpec& spec,
                  const Trace& trace,
                  const ChartSubject& subject,
                  const SpecText& text,
                  const SpecPlace& place);

} // namespace muster::checker
