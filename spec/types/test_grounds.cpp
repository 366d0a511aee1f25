#include "spec/types/test_grounds.hpp"

#include "spec/ast/overloaded.hpp"
#include "spec/types/test_names.hpp"
#include "spec/types/walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace muster::spec {
namespace {

/// What expressions and bodies read of constants and functions, through defs, procedures and the
/// values that functions have in the test.
class Reads {
public:
    Reads(const TypedSpec& spec, const TestInfo& test)
        : spec_(spec)
        , test_(test) {}

    void expr(ExprId id) {
        if (!id.valid()) {
            return;
        }
        const typed::Expr& found = spec_.expr(id);
        std::visit(overloaded{
                       [&](const typed::ConstRef& e) { constant(e.constant); },
                       [&](const typed::FunctionCall& e) { function(e.function); },
                       [&](const typed::DefCall& e) { def(e.def); },
                       [&](const typed::Quantifier& e) {
                           std::for_each(e.binders.begin(), e.binders.end(), [&](const auto& each) {
                               binder(each);
                           });
                       },
                       [&](const typed::Comprehension& e) {
                           for (const auto& clause : e.clauses) {
                               if (const auto* each = std::get_if<typed::Binder>(&clause)) {
                                   binder(*each);
                               }
                           }
                       },
                       [](const auto&) {},
                   },
                   found.node);
        for_each_part(found, [&](ExprId part) { expr(part); });
    }

    void block(BlockId id) {
        if (!id.valid()) {
            return;
        }
        for (const typed::Statement& statement : spec_.block(id).statements) {
            if (const auto* call = std::get_if<typed::ProcedureCall>(&statement.node);
                call != nullptr && procedures_.insert(call->procedure).second) {
                block(spec_.procedure(call->procedure).body);
            }
            for_each_part(
                statement, [&](ExprId part) { expr(part); }, [&](BlockId inner) { block(inner); });
        }
    }

    void role(const RoleInfo& role) {
        for (const VariableId variable : role.variables) {
            expr(spec_.variable(variable).initial);
        }
        block(role.on_start);
        for (const MessageHandler& handler : role.handlers) {
            expr(handler.guard);
            block(handler.body);
        }
        for (const TimerHandler& handler : role.timer_handlers) {
            block(handler.body);
        }
        for (const ActionInfo& action : role.actions) {
            expr(action.guard);
            block(action.body);
        }
        for (const LostHandler& handler : role.lost_handlers) {
            block(handler.body);
        }
    }

    void step(const TestStep& step) {
        const auto all = [&](const std::vector<ExprId>& exprs) {
            std::for_each(exprs.begin(), exprs.end(), [&](ExprId id) { expr(id); });
        };
        std::visit(overloaded{
                       [&](const TestMessage& line) { all(line.fields); },
                       [&](const TestTimer& line) { expr(line.key); },
                       [&](const TestAction& line) { all(line.arguments); },
                       [](const TestCrash&) {},
                       [](const TestLost&) {},
                       [&](const TestExpectation& line) { expr(line.condition); },
                       [&](const TestSends& line) {
                           for (const auto& field : line.fields) {
                               expr(field.second);
                           }
                       },
                   },
                   step.node);
    }

    [[nodiscard]] const std::set<ConstId>& constants() const { return constants_; }

    [[nodiscard]] const std::set<FunctionId>& functions() const { return functions_; }

    /// A type whose values are too many to go through, if something ranges over all of them.
    [[nodiscard]] TypeId endless() const { return endless_; }

    [[nodiscard]] bool shares_with(const Reads& other) const {
        const auto share = [](const auto& left, const auto& right) {
            return std::any_of(
                left.begin(), left.end(), [&](auto id) { return right.contains(id); });
        };
        return share(constants_, other.constants_) || share(functions_, other.functions_);
    }

private:
    void constant(ConstId id) {
        if (constants_.insert(id).second) {
            expr(value_in_test(spec_, test_, id));
        }
    }

    void function(FunctionId id) {
        if (!functions_.insert(id).second) {
            return;
        }
        if (const FunctionValue* value = value_in_test(spec_, test_, id)) {
            value->def.valid() ? def(value->def) : expr(value->map);
        }
    }

    void def(DefId id) {
        if (defs_.insert(id).second) {
            expr(spec_.def(id).body);
        }
    }

    void binder(const typed::Binder& binder) {
        const TypeId type = spec_.local(binder.local).type;
        const TypeKind kind = spec_.types[type].kind;
        if (!binder.domain.valid() && kind != TypeKind::sort && kind != TypeKind::boolean &&
            kind != TypeKind::enumeration && !endless_.valid()) {
            endless_ = type;
        }
    }

    const TypedSpec& spec_;
    const TestInfo& test_;
    std::set<ConstId> constants_;
    std::set<FunctionId> functions_;
    std::set<DefId> defs_;
    std::set<ProcedureId> procedures_;
    TypeId endless_;
};

class GroundsFinder {
public:
    GroundsFinder(const TypedSpec& spec, const TestInfo& test)
        : spec_(spec)
        , test_(test)
        , names_(names_in_test(spec, test)) {}

    TestGrounds run() {
        Reads reads(spec_, test_);
        reads.role(spec_.role(test_.role));
        for (const TestStep& step : test_.steps) {
            reads.step(step);
        }
        for (const ConstId id : reads.constants()) {
            remark(open_value(id));
        }
        for (const FunctionId id : reads.functions()) {
            remark(open_value(id));
        }
        axioms(reads);
        timing();
        return std::move(grounds_);
    }

private:
    void remark(std::string text) {
        if (!text.empty()) {
            grounds_.remarks.push_back(std::move(text));
        }
    }

    void axioms(const Reads& used) {
        for (std::size_t i = 0; i < spec_.properties.size(); ++i) {
            const PropertyInfo& property = spec_.properties[i];
            Reads reads(spec_, test_);
            reads.expr(property.body);
            if (property.kind != PropertyKind::axiom || !reads.shares_with(used)) {
                continue;
            }
            if (reads.endless().valid()) {
                remark(fmt::format("the axiom `{}` is not checked: it is about all values of `{}`",
                                   property.name,
                                   spec_.type_name(reads.endless())));
                continue;
            }
            TestAxiom axiom{
                i,
                fmt::format("the axiom `{}` is false for the values that this test uses",
                            property.name),
                {}};
            for (const ConstId id : reads.constants()) {
                axiom.hints.push_back(hint(id));
            }
            for (const FunctionId id : reads.functions()) {
                axiom.hints.push_back(hint(id));
            }
            grounds_.axioms.push_back(std::move(axiom));
        }
    }

    void timing() {
        for (const TimingAssumption& assumption : spec_.timing) {
            const bool fires =
                std::any_of(test_.steps.begin(), test_.steps.end(), [&](const TestStep& step) {
                    const auto* timer = std::get_if<TestTimer>(&step.node);
                    return timer != nullptr && !step.refused && timer->timer == assumption.timer;
                });
            if (fires) {
                remark(fmt::format("`assume timing {}` is not checked: in a test `{}` may fire "
                                   "whenever it is armed",
                                   assumption.name,
                                   spec_.timer(assumption.timer).name));
            }
        }
    }

    [[nodiscard]] std::string open_value(ConstId id) const {
        if (value_in_test(spec_, test_, id).valid()) {
            return {};
        }
        const ConstInfo& info = spec_.constants[id.value];
        return fmt::format("`{}` {}: neither the test nor an instance gives it a value",
                           info.name,
                           least(info.type));
    }

    [[nodiscard]] std::string open_value(FunctionId id) const {
        const FunctionInfo& info = spec_.functions[id.value];
        const FunctionValue* value = value_in_test(spec_, test_, id);
        if (value == nullptr) {
            return fmt::format("`{}` {} everywhere: neither the test nor an instance gives it a "
                               "value",
                               info.name,
                               least(info.result));
        }
        if (value->def.valid() || is_complete(info, *value)) {
            return {};
        }
        return fmt::format("`{}` {} where its map has no entry", info.name, least(info.result));
    }

    /// Whether the map has an entry for every value of its parameter, as far as they have names.
    [[nodiscard]] bool is_complete(const FunctionInfo& info, const FunctionValue& value) const {
        const auto* map = std::get_if<typed::MapLiteral>(&spec_.expr(value.map).node);
        const Type& parameter = spec_.types[spec_.local(info.parameters.front()).type];
        if (map == nullptr) {
            return false;
        }
        if (parameter.kind == TypeKind::boolean) {
            return map->entries.size() == 2;
        }
        if (parameter.kind == TypeKind::enumeration) {
            return map->entries.size() == spec_.enums[parameter.declaration].enumerators.size();
        }
        if (parameter.kind != TypeKind::sort) {
            return false;
        }
        std::set<std::size_t> keys;
        for (const auto& [key, entry] : map->entries) {
            if (const auto* local = std::get_if<typed::LocalRef>(&spec_.expr(key).node)) {
                const auto number = names_.numbers.find(local->local);
                keys.insert(number == names_.numbers.end() ? keys.size() : number->second);
            }
        }
        const bool unnamed_process =
            spec_.role(test_.role).index == SortId{parameter.declaration} && !test_.process.valid();
        return !unnamed_process && keys.size() == names_.of_sort[parameter.declaration].size();
    }

    [[nodiscard]] std::string hint(ConstId id) const {
        const std::string& name = spec_.constants[id.value].name;
        const std::string open = open_value(id);
        return fmt::format(
            "{}; give one that fits with `given {} = e`", open.empty() ? whose(id) : open, name);
    }

    [[nodiscard]] std::string hint(FunctionId id) const {
        const FunctionInfo& info = spec_.functions[id.value];
        const std::string open = open_value(id);
        const bool one = info.parameters.size() == 1;
        return fmt::format(
            "{}; give values that fit with {}`given {} = d`, where d is a def with "
            "the same parameters",
            open.empty() ? whose(id) : open,
            one ? fmt::format("`given {} = {{ a -> e, b -> e }}`, or with ", info.name) : "",
            info.name);
    }

    [[nodiscard]] std::string whose(ConstId id) const {
        const bool own = std::any_of(test_.constants.begin(),
                                     test_.constants.end(),
                                     [&](const auto& value) { return value.constant == id; });
        return given_by(spec_.constants[id.value].name, own);
    }

    [[nodiscard]] std::string whose(FunctionId id) const {
        const bool own = std::any_of(test_.functions.begin(),
                                     test_.functions.end(),
                                     [&](const auto& value) { return value.function == id; });
        return given_by(spec_.functions[id.value].name, own);
    }

    static std::string given_by(const std::string& name, bool own) {
        return fmt::format("`{}` is given by {}", name, own ? "the test" : "an instance");
    }

    /// The value that stands in where none is given (see run_tests.hpp).
    [[nodiscard]] std::string least(TypeId id) const {
        const Type& type = spec_.types[id];
        switch (type.kind) {
        case TypeKind::boolean:
            return "is false";
        case TypeKind::integer:
            return "is 0";
        case TypeKind::option:
            return "is none";
        case TypeKind::set:
        case TypeKind::map:
        case TypeKind::list:
        case TypeKind::distinct_list:
            return "is empty";
        case TypeKind::enumeration:
            return "is " + spec_.enums[type.declaration].enumerators.front();
        case TypeKind::sort: {
            const auto& named = names_.of_sort[type.declaration];
            return named.empty() ? "is an element without a name"
                                 : "is " + spec_.local(named.front()).name;
        }
        case TypeKind::record:
        case TypeKind::request:
        case TypeKind::error:
            break;
        }
        return "has the least value of its type";
    }

    const TypedSpec& spec_;
    const TestInfo& test_;
    TestNames names_;
    TestGrounds grounds_;
};

} // namespace

TestGrounds grounds_of(const TypedSpec& spec, const TestInfo& test) {
    return GroundsFinder(spec, test).run();
}

} // namespace muster::spec
