#include "cli/machines/generated_question.hpp"

#include <algorithm>

namespace muster::cli {

namespace exploration = runtime::exploration;
using checker::SentMessage;
using checker::StepKind;

GeneratedQuestion::GeneratedQuestion(const spec::TypedSpec& spec,
                                     const checker::Universe& universe,
                                     const checker::Layout& layout,
                                     const checker::State& interpretation)
    : spec_(spec)
    , universe_(universe)
    , layout_(layout) {
    for (const spec::RoleInfo& role : spec_.roles) {
        auto& variables = variables_.emplace_back(role.variables);
        std::stable_partition(variables.begin(), variables.end(), [&](spec::VariableId variable) {
            return spec_.variable(variable).kind != spec::VariableKind::ghost;
        });
    }
    for (std::size_t i = 0; i < spec_.constants.size(); ++i) {
        write_value(spec_, spec_.constants[i].type, interpretation.constants[i], constants_);
    }
}

const Words& GeneratedQuestion::ask(const checker::product::OneProcess& at,
                                    const checker::Workspace& workspace,
                                    const Process& process,
                                    const Occasion& occasion) {
    words_.assign({process.role.value, process.index});
    details_.clear();
    ask_what(process, occasion);
    words_.push_back(universe_.correlations);
    for (std::uint32_t role = 0; role < spec_.roles.size(); ++role) {
        words_.push_back(static_cast<Word>(layout_.processes(spec::RoleId{role})));
    }
    add_drawable(workspace);
    words_.insert(words_.end(), constants_.begin(), constants_.end());
    for (const spec::VariableId variable : variables(process.role)) {
        const auto& values = at.state().variables[variable.value];
        write_value(spec_,
                    spec_.variable(variable).type,
                    values[static_cast<std::size_t>(process.index)],
                    words_);
    }
    words_.insert(words_.end(), details_.begin(), details_.end());
    return words_;
}

void GeneratedQuestion::ask_what(const Process& process, const Occasion& occasion) {
    const auto ask = [&](exploration::Occasion kind, std::uint32_t number) {
        words_.insert(words_.end(), {static_cast<Word>(kind), number});
    };
    const auto involve = [&](Word handler, Word sender, Word correlation) {
        words_.insert(words_.end(), {handler, sender, correlation});
    };
    const spec::RoleInfo& role = spec_.role(process.role);
    if (occasion.kind == StepKind::deliver) {
        const SentMessage& message = *occasion.message;
        ask(exploration::Occasion::message, message.message.value);
        involve(occasion.index, message.from, message.correlation);
        const auto& fields = spec_.message(message.message).fields;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            write_value(spec_, fields[i].type, message.fields[i], details_);
        }
    } else if (occasion.kind == StepKind::fire) {
        const spec::TimerId timer = role.timer_handlers[occasion.index].timer;
        ask(exploration::Occasion::timer, timer.value);
        involve(0, 0, 0);
        if (const spec::TypeId key = spec_.timer(timer).key_type; key.valid()) {
            write_value(spec_, key, *occasion.timer_key, details_);
        }
    } else if (occasion.kind == StepKind::act) {
        ask(exploration::Occasion::action, occasion.index);
        involve(0, 0, 0);
        const auto& parameters = role.actions[occasion.index].parameters;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            write_value(spec_, spec_.local(parameters[i]).type, (*occasion.arguments)[i], details_);
        }
    } else if (occasion.kind == StepKind::cut) {
        ask(exploration::Occasion::connection_cut, occasion.peer->role.value);
        involve(0, occasion.peer->index, 0);
    } else {
        ask(exploration::Occasion::restart, 0);
        involve(0, 0, 0);
    }
}

void GeneratedQuestion::add_drawable(const checker::Workspace& workspace) {
    for (std::uint32_t i = 0; i < spec_.sorts.size(); ++i) {
        const spec::SortId sort{i};
        const std::size_t count = words_.size();
        words_.push_back(0);
        for (std::int64_t element = 0;
             layout_.draws_fresh(sort) && element < universe_.sort_sizes[i];
             ++element) {
            if (!workspace.is_used(sort, element)) {
                words_.push_back(element);
                ++words_[count];
            }
        }
    }
}

} // namespace muster::cli
