#pragma once

#include "checker/trace/element_names.hpp"
#include "checker/trace/trace.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace muster::checker {

/// States and steps in the words of the spec, a line for each thing that there is to say. All lines
/// of one text are made with the same names.
class StateLines {
public:
    /// Both outlive this.
    StateLines(const TransitionSystem& system, ElementNames& names)
        : system_(system)
        , spec_(*system.spec)
        , names_(names) {}

    /// `deliver Acquire() from client[c1]`; see `render_event`.
    [[nodiscard]] std::string event(const Event& event) const;

    /// Everything about the first state of a run; see `render_functions` for `shown`.
    [[nodiscard]] std::vector<std::string> initial(const Trace& trace, spec::ExprId shown) const;

    /// What of the first state is not as it is at the start, and the tables of these functions. A
    /// message that the event delivers is left out: the event says as much.
    [[nodiscard]] std::vector<std::string>
    not_initial(const Trace& trace,
                const std::set<spec::FunctionId>& functions,
                const std::vector<std::vector<std::optional<Value>>>& initial_values,
                const Event& event) const;

    /// What a step changed, sent and armed.
    [[nodiscard]] std::vector<std::string>
    changes(const State& before, const State& after, const Event& event) const;

private:
    using Lines = std::vector<std::string>;

    [[nodiscard]] std::string value(spec::TypeId type, const Value& value) const;
    [[nodiscard]] std::string process(spec::RoleId id, std::int64_t index) const;
    [[nodiscard]] std::string variable_name(spec::VariableId id, std::size_t index) const;
    [[nodiscard]] std::string message(const SentMessage& message) const;
    [[nodiscard]] std::string delivery(const Event& event) const;
    [[nodiscard]] std::string from_and_to(const SentMessage& sent) const;
    [[nodiscard]] bool is_kept_in_flight(const SentMessage& sent) const;
    void in_flight(const State& state, Lines& lines) const;
    void sent_and_armed(const State& before, const State& after, Lines& lines) const;

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    ElementNames& names_;
};

} // namespace muster::checker
