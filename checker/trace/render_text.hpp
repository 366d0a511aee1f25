#pragma once

#include "checker/trace/element_names.hpp"
#include "checker/trace/trace.hpp"

#include <functional>
#include <string>

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

/// `deliver Acquire() from c1`, `fire session[m1]`, `acquire() by client[c1]`, `crash server`.
std::string render_event(const TransitionSystem& system, const Event& event, ElementNames& names);

struct TextOptions {
    /// Where a step's handler stands, `group.muster:31`; may be empty.
    std::function<std::string(spec::Span)> place;
    /// What the run shows, as its last line: `no_stale_commit is false`.
    std::string conclusion;
};

/// A run for people: numbered steps, each with what it changed, sent and armed. Ends in a newline.
std::string
render_text(const TransitionSystem& system, const Trace& trace, const TextOptions& options);

} // namespace muster::checker
