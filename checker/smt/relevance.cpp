#include "checker/smt/relevance.hpp"

#include "checker/smt/walk.hpp"

#include <set>

namespace muster::checker::smt {

namespace typed = spec::typed;

namespace {

class Finder {
public:
    explicit Finder(const TransitionSystem& system)
        : system_(system)
        , spec_(*system.spec) {
        result_.roles.resize(spec_.roles.size());
        result_.messages.resize(spec_.messages.size());
        for (std::size_t m = 0; m < spec_.messages.size(); ++m)
            result_.messages[m].fields.resize(spec_.messages[m].fields.size());
    }

    void add_property(spec::ExprId body) {
        for_each_inside(spec_, body, [&](const typed::Expr& expr) {
            if (const auto* variable = std::get_if<typed::VariableRef>(&expr.node))
                need_role(spec_.variable(variable->variable).role);
            else if (const auto* timer = std::get_if<typed::Armed>(&expr.node))
                need_role(spec_.timer(timer->timer).role);
            else if (const auto* pattern = std::get_if<typed::MessagePattern>(&expr.node))
                add_pattern(*pattern);
        });
    }

    /// A step is possible only where its timing assumption holds, whatever is proved.
    void add_timing(spec::ExprId condition) {
        for_each_inside(spec_, condition, [&](const typed::Expr& expr) {
            if (const auto* pattern = std::get_if<typed::MessagePattern>(&expr.node))
                add_pattern(*pattern);
        });
    }

    void close() {
        while (changed_) {
            changed_ = false;
            for (std::size_t m = 0; m < spec_.messages.size(); ++m)
                close_message(m);
        }
    }

    Relevance take() { return std::move(result_); }

private:
    void need_role(spec::RoleId role) {
        if (!result_.roles[role.value])
            result_.roles[role.value] = changed_ = true;
    }

    void add_pattern(const typed::MessagePattern& pattern) {
        TrackedMessage& message = result_.messages[pattern.message.value];
        message.tracked = true;
        const bool reliable = is_counted(pattern.message.value);
        message.history = message.history || !pattern.in_flight || !reliable;
        message.in_flight = message.in_flight || (pattern.in_flight && reliable);
        message.from = message.from || pattern.from.valid();
        message.to = message.to || pattern.to.valid();
        for (const auto& field : pattern.fields)
            message.fields[field.first] = true;
        changed_ = true;
    }

    void close_message(std::size_t index) {
        const spec::MessageInfo& info = spec_.messages[index];
        TrackedMessage& message = result_.messages[index];
        const bool received = result_.roles[info.to.value] && !system_.is_arbitrary(info.from);
        if (received) {
            const bool counted = is_counted(index);
            if (counted ? !message.in_flight : !message.history)
                changed_ = true;
            message.tracked = message.to = message.from = true;
            (counted ? message.in_flight : message.history) = true;
            add_read_fields(index);
        }
        if (message.tracked)
            need_role(info.from);
        // Deliveries take it away, and a cut takes away what is between two processes.
        if (message.in_flight) {
            message.to = message.from = true;
            need_role(info.to);
        }
    }

    bool is_counted(std::size_t index) const {
        return spec_.messages[index].network != spec::NetworkKind::unreliable;
    }

    /// The fields whose locals some handler of the message reads.
    void add_read_fields(std::size_t index) {
        for (const spec::MessageHandler& handler : spec_.role(spec_.messages[index].to).handlers) {
            if (handler.message.value != index)
                continue;
            std::set<spec::LocalId> read;
            const auto note = [&](const typed::Expr& expr) {
                if (const auto* local = std::get_if<typed::LocalRef>(&expr.node))
                    read.insert(local->local);
            };
            for_each_inside(spec_, handler.guard, note);
            for_each_inside(spec_, handler.body, note);
            for (std::size_t f = 0; f < handler.fields.size(); ++f) {
                if (read.contains(handler.fields[f]))
                    result_.messages[index].fields[f] = true;
            }
        }
    }

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    Relevance result_;
    bool changed_ = true;
};

} // namespace

Relevance find_relevance(const TransitionSystem& system,
                         const std::vector<std::size_t>& properties) {
    Finder finder(system);
    for (std::size_t property : properties)
        finder.add_property(system.spec->properties[property].body);
    for (const spec::TimingAssumption& assumption : system.spec->timing)
        finder.add_timing(assumption.condition);
    finder.close();
    return finder.take();
}

bool is_relevant(const Relevance& relevance, const Step& step) {
    switch (step.kind) {
    case StepKind::stop:
        return false;
    case StepKind::lose:
        return relevance.messages[step.message.value].in_flight;
    case StepKind::cut:
        return relevance.roles[step.role.value] || relevance.roles[step.peer.value];
    case StepKind::deliver:
    case StepKind::fire:
    case StepKind::act:
    case StepKind::crash:
        break;
    }
    return relevance.roles[step.role.value];
}

} // namespace muster::checker::smt
