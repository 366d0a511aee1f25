#include "checker/eval/value_space.hpp"
#include "checker/explore/slice.hpp"
#include "spec/types/walk.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace muster::checker {
namespace {

using namespace spec::typed;

bool has_handler(const spec::TypedSpec& spec, spec::MessageId message) {
    const auto& handlers = spec.role(spec.message(message).to).handlers;
    return std::any_of(handlers.begin(), handlers.end(), [&](const auto& handler) {
        return handler.message == message;
    });
}

class Slicer {
public:
    Slicer(const TransitionSystem& system, const Universe& universe)
        : system_(system)
        , spec_(*system.spec)
        , universe_(universe) {
        slice_.keep_role.resize(spec_.roles.size());
        slice_.keep_variable.resize(spec_.variables.size());
        slice_.keep_function.resize(spec_.functions.size());
        for (const spec::MessageInfo& message : spec_.messages) {
            Slice::MessageRule rule;
            rule.keep_field.resize(message.fields.size());
            rule.field_is_read.resize(message.fields.size());
            slice_.messages.push_back(std::move(rule));
        }
    }

    /// Of an arbitrary role whose own messages have to be told from those that are made up.
    void hear(spec::RoleId role) { heard_.insert(role); }

    Slice run(const std::vector<spec::ExprId>& formulas,
              const std::vector<spec::VariableBound>& bounds,
              Obligations obligations) {
        for (const spec::ExprId formula : formulas) {
            collect_reads(spec_, formula, behaviour_);
        }
        keep_roles(obligations);
        keep_messages();
        for (const spec::VariableBound& bound : bounds) {
            behaviour_.variables.insert(bound.variable);
        }
        for (std::uint32_t role = 0; role < spec_.roles.size(); ++role) {
            if (slice_.keep_role[role]) {
                walk_role(spec_.roles[role]);
            }
        }
        close();
        fill();
        return std::move(slice_);
    }

private:
    void keep(spec::RoleId role) { slice_.keep_role[role.value] = true; }

    [[nodiscard]] bool keeps(spec::RoleId role) const { return slice_.keep_role[role.value]; }

    [[nodiscard]] std::ptrdiff_t kept_count() const {
        return std::count(slice_.keep_role.begin(), slice_.keep_role.end(), true);
    }

    // Looked at by a formula while it is in flight, and no longer.
    [[nodiscard]] bool is_watched(const MessagePattern& pattern) const {
        return pattern.in_flight && leaves_the_network(carrier(spec_.message(pattern.message)));
    }

    [[nodiscard]] Carrier carrier(const spec::MessageInfo& message) const {
        return carrier_of(message, universe_);
    }

    void keep_roles(Obligations obligations) {
        if (obligations == Obligations::of_all_roles) {
            slice_.keep_role.assign(spec_.roles.size(), true);
        }
        // Influence travels along chains of senders, assumptions and connections.
        std::ptrdiff_t before = -1;
        while (kept_count() > before) {
            before = kept_count();
            keep_what_is_read();
            keep_senders();
            keep_connected();
            read_timing();
        }
    }

    void keep_what_is_read() {
        for (const spec::VariableId variable : behaviour_.variables) {
            keep(spec_.variable(variable).role);
        }
        for (const spec::TimerId timer : behaviour_.timers) {
            keep(spec_.timer(timer).role);
        }
        for (const MessagePattern* pattern : behaviour_.patterns) {
            keep(spec_.message(pattern->message).from);
            if (is_watched(*pattern)) {
                keep(spec_.message(pattern->message).to);
            }
        }
    }

    void keep_senders() {
        for (const spec::MessageInfo& message : spec_.messages) {
            if (keeps(message.to) && !may_be_made_up(message)) {
                keep(message.from);
            }
        }
    }

    void keep_connected() {
        for (const Step& step : system_.steps) {
            if (step.kind == StepKind::cut && (keeps(step.role) || keeps(step.peer)) &&
                lost_handler(spec_, step.role, step.peer) != nullptr &&
                lost_handler(spec_, step.peer, step.role) != nullptr) {
                keep(step.role);
                keep(step.peer);
            }
        }
    }

    void read_timing() {
        timing_read_.resize(spec_.timing.size());
        for (std::size_t i = 0; i < spec_.timing.size(); ++i) {
            const spec::TimingAssumption& assumption = spec_.timing[i];
            if (!timing_read_[i] && keeps(spec_.timer(assumption.timer).role)) {
                timing_read_[i] = true;
                collect_reads(spec_, assumption.condition, behaviour_);
                keep_what_is_read();
            }
        }
    }

    [[nodiscard]] bool may_be_made_up(const spec::MessageInfo& message) const {
        return system_.is_arbitrary(message.from) && !heard_.contains(message.from);
    }

    // What an arbitrary role really sends need not be recorded where it may arrive anyway: always,
    // except that an instance has only some of the integers, lists and correlations.
    [[nodiscard]] bool arrives_anyway(spec::MessageId id) const {
        const spec::MessageInfo& message = spec_.message(id);
        return may_be_made_up(message) && universe_.correlations == 1 &&
               std::all_of(message.fields.begin(),
                           message.fields.end(),
                           [&](const auto& field) { return is_finite(spec_, field.type); }) &&
               std::none_of(behaviour_.patterns.begin(),
                            behaviour_.patterns.end(),
                            [&](const MessagePattern* pattern) {
                                return pattern->message == id && is_watched(*pattern);
                            });
    }

    // Whether nothing that shares a queue with this message need be recorded.
    [[nodiscard]] bool need_not_be_recorded(const spec::MessageInfo& message,
                                            spec::MessageId id) const {
        if (carrier(message) != Carrier::queue) {
            return arrives_anyway(id);
        }
        for (std::uint32_t i = 0; i < spec_.messages.size(); ++i) {
            const spec::MessageInfo& other = spec_.messages[i];
            if (carrier(other) == Carrier::queue && other.from == message.from &&
                other.to == message.to && !arrives_anyway(spec::MessageId{i})) {
                return false;
            }
        }
        return true;
    }

    void keep_messages() {
        for (std::uint32_t i = 0; i < spec_.messages.size(); ++i) {
            const spec::MessageInfo& message = spec_.messages[i];
            slice_.messages[i].deliverable = keeps(message.to) && keeps(message.from) &&
                                             has_handler(spec_, spec::MessageId{i}) &&
                                             !need_not_be_recorded(message, spec::MessageId{i});
        }
        for (const MessagePattern* pattern : behaviour_.patterns) {
            if (!is_watched(*pattern)) {
                slice_.messages[pattern->message.value].observe(*pattern);
            }
        }
    }

    void walk_role(const spec::RoleInfo& role) {
        const auto guard = [&](spec::ExprId id) {
            if (id.valid()) {
                collect_reads(spec_, id, behaviour_);
            }
        };
        for (const spec::MessageHandler& handler : role.handlers) {
            guard(handler.guard);
            walk(handler.body);
        }
        for (const spec::TimerHandler& handler : role.timer_handlers) {
            walk(handler.body);
        }
        for (const spec::LostHandler& handler : role.lost_handlers) {
            walk(handler.body);
        }
        for (const spec::ActionInfo& action : role.actions) {
            guard(action.guard);
            walk(action.body);
        }
        for (const spec::ProcedureId procedure : role.procedures) {
            walk(spec_.procedure(procedure).body);
        }
        if (role.on_start.valid()) {
            walk(role.on_start);
        }
    }

    void walk(spec::BlockId id) {
        if (!id.valid()) {
            return;
        }
        for (const Statement& statement : spec_.block(id).statements) {
            walk(statement);
        }
    }

    void walk(const Statement& statement) {
        if (const auto* assign = std::get_if<Assign>(&statement.node)) {
            write(assign->place, assign->value, true);
        } else if (const auto* add = std::get_if<AddElement>(&statement.node)) {
            write(add->place, add->element, false);
        } else if (const auto* remove = std::get_if<RemoveElement>(&statement.node)) {
            write(remove->place, remove->element, false);
        } else if (const auto* let = std::get_if<Let>(&statement.node)) {
            flow(let_reads_[let->local], let->value);
        } else if (const auto* call = std::get_if<ProcedureCall>(&statement.node)) {
            const auto& parameters = spec_.procedure(call->procedure).parameters;
            for (std::size_t i = 0; i < call->arguments.size(); ++i) {
                flow(let_reads_[parameters[i]], call->arguments[i]);
            }
        } else if (const auto* send = std::get_if<Send>(&statement.node)) {
            walk_send(send->message, send->fields, send->to);
        } else if (const auto* reply = std::get_if<Reply>(&statement.node)) {
            walk_send(reply->message, reply->fields, reply->request);
        } else if (const auto* start = std::get_if<StartTimer>(&statement.node)) {
            if (start->key.valid()) {
                collect_reads(spec_, start->key, behaviour_);
            }
            if (start->duration.valid()) {
                Reads ignored;
                flow(ignored, start->duration);
            }
        } else {
            spec::for_each_part(
                statement,
                [&](spec::ExprId expr) { collect_reads(spec_, expr, behaviour_); },
                [&](spec::BlockId block) { walk(block); });
        }
    }

    // What an expression reads matters only if its target does, unless it could go wrong.
    void flow(Reads& target, spec::ExprId expr) {
        Reads reads;
        collect_reads(spec_, expr, reads);
        (reads.may_fail ? behaviour_ : target).add(reads);
    }

    void write(const Place& place, spec::ExprId value, bool may_add_key) {
        Reads& target = variable_reads_[place.variable];
        flow(target, value);
        for (std::size_t i = 0; i < place.path.size(); ++i) {
            const auto* key = std::get_if<PlaceKey>(&place.path[i]);
            if (key == nullptr) {
                continue;
            }
            const bool key_may_miss = i + 1 < place.path.size() || !may_add_key;
            if (key_may_miss) {
                behaviour_.variables.insert(place.variable);
                collect_reads(spec_, key->key, behaviour_);
            } else {
                flow(target, key->key);
            }
        }
    }

    void
    walk_send(spec::MessageId message, const std::vector<spec::ExprId>& fields, spec::ExprId to) {
        const Slice::MessageRule& rule = slice_.messages[message.value];
        Reads ignored;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            flow(rule.deliverable || rule.keep_field[i] ? behaviour_ : ignored, fields[i]);
        }
        if (to.valid()) {
            flow(rule.deliverable || rule.keep_to ? behaviour_ : ignored, to);
        }
    }

    // Whatever flows into something relevant is relevant.
    void close() {
        bool grown = true;
        while (grown) {
            const std::size_t before = behaviour_.variables.size() + behaviour_.locals.size();
            for (const auto& [variable, reads] : variable_reads_) {
                if (behaviour_.variables.contains(variable)) {
                    merge(reads);
                }
            }
            for (const auto& [local, reads] : let_reads_) {
                if (behaviour_.locals.contains(local)) {
                    merge(reads);
                }
            }
            grown = behaviour_.variables.size() + behaviour_.locals.size() > before;
        }
    }

    void merge(const Reads& reads) {
        behaviour_.variables.insert(reads.variables.begin(), reads.variables.end());
        behaviour_.locals.insert(reads.locals.begin(), reads.locals.end());
        behaviour_.functions.insert(reads.functions.begin(), reads.functions.end());
    }

    void fill() {
        for (const spec::VariableId variable : behaviour_.variables) {
            slice_.keep_variable[variable.value] =
                slice_.keep_role[spec_.variable(variable).role.value];
        }
        for (const spec::FunctionId function : behaviour_.functions) {
            slice_.keep_function[function.value] = true;
        }
        fill_network();
        for (const spec::RoleInfo& role : spec_.roles) {
            for (const spec::MessageHandler& handler : role.handlers) {
                Slice::MessageRule& rule = slice_.messages[handler.message.value];
                const auto is_read = [&](spec::LocalId local) {
                    return local.valid() && behaviour_.locals.contains(local);
                };
                for (std::size_t i = 0; i < handler.fields.size(); ++i) {
                    rule.field_is_read[i] = rule.field_is_read[i] || is_read(handler.fields[i]);
                }
                rule.sender_is_read =
                    rule.sender_is_read || is_read(handler.sender) || is_read(handler.request);
                rule.correlation_is_read = rule.correlation_is_read || is_read(handler.request);
            }
        }
    }

    void fill_network() {
        for (std::uint32_t role = 0; role < spec_.roles.size(); ++role) {
            slice_.keep_stopped.push_back(
                slice_.keep_role[role] && !spec_.roles[role].lost_handlers.empty() &&
                system_.has_fault(spec::FaultKind::stop, spec::RoleId{role}));
        }
        const auto runs_one = [&](spec::RoleId role, spec::RoleId peer) {
            return keeps(role) && lost_handler(spec_, role, peer) != nullptr;
        };
        for (const Step& step : system_.steps) {
            if (step.kind == StepKind::cut &&
                ((keeps(step.role) && keeps(step.peer)) || runs_one(step.role, step.peer) ||
                 runs_one(step.peer, step.role))) {
                slice_.cuts.emplace_back(step.role, step.peer);
            }
        }
    }

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    const Universe& universe_;
    std::set<spec::RoleId> heard_;
    std::vector<bool> timing_read_; // by assumption
    Slice slice_;
    Reads behaviour_;
    std::map<spec::VariableId, Reads> variable_reads_;
    std::map<spec::LocalId, Reads> let_reads_;
};

} // namespace

Slice slice_for(const TransitionSystem& system,
                const std::vector<std::size_t>& formulas,
                const std::vector<spec::VariableBound>& bounds,
                const Universe& universe,
                Obligations obligations) {
    std::vector<spec::ExprId> bodies;
    bodies.reserve(formulas.size());
    for (const std::size_t formula : formulas) {
        bodies.push_back(system.spec->properties[formula].body);
    }
    return Slicer(system, universe).run(bodies, bounds, obligations);
}

Slice slice_for_fairness(const TransitionSystem& system,
                         const std::vector<spec::ExprId>& formulas,
                         const std::vector<spec::RoleId>& heard,
                         const std::vector<spec::VariableBound>& bounds,
                         const Universe& universe) {
    Slicer slicer(system, universe);
    for (const spec::RoleId role : heard) {
        slicer.hear(role);
    }
    Slice slice = slicer.run(formulas, bounds, Obligations::of_kept_roles);
    for (std::uint32_t role = 0; role < slice.keep_role.size(); ++role) {
        slice.keep_stopped[role] = slice.keep_role[role];
    }
    return slice;
}

} // namespace muster::checker
