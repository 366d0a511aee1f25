#pragma once

#include "checker/trace/element_names.hpp"
#include "checker/trace/trace.hpp"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace muster::checker {

/// A value as a spec would write it.
std::string render_value(const spec::TypedSpec& spec,
                         spec::TypeId type,
                         const Value& value,
                         ElementNames& names);

/// `client[c1]`, or `server`.
std::string
render_process(const spec::TypedSpec& spec, const Process& process, ElementNames& names);

/// `Granted(token: 1)`, without fields that have their default.
std::string
render_payload(const spec::TypedSpec& spec, const SentMessage& message, ElementNames& names);

/// `Granted(token: 1) from server to client[c1]`.
std::string
render_message(const spec::TypedSpec& spec, const SentMessage& message, ElementNames& names);

/// `expiry` or, of a process with an index, `coordinator[g1].session[m1]`.
std::string render_timer(const spec::TypedSpec& spec, const ArmedTimer& timer, ElementNames& names);

/// The same without the process, `session[m1]`, where it is known.
std::string
render_timer_of_process(const spec::TypedSpec& spec, const ArmedTimer& timer, ElementNames& names);

/// `deliver Acquire() from c1`, `fire session[m1]`, `acquire() by client[c1]`, `crash server`.
std::string render_event(const TransitionSystem& system, const Event& event, ElementNames& names);

/// What the functions are that the steps of the spec or the formula `shown` (which may be invalid)
/// apply, one line for each: `rank = {n1 -> 0, n2 -> 1}`, or `above(n1, n2) = true, …` where
/// there is not exactly one parameter. Long tables are cut, and say by how much.
std::vector<std::string> render_functions(const spec::TypedSpec& spec,
                                          const Trace& trace,
                                          spec::ExprId shown,
                                          ElementNames& names);

/// The same of these functions.
std::vector<std::string> render_tables(const spec::TypedSpec& spec,
                                       const Trace& trace,
                                       const std::set<spec::FunctionId>& functions,
                                       ElementNames& names);

struct TextOptions {
    /// Where a step's handler stands, `group.muster:31`; may be empty.
    std::function<std::string(spec::Span)> place;
    /// What the run shows, as its last line: `no_stale_commit is false`.
    std::string conclusion;
    /// Lines that follow it, in the names of the run: why the property is false. May be empty.
    std::function<std::vector<std::string>(ElementNames&)> closing{};
    /// The formula that the run is about; may be invalid.
    spec::ExprId shown{};
    /// Behind so many steps begins a loop that the run goes round for ever; where no step is left,
    /// nothing happens any more.
    std::optional<std::size_t> loop_start{};
};

/// A run for people: numbered steps, each with what it changed, sent and armed. Ends in a newline.
std::string
render_text(const TransitionSystem& system, const Trace& trace, const TextOptions& options);

} // namespace muster::checker
