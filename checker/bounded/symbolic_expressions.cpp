#include "checker/bounded/symbolic_interpreter.hpp"
#include "checker/eval/value_space.hpp"
#include "checker/eval/wording.hpp"

#include <fmt/format.h>

#include <limits>

namespace muster::checker::bounded {

using namespace spec::typed;
using spec::BinaryOp;

SymbolicInterpreter::SymbolicInterpreter(Circuit& circuit,
                                         const TransitionSystem& system,
                                         const spec::InstanceInfo& instance,
                                         const Universe& universe,
                                         const Slice& slice,
                                         Inputs inputs)
    : circuit_(circuit)
    , system_(system)
    , spec_(*system.spec)
    , instance_(instance)
    , universe_(universe)
    , slice_(slice)
    , inputs_(inputs)
    , algebra_(circuit, spec_)
    , layout_(spec_, universe)
    , zero_(Algebra::number(0))
    , locals_(spec_.locals.size()) {}

void SymbolicInterpreter::fail_if(Bit condition,
                                  Failure::Kind kind,
                                  std::string text,
                                  spec::Span span) {
    const Bit happens = circuit_.conjunction(context_, condition);
    if (!happens.is_false()) {
        mishaps_.failures.push_back({happens, {kind, std::move(text), span}});
        unsettled_ = circuit_.disjunction(unsettled_, happens);
    }
}

void SymbolicInterpreter::lose_if(Bit condition, const std::string& limit) {
    const Bit happens = circuit_.conjunction(context_, condition);
    if (!happens.is_false() && !limit.empty()) {
        limits_.insert(limit);
    }
    mishaps_.lost = circuit_.disjunction(mishaps_.lost, happens);
    unsettled_ = circuit_.disjunction(unsettled_, happens);
}

const Datum& SymbolicInterpreter::anything(spec::TypeId type) {
    Datum& known = anything_[type];
    if (!known) {
        known = algebra_.constant(type, default_value(spec_, type));
    }
    return known;
}

Datum SymbolicInterpreter::eval(spec::ExprId id) {
    if (++evaluations_ % kEvaluationsBetweenLooks == 0) {
        look_at_the_limits();
    }
    const Expr& expr = spec_.expr(id);
    Datum result = std::visit([&](const auto& node) { return eval_node(node, expr); }, expr.node);
    return result ? result : anything(expr.type);
}

void SymbolicInterpreter::look_at_the_limits() {
    if (effort_ != nullptr) {
        effort_->spend(kEvaluationsBetweenLooks * kEffortOfEvaluation +
                       (circuit_.gate_count() - gates_counted_) * kEffortOfGate);
        gates_counted_ = circuit_.gate_count();
    }
    if ((effort_ != nullptr && effort_->is_spent()) ||
        (deadline_ && std::chrono::steady_clock::now() >= *deadline_) ||
        (stop_ != nullptr && stop_->requested()) || circuit_.gate_count() > kMaxGates) {
        throw OutOfTime{};
    }
}

SymbolicInterpreter::Judgement SymbolicInterpreter::judge(spec::ExprId formula,
                                                          const SymbolicState& before,
                                                          const SymbolicState& now) {
    now_ = &now;
    before_ = &before;
    context_ = Bit::constant(true);
    mishaps_ = {};
    const Bit value = truth(formula);
    Bit undefined;
    for (const Mishaps::Mishap& mishap : mishaps_.failures) {
        undefined = circuit_.disjunction(undefined, mishap.happens);
    }
    undefined = circuit_.conjunction(undefined, !mishaps_.lost);
    const Bit decided = circuit_.conjunction(!undefined, !mishaps_.lost);
    return {circuit_.conjunction(value, decided), undefined, mishaps_.lost};
}

Datum SymbolicInterpreter::of_process(const std::vector<Datum>& values, const Datum& process) {
    if (values.size() == 1) {
        return values.front();
    }
    std::vector<std::pair<Bit, Datum>> options;
    for (const Alternative& alternative : process->alternatives) {
        const auto index = static_cast<std::size_t>(alternative.atom.offset);
        options.emplace_back(alternative.guard, values.at(index));
    }
    return algebra_.select(options);
}

Datum SymbolicInterpreter::eval_node(const BoolLiteral& node, const Expr&) {
    return Algebra::truth(Bit::constant(node.value));
}

Datum SymbolicInterpreter::eval_node(const IntLiteral& node, const Expr&) {
    return Algebra::number(node.value);
}

Datum SymbolicInterpreter::eval_node(const EnumLiteral& node, const Expr&) {
    return Algebra::number(node.enumerator);
}

Datum SymbolicInterpreter::eval_node(const NoneLiteral&, const Expr&) {
    return Algebra::none();
}

Datum SymbolicInterpreter::eval_node(const SomeExpr& node, const Expr&) {
    return Algebra::some(eval(node.value));
}

Datum SymbolicInterpreter::eval_node(const LocalRef& node, const Expr&) {
    return locals_[node.local.value];
}

Datum SymbolicInterpreter::eval_node(const ConstRef& node, const Expr&) {
    return constants_[node.constant.value];
}

Datum SymbolicInterpreter::eval_node(const VariableRef& node, const Expr&) {
    return of_process(now_->layer.variables[node.variable.value], process_of(node.process));
}

Datum SymbolicInterpreter::eval_node(const Armed& node, const Expr&) {
    const Datum armed = of_process(now_->layer.armed[node.timer.value], process_of(node.process));
    if (!node.key.valid()) {
        return Algebra::truth(algebra_.contains(armed->entries, Key{}));
    }
    const Datum key = eval(node.key);
    const auto keys = algebra_.keys(spec_.timer(node.timer).key_type, key);
    return Algebra::truth(algebra_.contains(armed->entries, keys));
}

Datum SymbolicInterpreter::eval_node(const FunctionCall& node, const Expr&) {
    const spec::FunctionInfo& function = spec_.functions[node.function.value];
    std::vector<Datum> arguments;
    for (const spec::ExprId argument : node.arguments) {
        arguments.push_back(eval(argument));
    }
    if (const auto def = defined_.find(node.function); def != defined_.end()) {
        const spec::DefInfo& info = spec_.def(def->second);
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            locals_[info.parameters[i].value] = std::move(arguments[i]);
        }
        return eval(info.body);
    }

    // A table has its values in the order of the arguments.
    struct Row {
        Bit guard;
        std::size_t index;
    };

    std::vector<Row> rows{{Bit::constant(true), 0}};
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const spec::TypeId type = spec_.local(function.parameters[i]).type;
        const auto& data = data_of(type);
        std::vector<Row> longer;
        Bit inside;
        for (std::size_t at = 0; at < data.size(); ++at) {
            const Bit is_it = algebra_.equal(type, arguments[i], data[at]);
            inside = circuit_.disjunction(inside, is_it);
            for (const Row& row : rows) {
                const Bit guard = circuit_.conjunction(row.guard, is_it);
                if (!guard.is_false()) {
                    longer.push_back({guard, row.index * data.size() + at});
                }
            }
        }
        lose_if(!inside, fmt::format("arguments of `{}` on the instance", function.name));
        rows = std::move(longer);
    }
    const auto& table = functions_[node.function.value];
    std::vector<std::pair<Bit, Datum>> options;
    for (const Row& row : rows) {
        options.emplace_back(row.guard, table.at(row.index));
    }
    return algebra_.select(options);
}

Datum SymbolicInterpreter::eval_node(const DefCall& node, const Expr&) {
    const spec::DefInfo& def = spec_.def(node.def);
    std::vector<Datum> arguments;
    for (const spec::ExprId argument : node.arguments) {
        arguments.push_back(eval(argument));
    }
    if (def.me.valid()) {
        locals_[def.me.value] = process_of(node.process);
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        locals_[def.parameters[i].value] = std::move(arguments[i]);
    }
    return eval(def.body);
}

Datum SymbolicInterpreter::eval_node(const Unary& node, const Expr&) {
    if (node.op == spec::UnaryOp::logical_not) {
        return Algebra::truth(!truth(node.operand));
    }
    return arithmetic(Arithmetic::difference, zero_, eval(node.operand));
}

Datum SymbolicInterpreter::eval_node(const Binary& node, const Expr&) {
    switch (node.op) {
    case BinaryOp::implies: {
        const Bit left = truth(node.left);
        const Bit right = left.is_false() ? Bit() : under(left, [&] { return truth(node.right); });
        return Algebra::truth(circuit_.disjunction(!left, right));
    }
    case BinaryOp::logical_or: {
        const Bit left = truth(node.left);
        const Bit right = left.is_true() ? Bit() : under(!left, [&] { return truth(node.right); });
        return Algebra::truth(circuit_.disjunction(left, right));
    }
    case BinaryOp::logical_and: {
        const Bit left = truth(node.left);
        const Bit right = left.is_false() ? Bit() : under(left, [&] { return truth(node.right); });
        return Algebra::truth(circuit_.conjunction(left, right));
    }
    default:
        break;
    }
    const Datum left = eval(node.left);
    const Datum right = eval(node.right);
    switch (node.op) {
    case BinaryOp::iff:
        return Algebra::truth(circuit_.equivalence(left->flag, right->flag));
    case BinaryOp::add:
        return arithmetic(Arithmetic::sum, left, right);
    case BinaryOp::subtract:
        return arithmetic(Arithmetic::difference, left, right);
    case BinaryOp::multiply:
        return arithmetic(Arithmetic::product, left, right);
    case BinaryOp::equal:
        return Algebra::truth(algebra_.equal(spec_.expr(node.left).type, left, right));
    case BinaryOp::not_equal:
        return Algebra::truth(!algebra_.equal(spec_.expr(node.left).type, left, right));
    case BinaryOp::less:
        return Algebra::truth(algebra_.less(left, right));
    case BinaryOp::less_equal:
        return Algebra::truth(!algebra_.less(right, left));
    case BinaryOp::greater:
        return Algebra::truth(algebra_.less(right, left));
    case BinaryOp::greater_equal:
        return Algebra::truth(!algebra_.less(left, right));
    case BinaryOp::in:
        return Algebra::truth(
            is_in(left, spec_.expr(node.left).type, right, spec_.expr(node.right).type));
    default:
        break;
    }
    return set_operation(node.op, left, right);
}

namespace {

std::optional<std::int64_t>
calculated(Arithmetic operation, std::int64_t left, std::int64_t right) {
    std::int64_t result = 0;
    const bool overflow =
        operation == Arithmetic::sum          ? __builtin_add_overflow(left, right, &result)
        : operation == Arithmetic::difference ? __builtin_sub_overflow(left, right, &result)
                                              : __builtin_mul_overflow(left, right, &result);
    return overflow ? std::nullopt : std::optional(result);
}

/// More alternatives than this are handed to the solver as one number.
constexpr std::size_t kMaxAlternatives = 400;

} // namespace

// What can be calculated is. A number that is chosen freely keeps its name if a constant is added.
Datum SymbolicInterpreter::arithmetic(Arithmetic operation, const Datum& left, const Datum& right) {
    std::map<Atom, Bit> found;
    Bit outside;
    const bool too_many = left->alternatives.size() * right->alternatives.size() > kMaxAlternatives;
    const auto is_in_range = [&](Atom atom) {
        const Atom least{0, std::numeric_limits<std::int64_t>::min()};
        const Atom greatest{0, std::numeric_limits<std::int64_t>::max()};
        return circuit_.conjunction(!circuit_.less(atom, least), !circuit_.less(greatest, atom));
    };
    const auto add = [&](Atom atom, Bit guard) {
        if (!atom.is_constant()) {
            outside =
                circuit_.disjunction(outside, circuit_.conjunction(guard, !is_in_range(atom)));
        }
        Bit& known = found[atom];
        known = circuit_.disjunction(known, guard);
    };
    if (too_many) {
        add(circuit_.number(operation, left->alternatives, right->alternatives),
            Bit::constant(true));
    }
    for (const Alternative& a : left->alternatives) {
        for (const Alternative& b : right->alternatives) {
            const Bit guard = circuit_.conjunction(a.guard, b.guard);
            if (guard.is_false() || too_many) {
                continue;
            }
            const auto offset = calculated(operation, a.atom.offset, b.atom.offset);
            const bool constant = a.atom.is_constant() && b.atom.is_constant();
            const bool shifted =
                operation != Arithmetic::product &&
                (b.atom.is_constant() || (operation == Arithmetic::sum && a.atom.is_constant()));
            const bool same = operation == Arithmetic::difference && a.atom.number == b.atom.number;
            if (constant && !offset) {
                outside = circuit_.disjunction(outside, guard);
            } else if (constant || (same && offset)) {
                add({0, *offset}, guard);
            } else if (shifted && offset) {
                add({std::max(a.atom.number, b.atom.number), *offset}, guard);
            } else {
                add(circuit_.number(operation,
                                    {{a.atom, Bit::constant(true)}},
                                    {{b.atom, Bit::constant(true)}}),
                    guard);
            }
        }
    }
    lose_if(outside, {}); // as everywhere, numbers have 64 bits
    Alternatives alternatives;
    for (const auto& [atom, guard] : found) {
        alternatives.push_back({atom, guard});
    }
    return Algebra::scalar(std::move(alternatives));
}

Datum SymbolicInterpreter::eval_node(const IfElse& node, const Expr&) {
    const Bit condition = truth(node.condition);
    const Datum yes =
        condition.is_false() ? nullptr : under(condition, [&] { return eval(node.then_value); });
    const Datum no =
        condition.is_true() ? nullptr : under(!condition, [&] { return eval(node.else_value); });
    return algebra_.choice(condition, yes, no);
}

Datum SymbolicInterpreter::eval_node(const FieldAccess& node, const Expr&) {
    return eval(node.object)->parts[node.field];
}

Datum SymbolicInterpreter::eval_node(const OptionValue& node, const Expr& expr) {
    const Datum option = eval(node.option);
    fail_if(!option->flag,
            Failure::Kind::undefined,
            fmt::format("`{}` is none, so it has no value", describe(spec_, node.option)),
            expr.span);
    return option->parts[0];
}

Datum SymbolicInterpreter::eval_node(const IsOption& node, const Expr&) {
    const Bit some = eval(node.option)->flag;
    return Algebra::truth(node.some ? some : !some);
}

Datum SymbolicInterpreter::eval_node(const RecordLiteral& node, const Expr&) {
    std::vector<Datum> fields;
    for (const spec::ExprId field : node.fields) {
        fields.push_back(eval(field));
    }
    return Algebra::row(std::move(fields));
}

Datum SymbolicInterpreter::eval_node(const RecordUpdate& node, const Expr&) {
    std::vector<Datum> fields = eval(node.object)->parts;
    for (const auto& [field, value] : node.fields) {
        fields[field] = eval(value);
    }
    return Algebra::row(std::move(fields));
}

Datum SymbolicInterpreter::eval_node(const Old& node, const Expr&) {
    const SymbolicState* now = std::exchange(now_, before_);
    Datum result = eval(node.value);
    now_ = now;
    return result;
}

Datum SymbolicInterpreter::eval_node(const MessagePattern& node, const Expr&) {
    std::vector<std::pair<std::uint32_t, Datum>> fields;
    for (const auto& [field, value] : node.fields) {
        fields.emplace_back(field, eval(value));
    }
    const Datum from = process_of(node.from);
    const Datum to = process_of(node.to);
    const spec::TypeId scalar = spec_.types.integer();
    Bit found;
    const auto look = [&](const Slots& slots) {
        for (const Slot& slot : *slots) {
            if (slot.message->message != node.message) {
                continue;
            }
            Bit matches = slot.present;
            if (node.from.valid()) {
                matches =
                    circuit_.conjunction(matches, algebra_.equal(scalar, slot.message->from, from));
            }
            if (node.to.valid()) {
                matches =
                    circuit_.conjunction(matches, algebra_.equal(scalar, slot.message->to, to));
            }
            for (const auto& [field, value] : fields) {
                if (matches.is_false()) {
                    break;
                }
                const spec::TypeId type = spec_.message(node.message).fields[field].type;
                matches = circuit_.conjunction(
                    matches, algebra_.equal(type, slot.message->fields[field], value));
            }
            found = circuit_.disjunction(found, matches);
        }
    };
    if (node.in_flight && leaves_the_network(layout_.carrier(node.message))) {
        look(now_->loose[node.message.value]);
        look(now_->queued);
    } else {
        look(now_->sent[node.message.value]);
    }
    return Algebra::truth(found);
}

Datum SymbolicInterpreter::eval_node(const AllOf& node, const Expr&) {
    std::vector<Entry> processes;
    for (std::size_t process = 0; process < layout_.processes(node.role); ++process) {
        processes.push_back(
            {{Atom{0, static_cast<std::int64_t>(process)}}, Bit::constant(true), nullptr});
    }
    return Algebra::collection(std::move(processes));
}

Datum SymbolicInterpreter::eval_node(const Majority& node, const Expr&) {
    const auto processes = static_cast<std::int64_t>(layout_.processes(node.role));
    const Datum size = algebra_.size(eval(node.set));
    return Algebra::truth(algebra_.less(Algebra::number(processes / 2), size));
}

} // namespace muster::checker::bounded
