#include "checker/graph/role_graph.hpp"

#include "checker/graph/dot_text.hpp"
#include "checker/trace/text_columns.hpp"
#include "spec/outline/spec_text.hpp"
#include "spec/outline/transitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace muster::checker {

namespace {

using spec::PhaseFlow;
using spec::Transition;
using Lines = std::vector<std::string>;

constexpr std::size_t kMostColumns = 44; // of a line of a label
constexpr std::size_t kMostLines = 12;   // of one transition
constexpr std::size_t kColors = 8;

// Those of the lanes of a chart, in its light form.
constexpr const char* kPhaseColors[kColors] = {
    "#c8e1ff", "#ffdf9e", "#b4f1b4", "#e5ccff", "#ffc9c9", "#b2ebf2", "#e6dfb8", "#d7dbe0"};

bool crashes(const spec::TypedSpec& spec, spec::RoleId role) {
    return std::find(spec.faults.begin(),
                     spec.faults.end(),
                     spec::FaultInfo{spec::FaultKind::crash, role}) != spec.faults.end();
}

std::string name_of(const Transition& transition, const std::string& guard) {
    return transition.event + (guard.empty() ? "" : " [" + guard + ']');
}

// What the variable becomes is said by the edge.
std::string effects_without(const Transition& transition, const std::string& variable) {
    Transition told = transition;
    std::erase(told.effects.writes, variable);
    const std::string effects = effects_text(told);
    return effects == "nothing" ? "" : " / " + effects;
}

// `event [guard] / effects`, in lines.
Lines label(const Transition& transition, const std::string& guard, const std::string& variable) {
    return wrapped(name_of(transition, guard) + effects_without(transition, variable),
                   kMostColumns,
                   kMostLines);
}

/// The phases of one variable.
class PhaseGraph {
public:
    PhaseGraph(const spec::TypedSpec& spec,
               spec::RoleId role,
               const spec::PhaseVariable& variable,
               std::string prefix)
        : spec_(spec)
        , role_(role)
        , variable_(variable)
        , name_(spec.variable(variable.variable).name)
        , flow_(spec, variable)
        , prefix_(std::move(prefix)) {}

    std::string render() {
        for (const Transition& transition : spec::transitions_of(spec_, role_)) {
            if (transition.is_start) {
                on_start_ = transition.body;
            } else {
                add(transition);
            }
        }
        add_start();
        add_crash();
        return text();
    }

private:
    static constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

    using Ends = std::pair<std::size_t, std::size_t>;

    [[nodiscard]] bool may_run(const Transition& transition, std::size_t phase) const {
        const auto holds = [&](spec::ExprId guard) {
            return flow_.truth(guard, phase) == PhaseFlow::Truth::yes;
        };
        if (transition.otherwise) {
            return std::none_of(
                transition.other_guards.begin(), transition.other_guards.end(), holds);
        }
        return !transition.guard.valid() ||
               flow_.truth(transition.guard, phase) != PhaseFlow::Truth::no;
    }

    [[nodiscard]] std::string open_guard(const Transition& transition, std::size_t phase) const {
        if (transition.otherwise) {
            const bool is_all_that_is_left =
                std::all_of(transition.other_guards.begin(),
                            transition.other_guards.end(),
                            [&](spec::ExprId guard) {
                                return flow_.truth(guard, phase) == PhaseFlow::Truth::no;
                            });
            return is_all_that_is_left ? "" : "otherwise";
        }
        std::string text;
        if (transition.guard.valid()) {
            const std::vector<spec::ExprId> parts = flow_.left_open(transition.guard, phase);
            for (const spec::ExprId part : parts) {
                text += (text.empty() ? "" : " and ") + spec_text(spec_, part);
            }
        }
        return text;
    }

    void add(const Transition& transition) {
        std::map<std::size_t, std::pair<std::string, PhaseFlow::Phases>> moves; // by phase
        for (std::size_t phase = 0; phase < variable_.phases.size(); ++phase) {
            if (may_run(transition, phase)) {
                moves[phase] = {open_guard(transition, phase),
                                flow_.after(transition.body, {phase})};
            }
        }
        if (moves.empty()) {
            never_.push_back(label(transition, guard_text(spec_, transition), name_));
            return;
        }
        if (const auto common = same_everywhere(moves)) {
            if (*common == kAny) {
                staying_.push_back(label(transition, moves.begin()->second.first, name_));
            } else {
                edges_[{kAny, *common}].push_back(
                    label(transition, moves.begin()->second.first, name_));
            }
            return;
        }
        std::size_t ways = 0;
        for (const auto& [phase, move] : moves) {
            ways += move.second.size();
        }
        for (const auto& [phase, move] : moves) {
            for (const std::size_t to : move.second) {
                edges_[{phase, to}].push_back(
                    ways == 1 ? label(transition, move.first, name_)
                              : wrapped(name_of(transition, move.first), kMostColumns, kMostLines));
            }
        }
        if (ways > 1 && !effects_without(transition, name_).empty()) {
            several_.push_back(label(transition, guard_text(spec_, transition), name_));
        }
    }

    // Of what is possible in every phase, under the same guard: kAny if it changes none, or else
    // the one phase to which it leads from all.
    [[nodiscard]] std::optional<std::size_t> same_everywhere(
        const std::map<std::size_t, std::pair<std::string, PhaseFlow::Phases>>& moves) const {
        if (moves.size() != variable_.phases.size()) {
            return std::nullopt;
        }
        bool stays = true;
        bool meets = true;
        const auto& [guard, ends] = moves.begin()->second;
        for (const auto& [phase, move] : moves) {
            if (move.first != guard) {
                return std::nullopt;
            }
            stays = stays && move.second == PhaseFlow::Phases{phase};
            meets = meets && move.second.size() == 1 && move.second == ends;
        }
        return stays ? std::optional(kAny) : meets ? std::optional(*ends.begin()) : std::nullopt;
    }

    [[nodiscard]] PhaseFlow::Phases started(const PhaseFlow::Phases& from) const {
        return on_start_.valid() ? flow_.after(on_start_, from) : from;
    }

    void add_start() { starts_ = started(flow_.initial()); }

    void add_crash() {
        if (!crashes(spec_, role_)) {
            return;
        }
        const spec::VariableInfo& variable = spec_.variable(variable_.variable);
        const bool survives = variable.kind == spec::VariableKind::durable;
        for (std::size_t phase = 0; phase < variable_.phases.size(); ++phase) {
            const PhaseFlow::Phases from = survives ? PhaseFlow::Phases{phase} : flow_.initial();
            for (const std::size_t to : started(from)) {
                if (to != phase) {
                    crashes_.insert({phase, to});
                }
            }
        }
    }

    [[nodiscard]] std::string node(std::size_t phase) const {
        return prefix_ + (phase == kAny ? "any" : std::to_string(phase));
    }

    [[nodiscard]] std::string text() const {
        std::string dot =
            fmt::format("  subgraph cluster_{} {{\n    label={};\n", prefix_, dot_quoted(title()));
        for (std::size_t phase = 0; phase < variable_.phases.size(); ++phase) {
            dot += fmt::format("    {} [label={}, fillcolor=\"{}\"];\n",
                               node(phase),
                               dot_quoted(variable_.phases[phase]),
                               kPhaseColors[phase % kColors]);
        }
        dot +=
            fmt::format("    {}start [shape=point, width=0.12, fillcolor=\"#57606a\"];\n", prefix_);
        for (const std::size_t phase : starts_) {
            dot += fmt::format("    {}start -> {};\n", prefix_, node(phase));
        }
        if (std::any_of(edges_.begin(), edges_.end(), [](const auto& edge) {
                return edge.first.first == kAny;
            })) {
            dot += fmt::format("    {} [label=\"any phase\", style=\"rounded,dashed\"];\n",
                               node(kAny));
        }
        for (const auto& [ends, labels] : edges_) {
            Lines lines;
            for (const Lines& each : labels) {
                lines.insert(lines.end(), each.begin(), each.end());
            }
            dot += fmt::format("    {} -> {} [label={}];\n",
                               node(ends.first),
                               node(ends.second),
                               dot_lines(lines));
        }
        for (const auto& [from, to] : crashes_) {
            dot += fmt::format("    {} -> {} [label=\"crash\", style=dashed, color=\"#cf222e\", "
                               "fontcolor=\"#cf222e\"];\n",
                               node(from),
                               node(to));
        }
        dot += note("several", "what each may do:", several_);
        dot += note("staying", "changes no phase, in any:", staying_);
        dot += note("never", "is possible in no phase:", never_);
        return dot + "  }\n";
    }

    [[nodiscard]] std::string title() const {
        return fmt::format("{}: {}", spec_.role(role_).name, name_);
    }

    [[nodiscard]] std::string
    note(const char* id, const char* title, const std::vector<Lines>& labels) const {
        if (labels.empty()) {
            return "";
        }
        Lines lines = {title};
        for (const Lines& each : labels) {
            for (const std::string& line : each) {
                lines.push_back((&line == &each.front() ? "  " : "    ") + line);
            }
        }
        lines.emplace_back();
        return fmt::format(
            "    {}{} [shape=note, style=solid, label={}];\n", prefix_, id, dot_lines(lines));
    }

    const spec::TypedSpec& spec_;
    spec::RoleId role_;
    const spec::PhaseVariable& variable_;
    std::string name_;
    PhaseFlow flow_;
    std::string prefix_; // of the names of nodes
    spec::BlockId on_start_;
    std::map<Ends, std::vector<Lines>> edges_;
    std::set<Ends> crashes_;
    PhaseFlow::Phases starts_;
    std::vector<Lines> several_;
    std::vector<Lines> staying_;
    std::vector<Lines> never_;
};

// A role without phases: one node, with everything that it does.
std::string whole_role(const spec::TypedSpec& spec, spec::RoleId role, const std::string& prefix) {
    Lines lines = {spec.role(role).name};
    for (const Transition& transition : spec::transitions_of(spec, role)) {
        const Lines told = label(transition, guard_text(spec, transition), "");
        for (const std::string& line : told) {
            lines.push_back((&line == &told.front() ? "  " : "    ") + line);
        }
    }
    if (crashes(spec, role)) {
        lines.emplace_back("  crash");
    }
    return fmt::format("  {}all [style=rounded, label={}];\n", prefix, dot_lines(lines));
}

} // namespace

std::string render_role_graph(const spec::TypedSpec& spec, const std::vector<spec::RoleId>& roles) {
    std::string dot = fmt::format(
        "digraph {} {{\n"
        "  graph [fontname=\"Helvetica\", fontsize=12, labeljust=l, color=\"#8c959f\"];\n"
        "  node [fontname=\"Helvetica\", fontsize=11, shape=box, style=\"rounded,filled\", "
        "fillcolor=\"#ffffff\", color=\"#57606a\"];\n"
        "  edge [fontname=\"Helvetica\", fontsize=9, color=\"#57606a\"];\n",
        dot_quoted(spec.name));
    for (const spec::RoleId role : roles) {
        const auto variables = spec::phase_variables(spec, role);
        for (std::size_t i = 0; i < variables.size(); ++i) {
            dot += PhaseGraph(spec, role, variables[i], fmt::format("r{}v{}_", role.value, i))
                       .render();
        }
        if (variables.empty()) {
            dot += whole_role(spec, role, fmt::format("r{}_", role.value));
        }
    }
    return dot + "}\n";
}

} // namespace muster::checker
