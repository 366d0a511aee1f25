#include "codegen/model/walk.hpp"

#include "spec/ast/overloaded.hpp"

namespace muster::codegen {

using namespace spec::typed;
using spec::BlockId;
using spec::ExprId;
using spec::overloaded;

namespace {

std::vector<ExprId> valid(std::vector<ExprId> ids) {
    std::erase_if(ids, [](ExprId id) { return !id.valid(); });
    return ids;
}

std::vector<ExprId> with_first(ExprId first, const std::vector<ExprId>& rest) {
    std::vector<ExprId> all{first};
    all.insert(all.end(), rest.begin(), rest.end());
    return valid(std::move(all));
}

std::vector<ExprId> of_comprehension(const Comprehension& node) {
    std::vector<ExprId> all;
    for (const auto& clause : node.clauses) {
        if (const auto* binder = std::get_if<Binder>(&clause)) {
            all.push_back(binder->domain);
        } else {
            all.push_back(std::get<ExprId>(clause));
        }
    }
    all.push_back(node.head);
    all.push_back(node.value);
    return valid(std::move(all));
}

std::vector<ExprId> of_quantifier(const Quantifier& node) {
    std::vector<ExprId> all;
    for (const Binder& binder : node.binders) {
        all.push_back(binder.domain);
    }
    all.push_back(node.body);
    return valid(std::move(all));
}

std::vector<ExprId> of_update(const RecordUpdate& node) {
    std::vector<ExprId> all{node.object};
    for (const auto& field : node.fields) {
        all.push_back(field.second);
    }
    return all;
}

std::vector<ExprId> of_pattern(const MessagePattern& node) {
    std::vector<ExprId> all;
    for (const auto& field : node.fields) {
        all.push_back(field.second);
    }
    all.push_back(node.from);
    all.push_back(node.to);
    return valid(std::move(all));
}

std::vector<ExprId> of_place(const Place& place, ExprId value) {
    std::vector<ExprId> all;
    for (const auto& step : place.path) {
        if (const auto* key = std::get_if<PlaceKey>(&step)) {
            all.push_back(key->key);
        }
    }
    all.push_back(value);
    return all;
}

} // namespace

std::vector<ExprId> children(const Expr& expr) {
    using Ids = std::vector<ExprId>;
    return std::visit(
        overloaded{
            [](const BoolLiteral&) { return Ids{}; },
            [](const IntLiteral&) { return Ids{}; },
            [](const EnumLiteral&) { return Ids{}; },
            [](const NoneLiteral&) { return Ids{}; },
            [](const SomeExpr& node) { return Ids{node.value}; },
            [](const LocalRef&) { return Ids{}; },
            [](const ConstRef&) { return Ids{}; },
            [](const VariableRef& node) { return valid({node.process}); },
            [](const Armed& node) {
                return valid({node.process, node.key});
            },
            [](const FunctionCall& node) { return node.arguments; },
            [](const DefCall& node) { return with_first(node.process, node.arguments); },
            [](const Unary& node) { return Ids{node.operand}; },
            [](const Binary& node) {
                return Ids{node.left, node.right};
            },
            [](const IfElse& node) {
                return Ids{node.condition, node.then_value, node.else_value};
            },
            [](const FieldAccess& node) { return Ids{node.object}; },
            [](const OptionValue& node) { return Ids{node.option}; },
            [](const IsOption& node) { return Ids{node.option}; },
            [](const MapLookup& node) {
                return Ids{node.map, node.key};
            },
            [](const SetLiteral& node) { return node.elements; },
            [](const MapLiteral& node) {
                Ids ids;
                for (const auto& [key, value] : node.entries) {
                    ids.insert(ids.end(), {key, value});
                }
                return ids;
            },
            [](const ListLiteral& node) { return node.elements; },
            [](const Comprehension& node) { return of_comprehension(node); },
            [](const Size& node) { return Ids{node.container}; },
            [](const Keys& node) { return Ids{node.map}; },
            [](const First& node) {
                return valid({node.list, node.condition});
            },
            [](const Quantifier& node) { return of_quantifier(node); },
            [](const RecordLiteral& node) { return node.fields; },
            [](const RecordUpdate& node) { return of_update(node); },
            [](const Old& node) { return Ids{node.value}; },
            [](const MessagePattern& node) { return of_pattern(node); },
            [](const AllOf&) { return Ids{}; },
            [](const Majority& node) { return Ids{node.set}; },
        },
        expr.node);
}

std::vector<ExprId> expressions_of(const Statement& statement) {
    using Ids = std::vector<ExprId>;
    const auto fields_and = [](Ids fields, ExprId last) {
        fields.push_back(last);
        return valid(std::move(fields));
    };
    return std::visit(
        overloaded{
            [](const Assign& node) { return of_place(node.place, node.value); },
            [](const AddElement& node) { return of_place(node.place, node.element); },
            [](const RemoveElement& node) { return of_place(node.place, node.element); },
            [](const Let& node) { return Ids{node.value}; },
            [](const Fresh&) { return Ids{}; },
            [](const If& node) { return Ids{node.condition}; },
            [&](const Send& node) { return fields_and(node.fields, node.to); },
            [&](const Reply& node) { return fields_and(node.fields, node.request); },
            [](const StartTimer& node) {
                return valid({node.key, node.duration});
            },
            [](const StopTimer& node) { return valid({node.key}); },
            [](const Ignore&) { return Ids{}; },
            [](const Return&) { return Ids{}; },
            [](const Assert& node) { return Ids{node.condition}; },
            [](const ProcedureCall& node) { return node.arguments; },
            [](const For& node) { return Ids{node.domain}; },
            [](const ForEach& node) { return Ids{node.list}; },
            [](const Pick& node) {
                return valid({node.domain, node.condition, node.key});
            },
        },
        statement.node);
}

std::vector<BlockId> blocks_of(const Statement& statement) {
    std::vector<BlockId> blocks;
    if (const auto* branch = std::get_if<If>(&statement.node)) {
        blocks = {branch->then_block, branch->else_block};
    } else if (const auto* loop = std::get_if<For>(&statement.node)) {
        blocks = {loop->body};
    } else if (const auto* sequence = std::get_if<ForEach>(&statement.node)) {
        blocks = {sequence->body};
    } else if (const auto* pick = std::get_if<Pick>(&statement.node)) {
        blocks = {pick->body, pick->else_block};
    }
    std::erase_if(blocks, [](BlockId id) { return !id.valid(); });
    return blocks;
}

} // namespace muster::codegen
