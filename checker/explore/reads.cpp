#include "checker/explore/reads.hpp"

#include "checker/eval/value_space.hpp"
#include "spec/types/walk.hpp"

#include <algorithm>

namespace muster::checker {
namespace {

using namespace spec::typed;

// Equality of the simple expressions that a check and the use that it makes safe have in common.
bool same(const spec::TypedSpec& spec, spec::ExprId a, spec::ExprId b) {
    if (a == b) {
        return true;
    }
    if (!a.valid() || !b.valid()) {
        return false;
    }
    const Expr& left = spec.expr(a);
    const Expr& right = spec.expr(b);
    if (const auto* local = std::get_if<LocalRef>(&left.node)) {
        const auto* other = std::get_if<LocalRef>(&right.node);
        return other != nullptr && local->local == other->local;
    }
    if (const auto* variable = std::get_if<VariableRef>(&left.node)) {
        const auto* other = std::get_if<VariableRef>(&right.node);
        return other != nullptr && variable->variable == other->variable &&
               same(spec, variable->process, other->process);
    }
    if (const auto* field = std::get_if<FieldAccess>(&left.node)) {
        const auto* other = std::get_if<FieldAccess>(&right.node);
        return other != nullptr && field->field == other->field &&
               same(spec, field->object, other->object);
    }
    if (const auto* value = std::get_if<OptionValue>(&left.node)) {
        const auto* other = std::get_if<OptionValue>(&right.node);
        return other != nullptr && same(spec, value->option, other->option);
    }
    return false;
}

class Collector {
public:
    Collector(const spec::TypedSpec& spec, Reads& reads)
        : spec_(spec)
        , reads_(reads) {}

    void visit(spec::ExprId id) {
        const Expr& expr = spec_.expr(id);
        note(expr);
        if (const auto* binary = std::get_if<Binary>(&expr.node)) {
            if (binary->op == spec::BinaryOp::logical_and ||
                binary->op == spec::BinaryOp::implies) {
                visit(binary->left);
                visit_knowing(binary->left, binary->right);
                return;
            }
        }
        if (const auto* choice = std::get_if<IfElse>(&expr.node)) {
            visit(choice->condition);
            visit_knowing(choice->condition, choice->then_value);
            visit(choice->else_value);
            return;
        }
        if (const auto* comprehension = std::get_if<Comprehension>(&expr.node)) {
            visit_comprehension(*comprehension);
            return;
        }
        spec::for_each_part(expr, [&](spec::ExprId part) { visit(part); });
    }

private:
    // `key`, or the element bound to `local`, is a key of `map`; or, without a map, `key` is some.
    struct Fact {
        spec::ExprId key;
        spec::LocalId local;
        spec::ExprId map;
    };

    void assume(spec::ExprId id) {
        const Expr& expr = spec_.expr(id);
        if (const auto* option = std::get_if<IsOption>(&expr.node)) {
            if (option->some) {
                facts_.push_back({option->option, {}, {}});
            }
        }
        if (const auto* binary = std::get_if<Binary>(&expr.node)) {
            if (binary->op == spec::BinaryOp::logical_and) {
                assume(binary->left);
                assume(binary->right);
            } else if (binary->op == spec::BinaryOp::in) {
                facts_.push_back({binary->left, {}, map_of(binary->right)});
            }
        }
    }

    // The map whose keys a domain stands for.
    [[nodiscard]] spec::ExprId map_of(spec::ExprId domain) const {
        const auto* keys = std::get_if<Keys>(&spec_.expr(domain).node);
        return keys == nullptr ? domain : keys->map;
    }

    void visit_knowing(spec::ExprId condition, spec::ExprId then) {
        const std::size_t known = facts_.size();
        assume(condition);
        visit(then);
        facts_.resize(known);
    }

    void visit_comprehension(const Comprehension& node) {
        const std::size_t known = facts_.size();
        bool head_is_key = false;
        const auto* head = std::get_if<LocalRef>(&spec_.expr(node.head).node);
        for (const auto& clause : node.clauses) {
            if (const auto* condition = std::get_if<spec::ExprId>(&clause)) {
                visit(*condition);
                assume(*condition);
                continue;
            }
            const Binder& binder = std::get<Binder>(clause);
            head_is_key = head_is_key || (head != nullptr && head->local == binder.local);
            if (binder.domain.valid()) {
                visit(binder.domain);
                facts_.push_back({{}, binder.local, map_of(binder.domain)});
            }
        }
        visit(node.head);
        if (node.value.valid()) {
            visit(node.value);
            // Two values for one key are possible unless every key comes from one round.
            reads_.may_fail = reads_.may_fail || !head_is_key || node.clauses.empty();
        }
        facts_.resize(known);
    }

    [[nodiscard]] bool key_is_there(const MapLookup& node) const {
        const auto* local = std::get_if<LocalRef>(&spec_.expr(node.key).node);
        return std::any_of(facts_.begin(), facts_.end(), [&](const Fact& fact) {
            const bool key = fact.key.valid() ? same(spec_, fact.key, node.key)
                                              : local != nullptr && local->local == fact.local;
            return key && fact.map.valid() && same(spec_, fact.map, node.map);
        });
    }

    [[nodiscard]] bool is_some(spec::ExprId option) const {
        return std::any_of(facts_.begin(), facts_.end(), [&](const Fact& fact) {
            return fact.key.valid() && !fact.map.valid() && same(spec_, fact.key, option);
        });
    }

    void note(const Expr& expr) {
        if (const auto* local = std::get_if<LocalRef>(&expr.node)) {
            reads_.locals.insert(local->local);
        } else if (const auto* variable = std::get_if<VariableRef>(&expr.node)) {
            reads_.variables.insert(variable->variable);
        } else if (const auto* armed = std::get_if<Armed>(&expr.node)) {
            reads_.timers.insert(armed->timer);
        } else if (const auto* pattern = std::get_if<MessagePattern>(&expr.node)) {
            reads_.patterns.push_back(pattern);
        } else if (const auto* option = std::get_if<OptionValue>(&expr.node)) {
            reads_.may_fail = reads_.may_fail || !is_some(option->option);
        } else if (const auto* lookup = std::get_if<MapLookup>(&expr.node)) {
            reads_.may_fail = reads_.may_fail || !(lookup->optional || key_is_there(*lookup));
        } else if (std::get_if<First>(&expr.node) != nullptr) {
            reads_.may_fail = true;
        } else if (const auto* call = std::get_if<FunctionCall>(&expr.node)) {
            note_function(*call);
        } else if (const auto* def = std::get_if<DefCall>(&expr.node)) {
            // What is known at the call says nothing about the def's own parameters.
            Collector(spec_, reads_).visit(spec_.def(def->def).body);
        }
    }

    void note_function(const FunctionCall& call) {
        reads_.functions.insert(call.function);
        for (const spec::LocalId parameter : spec_.functions[call.function.value].parameters) {
            // An argument can lie outside of what the instance gives the function values for.
            reads_.may_fail = reads_.may_fail || !is_finite(spec_, spec_.local(parameter).type);
        }
    }

    const spec::TypedSpec& spec_;
    Reads& reads_;
    std::vector<Fact> facts_;
};

} // namespace

void Reads::add(const Reads& other) {
    variables.insert(other.variables.begin(), other.variables.end());
    timers.insert(other.timers.begin(), other.timers.end());
    locals.insert(other.locals.begin(), other.locals.end());
    functions.insert(other.functions.begin(), other.functions.end());
    patterns.insert(patterns.end(), other.patterns.begin(), other.patterns.end());
    may_fail = may_fail || other.may_fail;
}

void collect_reads(const spec::TypedSpec& spec, spec::ExprId id, Reads& reads) {
    Collector(spec, reads).visit(id);
}

} // namespace muster::checker
