#include "checker/explain/initial_values.hpp"

#include "checker/eval/interpreter.hpp"

namespace muster::checker {

std::vector<std::vector<std::optional<Value>>>
initial_values(const spec::TypedSpec& spec, const Universe& universe, const State& state) {
    Interpreter interpreter(spec, universe);
    std::vector<std::vector<std::optional<Value>>> result(state.variables.size());
    for (std::size_t v = 0; v < state.variables.size(); ++v) {
        const spec::VariableInfo& variable = spec.variables[v];
        for (std::size_t p = 0; p < state.variables[v].size(); ++p) {
            if (const spec::LocalId me = spec.role(variable.role).me; me.valid()) {
                interpreter.bind(me, Value::scalar(static_cast<std::int64_t>(p)));
            }
            try {
                result[v].emplace_back(interpreter.value_in(variable.initial, state));
            } catch (const Undefined&) {
                result[v].emplace_back(std::nullopt);
            }
        }
    }
    return result;
}

} // namespace muster::checker
