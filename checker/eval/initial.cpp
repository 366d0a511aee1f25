#include "checker/eval/interpreter.hpp"
#include "checker/eval/value_space.hpp"

#include <fmt/format.h>

namespace muster::checker {
namespace {

constexpr std::size_t kMaxInterpretations = 100'000;

} // namespace

std::vector<State> Interpreter::interpretations(const Fixed& fixed) {
    State blank;
    for (const spec::VariableInfo& variable : spec_.variables) {
        blank.variables.emplace_back(layout_.processes(variable.role));
    }
    blank.used.resize(spec_.sorts.size());
    std::vector<State> states{blank};
    // Every open value doubles, triples … the states.
    const auto extend =
        [&](const std::string& name, const std::vector<Value>& values, const auto& place) {
            if (states.size() * values.size() > kMaxInterpretations) {
                fail(Failure::Kind::undefined,
                     fmt::format("`{}` has too many interpretations on this instance", name),
                     {});
            }
            std::vector<State> extended;
            for (const State& state : states) {
                for (const Value& value : values) {
                    extended.push_back(state);
                    place(extended.back(), value);
                }
            }
            states = std::move(extended);
        };
    for (std::uint32_t i = 0; i < spec_.constants.size(); ++i) {
        std::vector<Value> values;
        for (const Fixed::Constant& one : fixed.constants) {
            if (one.constant.value == i) {
                values = one.values;
            }
        }
        extend(spec_.constants[i].name,
               values.empty() ? values_of(spec_.constants[i].type) : values,
               [](State& state, const Value& value) { state.constants.push_back(value); });
    }
    for (const spec::FunctionInfo& function : spec_.functions) {
        std::size_t calls = 1;
        for (const spec::LocalId parameter : function.parameters) {
            calls *= values_of(spec_.local(parameter).type).size();
        }
        for (State& state : states) {
            state.functions.emplace_back();
        }
        for (std::size_t call = 0; call < calls; ++call) {
            extend(function.name, values_of(function.result), [](State& state, const Value& value) {
                state.functions.back().push_back(value);
            });
        }
    }
    for (const spec::PropertyInfo& property : spec_.properties) {
        if (property.kind == spec::PropertyKind::axiom) {
            std::erase_if(states,
                          [&](const State& state) { return !holds(property.body, state, state); });
        }
    }
    return states;
}

Flow Interpreter::initialise() {
    for (std::uint32_t i = 0; i < spec_.constants.size(); ++i) {
        workspace_.mark_used(spec_.constants[i].type, workspace_.base().constants[i]);
    }
    for (std::uint32_t i = 0; i < spec_.variables.size(); ++i) {
        const spec::VariableInfo& variable = spec_.variables[i];
        for (std::size_t process = 0; process < layout_.processes(variable.role); ++process) {
            const Value value =
                initial_value(spec::VariableId{i}, static_cast<std::int64_t>(process));
            workspace_.mark_used(variable.type, value);
            workspace_.write(spec::VariableId{i}, process, value);
        }
    }
    for (std::uint32_t role = 0; role < spec_.roles.size(); ++role) {
        const std::size_t processes = layout_.processes(spec::RoleId{role});
        for (std::size_t process = 0; process < processes; ++process) {
            if (start(spec::RoleId{role}, static_cast<std::int64_t>(process)) == Flow::dead) {
                return Flow::dead;
            }
        }
    }
    return Flow::next;
}

} // namespace muster::checker
