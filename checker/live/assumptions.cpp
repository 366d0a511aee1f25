#include "checker/live/assumptions.hpp"

#include "spec/ast/overloaded.hpp"
#include "spec/ast/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace muster::checker::live {
namespace {

std::string fault_text(const spec::TypedSpec& spec, const spec::FaultInfo& fault) {
    return fmt::format("{} {}", spec::word(fault.kind), spec.role(fault.role).name);
}

class Assumptions {
public:
    Assumptions(const TransitionSystem& system,
                const spec::LiveInfo& live,
                const spec::InstanceInfo& instance,
                const Slice& slice)
        : system_(system)
        , spec_(*system.spec)
        , live_(live)
        , instance_(instance)
        , slice_(slice) {}

    std::vector<std::string> lines() {
        timers();
        messages();
        marks();
        quiet();
        surroundings();
        return std::move(lines_);
    }

private:
    void add(std::string line) { lines_.push_back(std::move(line)); }

    [[nodiscard]] bool keeps(spec::RoleId role) const { return slice_.keep_role[role.value]; }

    void timers() {
        for (const spec::RoleInfo& role : spec_.roles) {
            for (const spec::TimerHandler& handler : role.timer_handlers) {
                if (keeps(spec_.timer(handler.timer).role)) {
                    add("fair: a timer that stays armed, neither stopped nor started again, fires");
                    return;
                }
            }
        }
    }

    [[nodiscard]] bool some_message_is(spec::NetworkKind network) const {
        for (std::size_t i = 0; i < spec_.messages.size(); ++i) {
            if (slice_.messages[i].deliverable && spec_.messages[i].network == network) {
                return true;
            }
        }
        return false;
    }

    void messages() {
        if (some_message_is(spec::NetworkKind::unreliable)) {
            add("fair: a message that is sent again and again arrives again and again");
            add(fmt::format("duplicates <= {}: after it was sent, and until it is sent again, a "
                            "message arrives at most {} times",
                            instance_.max_duplicates,
                            instance_.max_duplicates + 1));
        }
        if (some_message_is(spec::NetworkKind::once)) {
            add("fair: a message that goes `once` and is not lost arrives");
        }
        if (some_message_is(spec::NetworkKind::fifo)) {
            add("fair: a message that goes `fifo` and is not cut off arrives");
        }
    }

    // In the spec's words, what is fair or unfair other than its kind is.
    void marks() {
        std::vector<std::string> fair;
        std::vector<std::string> unfair;
        const auto note = [&](spec::Fairness fairness, std::string what, spec::RoleId role) {
            if (keeps(role) && fairness != spec::Fairness::unmarked) {
                (fairness == spec::Fairness::fair ? fair : unfair).push_back(std::move(what));
            }
        };
        for (const spec::MessageInfo& message : spec_.messages) {
            note(message.fairness, "message " + message.name, message.to);
        }
        for (std::uint32_t i = 0; i < spec_.roles.size(); ++i) {
            const spec::RoleInfo& role = spec_.roles[i];
            for (const spec::TimerId timer : role.timers) {
                const spec::TimerInfo& info = spec_.timer(timer);
                note(info.fairness,
                     fmt::format("timer {}.{}", role.name, info.name),
                     spec::RoleId{i});
            }
            for (const spec::ActionInfo& action : role.actions) {
                note(action.fairness,
                     fmt::format("action {}.{}", role.name, action.name),
                     spec::RoleId{i});
            }
        }
        for (std::size_t i = 0; i < spec_.faults.size(); ++i) {
            if (!leaves_out_all(system_.faults_left_out(), {spec_.faults[i]})) {
                note(spec_.fault_fairness[i],
                     fault_text(spec_, spec_.faults[i]),
                     spec_.faults[i].role);
            }
        }
        if (!fair.empty()) {
            add(fmt::format("fair as marked: {}", fmt::join(fair, ", ")));
        }
        if (!unfair.empty()) {
            add(fmt::format("not forced, as marked: {}", fmt::join(unfair, ", ")));
        }
    }

    void quiet() {
        std::vector<std::string> items;
        for (const spec::QuietItem& item : live_.quiet) {
            items.push_back(quiet_text(spec_, item));
        }
        if (!items.empty()) {
            add(fmt::format("quiet: these stop occurring at some point: {}",
                            fmt::join(items, ", ")));
        }
    }

    void surroundings() {
        for (const spec::TimingAssumption& assumption : spec_.timing) {
            if (keeps(spec_.timer(assumption.timer).role)) {
                add("timing: " + assumption.name);
            }
        }
        std::vector<std::string> left_out;
        for (std::size_t role = 0; role < spec_.roles.size(); ++role) {
            if (!slice_.keep_role[role]) {
                left_out.push_back(spec_.roles[role].name);
            }
        }
        if (!left_out.empty()) {
            add(fmt::format("left out, because nothing depends on what it does: {}",
                            fmt::join(left_out, ", ")));
        }
    }

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    const spec::LiveInfo& live_;
    const spec::InstanceInfo& instance_;
    const Slice& slice_;
    std::vector<std::string> lines_;
};

} // namespace

std::string quiet_text(const spec::TypedSpec& spec, const spec::QuietItem& item) {
    return std::visit(
        spec::overloaded{
            [&](const spec::QuietAction& quiet) {
                const spec::RoleInfo& role = spec.role(quiet.role);
                return fmt::format("{}.{}", role.name, role.actions[quiet.action].name);
            },
            [&](const spec::FaultInfo& fault) { return fault_text(spec, fault); },
            [&](const spec::QuietTimer& quiet) {
                const spec::TimerInfo& timer = spec.timer(quiet.timer);
                return fmt::format("timer {}.{}", spec.role(timer.role).name, timer.name);
            },
            [&](const spec::QuietLoss& quiet) {
                return "lose " + spec.message(quiet.message).name;
            },
            [&](const spec::QuietCut& quiet) { return "cut " + spec.role(quiet.role).name; },
        },
        item);
}

std::vector<std::string> assumptions_of(const TransitionSystem& system,
                                        const spec::LiveInfo& live,
                                        const spec::InstanceInfo& instance,
                                        const Slice& slice) {
    return Assumptions(system, live, instance, slice).lines();
}

} // namespace muster::checker::live
