#include "codegen/model/analysis.hpp"

#include "spec/types/walk.hpp"

#include <algorithm>

namespace muster::codegen {

using namespace spec::typed;
using spec::BinaryOp;
using spec::BlockId;
using spec::ExprId;
using spec::LocalId;
using spec::VariableId;

namespace {

WriteForm form_of_path(const Place& place, WriteForm whole) {
    if (place.path.empty()) {
        return whole;
    }
    return std::holds_alternative<PlaceKey>(place.path.front()) ? WriteForm::modify_entry
                                                                : WriteForm::modify;
}

bool is_arithmetic(BinaryOp op) {
    return op == BinaryOp::add || op == BinaryOp::subtract || op == BinaryOp::multiply;
}

const Place* place_of(const Statement& statement) {
    if (const auto* node = std::get_if<Assign>(&statement.node)) {
        return &node->place;
    }
    if (const auto* node = std::get_if<AddElement>(&statement.node)) {
        return &node->place;
    }
    if (const auto* node = std::get_if<RemoveElement>(&statement.node)) {
        return &node->place;
    }
    return nullptr;
}

} // namespace

WriteForm form_of(const Assign& statement) {
    const auto& path = statement.place.path;
    if (path.size() == 1 && std::holds_alternative<PlaceKey>(path.front())) {
        return WriteForm::put;
    }
    return form_of_path(statement.place, WriteForm::assign);
}

WriteForm form_of(const AddElement& statement) {
    return form_of_path(statement.place, WriteForm::insert);
}

WriteForm form_of(const RemoveElement& statement) {
    return form_of_path(statement.place, WriteForm::erase);
}

void Analysis::use(ExprId id, Usage& usage) const {
    const Expr& expr = spec_.expr(id);
    if (const auto* local = std::get_if<LocalRef>(&expr.node)) {
        usage.locals.insert(local->local);
    } else if (const auto* constant = std::get_if<ConstRef>(&expr.node)) {
        usage.constants.insert(constant->constant);
    } else if (const auto* variable = std::get_if<VariableRef>(&expr.node)) {
        usage.reads.insert(variable->variable);
    } else if (const auto* call = std::get_if<FunctionCall>(&expr.node)) {
        usage.functions.insert(call->function);
    } else if (const auto* def = std::get_if<DefCall>(&expr.node)) {
        if (usage.defs.insert(def->def).second) {
            Usage inside;
            use(spec_.def(def->def).body, inside);
            inside.locals.clear();
            usage.defs.merge(inside.defs);
            usage.functions.merge(inside.functions);
            usage.constants.merge(inside.constants);
            usage.reads.merge(inside.reads);
            usage.all_of.merge(inside.all_of);
            usage.arithmetic = usage.arithmetic || inside.arithmetic;
        }
    } else if (const auto* all = std::get_if<AllOf>(&expr.node)) {
        usage.all_of.insert(all->role);
    } else if (const auto* majority = std::get_if<Majority>(&expr.node)) {
        usage.all_of.insert(majority->role);
    } else if (const auto* unary = std::get_if<Unary>(&expr.node)) {
        const bool literal = std::holds_alternative<IntLiteral>(spec_.expr(unary->operand).node);
        usage.arithmetic = usage.arithmetic || (unary->op == spec::UnaryOp::negate && !literal);
    } else if (const auto* binary = std::get_if<Binary>(&expr.node)) {
        usage.arithmetic = usage.arithmetic || is_arithmetic(binary->op);
    }
    spec::for_each_part(expr, [&](ExprId part) { use(part, usage); });
}

void Analysis::use(const Statement& statement, Usage& usage) const {
    if (const auto* assign = std::get_if<Assign>(&statement.node)) {
        usage.writes[assign->place.variable].insert(form_of(*assign));
    } else if (const auto* add = std::get_if<AddElement>(&statement.node)) {
        usage.writes[add->place.variable].insert(form_of(*add));
    } else if (const auto* remove = std::get_if<RemoveElement>(&statement.node)) {
        usage.writes[remove->place.variable].insert(form_of(*remove));
    } else if (const auto* send = std::get_if<Send>(&statement.node)) {
        usage.sends.insert(send->message);
    } else if (const auto* reply = std::get_if<Reply>(&statement.node)) {
        usage.sends.insert(reply->message);
    } else if (const auto* start = std::get_if<StartTimer>(&statement.node)) {
        usage.timers.insert(start->timer);
    } else if (const auto* stop = std::get_if<StopTimer>(&statement.node)) {
        usage.timers.insert(stop->timer);
    } else if (const auto* fresh = std::get_if<Fresh>(&statement.node)) {
        usage.fresh.insert(fresh->sort);
    } else if (const auto* call = std::get_if<ProcedureCall>(&statement.node)) {
        if (usage.procedures.insert(call->procedure).second) {
            const std::set<LocalId> locals = usage.locals;
            use(spec_.procedure(call->procedure).body, usage);
            usage.locals = locals;
        }
    }
    spec::for_each_part(
        statement,
        [&](ExprId expr) { use(expr, usage); },
        [&](BlockId block) { use(block, usage); });
}

void Analysis::use(BlockId block, Usage& usage) const {
    for (const Statement& statement : spec_.block(block).statements) {
        use(statement, usage);
        if (ends(statement)) {
            break;
        }
    }
}

bool Analysis::ends(const Statement& statement) const {
    const auto block_ends = [&](BlockId block) {
        const auto& statements = spec_.block(block).statements;
        return std::any_of(statements.begin(), statements.end(), [&](const Statement& each) {
            return ends(each);
        });
    };
    if (const auto* branch = std::get_if<If>(&statement.node)) {
        return branch->else_block.valid() && block_ends(branch->then_block) &&
               block_ends(branch->else_block);
    }
    if (const auto* pick = std::get_if<Pick>(&statement.node)) {
        return block_ends(pick->body) &&
               (!pick->else_block.valid() || block_ends(pick->else_block));
    }
    return std::holds_alternative<Return>(statement.node);
}

std::set<LocalId> Analysis::named_locals() const {
    std::set<std::uint32_t> dead; // expressions
    const auto kill = [&](const auto& self, const Statement& statement) -> void {
        const auto kill_expr = [&](const auto& again, ExprId id) -> void {
            dead.insert(id.value);
            spec::for_each_part(spec_.expr(id), [&](ExprId part) { again(again, part); });
        };
        spec::for_each_part(
            statement,
            [&](ExprId id) { kill_expr(kill_expr, id); },
            [&](BlockId block) {
                for (const Statement& each : spec_.block(block).statements) {
                    self(self, each);
                }
            });
    };
    for (const auto& block : spec_.blocks) {
        bool ended = false;
        for (const Statement& statement : block.statements) {
            if (ended) {
                kill(kill, statement);
            }
            ended = ended || ends(statement);
        }
    }
    std::set<LocalId> named;
    for (std::uint32_t id = 0; id < spec_.exprs.size(); ++id) {
        const auto* local = std::get_if<LocalRef>(&spec_.exprs[id].node);
        if (local != nullptr && !dead.contains(id)) {
            named.insert(local->local);
        }
    }
    return named;
}

Usage Analysis::of(ExprId expr) const {
    Usage usage;
    use(expr, usage);
    return usage;
}

Usage Analysis::of(BlockId block) const {
    Usage usage;
    use(block, usage);
    return usage;
}

Usage Analysis::of(const Statement& statement) const {
    Usage usage;
    use(statement, usage);
    return usage;
}

bool Analysis::uses_local(ExprId expr, LocalId local) const {
    return of(expr).locals.count(local) > 0;
}

bool Analysis::is_ghost(ExprId expr, const std::set<LocalId>& tainted) const {
    const Usage usage = of(expr);
    const auto ghost_variable = [this](VariableId id) {
        return spec_.variable(id).kind == spec::VariableKind::ghost;
    };
    const auto ghost_local = [&](LocalId id) {
        return tainted.count(id) > 0;
    };
    return std::any_of(usage.reads.begin(), usage.reads.end(), ghost_variable) ||
           std::any_of(usage.locals.begin(), usage.locals.end(), ghost_local);
}

bool Analysis::is_ghost(const Statement& statement, const std::set<LocalId>& tainted) const {
    if (const Place* place = place_of(statement)) {
        return spec_.variable(place->variable).kind == spec::VariableKind::ghost;
    }
    bool found = false;
    spec::for_each_part(
        statement, [&](ExprId expr) { found = found || is_ghost(expr, tainted); }, [](BlockId) {});
    return found;
}

bool Analysis::is_one_of(ExprId expr, const Equals& equals) const {
    const auto* local = std::get_if<LocalRef>(&spec_.expr(expr).node);
    return local != nullptr && equals.count(local->local) > 0;
}

const VariableRef* Analysis::variable(ExprId expr) const {
    return std::get_if<VariableRef>(&spec_.expr(expr).node);
}

Analysis::Equals Analysis::passed(const std::vector<LocalId>& parameters,
                                  const std::vector<ExprId>& arguments,
                                  const Equals& equals) const {
    Equals inside;
    for (std::size_t i = 0; i < parameters.size() && i < arguments.size(); ++i) {
        if (is_one_of(arguments[i], equals)) {
            inside.insert(parameters[i]);
        }
    }
    return inside;
}

void Analysis::accesses(ExprId id, const Equals& equals, std::vector<Access>& all) const {
    const Expr& expr = spec_.expr(id);
    if (const auto* read = std::get_if<VariableRef>(&expr.node)) {
        all.push_back({read->variable, false, false});
        return;
    }
    if (const auto* lookup = std::get_if<MapLookup>(&expr.node)) {
        const VariableRef* map = variable(lookup->map);
        if (map != nullptr && is_one_of(lookup->key, equals)) {
            all.push_back({map->variable, false, true});
            return;
        }
    }
    if (const auto* binary = std::get_if<Binary>(&expr.node);
        binary != nullptr && binary->op == BinaryOp::in && is_one_of(binary->left, equals)) {
        ExprId container = binary->right;
        if (const auto* keys = std::get_if<Keys>(&spec_.expr(container).node)) {
            container = keys->map;
        }
        if (const VariableRef* set = variable(container)) {
            all.push_back({set->variable, false, true});
            return;
        }
    }
    if (const auto* call = std::get_if<DefCall>(&expr.node)) {
        const auto& def = spec_.def(call->def);
        accesses(def.body, passed(def.parameters, call->arguments, equals), all);
    }
    spec::for_each_part(expr, [&](ExprId part) { accesses(part, equals, all); });
}

void Analysis::accesses(const Statement& statement,
                        const Equals& equals,
                        std::vector<Access>& all) const {
    if (const Place* place = place_of(statement)) {
        bool own = false;
        if (!place->path.empty()) {
            const auto* key = std::get_if<PlaceKey>(&place->path.front());
            own = key != nullptr && is_one_of(key->key, equals);
        } else if (const auto* add = std::get_if<AddElement>(&statement.node)) {
            own = is_one_of(add->element, equals);
        } else if (const auto* remove = std::get_if<RemoveElement>(&statement.node)) {
            own = is_one_of(remove->element, equals);
        }
        all.push_back({place->variable, true, own});
    }
    if (const auto* call = std::get_if<ProcedureCall>(&statement.node)) {
        const auto& procedure = spec_.procedure(call->procedure);
        accesses(procedure.body, passed(procedure.parameters, call->arguments, equals), all);
    }
    spec::for_each_part(
        statement,
        [&](ExprId expr) { accesses(expr, equals, all); },
        [&](BlockId block) { accesses(block, equals, all); });
}

void Analysis::accesses(BlockId block, const Equals& equals, std::vector<Access>& all) const {
    for (const Statement& statement : spec_.block(block).statements) {
        accesses(statement, equals, all);
    }
}

std::vector<Access> Analysis::accesses(BlockId body, LocalId element) const {
    std::vector<Access> all;
    accesses(body, Equals{element}, all);
    return all;
}

bool Analysis::is_state_place(ExprId id) const {
    const Expr& expr = spec_.expr(id);
    if (const auto* field = std::get_if<FieldAccess>(&expr.node)) {
        return is_state_place(field->object);
    }
    if (const auto* value = std::get_if<OptionValue>(&expr.node)) {
        return is_state_place(value->option);
    }
    if (const auto* lookup = std::get_if<MapLookup>(&expr.node)) {
        return !lookup->optional && is_state_place(lookup->map);
    }
    if (const auto* choice = std::get_if<IfElse>(&expr.node)) {
        return is_state_place(choice->then_value) || is_state_place(choice->else_value);
    }
    return std::holds_alternative<VariableRef>(expr.node);
}

bool Analysis::is_place(ExprId id) const {
    const Expr& expr = spec_.expr(id);
    if (const auto* field = std::get_if<FieldAccess>(&expr.node)) {
        return is_place(field->object);
    }
    if (const auto* value = std::get_if<OptionValue>(&expr.node)) {
        return is_place(value->option);
    }
    if (const auto* lookup = std::get_if<MapLookup>(&expr.node)) {
        return !lookup->optional && is_place(lookup->map);
    }
    return std::holds_alternative<VariableRef>(expr.node) ||
           std::holds_alternative<LocalRef>(expr.node) ||
           std::holds_alternative<ConstRef>(expr.node);
}

} // namespace muster::codegen
