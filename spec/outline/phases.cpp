#include "spec/outline/phases.hpp"

#include "spec/types/walk.hpp"

#include <algorithm>
#include <utility>

namespace muster::spec {

namespace {

using Truth = PhaseFlow::Truth;

Truth negated(Truth truth) {
    return truth == Truth::unknown ? truth : truth == Truth::yes ? Truth::no : Truth::yes;
}

Truth both(Truth left, Truth right) {
    if (left == Truth::no || right == Truth::no) {
        return Truth::no;
    }
    return left == Truth::yes && right == Truth::yes ? Truth::yes : Truth::unknown;
}

Truth either(Truth left, Truth right) {
    return negated(both(negated(left), negated(right)));
}

Truth from(bool truth) {
    return truth ? Truth::yes : Truth::no;
}

// Whether an expression, or a def that it calls, looks at a variable.
bool looks_at(const TypedSpec& spec, ExprId expr, VariableId variable) {
    const auto& node = spec.expr(expr).node;
    if (const auto* reference = std::get_if<typed::VariableRef>(&node)) {
        if (reference->variable == variable) {
            return true;
        }
    }
    if (const auto* call = std::get_if<typed::DefCall>(&node)) {
        if (looks_at(spec, spec.def(call->def).body, variable)) {
            return true;
        }
    }
    bool found = false;
    for_each_part(spec.expr(expr),
                  [&](ExprId child) { found = found || looks_at(spec, child, variable); });
    return found;
}

bool block_decides_on(const TypedSpec& spec, BlockId block, VariableId variable) {
    const auto& statements = spec.block(block).statements;
    return std::any_of(statements.begin(), statements.end(), [&](const auto& statement) {
        const auto* choice = std::get_if<typed::If>(&statement.node);
        bool found = choice != nullptr && looks_at(spec, choice->condition, variable);
        for_each_part(
            statement,
            [](ExprId) {},
            [&](BlockId inner) { found = found || block_decides_on(spec, inner, variable); });
        return found;
    });
}

bool is_decided_on(const TypedSpec& spec, const RoleInfo& role, VariableId variable) {
    const auto guarded = [&](ExprId guard, BlockId body) {
        return (guard.valid() && looks_at(spec, guard, variable)) ||
               block_decides_on(spec, body, variable);
    };
    bool found = false;
    for (const MessageHandler& handler : role.handlers) {
        found = found || guarded(handler.guard, handler.body);
    }
    for (const ActionInfo& action : role.actions) {
        found = found || guarded(action.guard, action.body);
    }
    for (const TimerHandler& handler : role.timer_handlers) {
        found = found || guarded({}, handler.body);
    }
    for (const LostHandler& handler : role.lost_handlers) {
        found = found || guarded({}, handler.body);
    }
    for (const ProcedureId procedure : role.procedures) {
        found = found || guarded({}, spec.procedure(procedure).body);
    }
    return found;
}

} // namespace

std::vector<PhaseVariable> phase_variables(const TypedSpec& spec, RoleId id) {
    const RoleInfo& role = spec.role(id);
    std::vector<PhaseVariable> decided; // enumerations that the role decides on
    std::vector<PhaseVariable> enumerations;
    std::vector<PhaseVariable> others;
    for (const VariableId each : role.variables) {
        const VariableInfo& variable = spec.variable(each);
        const Type& type = spec.types[variable.type];
        if (variable.kind == VariableKind::ghost) {
            continue;
        }
        if (type.kind == TypeKind::enumeration) {
            enumerations.push_back({each, spec.enums[type.declaration].enumerators});
            if (is_decided_on(spec, role, each)) {
                decided.push_back(enumerations.back());
            }
        } else if (type.kind == TypeKind::boolean && is_decided_on(spec, role, each)) {
            others.push_back({each, {"not " + variable.name, variable.name}});
        } else if (type.kind == TypeKind::option && is_decided_on(spec, role, each)) {
            others.push_back({each, {"no " + variable.name, "some " + variable.name}});
        }
    }
    return !decided.empty() ? decided : !enumerations.empty() ? enumerations : others;
}

PhaseFlow::PhaseFlow(const TypedSpec& spec, PhaseVariable variable)
    : spec_(spec)
    , variable_(std::move(variable))
    , kind_(spec.types[spec.variable(variable_.variable).type].kind) {}

PhaseFlow::Phases PhaseFlow::all() const {
    Phases phases;
    for (std::size_t i = 0; i < variable_.phases.size(); ++i) {
        phases.insert(i);
    }
    return phases;
}

// Of another process the phase is not known. Defs are looked into only where they are called for
// the own process, so their own process is this one.
bool PhaseFlow::is_the_variable(ExprId expr) const {
    const auto* reference = std::get_if<typed::VariableRef>(&spec_.expr(expr).node);
    if (reference == nullptr || reference->variable != variable_.variable) {
        return false;
    }
    if (!reference->process.valid()) {
        return true;
    }
    return is_own(reference->process);
}

bool PhaseFlow::is_own(ExprId process) const {
    const auto* local = std::get_if<typed::LocalRef>(&spec_.expr(process).node);
    const RoleInfo& role = spec_.role(spec_.variable(variable_.variable).role);
    return local != nullptr && (local->local == role.me ||
                                std::any_of(role.defs.begin(), role.defs.end(), [&](DefId def) {
                                    return spec_.def(def).me == local->local;
                                }));
}

PhaseFlow::Phases PhaseFlow::values(ExprId expr, std::size_t phase) const {
    const auto& node = spec_.expr(expr).node;
    if (is_the_variable(expr)) {
        return {phase};
    }
    if (const auto* choice = std::get_if<typed::IfElse>(&node)) {
        Phases phases;
        const Truth condition = truth(choice->condition, phase);
        if (condition != Truth::no) {
            phases.merge(values(choice->then_value, phase));
        }
        if (condition != Truth::yes) {
            phases.merge(values(choice->else_value, phase));
        }
        return phases;
    }
    if (const auto* literal = std::get_if<typed::EnumLiteral>(&node)) {
        return {literal->enumerator};
    }
    if (std::holds_alternative<typed::NoneLiteral>(node)) {
        return {0};
    }
    if (std::holds_alternative<typed::SomeExpr>(node)) {
        return {1};
    }
    if (kind_ == TypeKind::boolean) {
        const Truth is_true = truth(expr, phase);
        return is_true == Truth::unknown ? all() : Phases{is_true == Truth::yes ? 1U : 0U};
    }
    return all();
}

Truth PhaseFlow::compare(ExprId left, ExprId right, std::size_t phase) const {
    if (!is_the_variable(left) && !is_the_variable(right)) {
        return Truth::unknown;
    }
    const Phases one = values(left, phase);
    const Phases other = values(right, phase);
    if (one.size() != 1 || other.size() != 1) {
        return Truth::unknown;
    }
    // Two options that have values may have different ones.
    if (kind_ == TypeKind::option && *one.begin() == 1 && *other.begin() == 1) {
        return Truth::unknown;
    }
    return from(one == other);
}

Truth PhaseFlow::truth(ExprId condition, std::size_t phase) const {
    const auto& node = spec_.expr(condition).node;
    if (const auto* literal = std::get_if<typed::BoolLiteral>(&node)) {
        return from(literal->value);
    }
    if (kind_ == TypeKind::boolean && is_the_variable(condition)) {
        return from(phase == 1);
    }
    if (const auto* unary = std::get_if<typed::Unary>(&node)) {
        return unary->op == UnaryOp::logical_not ? negated(truth(unary->operand, phase))
                                                 : Truth::unknown;
    }
    if (const auto* option = std::get_if<typed::IsOption>(&node)) {
        return kind_ == TypeKind::option && is_the_variable(option->option)
                   ? from(option->some == (phase == 1))
                   : Truth::unknown;
    }
    if (const auto* call = std::get_if<typed::DefCall>(&node)) {
        const DefInfo& def = spec_.def(call->def);
        const bool is_of_this_process = def.role == spec_.variable(variable_.variable).role &&
                                        (!call->process.valid() || is_own(call->process));
        return is_of_this_process ? truth(def.body, phase) : Truth::unknown;
    }
    const auto* binary = std::get_if<typed::Binary>(&node);
    return binary == nullptr ? Truth::unknown : truth_of(*binary, phase);
}

Truth PhaseFlow::truth_of(const typed::Binary& binary, std::size_t phase) const {
    switch (binary.op) {
    case BinaryOp::logical_and:
        return both(truth(binary.left, phase), truth(binary.right, phase));
    case BinaryOp::logical_or:
        return either(truth(binary.left, phase), truth(binary.right, phase));
    case BinaryOp::implies:
        return either(negated(truth(binary.left, phase)), truth(binary.right, phase));
    case BinaryOp::equal:
        return compare(binary.left, binary.right, phase);
    case BinaryOp::not_equal:
        return negated(compare(binary.left, binary.right, phase));
    case BinaryOp::in: {
        const auto* set = std::get_if<typed::SetLiteral>(&spec_.expr(binary.right).node);
        if (set == nullptr) {
            return Truth::unknown;
        }
        Truth any = Truth::no;
        for (const ExprId element : set->elements) {
            any = either(any, compare(binary.left, element, phase));
        }
        return any;
    }
    default:
        return Truth::unknown;
    }
}

std::vector<ExprId> PhaseFlow::left_open(ExprId condition, std::size_t phase) const {
    const auto* binary = std::get_if<typed::Binary>(&spec_.expr(condition).node);
    if (binary != nullptr && binary->op == BinaryOp::logical_and) {
        std::vector<ExprId> parts = left_open(binary->left, phase);
        const std::vector<ExprId> more = left_open(binary->right, phase);
        parts.insert(parts.end(), more.begin(), more.end());
        return parts;
    }
    return truth(condition, phase) == Truth::yes ? std::vector<ExprId>{}
                                                 : std::vector<ExprId>{condition};
}

/// Runs blocks on sets of phases. A `return` leaves what is around it.
class PhaseFlow::Walk {
public:
    explicit Walk(const PhaseFlow& flow)
        : flow_(flow) {}

    Phases procedure(BlockId block, const Phases& before) {
        const Phases outer = std::exchange(returned_, {});
        Phases phases = run(block, before);
        phases.merge(returned_);
        returned_ = outer;
        return phases;
    }

private:
    Phases run(BlockId block, Phases phases) {
        for (const typed::Statement& statement : flow_.spec_.block(block).statements) {
            phases = step(statement, phases);
        }
        return phases;
    }

    // Any number of times.
    Phases repeat(BlockId block, Phases phases) {
        for (std::size_t known = 0; known != phases.size();) {
            known = phases.size();
            phases.merge(run(block, phases));
        }
        return phases;
    }

    Phases step(const typed::Statement& statement, const Phases& before) {
        const auto& node = statement.node;
        if (const auto* assign = std::get_if<typed::Assign>(&node)) {
            return assigned(*assign, before);
        }
        if (const auto* choice = std::get_if<typed::If>(&node)) {
            return chosen(*choice, before);
        }
        if (const auto* call = std::get_if<typed::ProcedureCall>(&node)) {
            return procedure(flow_.spec_.procedure(call->procedure).body, before);
        }
        if (const auto* loop = std::get_if<typed::For>(&node)) {
            return repeat(loop->body, before);
        }
        if (const auto* loop = std::get_if<typed::ForEach>(&node)) {
            return repeat(loop->body, before);
        }
        if (const auto* pick = std::get_if<typed::Pick>(&node)) {
            Phases phases = run(pick->body, before);
            phases.merge(pick->else_block.valid() ? run(pick->else_block, before) : Phases{});
            return phases;
        }
        if (std::holds_alternative<typed::Return>(node)) {
            returned_.insert(before.begin(), before.end());
            return {};
        }
        return before;
    }

    Phases assigned(const typed::Assign& assign, const Phases& before) const {
        if (assign.place.variable != flow_.variable_.variable || !assign.place.path.empty()) {
            return before;
        }
        Phases phases;
        for (const std::size_t phase : before) {
            phases.merge(flow_.values(assign.value, phase));
        }
        return phases;
    }

    Phases chosen(const typed::If& choice, const Phases& before) {
        Phases then_phases;
        Phases else_phases;
        for (const std::size_t phase : before) {
            const Truth condition = flow_.truth(choice.condition, phase);
            if (condition != Truth::no) {
                then_phases.insert(phase);
            }
            if (condition != Truth::yes) {
                else_phases.insert(phase);
            }
        }
        // Code that cannot be reached changes nothing.
        Phases phases = then_phases.empty() ? Phases{} : run(choice.then_block, then_phases);
        phases.merge(choice.else_block.valid() && !else_phases.empty()
                         ? run(choice.else_block, else_phases)
                         : else_phases);
        return phases;
    }

    const PhaseFlow& flow_;
    Phases returned_;
};

PhaseFlow::Phases PhaseFlow::after(BlockId block, const Phases& before) const {
    return Walk(*this).procedure(block, before);
}

PhaseFlow::Phases PhaseFlow::initial() const {
    const ExprId value = spec_.variable(variable_.variable).initial;
    Phases phases;
    for (const std::size_t phase : all()) {
        phases.merge(values(value, phase));
    }
    return phases;
}

} // namespace muster::spec
