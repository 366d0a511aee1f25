#include "checker/chart/shown_variables.hpp"

#include "checker/explore/reads.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace muster::checker {

namespace {

constexpr std::size_t kMostOfARole = 4;

void look(const spec::TypedSpec& spec, spec::ExprId expr, Reads& reads) {
    if (expr.valid()) {
        collect_reads(spec, expr, reads);
    }
}

void look_at_all(const spec::TypedSpec& spec,
                 const std::vector<spec::ExprId>& exprs,
                 Reads& reads) {
    for (const spec::ExprId expr : exprs) {
        look(spec, expr, reads);
    }
}

// What decides what happens, or is told to others.
std::set<spec::VariableId> looked_at_by_steps(const spec::TypedSpec& spec) {
    Reads reads;
    for (const spec::RoleInfo& role : spec.roles) {
        for (const spec::MessageHandler& handler : role.handlers) {
            look(spec, handler.guard, reads);
        }
        for (const spec::ActionInfo& action : role.actions) {
            look(spec, action.guard, reads);
        }
    }
    for (const auto& block : spec.blocks) {
        for (const auto& statement : block.statements) {
            if (const auto* choice = std::get_if<spec::typed::If>(&statement.node)) {
                look(spec, choice->condition, reads);
            } else if (const auto* send = std::get_if<spec::typed::Send>(&statement.node)) {
                look_at_all(spec, send->fields, reads);
            } else if (const auto* reply = std::get_if<spec::typed::Reply>(&statement.node)) {
                look_at_all(spec, reply->fields, reads);
            }
        }
    }
    return reads.variables;
}

std::set<spec::VariableId> looked_at_by_properties(const spec::TypedSpec& spec) {
    Reads reads;
    for (const spec::PropertyInfo& property : spec.properties) {
        look(spec, property.body, reads);
    }
    return reads.variables;
}

struct Course {
    bool changes = false;
    bool grows = true; // of an integer: never shrinks, but for what a crash forgets
};

Course course_of(const TransitionSystem& system, const Trace& trace, spec::VariableId variable) {
    Course course;
    const State* before = &trace.initial;
    for (const TraceStep& step : trace.steps) {
        const auto& old_values = before->variables[variable.value];
        const auto& new_values = step.state.variables[variable.value];
        const bool is_crash = system.steps[step.event.step].kind == StepKind::crash;
        for (std::size_t process = 0; process < new_values.size(); ++process) {
            course.changes |= old_values[process] != new_values[process];
            course.grows &= is_crash || new_values[process] >= old_values[process];
        }
        before = &step.state;
    }
    return course;
}

/// Decides which variables are shown of one run.
class Chooser {
public:
    Chooser(const spec::TypedSpec& spec, const Trace& trace, std::optional<std::size_t> property)
        : spec_(spec)
        , trace_(trace)
        , system_(system_of(spec, trace))
        , by_steps_(looked_at_by_steps(spec))
        , by_properties_(looked_at_by_properties(spec)) {
        if (property) {
            Reads reads;
            collect_reads(spec, spec.properties[*property].body, reads);
            by_property_ = std::move(reads.variables);
        }
    }

    [[nodiscard]] std::vector<spec::VariableId> choose(const spec::RoleInfo& role) const {
        using Rank = std::tuple<int, bool, spec::VariableId>; // the least is the most telling
        std::vector<Rank> ranks;
        bool has_phase = false;
        for (const spec::VariableId id : role.variables) {
            const auto kind = kind_of(id, has_phase);
            if (kind) {
                ranks.emplace_back(*kind, !by_property_.contains(id), id);
                has_phase |= *kind == 1;
            }
        }
        std::sort(ranks.begin(), ranks.end());
        std::vector<spec::VariableId> chosen;
        for (std::size_t i = 0; i < std::min(ranks.size(), kMostOfARole); ++i) {
            chosen.push_back(std::get<2>(ranks[i]));
        }
        return chosen;
    }

private:
    // The kinds of the header; none if the variable is of no kind.
    [[nodiscard]] std::optional<int> kind_of(spec::VariableId id, bool has_phase) const {
        const spec::VariableInfo& variable = spec_.variable(id);
        const bool is_looked_at = by_steps_.contains(id) || by_properties_.contains(id);
        if (variable.kind == spec::VariableKind::ghost || !is_looked_at) {
            return std::nullopt;
        }
        const Course course = course_of(system_, trace_, id);
        const bool matters = course.changes || by_property_.contains(id);
        const spec::Type& type = spec_.types[variable.type];
        if (type.kind == spec::TypeKind::enumeration) {
            return matters || !has_phase ? std::optional(1) : std::nullopt;
        }
        if (!matters) {
            return std::nullopt;
        }
        const bool is_spoken_of = by_properties_.contains(id);
        switch (type.kind) {
        case spec::TypeKind::integer:
            return !course.grows && !by_property_.contains(id) ? std::nullopt
                   : is_spoken_of                              ? std::optional(2)
                                                               : std::optional(5);
        case spec::TypeKind::sort:
            return is_spoken_of ? 3 : 5;
        case spec::TypeKind::option:
            return !is_short(spec_.types[type.first].kind) ? std::nullopt
                   : is_spoken_of                          ? std::optional(3)
                                                           : std::optional(5);
        case spec::TypeKind::boolean:
            return by_property_.contains(id) ? std::optional(4) : std::nullopt;
        default:
            return std::nullopt;
        }
    }

    static bool is_short(spec::TypeKind kind) {
        return kind == spec::TypeKind::sort || kind == spec::TypeKind::integer ||
               kind == spec::TypeKind::enumeration;
    }

    const spec::TypedSpec& spec_;
    const Trace& trace_;
    TransitionSystem system_;
    std::set<spec::VariableId> by_steps_;
    std::set<spec::VariableId> by_properties_; // any of them
    std::set<spec::VariableId> by_property_;   // the one that the run is about
};

} // namespace

std::vector<std::vector<spec::VariableId>> shown_variables(const spec::TypedSpec& spec,
                                                           const Trace& trace,
                                                           std::optional<std::size_t> property) {
    std::vector<std::vector<spec::VariableId>> shown(spec.roles.size());
    if (trace.initial.variables.empty()) {
        return shown;
    }
    const Chooser chooser(spec, trace, property);
    for (std::size_t role = 0; role < spec.roles.size(); ++role) {
        shown[role] = chooser.choose(spec.roles[role]);
    }
    return shown;
}

} // namespace muster::checker
