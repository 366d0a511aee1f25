#include "checker/infer/recorded.hpp"

#include "checker/infer/conjuncts.hpp"
#include "checker/infer/substitute.hpp"

#include <algorithm>
#include <optional>

namespace muster::checker::infer {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::BlockId;
using spec::ExprId;

namespace {

/// Walks the statements of one handler.
class HandlerWalk {
public:
    HandlerWalk(ExprBuilder& builder, const spec::RoleInfo& role, std::vector<Record>& result)
        : builder_(builder)
        , spec_(builder.spec())
        , me_(role.me)
        , result_(result)
        , begin_(result.size()) {}

    void receive(const spec::RoleInfo& role, const spec::MessageHandler& handler) {
        request_ = handler.request;
        sender_ = handler.sender;
        typed::MessagePattern received{false, handler.message, {}, {}, {}};
        for (std::uint32_t f = 0; f < handler.fields.size(); ++f) {
            received.fields.emplace_back(f, builder_.local(handler.fields[f]));
        }
        received.from = sender_.valid() ? builder_.local(sender_) : ExprId{};
        received.to = me_.valid() ? builder_.local(me_) : ExprId{};
        add_fact(builder_.truth(std::move(received)));
        if (handler.guard.valid()) {
            suppose(handler.guard, true);
        }
        for (const spec::MessageHandler& other : role.handlers) {
            if (handler.otherwise && !other.otherwise && other.message == handler.message &&
                other.guard.valid()) {
                suppose(as_seen_by(handler, other), false);
            }
        }
    }

    void suppose(ExprId condition, bool holds) {
        for (const ExprId fact : conjuncts(builder_, instance(condition), holds)) {
            add_fact(fact);
        }
    }

    void run(BlockId block) { static_cast<void>(run(block, begin_)); }

private:
    /// The guard of another handler of the same message, in this one's names.
    ExprId as_seen_by(const spec::MessageHandler& handler, const spec::MessageHandler& other) {
        Substitution names;
        for (std::size_t f = 0; f < other.fields.size(); ++f) {
            names[other.fields[f]] = builder_.local(handler.fields[f]);
        }
        if (other.sender.valid() && handler.sender.valid()) {
            names[other.sender] = builder_.local(handler.sender);
        }
        return substitute(builder_, other.guard, names);
    }

    ExprId instance(ExprId id) { return substitute(builder_, id, names_); }

    void add_fact(ExprId fact) { facts_.push_back(fact); }

    /// What holds behind a statement holds of all records since `first`, which are on the same way.
    void add_fact_since(ExprId fact, std::size_t first) {
        add_fact(fact);
        for (std::size_t i = first; i < result_.size(); ++i) {
            result_[i].facts.push_back(fact);
        }
    }

    void add_equation_since(const Equation& equation, std::size_t first) {
        assignments_.push_back(equation);
        for (std::size_t i = first; i < result_.size(); ++i) {
            result_[i].assignments.push_back(equation);
        }
    }

    /// Whether every way through the block ends with `return`.
    bool run(BlockId id, std::size_t first) {
        if (!id.valid()) {
            return false;
        }
        const typed::Block block = spec_.block(id);
        return std::any_of(
            block.statements.begin(), block.statements.end(), [&](const auto& statement) {
                return std::visit([&](const auto& node) { return run(node, first); },
                                  statement.node);
            });
    }

    /// What is only known inside of a block is forgotten behind it.
    bool run_apart(BlockId id) {
        const std::size_t facts = facts_.size();
        const std::size_t assignments = assignments_.size();
        const bool returns = run(id, result_.size());
        facts_.resize(facts);
        assignments_.resize(assignments);
        return returns;
    }

    template <class Node>
    bool run(const Node&, std::size_t) {
        return false; // records nothing
    }

    bool run(const typed::Return&, std::size_t) { return true; }

    bool run(const typed::Assert& node, std::size_t) {
        suppose(node.condition, true);
        return false;
    }

    bool run(const typed::Let& node, std::size_t) {
        names_[node.local] = instance(node.value);
        return false;
    }

    bool run(const typed::Fresh& node, std::size_t) {
        fresh_.insert(node.local);
        return false;
    }

    bool run(const typed::If& node, std::size_t) {
        const ExprId condition = instance(node.condition);
        const auto branch = [&](bool holds, BlockId block) {
            const std::size_t facts = facts_.size();
            suppose(condition, holds);
            const bool returns = run_apart(block);
            facts_.resize(facts);
            return returns;
        };
        const bool then_returns = branch(true, node.then_block);
        const bool else_returns = branch(false, node.else_block);
        if (then_returns != else_returns) {
            suppose(condition, else_returns);
        }
        return then_returns && else_returns;
    }

    bool run(const typed::For& node, std::size_t) {
        over_elements(node.local, node.domain, {}, node.body);
        return false;
    }

    bool run(const typed::ForEach& node, std::size_t) {
        over_elements(node.local, node.list, {}, node.body);
        return false;
    }

    bool run(const typed::Pick& node, std::size_t) {
        const bool picked = over_elements(node.local, node.domain, node.condition, node.body);
        const bool none = node.else_block.valid() && run_apart(node.else_block);
        return picked && (none || !node.else_block.valid());
    }

    bool over_elements(spec::LocalId local, ExprId domain, ExprId condition, BlockId body) {
        const std::size_t facts = facts_.size();
        add_fact(member(builder_, builder_.local(local), instance(domain)));
        if (condition.valid()) {
            suppose(condition, true);
        }
        const bool returns = run_apart(body);
        facts_.resize(facts);
        return returns;
    }

    bool run(const typed::ProcedureCall& node, std::size_t first) {
        const spec::ProcedureInfo procedure = spec_.procedure(node.procedure);
        for (std::size_t i = 0; i < procedure.parameters.size(); ++i) {
            names_[procedure.parameters[i]] = instance(node.arguments[i]);
        }
        // `return` ends the procedure only. What its branches say is forgotten by themselves.
        static_cast<void>(run(procedure.body, first));
        return false;
    }

    bool run(const typed::Send& node, std::size_t) {
        Record record = start(Record::Kind::message);
        record.message = node.message;
        record.fields = instances(node.fields);
        record.to = node.to.valid() ? instance(node.to) : ExprId{};
        result_.push_back(std::move(record));
        return false;
    }

    bool run(const typed::Reply& node, std::size_t) {
        Record record = start(Record::Kind::message);
        record.message = node.message;
        record.fields = instances(node.fields);
        const ExprId request = instance(node.request);
        const auto* local = std::get_if<typed::LocalRef>(&spec_.expr(request).node);
        if (local != nullptr && local->local == request_ && sender_.valid()) {
            record.to = builder_.local(sender_);
        }
        result_.push_back(std::move(record));
        return false;
    }

    bool run(const typed::AddElement& node, std::size_t first) {
        const auto place = place_of(node.place);
        if (!place) {
            return false;
        }
        Record record = start(Record::Kind::element);
        record.place = *place;
        record.value = instance(node.element);
        const ExprId fact = member(builder_, record.value, *place);
        result_.push_back(std::move(record));
        add_fact_since(fact, first);
        return false;
    }

    bool run(const typed::RemoveElement& node, std::size_t first) {
        if (const auto place = place_of(node.place)) {
            const ExprId inside = member(builder_, instance(node.element), *place);
            add_fact_since(builder_.negation(inside), first);
        }
        return false;
    }

    bool run(const typed::Assign& node, std::size_t first) {
        const auto place = place_of(node.place);
        if (!place) {
            return false;
        }
        const auto* last = node.place.path.empty()
                               ? nullptr
                               : std::get_if<typed::PlaceKey>(&node.place.path.back());
        Record record = start(last == nullptr ? Record::Kind::value : Record::Kind::entry);
        record.value = instance(node.value);
        record.place = *place;
        if (last != nullptr) {
            const auto lookup = std::get<typed::MapLookup>(spec_.expr(*place).node);
            record.place = lookup.map;
            record.key = lookup.key;
        }
        const Equation equation{*place, record.value};
        result_.push_back(std::move(record));
        add_equation_since(equation, first);
        return false;
    }

    Record start(Record::Kind kind) const {
        Record record;
        record.kind = kind;
        record.me = me_;
        record.fresh = fresh_;
        record.facts = facts_;
        record.assignments = assignments_;
        return record;
    }

    std::vector<ExprId> instances(const std::vector<ExprId>& ids) {
        std::vector<ExprId> result;
        for (const ExprId id : ids) {
            result.push_back(instance(id));
        }
        return result;
    }

    /// The place as an expression; nothing for one inside of a record.
    std::optional<ExprId> place_of(const typed::Place& place) {
        const spec::VariableInfo& variable = spec_.variable(place.variable);
        ExprId result = builder_.make(
            typed::VariableRef{place.variable, me_.valid() ? builder_.local(me_) : ExprId{}},
            variable.type);
        for (const auto& part : place.path) {
            const auto* key = std::get_if<typed::PlaceKey>(&part);
            if (key == nullptr) {
                return std::nullopt;
            }
            const spec::TypeId value = spec_.type_of(result).second;
            result = builder_.make(typed::MapLookup{result, instance(key->key), false}, value);
        }
        return result;
    }

    ExprBuilder& builder_;
    spec::TypedSpec& spec_;
    spec::LocalId me_;
    std::vector<Record>& result_;
    std::size_t begin_;
    spec::LocalId request_;
    spec::LocalId sender_;
    Substitution names_; // what `let` and parameters of procedures stand for
    std::set<spec::LocalId> fresh_;
    std::vector<ExprId> facts_;
    std::vector<Equation> assignments_;
};

} // namespace

std::vector<Record> collect_records(ExprBuilder& builder, const TransitionSystem& system) {
    std::vector<Record> result;
    const std::vector<spec::RoleInfo> roles = builder.spec().roles;
    for (std::uint32_t r = 0; r < roles.size(); ++r) {
        const spec::RoleInfo& role = roles[r];
        if (system.is_arbitrary(spec::RoleId{r})) {
            continue;
        }
        if (role.on_start.valid()) {
            HandlerWalk(builder, role, result).run(role.on_start);
        }
        for (const spec::MessageHandler& handler : role.handlers) {
            HandlerWalk walk(builder, role, result);
            walk.receive(role, handler);
            walk.run(handler.body);
        }
        for (const spec::TimerHandler& handler : role.timer_handlers) {
            HandlerWalk(builder, role, result).run(handler.body);
        }
        for (const spec::LostHandler& handler : role.lost_handlers) {
            HandlerWalk(builder, role, result).run(handler.body);
        }
        for (const spec::ActionInfo& action : role.actions) {
            HandlerWalk walk(builder, role, result);
            if (action.guard.valid()) {
                walk.suppose(action.guard, true);
            }
            walk.run(action.body);
        }
    }
    return result;
}

} // namespace muster::checker::infer
