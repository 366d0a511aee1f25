#pragma once

#include "checker/trace/trace.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

/// How Muster writes states and events in the Informal Trace Format (Apalache ADR-015). Shared by
/// what writes such files and what reads them, so that a run can be compared entry by entry.
namespace muster::checker::itf {

using Json = nlohmann::ordered_json;

/// The version of what Muster adds in `#meta`; it changes when an older Muster cannot read it.
inline constexpr int kVersion = 1;

/// By sort: what the elements are called. Every element of the universe has a name of its own,
/// those of an instance keep theirs.
using Names = std::vector<std::vector<std::string>>;

Names element_names(const spec::TypedSpec& spec, const Universe& universe);

/// A step among those of the system that have its kind, role and name, counted from 0: that number
/// stays the same when other steps of the spec come and go.
std::size_t ordinal(const TransitionSystem& system, std::uint32_t step);

/// `deliver Acquire`, `acquire`, `crash server`.
std::string title(const Step& step);

/// `crash server`.
std::string title(const spec::TypedSpec& spec, const spec::FaultInfo& fault);

/// The name that a variable of a role has in a trace: `server.last`.
std::string variable_name(const spec::TypedSpec& spec, const spec::VariableInfo& variable);

/// Writes values, states and events of one system on one universe.
class Encoder {
public:
    /// The system outlives the encoder.
    Encoder(const TransitionSystem& system, const Universe& universe);

    [[nodiscard]] const Names& names() const { return names_; }

    [[nodiscard]] Json value(spec::TypeId type, const Value& value) const;
    [[nodiscard]] Json process(spec::RoleId role, std::int64_t index) const;
    [[nodiscard]] Json message(const SentMessage& message) const;

    /// Every variable of a trace with its type in Apalache's notation, in the order of the trace.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> variables() const;
    /// An object with an entry for each of them.
    [[nodiscard]] Json state(const State& state) const;
    /// What happened, with everything that was chosen.
    [[nodiscard]] Json event(const Event& event) const;

    /// What Quint's tools read as the choices of a step: by name, with the types.
    struct Pick {
        std::string name;
        std::string type;
        Json value;
    };

    [[nodiscard]] std::vector<Pick> picks(const Event& event) const;

private:
    [[nodiscard]] std::string type(spec::TypeId type) const;
    /// Of the timer that the step fires; invalid if there is none.
    [[nodiscard]] spec::TypeId key_type(const Step& step) const;
    [[nodiscard]] std::string message_type() const;
    [[nodiscard]] std::string timer_type() const;
    [[nodiscard]] Json timer(const ArmedTimer& timer) const;
    [[nodiscard]] Json messages(const std::vector<SentMessage>& messages) const;
    [[nodiscard]] Json list(spec::TypeId type, const Value& value) const;
    [[nodiscard]] Json map(const spec::Type& type, const Value& value) const;
    [[nodiscard]] bool stops() const;

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    Names names_;
    bool loses_; // whether messages are in flight for a while only
};

/// `{"tag": "Some", "value": …}`, or None with the unit.
Json some(Json value);
Json none();

/// Values without types, which the choices of a step are: a number or a row.
Json raw(const std::vector<Value>& values);

} // namespace muster::checker::itf
