#include "spec/warnings/uses.hpp"

#include "spec/ast/overloaded.hpp"
#include "spec/types/walk.hpp"

#include <set>

namespace muster::spec {

namespace {

class UseFinder {
public:
    explicit UseFinder(const TypedSpec& spec)
        : spec_(spec)
        , seen_types_(spec.types.size()) {
        uses_.sorts.resize(spec.sorts.size());
        uses_.enums.resize(spec.enums.size());
        uses_.records.resize(spec.records.size());
        uses_.constants.resize(spec.constants.size());
        uses_.functions.resize(spec.functions.size());
        uses_.defs.resize(spec.defs.size());
        uses_.procedures.resize(spec.procedures.size());
        uses_.sent.resize(spec.messages.size());
        uses_.read.resize(spec.variables.size());
        uses_.written.resize(spec.variables.size());
        uses_.started.resize(spec.timers.size());
    }

    Uses run() {
        signatures();
        given_values();
        properties();
        for (const RoleInfo& role : spec_.roles) {
            guards(role);
        }
        for (const typed::Block& block : spec_.blocks) {
            for (const typed::Statement& each : block.statements) {
                statement(each);
            }
        }
        return std::move(uses_);
    }

private:
    void signatures() {
        std::set<LocalId> named_elements;
        for (const InstanceInfo& instance : spec_.instances) {
            for (const SortSize& size : instance.sorts) {
                named_elements.insert(size.elements.begin(), size.elements.end());
            }
        }
        for (std::uint32_t i = 0; i < spec_.locals.size(); ++i) {
            if (!named_elements.contains(LocalId{i})) {
                type(spec_.locals[i].type);
            }
        }
        for (const RoleInfo& role : spec_.roles) {
            if (role.index.valid()) {
                uses_.sorts[role.index.value] = true;
            }
        }
        fields(spec_.records);
        fields(spec_.messages);
        for (const ConstInfo& constant : spec_.constants) {
            type(constant.type);
        }
        for (const FunctionInfo& function : spec_.functions) {
            type(function.result);
        }
        for (const DefInfo& def : spec_.defs) {
            expr(def.body, {});
        }
        for (const VariableInfo& variable : spec_.variables) {
            type(variable.type);
            expr(variable.initial, {});
        }
        for (const TimerInfo& timer : spec_.timers) {
            type(timer.key_type);
        }
    }

    template <class Declarations>
    void fields(const Declarations& declarations) {
        for (const auto& declaration : declarations) {
            for (const FieldInfo& field : declaration.fields) {
                type(field.type);
                expr(field.default_value, {});
            }
        }
    }

    void given_values() {
        const auto functions = [&](const std::vector<FunctionValue>& values) {
            for (const FunctionValue& value : values) {
                if (value.def.valid()) {
                    uses_.defs[value.def.value] = true;
                }
            }
        };
        for (const InstanceInfo& instance : spec_.instances) {
            functions(instance.functions);
            for (const VariableBound& bound : instance.variables) {
                uses_.read[bound.variable.value] = true; // some ghosts exist to bound exploration
            }
        }
        for (const TestInfo& test : spec_.tests) {
            functions(test.functions);
            for (const TestStep& step : test.steps) {
                if (const auto* expectation = std::get_if<TestExpectation>(&step.node)) {
                    expr(expectation->condition, {});
                }
            }
        }
    }

    void properties() {
        for (const PropertyInfo& property : spec_.properties) {
            expr(property.body, {});
        }
        for (const LiveInfo& live : spec_.lives) {
            expr(live.premise, {});
            expr(live.conclusion, {});
        }
        for (const TimingAssumption& timing : spec_.timing) {
            expr(timing.condition, {});
        }
    }

    void guards(const RoleInfo& role) {
        for (const MessageHandler& handler : role.handlers) {
            expr(handler.guard, {});
        }
        for (const ActionInfo& action : role.actions) {
            expr(action.guard, {});
        }
    }

    void type(TypeId id) {
        if (!id.valid() || seen_types_[id.value]) {
            return;
        }
        seen_types_[id.value] = true;
        const Type& found = spec_.types[id];
        if (found.kind == TypeKind::sort) {
            uses_.sorts[found.declaration] = true;
        } else if (found.kind == TypeKind::enumeration) {
            uses_.enums[found.declaration] = true;
        } else if (found.kind == TypeKind::record) {
            uses_.records[found.declaration] = true;
        }
        type(found.first);
        type(found.second);
    }

    /// `target` is the variable that the value goes to: a variable that only feeds itself is not
    /// read.
    void expr(ExprId id, VariableId target) {
        if (!id.valid()) {
            return;
        }
        const typed::Expr& node = spec_.expr(id);
        type(node.type);
        std::visit(
            overloaded{
                [&](const typed::ConstRef& e) { uses_.constants[e.constant.value] = true; },
                [&](const typed::FunctionCall& e) { uses_.functions[e.function.value] = true; },
                [&](const typed::DefCall& e) { uses_.defs[e.def.value] = true; },
                [&](const typed::VariableRef& e) {
                    if (e.variable != target) {
                        uses_.read[e.variable.value] = true;
                    }
                },
                [](const auto&) {},
            },
            node.node);
        for_each_part(node, [&](ExprId part) { expr(part, target); });
    }

    void statement(const typed::Statement& statement) {
        VariableId target;
        const auto write = [&](const typed::Place& place) {
            target = place.variable;
            uses_.written[target.value] = true;
        };
        std::visit(
            overloaded{
                [&](const typed::Assign& s) { write(s.place); },
                [&](const typed::AddElement& s) { write(s.place); },
                [&](const typed::RemoveElement& s) { write(s.place); },
                [&](const typed::Fresh& s) { uses_.sorts[s.sort.value] = true; },
                [&](const typed::Send& s) { uses_.sent[s.message.value] = true; },
                [&](const typed::Reply& s) { uses_.sent[s.message.value] = true; },
                [&](const typed::StartTimer& s) { uses_.started[s.timer.value] = true; },
                [&](const typed::ProcedureCall& s) { uses_.procedures[s.procedure.value] = true; },
                [](const auto&) {},
            },
            statement.node);
        for_each_part(
            statement, [&](ExprId part) { expr(part, target); }, [](BlockId) {});
    }

    const TypedSpec& spec_;
    Uses uses_;
    std::vector<bool> seen_types_;
};

} // namespace

Uses find_uses(const TypedSpec& spec) {
    return UseFinder(spec).run();
}

} // namespace muster::spec
