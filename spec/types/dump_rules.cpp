#include "spec/ast/overloaded.hpp"
#include "spec/ast/words.hpp"
#include "spec/types/dump.hpp"
#include "spec/types/dump_parts.hpp"

#include <fmt/format.h>

namespace muster::spec {

namespace {

std::string fault_name(const TypedSpec& spec, const FaultInfo& fault) {
    return fmt::format("({} {})", word(fault.kind), spec.role(fault.role).name);
}

std::string quiet_name(const TypedSpec& spec, const QuietItem& item) {
    return std::visit(
        overloaded{
            [&](const QuietAction& quiet) {
                const RoleInfo& role = spec.role(quiet.role);
                return fmt::format("(action {}.{})", role.name, role.actions[quiet.action].name);
            },
            [&](const FaultInfo& fault) { return fault_name(spec, fault); },
            [&](const QuietTimer& quiet) {
                const TimerInfo& timer = spec.timer(quiet.timer);
                return fmt::format("(timer {}.{})", spec.role(timer.role).name, timer.name);
            },
            [&](const QuietLoss& quiet) {
                return fmt::format("(lose {})", spec.message(quiet.message).name);
            },
            [&](const QuietCut& quiet) {
                return fmt::format("(cut {})", spec.role(quiet.role).name);
            },
        },
        item);
}

std::string live_text(const TypedSpec& spec, const LiveInfo& live) {
    std::string without;
    for (const FaultInfo& fault : live.without) {
        without += " " + fault_name(spec, fault);
    }
    std::string quiet;
    for (const QuietItem& item : live.quiet) {
        quiet += " " + quiet_name(spec, item);
    }
    return fmt::format("  (live {}{} (without{}) {} {} (quiet{}))\n",
                       live.name,
                       local_list(spec, live.parameters),
                       without,
                       dump(spec, live.premise),
                       dump(spec, live.conclusion),
                       quiet);
}

} // namespace

std::string fairness_name(Fairness fairness) {
    switch (fairness) {
    case Fairness::unmarked:
        return "";
    case Fairness::fair:
        return " fair";
    case Fairness::unfair:
        return " unfair";
    }
    return {};
}

std::string network_name(NetworkKind network) {
    switch (network) {
    case NetworkKind::unreliable:
        return "";
    case NetworkKind::once:
        return " once";
    case NetworkKind::fifo:
        return " fifo";
    }
    return {};
}

std::string local_name(const TypedSpec& spec, LocalId local) {
    return local.valid() ? fmt::format("{}#{}", spec.local(local).name, local.value) : "_";
}

std::string local_list(const TypedSpec& spec, const std::vector<LocalId>& locals) {
    std::string out;
    for (const LocalId id : locals) {
        out += " " + local_name(spec, id);
    }
    return out;
}

std::string dump_rules(const TypedSpec& spec) {
    std::string out;
    for (std::size_t i = 0; i < spec.faults.size(); ++i) {
        const std::string fairness = fairness_name(spec.fault_fairness[i]);
        if (!fairness.empty()) {
            out += fmt::format("  (fault{} {})\n", fairness, fault_name(spec, spec.faults[i]));
        }
    }
    for (const TimerInfo& timer : spec.timers) {
        const std::string fairness = fairness_name(timer.fairness);
        if (!fairness.empty()) {
            out += fmt::format(
                "  (timer{} {}.{})\n", fairness, spec.role(timer.role).name, timer.name);
        }
    }
    for (const TimingAssumption& timing : spec.timing) {
        const TimerInfo& timer = spec.timer(timing.timer);
        out += fmt::format("  (timing {} {}.{} {} {} {})\n",
                           timing.name,
                           spec.role(timer.role).name,
                           timer.name,
                           local_name(spec, timing.process),
                           local_name(spec, timing.key),
                           dump(spec, timing.condition));
    }
    for (const LiveInfo& live : spec.lives) {
        out += live_text(spec, live);
    }
    return out;
}

} // namespace muster::spec
