#include "checker/eval/fixed.hpp"

#include "checker/eval/interpreter.hpp"

namespace muster::checker {

Fixed fixed_by(const spec::TypedSpec& spec,
               const Universe& universe,
               const spec::InstanceInfo& instance) {
    Interpreter interpreter(spec, universe);
    Fixed fixed;
    for (const spec::ConstValue& given : instance.constants) {
        fixed.constants.push_back({given.constant, {interpreter.eval(given.value)}});
    }
    return fixed;
}

} // namespace muster::checker
