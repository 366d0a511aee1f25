#include "checker/eval/collections.hpp"
#include "checker/eval/interpreter.hpp"
#include "checker/eval/value_space.hpp"
#include "checker/eval/wording.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::checker {

using namespace spec::typed;

Interpreter::Interpreter(const spec::TypedSpec& spec, const Universe& universe)
    : spec_(spec)
    , universe_(universe)
    , layout_(spec, universe)
    , workspace_(spec, layout_)
    , locals_(spec.locals.size())
    , exhausted_(spec.sorts.size())
    , integer_binders_(spec.locals.size()) {}

void Interpreter::fail(Failure::Kind kind, std::string text, spec::Span span) const {
    throw Undefined{{kind, std::move(text), span}};
}

void Interpreter::look_at_the_clock() const {
    if (std::chrono::steady_clock::now() >= *deadline_) {
        throw OutOfTime{};
    }
}

Value Interpreter::eval(spec::ExprId id) {
    const Expr& expr = spec_.expr(id);
    return std::visit([&](const auto& node) { return eval_node(node, expr); }, expr.node);
}

bool Interpreter::holds_after_step(spec::ExprId formula) {
    start_formula({&workspace_.base(), &workspace_}, {&workspace_.base(), nullptr});
    return truth(formula);
}

bool Interpreter::holds(spec::ExprId formula, const State& before, const State& now) {
    start_formula({&now, nullptr}, {&before, nullptr});
    return truth(formula);
}

Value Interpreter::value_in(spec::ExprId id, const State& state) {
    start_formula({&state, nullptr}, {&state, nullptr});
    return eval(id);
}

Value Interpreter::value_in(spec::ExprId id, const State& before, const State& now) {
    start_formula({&now, nullptr}, {&before, nullptr});
    return eval(id);
}

Value Interpreter::initial_value(spec::VariableId variable, std::int64_t process) {
    const spec::VariableInfo& info = spec_.variable(variable);
    const spec::RoleInfo& role = spec_.role(info.role);
    if (role.me.valid()) {
        bind(role.me, Value::scalar(process));
    }
    return eval(info.initial);
}

const std::vector<Value>& Interpreter::values_of(spec::TypeId type) {
    const auto found = values_.find(type);
    if (found != values_.end()) {
        return found->second;
    }
    auto values = all_values(spec_, universe_, type, universe_.integers);
    if (!values) {
        fail(Failure::Kind::out_of_reach,
             fmt::format("`{}` has too many values on this instance to go through all of them",
                         spec_.type_name(type)),
             {});
    }
    return values_.emplace(type, std::move(*values)).first->second;
}

Value Interpreter::eval_node(const BoolLiteral& node, const Expr&) {
    return Value::boolean(node.value);
}

Value Interpreter::eval_node(const IntLiteral& node, const Expr&) {
    return Value::scalar(node.value);
}

Value Interpreter::eval_node(const EnumLiteral& node, const Expr&) {
    return Value::scalar(node.enumerator);
}

Value Interpreter::eval_node(const NoneLiteral&, const Expr&) {
    return Value::none();
}

Value Interpreter::eval_node(const SomeExpr& node, const Expr&) {
    return Value::some(eval(node.value));
}

Value Interpreter::eval_node(const LocalRef& node, const Expr&) {
    return locals_[node.local.value];
}

Value Interpreter::eval_node(const ConstRef& node, const Expr&) {
    return now_.state->constants[node.constant.value];
}

Value Interpreter::eval_node(const VariableRef& node, const Expr&) {
    const auto process = static_cast<std::size_t>(process_of(node.process));
    return now_.step != nullptr ? now_.step->read(node.variable, process)
                                : now_.state->variables[node.variable.value][process];
}

Value Interpreter::eval_node(const Armed& node, const Expr&) {
    ArmedTimer timer{node.timer, process_of(node.process), {}};
    if (node.key.valid()) {
        timer.key = eval(node.key);
    }
    const auto& armed = now_.step != nullptr ? now_.step->armed() : now_.state->armed;
    return Value::boolean(std::binary_search(armed.begin(), armed.end(), timer));
}

// A function's values stand in the order of its arguments, so the place of a call is a number
// whose digits are the places of the arguments among their types' values.
Value Interpreter::eval_node(const FunctionCall& node, const Expr& expr) {
    const spec::FunctionInfo& function = spec_.functions[node.function.value];
    std::size_t index = 0;
    std::vector<Value> arguments; // only kept where they are needed
    for (std::size_t i = 0; i < node.arguments.size(); ++i) {
        const Value argument = eval(node.arguments[i]);
        const auto& values = values_of(spec_.local(function.parameters[i]).type);
        const auto at = std::lower_bound(values.begin(), values.end(), argument);
        if (at == values.end() || *at != argument) {
            fail(Failure::Kind::out_of_reach,
                 fmt::format("`{}` is applied to a value outside of this instance", function.name),
                 expr.span);
        }
        index = index * values.size() + static_cast<std::size_t>(at - values.begin());
        if (building_ != nullptr) {
            arguments.push_back(argument);
        }
    }
    const auto& table = now_.state->functions[node.function.value];
    if (building_ != nullptr && index >= table.size()) {
        return value_while_building(node, index, std::move(arguments));
    }
    MUSTER_ASSERT(index < table.size(), "a state has no interpretation of `{}`", function.name);
    return table[index];
}

// A def cannot call itself, so its parameters are free while its arguments are evaluated.
Value Interpreter::eval_node(const DefCall& node, const Expr& expr) {
    const spec::DefInfo& def = spec_.def(node.def);
    std::vector<Value> arguments;
    arguments.reserve(node.arguments.size());
    for (const spec::ExprId argument : node.arguments) {
        arguments.push_back(eval(argument));
    }
    if (def.me.valid()) {
        bind(def.me, Value::scalar(process_of(node.process)));
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        bind(def.parameters[i], std::move(arguments[i]));
    }
    try {
        return eval(def.body);
    } catch (Undefined& undefined) {
        undefined.failure.called_from.push_back(expr.span);
        throw;
    }
}

Value Interpreter::eval_node(const IfElse& node, const Expr&) {
    const bool branch = truth(node.condition);
    if (observer_ != nullptr && now_.step != nullptr) {
        observer_->branched(*this, node.condition, branch);
    }
    return eval(branch ? node.then_value : node.else_value);
}

Value Interpreter::eval_node(const FieldAccess& node, const Expr&) {
    return eval(node.object).items()[node.field];
}

Value Interpreter::eval_node(const OptionValue& node, const Expr& expr) {
    const Value option = eval(node.option);
    if (option.items().empty()) {
        fail(Failure::Kind::undefined,
             fmt::format("`{}` is none, so it has no value", describe(spec_, node.option)),
             expr.span);
    }
    return option.items()[0];
}

Value Interpreter::eval_node(const IsOption& node, const Expr&) {
    return Value::boolean(eval(node.option).items().empty() != node.some);
}

Value Interpreter::eval_node(const RecordLiteral& node, const Expr&) {
    std::vector<Value> fields;
    fields.reserve(node.fields.size());
    for (const spec::ExprId field : node.fields) {
        fields.push_back(eval(field));
    }
    return Value::row(std::move(fields));
}

Value Interpreter::eval_node(const RecordUpdate& node, const Expr&) {
    const Value object = eval(node.object);
    std::vector<Value> fields(object.items().begin(), object.items().end());
    for (const auto& [field, value] : node.fields) {
        fields[field] = eval(value);
    }
    return Value::row(std::move(fields));
}

Value Interpreter::eval_node(const Old& node, const Expr&) {
    const View now = std::exchange(now_, before_);
    try {
        Value value = eval(node.value);
        now_ = now;
        return value;
    } catch (...) {
        now_ = now;
        throw;
    }
}

// Where whatever was sent can still be delivered, both patterns mean the same.
Value Interpreter::eval_node(const MessagePattern& node, const Expr&) {
    std::vector<std::pair<std::uint32_t, Value>> fields;
    fields.reserve(node.fields.size());
    for (const auto& [field, value] : node.fields) {
        fields.emplace_back(field, eval(value));
    }
    const std::int64_t from = process_of(node.from);
    const std::int64_t to = process_of(node.to);
    const auto matches = [&](const SentMessage& message) {
        return message.message == node.message && (!node.from.valid() || message.from == from) &&
               (!node.to.valid() || message.to == to) &&
               std::all_of(fields.begin(), fields.end(), [&](const auto& field) {
                   return message.fields[field.first] == field.second;
               });
    };
    const auto any = [&](const std::vector<SentMessage>& messages) {
        return std::any_of(messages.begin(), messages.end(), matches);
    };
    if (node.in_flight && leaves_the_network(layout_.carrier(node.message))) {
        const InFlight now = now_.step != nullptr ? now_.step->in_flight() : now_.state->in_flight;
        return Value::boolean(any(now.loose) || any(now.queued));
    }
    return Value::boolean(any(now_.state->sent) ||
                          (now_.step != nullptr && any(now_.step->sends())));
}

Value Interpreter::eval_node(const AllOf& node, const Expr&) {
    std::vector<Value> processes;
    for (std::size_t process = 0; process < layout_.processes(node.role); ++process) {
        processes.push_back(Value::scalar(static_cast<std::int64_t>(process)));
    }
    return Value::row(std::move(processes));
}

Value Interpreter::eval_node(const Majority& node, const Expr&) {
    return Value::boolean(2 * eval(node.set).items().size() > layout_.processes(node.role));
}

} // namespace muster::checker
