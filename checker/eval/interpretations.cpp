#include "checker/eval/interpretation_search.hpp"
#include "checker/eval/interpreter.hpp"
#include "spec/types/walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace muster::checker {

using spec::typed::FunctionCall;

namespace {

constexpr std::size_t kMaxInterpretations = InterpretationSearch::kMaxFound;

std::string too_many(const std::string& name) {
    return fmt::format(
        "`{}` has too many interpretations on this instance: give it a value there, or "
        "make the instance smaller",
        name);
}

// The functions that an expression applies, the defs that it calls included.
void collect_calls(const spec::TypedSpec& spec,
                   spec::ExprId id,
                   std::set<spec::FunctionId>& functions) {
    const spec::typed::Expr& expr = spec.expr(id);
    if (const auto* call = std::get_if<spec::typed::FunctionCall>(&expr.node)) {
        functions.insert(call->function);
    } else if (const auto* def = std::get_if<spec::typed::DefCall>(&expr.node)) {
        collect_calls(spec, spec.def(def->def).body, functions);
    }
    spec::for_each_part(expr, [&](spec::ExprId part) { collect_calls(spec, part, functions); });
}

// Those given by a def, each after the ones that it applies; those that apply each other are left
// over.
struct DefinitionOrder {
    std::vector<const Fixed::Function*> ordered;
    std::vector<const Fixed::Function*> left;
};

DefinitionOrder order_definitions(const spec::TypedSpec& spec, const Fixed& fixed) {
    DefinitionOrder order;
    std::set<spec::FunctionId> waiting;
    for (const Fixed::Function& function : fixed.functions) {
        if (function.def.valid()) {
            order.left.push_back(&function);
            waiting.insert(function.function);
        }
    }
    bool progress = true;
    while (progress) {
        progress = false;
        for (auto at = order.left.begin(); at != order.left.end();) {
            std::set<spec::FunctionId> calls;
            collect_calls(spec, spec.def((*at)->def).body, calls);
            const bool ready = std::none_of(calls.begin(), calls.end(), [&](auto function) {
                return waiting.contains(function);
            });
            if (!ready) {
                ++at;
                continue;
            }
            order.ordered.push_back(*at);
            waiting.erase((*at)->function);
            at = order.left.erase(at);
            progress = true;
        }
    }
    return order;
}

} // namespace

void Interpreter::extend(std::vector<State>& states,
                         const std::string& name,
                         const std::vector<Value>& values,
                         const std::function<void(State&, const Value&)>& place) const {
    if (states.size() * values.size() > kMaxInterpretations) {
        fail(Failure::Kind::out_of_reach, too_many(name), {});
    }
    std::vector<State> extended;
    for (const State& state : states) {
        for (const Value& value : values) {
            extended.push_back(state);
            place(extended.back(), value);
        }
    }
    states = std::move(extended);
}

void Interpreter::open_constants(const Fixed& fixed, std::vector<State>& states) {
    for (std::uint32_t i = 0; i < spec_.constants.size(); ++i) {
        const spec::ConstInfo& constant = spec_.constants[i];
        const auto given = std::find_if(fixed.constants.begin(),
                                        fixed.constants.end(),
                                        [&](const auto& one) { return one.constant.value == i; });
        extend(states,
               constant.name,
               given == fixed.constants.end() ? values_of(constant.type) : given->values,
               [](State& state, const Value& value) { state.constants.push_back(value); });
    }
}

void Interpreter::open_functions(const Fixed& fixed, std::vector<State>& states) {
    for (std::uint32_t i = 0; i < spec_.functions.size(); ++i) {
        const spec::FunctionInfo& function = spec_.functions[i];
        const auto given = std::find_if(fixed.functions.begin(),
                                        fixed.functions.end(),
                                        [&](const auto& one) { return one.function.value == i; });
        for (State& state : states) {
            state.functions.push_back(given == fixed.functions.end() ? std::vector<Value>{}
                                                                     : given->values);
        }
        if (given != fixed.functions.end()) {
            continue;
        }
        std::size_t calls = 1;
        for (const spec::LocalId parameter : function.parameters) {
            calls *= values_of(spec_.local(parameter).type).size();
        }
        for (std::size_t call = 0; call < calls; ++call) {
            extend(
                states,
                function.name,
                values_of(function.result),
                [](State& state, const Value& value) { state.functions.back().push_back(value); });
        }
    }
}

std::vector<Value> Interpreter::table_of(const Fixed::Function& function, const State& state) {
    const spec::DefInfo& def = spec_.def(function.def);
    std::vector<std::vector<Value>> rows{{}};
    for (const spec::LocalId parameter : spec_.functions[function.function.value].parameters) {
        std::vector<std::vector<Value>> longer;
        for (const auto& row : rows) {
            for (const Value& value : values_of(spec_.local(parameter).type)) {
                longer.push_back(row);
                longer.back().push_back(value);
            }
        }
        rows = std::move(longer);
    }
    now_ = {&state, nullptr};
    before_ = now_;
    std::vector<Value> table;
    for (auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            bind(def.parameters[i], std::move(row[i]));
        }
        table.push_back(eval(def.body));
    }
    return table;
}

void Interpreter::check_definitions(const Fixed& fixed) const {
    const DefinitionOrder order = order_definitions(spec_, fixed);
    if (!order.left.empty()) {
        fail(Failure::Kind::undefined,
             fmt::format("the def for `{}` applies the function itself",
                         spec_.functions[order.left.front()->function.value].name),
             {});
    }
}

void Interpreter::define_functions(const Fixed& fixed, State& state) {
    const Fixed* building = std::exchange(building_, nullptr);
    for (const Fixed::Function* function : order_definitions(spec_, fixed).ordered) {
        state.functions[function->function.value] = table_of(*function, state);
    }
    building_ = building;
}

// Of functions that defs say, only what is asked for is worked out.
Value Interpreter::value_while_building(const FunctionCall& node,
                                        std::size_t index,
                                        std::vector<Value> arguments) {
    for (const Fixed::Function& function : building_->functions) {
        if (function.function == node.function && function.def.valid()) {
            const spec::DefInfo& def = spec_.def(function.def);
            for (std::size_t i = 0; i < arguments.size(); ++i) {
                bind(def.parameters[i], std::move(arguments[i]));
            }
            return eval(def.body);
        }
    }
    throw NoValueYet{node.function, index};
}

std::vector<State> Interpreter::candidates(const Fixed& fixed) {
    State blank;
    for (const spec::VariableInfo& variable : spec_.variables) {
        blank.variables.emplace_back(layout_.processes(variable.role));
    }
    blank.used.resize(spec_.sorts.size());
    std::vector<State> states{blank};
    open_constants(fixed, states);
    open_functions(fixed, states);
    check_definitions(fixed);
    for (State& state : states) {
        define_functions(fixed, state);
    }
    return states;
}

// Where what is open first makes too many, one after the other.
std::string Interpreter::largest_open(const Fixed& fixed) {
    std::size_t count = 1;
    for (std::uint32_t i = 0; i < spec_.functions.size(); ++i) {
        const spec::FunctionInfo& function = spec_.functions[i];
        if (std::any_of(fixed.functions.begin(), fixed.functions.end(), [&](const auto& one) {
                return one.function.value == i;
            })) {
            continue;
        }
        std::size_t calls = 1;
        for (const spec::LocalId parameter : function.parameters) {
            calls *= values_of(spec_.local(parameter).type).size();
        }
        const std::size_t values = values_of(function.result).size();
        for (std::size_t call = 0; values > 1 && call < calls; ++call) {
            count *= values;
            if (count > kMaxInterpretations) {
                return function.name;
            }
        }
    }
    return spec_.functions.empty() ? std::string() : spec_.functions.back().name;
}

Interpreter::Interpretations Interpreter::interpretations(const Fixed& fixed) {
    check_definitions(fixed);
    std::vector<std::size_t> axioms;
    for (std::size_t i = 0; i < spec_.properties.size(); ++i) {
        if (spec_.properties[i].kind == spec::PropertyKind::axiom) {
            axioms.push_back(i);
        }
    }
    State blank;
    for (const spec::VariableInfo& variable : spec_.variables) {
        blank.variables.emplace_back(layout_.processes(variable.role));
    }
    blank.used.resize(spec_.sorts.size());
    blank.functions.resize(spec_.functions.size());
    for (const Fixed::Function& given : fixed.functions) {
        blank.functions[given.function.value] = given.values;
    }
    std::vector<State> bases{blank};
    open_constants(fixed, bases);
    const auto satisfying = [&](std::vector<std::size_t> some,
                                InterpretationSearch::Wanted wanted) {
        InterpretationSearch search(spec_, *this, fixed, std::move(some));
        std::vector<State> found;
        for (const State& base : bases) {
            if (!search.run(base, wanted, found)) {
                fail(Failure::Kind::out_of_reach, too_many(largest_open(fixed)), {});
            }
            if (wanted == InterpretationSearch::Wanted::one && !found.empty()) {
                break;
            }
        }
        return found;
    };
    Interpretations result;
    result.are_given =
        bases.size() == 1 && !InterpretationSearch(spec_, *this, fixed, {}).is_open();
    result.states = satisfying(axioms, InterpretationSearch::Wanted::all);
    std::vector<std::size_t> first;
    for (std::size_t i = 0; result.states.empty() && !result.contradicted && i < axioms.size();
         ++i) {
        first.push_back(axioms[i]);
        if (satisfying(first, InterpretationSearch::Wanted::one).empty()) {
            result.contradicted = axioms[i];
        }
    }
    return result;
}

} // namespace muster::checker
