#include "checker/eval/interpreter.hpp"

namespace muster::checker {

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
