#include "checker/chart/build_chart.hpp"

#include "checker/chart/change_lines.hpp"
#include "checker/chart/chart_words.hpp"
#include "checker/chart/message_paths.hpp"
#include "checker/chart/process_order.hpp"
#include "checker/chart/shown_variables.hpp"
#include "checker/chart/step_words.hpp"
#include "checker/explain/explain_step.hpp"
#include "checker/explain/initial_values.hpp"
#include "checker/explain/tell_guards.hpp"
#include "checker/trace/network_changes.hpp"
#include "checker/trace/render_text.hpp"
#include "checker/trace/state_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace muster::checker {

namespace {

class ChartBuilder {
public:
    ChartBuilder(const spec::TypedSpec& spec,
                 const Trace& trace,
                 const ChartSubject& subject,
                 const SpecText& text,
                 const SpecPlace& place)
        : spec_(spec)
        , trace_(trace)
        , subject_(subject)
        , text_(text)
        , place_(place)
        , system_(system_of(spec, trace))
        , names_(spec, trace.universe.element_names)
        , lines_(system_, names_)
        , evaluator_(system_, trace.universe) {}

    Chart build() {
        tell_subject(spec_, subject_, chart_);
        if (trace_.initial.variables.empty() && !spec_.variables.empty()) {
            tell_ending(spec_, trace_, subject_, text_, place_, names_, chart_.ending);
            return std::move(chart_);
        }
        paths_ = message_paths(evaluator_, trace_);
        if (subject_.kind == ChartSubject::Kind::step && has_step(spec_, trace_)) {
            // Gives names to elements in the order of the text.
            explain_step(spec_, trace_, {text_, subject_.property}, names_);
        }
        tell_givens(spec_, trace_, subject_, names_, chart_);
        make_cells();
        make_lanes();
        make_start();
        make_steps();
        make_arrows();
        tell_ending(spec_, trace_, subject_, text_, place_, names_, chart_.ending);
        return std::move(chart_);
    }

private:
    using Lane = std::optional<std::size_t>;

    // ---- processes and their variables ----

    std::string value(spec::TypeId type, const Value& value) {
        return render_value(spec_, type, value, names_);
    }

    void make_cells() {
        // In the order of the text, variable by variable, so that names are given as there.
        std::map<std::pair<std::uint32_t, std::size_t>, std::string> texts;
        for (std::uint32_t v = 0; v < spec_.variables.size(); ++v) {
            for (std::size_t i = 0; i < trace_.initial.variables[v].size(); ++i) {
                const spec::VariableInfo& variable = spec_.variables[v];
                render_process(spec_, {variable.role, static_cast<std::int64_t>(i)}, names_);
                texts[{v, i}] = value(variable.type, trace_.initial.variables[v][i]);
            }
        }
        processes_ = processes_by_name(spec_, trace_.universe, names_);
        ChartStep start{.text = "start"};
        for (std::size_t p = 0; p < processes_.size(); ++p) {
            chart_.processes.push_back(render_process(spec_, processes_[p], names_));
            for (const spec::VariableId id : spec_.role(processes_[p].role).variables) {
                const spec::VariableInfo& variable = spec_.variable(id);
                const auto at = static_cast<std::size_t>(processes_[p].index);
                cell_of_[{id.value, at}] = chart_.cells.size();
                start.values.push_back({chart_.cells.size(), texts[{id.value, at}]});
                chart_.cells.push_back(
                    {p, variable.name, variable.kind == spec::VariableKind::ghost});
            }
        }
        chart_.steps.push_back(std::move(start));
    }

    void make_lanes() {
        std::set<Process> taking_part;
        const auto add_event = [&](const Event& event) {
            const Step& step = system_.steps[event.step];
            taking_part.insert({step.role, event.process});
            if (step.kind == StepKind::cut) {
                taking_part.insert({step.peer, event.peer});
            }
        };
        for (const TraceStep& step : trace_.steps) {
            add_event(step.event);
        }
        if (trace_.ending) {
            add_event(trace_.ending->event);
        }
        for (const MessagePath& path : paths_) {
            taking_part.insert(sender(path.message));
            taking_part.insert(addressee(path.message));
        }
        if (subject_.kind == ChartSubject::Kind::step) {
            for_each_not_initial([&](spec::VariableId id, std::size_t i, const Value&) {
                taking_part.insert({spec_.variable(id).role, static_cast<std::int64_t>(i)});
            });
        }
        for (std::size_t p = 0; p < processes_.size(); ++p) {
            if (taking_part.empty() || taking_part.contains(processes_[p])) {
                lane_of_[processes_[p]] = chart_.lanes.size();
                chart_.lanes.push_back(chart_.processes[p]);
                chart_.lane_process.push_back(p);
            }
        }
        shown_ = shown_variables(spec_, trace_, subject_.property);
        for (const std::size_t p : chart_.lane_process) {
            chart_.heads.push_back(chips(processes_[p], trace_.initial));
        }
    }

    [[nodiscard]] Process sender(const SentMessage& message) const {
        return {spec_.message(message.message).from, message.from};
    }

    [[nodiscard]] Process addressee(const SentMessage& message) const {
        return {spec_.message(message.message).to, message.to};
    }

    std::vector<ChartChip> chips(const Process& process, const State& state) {
        std::vector<ChartChip> result;
        for (const spec::VariableId id : shown_[process.role.value]) {
            const spec::VariableInfo& variable = spec_.variable(id);
            const Value& now = state.variables[id.value][static_cast<std::size_t>(process.index)];
            ChartChip chip{variable.name, value(variable.type, now)};
            if (spec_.types[variable.type].kind == spec::TypeKind::enumeration) {
                chip.phase = static_cast<std::uint32_t>(now.number());
            }
            result.push_back(std::move(chip));
        }
        return result;
    }

    // ---- steps ----

    template <class Visit>
    void for_each_not_initial(Visit visit) {
        const auto initial = initial_values(spec_, trace_.universe, trace_.initial);
        for (std::uint32_t v = 0; v < initial.size(); ++v) {
            for (std::size_t i = 0; i < initial[v].size(); ++i) {
                const Value& now = trace_.initial.variables[v][i];
                if (initial[v][i] != now) {
                    visit(spec::VariableId{v}, i, now);
                }
            }
        }
    }

    // What is not as it is declared: by `on start`, or because it is the middle of a run.
    void make_start() {
        ChartStep& start = chart_.steps.front();
        for (std::size_t lane = 0; lane < chart_.lanes.size(); ++lane) {
            start.boxes.push_back({.kind = ChartBox::Kind::start, .lane = lane});
        }
        for_each_not_initial([&](spec::VariableId id, std::size_t i, const Value& now) {
            const spec::VariableInfo& variable = spec_.variable(id);
            const Lane lane = lane_of({variable.role, static_cast<std::int64_t>(i)});
            const std::string line =
                fmt::format("{} = {}", variable.name, value(variable.type, now));
            if (lane) {
                add_line(start.boxes[*lane], line_kind(variable), line);
            }
        });
        for (const ArmedTimer& timer : trace_.initial.armed) {
            if (const Lane lane = lane_of({spec_.timer(timer.timer).role, timer.process})) {
                add_line(start.boxes[*lane], ChartLine::Kind::timer, "start " + timer_name(timer));
            }
        }
        tell_rest_of_state(start, trace_.initial);
        add_sends(0);
    }

    void make_steps() {
        const State* before = &trace_.initial;
        for (const TraceStep& step : trace_.steps) {
            ChartStep shown = new_step(step.event, *before);
            shown.changes = lines_.changes(*before, step.state, step.event);
            add_changes(shown, *before, step.state);
            tell_rest_of_state(shown, step.state);
            chart_.steps.push_back(std::move(shown));
            add_sends(chart_.steps.size() - 1);
            before = &step.state;
        }
        if (trace_.ending) {
            ChartStep last = new_step(trace_.ending->event, *before);
            last.changes.push_back(trace_.ending->failure.text);
            last.boxes.front().tag = kFails;
            tell_rest_of_state(last, *before);
            chart_.steps.push_back(std::move(last));
        }
    }

    ChartStep new_step(const Event& event, const State& before) {
        const Step& step = system_.steps[event.step];
        ChartStep shown;
        shown.text = lines_.event(event);
        if (place_ && step.span != spec::Span{}) {
            shown.place = place_(step.span);
        }
        for (const ToldCondition& guard : tell_guards(evaluator_, before, event, text_)) {
            shown.guards.push_back(told_line(guard, place_));
        }
        const Process actor{step.role, event.process};
        add_box(shown, box_kind(step.kind), actor, step_title(system_, event, names_));
        if (step.kind == StepKind::cut && actor != Process{step.peer, event.peer}) {
            add_box(shown,
                    ChartBox::Kind::cut,
                    {step.peer, event.peer},
                    "cut from " + render_process(spec_, actor, names_));
        }
        return shown;
    }

    std::string timer_name(const ArmedTimer& timer) {
        return render_timer_of_process(spec_, timer, names_);
    }

    Lane lane_of(const Process& process) const {
        const auto found = lane_of_.find(process);
        return found == lane_of_.end() ? Lane() : Lane(found->second);
    }

    ChartBox& add_box(ChartStep& step, ChartBox::Kind kind, const Process& of, std::string title) {
        step.boxes.push_back({.kind = kind, .lane = lane_of_.at(of), .title = std::move(title)});
        return step.boxes.back();
    }

    // Only the process that steps changes; of a process without a box nothing is lost.
    ChartBox& box_of(ChartStep& step, const Process& process) {
        const std::size_t lane = lane_of_.at(process);
        const auto found = std::find_if(step.boxes.begin(),
                                        step.boxes.end(),
                                        [&](const ChartBox& box) { return box.lane == lane; });
        return found == step.boxes.end() ? add_box(step, ChartBox::Kind::other, process, "")
                                         : *found;
    }

    static void add_line(ChartBox& box, ChartLine::Kind kind, std::string text) {
        box.lines.push_back({kind, std::move(text)});
    }

    static ChartLine::Kind line_kind(const spec::VariableInfo& variable) {
        return variable.kind == spec::VariableKind::ghost ? ChartLine::Kind::ghost
                                                          : ChartLine::Kind::change;
    }

    void add_changes(ChartStep& step, const State& before, const State& after) {
        for (std::uint32_t v = 0; v < after.variables.size(); ++v) {
            const spec::VariableInfo& variable = spec_.variables[v];
            for (std::size_t i = 0; i < after.variables[v].size(); ++i) {
                const Value& now = after.variables[v][i];
                const Value& old = before.variables[v][i];
                if (now == old) {
                    continue;
                }
                step.values.push_back({cell_of_.at({v, i}), value(variable.type, now)});
                ChartBox& box = box_of(step, {variable.role, static_cast<std::int64_t>(i)});
                for (std::string& line : change_lines(spec_, variable, old, now, names_)) {
                    add_line(box, line_kind(variable), std::move(line));
                }
            }
        }
        add_timers(step, "start ", newly_armed(before, after));
        add_timers(step, "stop ", newly_armed(after, before));
        for (ChartBox& box : step.boxes) {
            const Process& process = processes_[chart_.lane_process[box.lane]];
            const std::vector<ChartChip> old = chips(process, before);
            std::vector<ChartChip> now = chips(process, after);
            if (now == old) {
                continue;
            }
            for (std::size_t i = 0; i < now.size(); ++i) {
                now[i].is_new = now[i].value != old[i].value;
            }
            box.chips = std::move(now);
        }
    }

    void add_timers(ChartStep& step, const char* verb, const std::vector<ArmedTimer>& timers) {
        for (const ArmedTimer& timer : timers) {
            ChartBox& box = box_of(step, {spec_.timer(timer.timer).role, timer.process});
            // That a timer which fires is armed no longer goes without saying.
            if (box.kind != ChartBox::Kind::fire || box.title != timer_name(timer)) {
                add_line(box, ChartLine::Kind::timer, verb + timer_name(timer));
            }
        }
    }

    void tell_rest_of_state(ChartStep& step, const State& state) {
        for (const ArmedTimer& timer : state.armed) {
            step.armed.push_back(render_timer(spec_, timer, names_));
        }
        for (const Process& stopped : state.stopped) {
            step.stopped.push_back(render_process(spec_, stopped, names_));
        }
    }

    // ---- messages ----

    // A line for every message that the step sends; one that goes to several processes has one.
    void add_sends(std::size_t number) {
        ChartStep& step = chart_.steps[number];
        std::map<std::pair<std::size_t, std::string>, std::size_t> lines; // by lane and message
        for (const MessagePath& path : paths_) {
            if (path.sent != number || send_line_.contains({number, path.message})) {
                continue;
            }
            ChartBox& box = box_of(step, sender(path.message));
            const std::string what = render_payload(spec_, path.message, names_);
            const std::string to = render_process(spec_, addressee(path.message), names_);
            const auto [at, is_new] = lines.try_emplace({box.lane, what}, box.lines.size());
            if (is_new) {
                add_line(box, ChartLine::Kind::send, fmt::format("{} to {}", what, to));
            } else {
                box.lines[at->second].text += ", " + to;
            }
            send_line_[{number, path.message}] = at->second;
        }
    }

    void make_arrows() {
        for (const MessagePath& path : paths_) {
            ChartArrow arrow{.fate = path.fate,
                             .message = render_payload(spec_, path.message, names_),
                             .from = lane_of_.at(sender(path.message)),
                             .to = lane_of_.at(addressee(path.message)),
                             .sent = path.sent,
                             .ended = path.ended};
            if (path.sent) {
                arrow.line = send_line_.at({*path.sent, path.message});
            }
            if (path.ended && !tag_of(path.fate).empty()) {
                ChartBox& box = box_of(chart_.steps[*path.ended], addressee(path.message));
                box.tag = box.tag.empty() ? tag_of(path.fate) : box.tag;
            }
            chart_.arrows.push_back(std::move(arrow));
        }
    }

    const spec::TypedSpec& spec_;
    const Trace& trace_;
    const ChartSubject& subject_;
    const SpecText& text_;
    const SpecPlace& place_;
    TransitionSystem system_;
    ElementNames names_;
    StateLines lines_;
    Evaluator evaluator_;
    Chart chart_;
    std::vector<MessagePath> paths_;
    std::vector<Process> processes_;
    std::map<Process, std::size_t> lane_of_;
    std::map<std::pair<std::uint32_t, std::size_t>, std::size_t> cell_of_; // by variable, process
    std::vector<std::vector<spec::VariableId>> shown_;                     // by role
    std::map<std::pair<std::size_t, SentMessage>, std::size_t> send_line_;
};

} // namespace

Chart build_chart(const spec::TypedSpec& spec,
                  const Trace& trace,
                  const ChartSubject& subject,
                  const SpecText& text,
                  const SpecPlace& place) {
    return ChartBuilder(spec, trace, subject, text, place).build();
}

} // namespace muster::checker
