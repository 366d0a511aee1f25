#include "checker/graph/dot_text.hpp"
#include "checker/graph/state_graph.hpp"
#include "checker/trace/network_changes.hpp"
#include "checker/trace/render_text.hpp"
#include "checker/trace/state_lines.hpp"
#include "checker/trace/text_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace muster::checker {

namespace {

constexpr std::size_t kMostColumns = 60; // of one line of a label

class StateGraphRenderer {
public:
    StateGraphRenderer(const TransitionSystem& system, const StateGraph& graph)
        : spec_(*system.spec)
        , graph_(graph)
        , names_(spec_, graph.universe.element_names)
        , lines_(system, names_) {}

    std::string render() {
        std::string dot =
            fmt::format("digraph {} {{\n"
                        "  node [fontname=\"Helvetica\", fontsize=10, shape=box, style=rounded];\n"
                        "  edge [fontname=\"Helvetica\", fontsize=9, color=\"#57606a\"];\n",
                        dot_quoted(spec_.name));
        for (std::size_t i = 0; i < graph_.states.size(); ++i) {
            dot += node(i);
        }
        dot += edges();
        for (std::size_t i = 0; i < graph_.wrong.size(); ++i) {
            const StateGraph::Wrong& wrong = graph_.wrong[i];
            dot += fmt::format("  w{0} [label={1}, color=\"#cf222e\"];\n"
                               "  s{2} -> w{0} [label={3}, color=\"#cf222e\"];\n",
                               i,
                               dot_quoted(wrong.failure.text),
                               wrong.from,
                               dot_quoted(lines_.event(wrong.event)));
        }
        return dot + "}\n";
    }

private:
    std::string node(std::size_t number) {
        std::vector<std::string> lines = {number == 0 ? "start" : fmt::format("{}", number)};
        for (const std::string& line : differences(graph_.states[0], graph_.states[number])) {
            lines.push_back(shortened(line, kMostColumns));
        }
        std::string more = number < graph_.initial ? ", penwidth=2" : "";
        more += graph_.is_expanded[number] ? "" : ", style=\"rounded,dashed\"";
        return fmt::format("  s{} [label={}{}];\n", number, dot_lines(lines), more);
    }

    std::vector<std::string> differences(const State& first, const State& now) {
        std::vector<std::string> lines;
        for (std::size_t c = 0; c < now.constants.size(); ++c) {
            if (now.constants[c] != first.constants[c]) {
                const spec::ConstInfo& constant = spec_.constants[c];
                lines.push_back(
                    fmt::format("{} = {}",
                                constant.name,
                                render_value(spec_, constant.type, now.constants[c], names_)));
            }
        }
        if (now.functions != first.functions) {
            lines.emplace_back("other functions");
        }
        for (std::uint32_t v = 0; v < now.variables.size(); ++v) {
            const spec::VariableInfo& variable = spec_.variables[v];
            for (std::size_t i = 0; i < now.variables[v].size(); ++i) {
                if (now.variables[v][i] != first.variables[v][i]) {
                    const std::string process = render_process(
                        spec_, {variable.role, static_cast<std::int64_t>(i)}, names_);
                    lines.push_back(fmt::format(
                        "{}.{} = {}",
                        process,
                        variable.name,
                        render_value(spec_, variable.type, now.variables[v][i], names_)));
                }
            }
        }
        network_differences(first, now, lines);
        return lines;
    }

    void
    network_differences(const State& first, const State& now, std::vector<std::string>& lines) {
        for (const SentMessage& message : sent_by_step(first, now)) {
            lines.push_back("sent: " + render_message(spec_, message, names_));
        }
        for (const SentMessage& message : sent_by_step(now, first)) {
            lines.push_back("gone: " + render_message(spec_, message, names_));
        }
        const auto timers = [&](const char* word, const std::vector<ArmedTimer>& changed) {
            for (const ArmedTimer& timer : changed) {
                lines.push_back(word + render_timer(spec_, timer, names_));
            }
        };
        timers("armed: ", newly_armed(first, now));
        timers("not armed: ", newly_armed(now, first));
        for (const Process& process : now.stopped) {
            lines.push_back("stopped: " + render_process(spec_, process, names_));
        }
    }

    std::string edges() {
        std::map<std::pair<std::size_t, std::size_t>, std::vector<std::string>> labels;
        for (const StateGraph::Edge& edge : graph_.edges) {
            std::vector<std::string>& events = labels[{edge.from, edge.to}];
            std::string event = shortened(lines_.event(edge.event), kMostColumns);
            if (std::find(events.begin(), events.end(), event) == events.end()) {
                events.push_back(std::move(event));
            }
        }
        std::string dot;
        for (const auto& [ends, events] : labels) {
            dot += fmt::format(
                "  s{} -> s{} [label={}];\n", ends.first, ends.second, dot_lines(events));
        }
        return dot;
    }

    const spec::TypedSpec& spec_;
    const StateGraph& graph_;
    ElementNames names_;
    StateLines lines_;
};

} // namespace

std::string render_state_graph(const TransitionSystem& system, const StateGraph& graph) {
    return StateGraphRenderer(system, graph).render();
}

} // namespace muster::checker
