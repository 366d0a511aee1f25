#include "checker/infer/substitute.hpp"

#include "spec/types/dump.hpp"
#include "spec/types/walk.hpp"

namespace muster::checker::infer {

namespace typed = spec::typed;
using spec::ExprId;

namespace {

class Copier {
public:
    Copier(const ExprBuilder& builder, Substitution substitution, const TermSubstitution& terms)
        : builder_(builder)
        , spec_(builder.spec())
        , substitution_(std::move(substitution))
        , terms_(terms) {}

    ExprId operator()(ExprId id) {
        if (!id.valid()) {
            return id;
        }
        if (!terms_.empty()) {
            const auto found = terms_.find(spec::dump(spec_, id));
            // Literals of different types may look alike.
            if (found != terms_.end() && spec_.expr(found->second).type == spec_.expr(id).type) {
                return found->second;
            }
        }
        typed::Expr expr = spec_.expr(id); // a copy: the expressions move as others are made
        if (const auto* local = std::get_if<typed::LocalRef>(&expr.node)) {
            const auto found = substitution_.find(local->local);
            return found == substitution_.end() ? id : found->second;
        }
        std::visit([this](auto& node) { copy(node); }, expr.node);
        if (const ExprId inside = inside_of_some(expr); inside.valid()) {
            return inside;
        }
        spec_.exprs.push_back(std::move(expr));
        return ExprId{static_cast<std::uint32_t>(spec_.exprs.size() - 1)};
    }

private:
    /// `x` of `some(x).value`.
    ExprId inside_of_some(const typed::Expr& expr) const {
        const auto* value = std::get_if<typed::OptionValue>(&expr.node);
        const auto* some = value == nullptr
                               ? nullptr
                               : std::get_if<typed::SomeExpr>(&spec_.expr(value->option).node);
        return terms_.empty() || some == nullptr ? ExprId{} : some->value;
    }

    void copy(typed::BoolLiteral&) {}

    void copy(typed::IntLiteral&) {}

    void copy(typed::EnumLiteral&) {}

    void copy(typed::NoneLiteral&) {}

    void copy(typed::LocalRef&) {}

    void copy(typed::ConstRef&) {}

    void copy(typed::AllOf&) {}

    void copy(typed::SomeExpr& e) { one(e.value); }

    void copy(typed::VariableRef& e) { one(e.process); }

    void copy(typed::Armed& e) {
        one(e.process);
        one(e.key);
    }

    void copy(typed::FunctionCall& e) { all(e.arguments); }

    void copy(typed::DefCall& e) {
        one(e.process);
        all(e.arguments);
    }

    void copy(typed::Unary& e) { one(e.operand); }

    void copy(typed::Binary& e) {
        one(e.left);
        one(e.right);
    }

    void copy(typed::IfElse& e) {
        one(e.condition);
        one(e.then_value);
        one(e.else_value);
    }

    void copy(typed::FieldAccess& e) { one(e.object); }

    void copy(typed::OptionValue& e) { one(e.option); }

    void copy(typed::IsOption& e) { one(e.option); }

    void copy(typed::MapLookup& e) {
        one(e.map);
        one(e.key);
    }

    void copy(typed::SetLiteral& e) { all(e.elements); }

    void copy(typed::MapLiteral& e) {
        for (auto& [key, value] : e.entries) {
            one(key);
            one(value);
        }
    }

    void copy(typed::ListLiteral& e) { all(e.elements); }

    void copy(typed::Comprehension& e) {
        for (auto& clause : e.clauses) {
            if (auto* binder = std::get_if<typed::Binder>(&clause)) {
                bind(*binder);
            } else {
                one(std::get<ExprId>(clause));
            }
        }
        one(e.head);
        one(e.value);
    }

    void copy(typed::Size& e) { one(e.container); }

    void copy(typed::Keys& e) { one(e.map); }

    void copy(typed::First& e) {
        one(e.list);
        e.local = renew(e.local);
        one(e.condition);
    }

    void copy(typed::Quantifier& e) {
        for (typed::Binder& binder : e.binders) {
            bind(binder);
        }
        one(e.body);
    }

    void copy(typed::RecordLiteral& e) { all(e.fields); }

    void copy(typed::RecordUpdate& e) {
        one(e.object);
        pairs(e.fields);
    }

    void copy(typed::Old& e) { one(e.value); }

    void copy(typed::MessagePattern& e) {
        pairs(e.fields);
        one(e.from);
        one(e.to);
    }

    void copy(typed::Majority& e) { one(e.set); }

    void one(ExprId& id) { id = (*this)(id); }

    void all(std::vector<ExprId>& ids) {
        for (ExprId& id : ids) {
            one(id);
        }
    }

    void pairs(std::vector<std::pair<std::uint32_t, ExprId>>& fields) {
        for (auto& field : fields) {
            one(field.second);
        }
    }

    void bind(typed::Binder& binder) {
        one(binder.domain);
        binder.local = renew(binder.local);
    }

    spec::LocalId renew(spec::LocalId local) {
        const spec::LocalInfo info = spec_.local(local);
        const spec::LocalId result = builder_.new_local(info.name, info.type);
        substitution_[local] = builder_.local(result);
        return result;
    }

    const ExprBuilder& builder_;
    spec::TypedSpec& spec_;
    Substitution substitution_;
    const TermSubstitution& terms_;
};

void collect_free(const spec::TypedSpec& spec,
                  ExprId id,
                  std::set<spec::LocalId>& read,
                  std::set<spec::LocalId>& bound) {
    const typed::Expr& expr = spec.expr(id);
    if (const auto* local = std::get_if<typed::LocalRef>(&expr.node)) {
        read.insert(local->local);
    } else if (const auto* quantifier = std::get_if<typed::Quantifier>(&expr.node)) {
        for (const typed::Binder& binder : quantifier->binders) {
            bound.insert(binder.local);
        }
    } else if (const auto* first = std::get_if<typed::First>(&expr.node)) {
        bound.insert(first->local);
    } else if (const auto* set = std::get_if<typed::Comprehension>(&expr.node)) {
        for (const auto& clause : set->clauses) {
            if (const auto* binder = std::get_if<typed::Binder>(&clause)) {
                bound.insert(binder->local);
            }
        }
    }
    spec::for_each_part(expr, [&](ExprId part) { collect_free(spec, part, read, bound); });
}

} // namespace

ExprId substitute(const ExprBuilder& builder, ExprId id, const Substitution& substitution) {
    return Copier(builder, substitution, {})(id);
}

ExprId substitute_terms(const ExprBuilder& builder, ExprId id, const TermSubstitution& terms) {
    return Copier(builder, {}, terms)(id);
}

std::set<spec::LocalId> free_locals(const spec::TypedSpec& spec, ExprId id) {
    // Every binding occurrence has a local of its own, so what is bound anywhere is not free.
    std::set<spec::LocalId> read;
    std::set<spec::LocalId> bound;
    collect_free(spec, id, read, bound);
    for (const spec::LocalId local : bound) {
        read.erase(local);
    }
    return read;
}

} // namespace muster::checker::infer
