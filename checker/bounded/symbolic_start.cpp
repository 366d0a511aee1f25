#include "checker/bounded/symbolic_interpreter.hpp"
#include "checker/eval/value_space.hpp"

#include <algorithm>

/// Interpretations of constants and functions, and the states that runs start in.
namespace muster::checker::bounded {

SymbolicState SymbolicInterpreter::blank() const {
    const Datum nothing = Algebra::collection({});
    const Slots no_messages = std::make_shared<const std::vector<Slot>>();
    SymbolicState state;
    for (const spec::VariableInfo& variable : spec_.variables) {
        state.layer.variables.emplace_back(layout_.processes(variable.role));
    }
    for (const spec::TimerInfo& timer : spec_.timers) {
        state.layer.armed.emplace_back(layout_.processes(timer.role), nothing);
    }
    state.sent.assign(spec_.messages.size(), no_messages);
    state.loose.assign(spec_.messages.size(), no_messages);
    state.queued = no_messages;
    for (std::uint32_t role = 0; role < spec_.roles.size(); ++role) {
        state.stopped.emplace_back(layout_.processes(spec::RoleId{role}));
    }
    for (const std::int64_t size : universe_.sort_sizes) {
        state.used.emplace_back(static_cast<std::size_t>(size));
    }
    return state;
}

Datum SymbolicInterpreter::one_of(spec::TypeId type, const std::vector<Value>& values) {
    const Flags chosen = fresh_choice(values.size());
    std::vector<std::pair<Bit, Datum>> options;
    for (std::size_t i = 0; i < values.size(); ++i) {
        options.emplace_back(chosen[i], algebra_.constant(type, values[i]));
    }
    return algebra_.select(options);
}

// Of a constant or function that the instance leaves open.
Datum SymbolicInterpreter::any_result(spec::TypeId type) {
    return spec_.types[type].kind == spec::TypeKind::integer && inputs_ == Inputs::any
               ? Algebra::scalar({{fresh_number(), Bit::constant(true)}})
               : one_of(type, values_of(type));
}

void SymbolicInterpreter::interpret(const Fixed& fixed) {
    forget_choices();
    for (std::uint32_t i = 0; i < spec_.constants.size(); ++i) {
        const spec::TypeId type = spec_.constants[i].type;
        const auto given = std::find_if(fixed.constants.begin(),
                                        fixed.constants.end(),
                                        [&](const auto& one) { return one.constant.value == i; });
        if (given != fixed.constants.end()) {
            constants_.push_back(one_of(type, given->values));
        } else {
            constants_.push_back(any_result(type));
        }
    }
    for (std::uint32_t i = 0; i < spec_.functions.size(); ++i) {
        const spec::FunctionInfo& function = spec_.functions[i];
        const auto given = std::find_if(fixed.functions.begin(),
                                        fixed.functions.end(),
                                        [&](const auto& one) { return one.function.value == i; });
        auto& table = functions_.emplace_back();
        if (given != fixed.functions.end() && given->def.valid()) {
            defined_[spec::FunctionId{i}] = given->def;
            continue;
        }
        if (given != fixed.functions.end()) {
            for (const Value& value : given->values) {
                table.push_back(algebra_.constant(function.result, value));
            }
            continue;
        }
        std::size_t calls = 1;
        for (const spec::LocalId parameter : function.parameters) {
            calls *= values_of(spec_.local(parameter).type).size();
            if (calls > kMaxCalls) {
                throw Unsupported{"the function `" + function.name +
                                  "`, which has too many values"};
            }
        }
        for (std::size_t call = 0; call < calls; ++call) {
            table.push_back(any_result(function.result));
        }
    }
    const SymbolicState nothing = blank();
    for (const spec::PropertyInfo& property : spec_.properties) {
        if (property.kind == spec::PropertyKind::axiom) {
            circuit_.assume(judge(property.body, nothing, nothing).holds);
        }
    }
}

SymbolicStep SymbolicInterpreter::start() {
    forget_choices();
    SymbolicState base = blank();
    SymbolicStep step = begin(0, base);
    Path path{Bit::constant(true), base};
    now_ = &path.state;
    for (std::uint32_t i = 0; i < spec_.constants.size(); ++i) {
        mark_used(spec_.constants[i].type, constants_[i], path.live, path.state);
    }
    for (std::uint32_t i = 0; i < spec_.variables.size(); ++i) {
        const spec::VariableInfo& variable = spec_.variables[i];
        const spec::LocalId me = spec_.role(variable.role).me;
        auto& values = path.state.layer.variables[i];
        for (std::size_t process = 0; process < values.size(); ++process) {
            if (me.valid()) {
                locals_[me.value] = Algebra::number(static_cast<std::int64_t>(process));
            }
            context_ = path.live;
            values[process] = eval(variable.initial);
            settle(path);
            mark_used(variable.type, values[process], path.live, path.state);
        }
    }
    base = path.state;
    before_ = &base;
    for (std::uint32_t role = 0; role < spec_.roles.size(); ++role) {
        const spec::BlockId block = spec_.roles[role].on_start;
        const std::size_t processes = layout_.processes(spec::RoleId{role});
        for (std::size_t process = 0; block.valid() && process < processes; ++process) {
            enter(spec::RoleId{role}, Algebra::number(static_cast<std::int64_t>(process)));
            run_whole(block, path);
        }
    }
    finish(step, std::move(path));
    return step;
}

} // namespace muster::checker::bounded
