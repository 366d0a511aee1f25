#include "cli/report_words.hpp"

#include "spec/ast/overloaded.hpp"
#include "spec/ast/words.hpp"

#include <fmt/format.h>

namespace muster::cli {

using namespace checker; // NOLINT: these are the words for what the checker found

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() ? "" : ", ") + part;
    }
    return text;
}

std::string_view word(const Verdict& verdict) {
    return std::visit(spec::overloaded{
                          [](const Proved&) { return "proved"; },
                          [](const HoldsOn&) { return "holds"; },
                          [](const NoViolationWithin&) { return "open"; },
                          [](const Violated&) { return "violated"; },
                          [](const Shown&) { return "shown"; },
                          [](const Undecided&) { return "undecided"; },
                      },
                      verdict);
}

std::string counted(std::size_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string run_length(const Trace& trace) {
    return counted(trace.steps.size() + (trace.ending ? 1 : 0), "step");
}

std::string run_words(const Trace& trace) {
    return fmt::format(
        "{}, {}", trace.is_shortest ? "shortest run" : "a run by chance", run_length(trace));
}

std::string strength(const Verdict& verdict) {
    return std::visit(
        spec::overloaded{
            [](const Proved&) { return std::string("for any size"); },
            [](const HoldsOn& v) {
                const std::string cut =
                    v.cuts.empty() ? "" : fmt::format(", limited to {}", joined(v.cuts));
                return fmt::format("on every reachable state of instance {} ({} states{})",
                                   v.instance,
                                   v.states,
                                   cut);
            },
            [](const NoViolationWithin& v) {
                return fmt::format("no violation within {} steps on instance {} ({})",
                                   v.depth,
                                   v.instance,
                                   v.limit);
            },
            [](const Violated& v) { return fmt::format("by a run of {}", run_length(v.trace)); },
            [](const Shown& v) { return fmt::format("by a run of {}", run_length(v.trace)); },
            [](const Undecided& v) { return v.text; },
        },
        verdict);
}

std::string fault_list(const spec::TypedSpec& spec, const std::vector<spec::FaultInfo>& faults) {
    std::vector<std::string> parts;
    parts.reserve(faults.size());
    for (const spec::FaultInfo& fault : faults) {
        parts.push_back(fmt::format("{} {}", spec::word(fault.kind), spec.role(fault.role).name));
    }
    return joined(parts);
}

} // namespace muster::cli
