#pragma once

#include "checker/eval/evaluator.hpp"
#include "checker/system/transition_system.hpp"

#include <vector>

/// What fairness asks of a run, for one `live` property. docs/adr/0014 has the reasons.
namespace muster::checker::live {

/// Something that is not put off for ever. It counts as put off where it is possible in every state
/// from some point on, and in no step from there on done or undone.
struct Duty {
    enum class Kind {
        timer,   // armed: it fires, or is started again, or stopped
        copy,    // in flight, `once`: it is delivered, or lost
        queue,   // the front of a queue: it is delivered, or the connection is cut
        action,  // of a process, with any arguments: it is taken
        fault,   // it befalls a process
        made_up, // some message of an arbitrary role arrives
    };
    Kind kind = Kind::timer;
    ArmedTimer timer{};     // of a timer
    SentMessage message{};  // of a copy
    Process process{};      // of an action or a fault; the sender of a queue or what is made up
    Process addressee{};    // of a queue
    std::uint32_t step = 0; // of an action or a fault, into the system's
    auto operator<=>(const Duty&) const = default; // NOLINT(modernize-use-nullptr)
    bool operator==(const Duty&) const = default;
};

/// What one `live` property takes for fair on one model: the marks of the spec, and what `quiet`
/// lists, which stops occurring and therefore is no duty.
class Fairness {
public:
    /// Both outlive it.
    Fairness(const TransitionSystem& system, const spec::LiveInfo& live);

    /// Whether such a step occurs finitely often only.
    [[nodiscard]] bool is_quiet(std::uint32_t step, const Event& event) const;

    [[nodiscard]] bool is_due(spec::TimerId timer) const;
    /// Whether a message that stays in flight for ever is delivered.
    [[nodiscard]] bool is_due(spec::MessageId message) const;
    /// Whether one that is sent again and again is delivered again and again.
    [[nodiscard]] bool recurs(spec::MessageId message) const;
    /// Of an action or a fault.
    [[nodiscard]] bool is_due(const Step& step) const;
    /// Of what an arbitrary role makes up.
    [[nodiscard]] bool is_due_made_up(spec::RoleId role) const;

    /// Whether an arbitrary role makes up messages finitely often only.
    [[nodiscard]] bool stops_making_up(spec::RoleId role) const {
        return lists({spec::FaultKind::arbitrary, role});
    }

private:
    [[nodiscard]] bool lists(const spec::FaultInfo& fault) const;
    [[nodiscard]] bool is_fair(const spec::FaultInfo& fault) const;

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    const spec::LiveInfo& live_;
};

/// The arbitrary roles whose own messages have to be told from made-up ones, because only one of
/// the two stops, or because they may be due.
std::vector<spec::RoleId> heard_roles(const TransitionSystem& system, const Fairness& fairness);

} // namespace muster::checker::live
