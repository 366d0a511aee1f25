#include "checker/infer/derived_clauses.hpp"

#include "checker/infer/conjuncts.hpp"
#include "checker/infer/predicate_index.hpp"
#include "checker/infer/record_shape.hpp"
#include "checker/infer/recorded.hpp"
#include "spec/types/dump.hpp"
#include "spec/types/walk.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace muster::checker::infer {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::ExprId;
using spec::LocalId;
using spec::TypeKind;

namespace {

constexpr std::size_t kMaxClauses = 1500;
constexpr std::size_t kMaxOfRecord = 120;
constexpr std::size_t kMaxKeyed = 4; // variables of a record whose parts may determine others

Clause clause_of(const spec::TypedSpec& spec, const std::vector<Atom>& atoms) {
    Clause clause;
    std::map<LocalId, std::uint8_t> places;
    for (const Atom& atom : atoms) {
        Literal literal{atom.predicate, {}, atom.positive};
        for (const LocalId local : atom.arguments) {
            const auto [at, added] =
                places.try_emplace(local, static_cast<std::uint8_t>(clause.variables.size()));
            if (added) {
                clause.variables.push_back(spec.local(local).type);
            }
            literal.arguments.push_back(at->second);
        }
        clause.literals.push_back(std::move(literal));
    }
    return canonical(clause);
}

/// The clauses of one record.
class ClauseMaker {
public:
    ClauseMaker(ExprBuilder& builder,
                const PredicateOptions& options,
                PredicateIndex& index,
                const Record& record)
        : builder_(builder)
        , spec_(builder.spec())
        , index_(index)
        , record_(record)
        , shape_(builder, options, record) {}

    std::vector<Clause> run() {
        if (shape_.is_usable()) {
            expand_assignments();
            conclude_what_slots_are();
            for (const Equation& equation : assignments_) {
                conclude_with_all_names(formula_of(equation));
            }
            for (const ExprId fact : record_.facts) {
                conclude_with_all_names(fact);
            }
            conclude_witnesses();
            determine();
        }
        return std::move(result_);
    }

private:
    /// What the record itself assigned is what the premise says, unless that leaves the value open.
    void expand_assignments() {
        for (const Equation& equation : record_.assignments) {
            if (!(shape_.names_value() && equation.value == record_.value)) {
                expand(equation);
            }
        }
    }

    ExprId formula_of(const Equation& equation) {
        const auto* truth = std::get_if<typed::BoolLiteral>(&spec_.expr(equation.value).node);
        if (truth != nullptr) {
            return truth->value ? equation.place : builder_.negation(equation.place);
        }
        return builder_.binary(BinaryOp::equal, equation.place, equation.value);
    }

    /// A record or an option is assigned with its parts.
    void expand(const Equation& equation) {
        assignments_.push_back(equation);
        const typed::Expr value = spec_.expr(equation.value); // a copy: expressions are made below
        if (const auto* record = std::get_if<typed::RecordLiteral>(&value.node)) {
            for (std::uint32_t f = 0; f < record->fields.size(); ++f) {
                const spec::TypeId type = spec_.expr(record->fields[f]).type;
                expand({builder_.make(typed::FieldAccess{equation.place, f}, type),
                        record->fields[f]});
            }
        } else if (const auto* some = std::get_if<typed::SomeExpr>(&value.node)) {
            const spec::TypeId type = spec_.expr(some->value).type;
            expand({builder_.make(typed::OptionValue{equation.place}, type), some->value});
        }
    }

    /// `g == generation` of a message that was sent with the generation in it, and that it is not
    /// negative.
    void conclude_what_slots_are() {
        for (const RecordShape::Slot& slot : shape_.slots()) {
            const spec::TypeId type = spec_.local(slot.variable).type;
            if (spec_.types[type].kind == TypeKind::integer) {
                const ExprId zero = builder_.make(typed::IntLiteral{0}, type);
                add(builder_.binary(BinaryOp::less, zero, builder_.local(slot.variable)));
                add(builder_.binary(BinaryOp::less_equal, zero, builder_.local(slot.variable)));
            }
            if (!is_name(slot.stands_for)) {
                const ExprId value = shape_.translated_inside(slot);
                conclude(builder_.binary(BinaryOp::equal, builder_.local(slot.variable), value));
            }
        }
    }

    bool is_name(ExprId id) const {
        return std::holds_alternative<typed::LocalRef>(spec_.expr(id).node);
    }

    /// With what was assigned in the place of what it was assigned, too.
    void conclude_with_all_names(ExprId fact) {
        conclude(shape_.translated(fact));
        const std::string text = spec::dump(spec_, fact);
        for (const Equation& equation : assignments_) {
            const std::string value = spec::dump(spec_, equation.value);
            const bool is_itself = text.find(spec::dump(spec_, equation.place)) != text.npos;
            if (is_literal(equation.value) || is_itself || text.find(value) == text.npos) {
                continue;
            }
            const ExprId renamed = substitute_terms(builder_, fact, {{value, equation.place}});
            conclude(shape_.translated(with_keys_as_map(renamed)));
        }
    }

    /// It has no parts that could be told apart from those of other values.
    bool is_literal(ExprId id) const {
        bool has_parts = false;
        spec::for_each_part(spec_.expr(id), [&](ExprId) { has_parts = true; });
        const auto& node = spec_.expr(id).node;
        return !has_parts && !std::holds_alternative<typed::LocalRef>(node) &&
               !std::holds_alternative<typed::VariableRef>(node);
    }

    /// `x in keys(m)` is `x in m`.
    ExprId with_keys_as_map(ExprId id) {
        const typed::Expr expr = spec_.expr(id); // a copy: expressions are made below
        const auto* binary = std::get_if<typed::Binary>(&expr.node);
        return binary != nullptr && binary->op == BinaryOp::in
                   ? member(builder_, binary->left, binary->right)
                   : id;
    }

    /// It goes without saying.
    bool is_trivial(ExprId id) const {
        const auto& node = spec_.expr(id).node;
        if (const auto* option = std::get_if<typed::IsOption>(&node)) {
            return std::holds_alternative<typed::SomeExpr>(spec_.expr(option->option).node);
        }
        const auto* binary = std::get_if<typed::Binary>(&node);
        if (binary == nullptr) {
            return false;
        }
        const std::string left = spec::dump(spec_, binary->left);
        const std::string right = spec::dump(spec_, binary->right);
        const auto* sum = std::get_if<typed::Binary>(&spec_.expr(binary->right).node);
        const bool is_less_than_itself_and_more =
            sum != nullptr && sum->op == BinaryOp::add && spec::dump(spec_, sum->left) == left;
        return left == right || is_less_than_itself_and_more || is_its_own_value(*binary) ||
               (binary->op == BinaryOp::in &&
                std::holds_alternative<typed::AllOf>(spec_.expr(binary->right).node));
    }

    /// `x == some(x.value)`.
    bool is_its_own_value(const typed::Binary& binary) const {
        const auto* some = std::get_if<typed::SomeExpr>(&spec_.expr(binary.right).node);
        const auto* value = some == nullptr
                                ? nullptr
                                : std::get_if<typed::OptionValue>(&spec_.expr(some->value).node);
        return value != nullptr &&
               spec::dump(spec_, value->option) == spec::dump(spec_, binary.left);
    }

    /// Locals of the handler that the record does not name.
    std::set<LocalId> strangers(ExprId id) const {
        std::set<LocalId> result = free_locals(spec_, id);
        for (const RecordShape::Slot& slot : shape_.slots()) {
            result.erase(slot.variable);
        }
        return result;
    }

    /// A fact in the variables of the record, and what is left of it where integers grow.
    void conclude(ExprId fact) {
        fact = without_strange_fields(fact);
        if (!strangers(fact).empty()) {
            witnessed_.push_back(fact);
            return;
        }
        const typed::Expr expr = spec_.expr(fact); // a copy: expressions are made below
        const auto* binary = std::get_if<typed::Binary>(&expr.node);
        if (binary == nullptr || binary->op != BinaryOp::equal) {
            return add(fact);
        }
        const typed::Expr left = spec_.expr(binary->left);
        const auto* lookup = std::get_if<typed::MapLookup>(&left.node);
        if (lookup != nullptr && !lookup->optional) {
            add(is_plain(left.type) ? entry(*lookup, binary->right) : fact);
            add(builder_.binary(BinaryOp::in, lookup->key, lookup->map));
            return;
        }
        add(fact);
        if (spec_.types[left.type].kind == TypeKind::integer) {
            add(builder_.binary(BinaryOp::less_equal, binary->left, binary->right));
            add(builder_.binary(BinaryOp::less_equal, binary->right, binary->left));
        }
    }

    bool is_plain(spec::TypeId type) const {
        const TypeKind kind = spec_.types[type].kind;
        return kind == TypeKind::sort || kind == TypeKind::integer ||
               kind == TypeKind::enumeration || kind == TypeKind::boolean;
    }

    /// `m?[k] == some(v)`, which needs no guard.
    ExprId entry(const typed::MapLookup& lookup, ExprId value) {
        const spec::TypeId option = spec_.types.option(spec_.expr(value).type);
        const ExprId found = builder_.make(typed::MapLookup{lookup.map, lookup.key, true}, option);
        return builder_.binary(
            BinaryOp::equal, found, builder_.make(typed::SomeExpr{value}, option));
    }

    /// Of a message that was received only what the record knows.
    ExprId without_strange_fields(ExprId fact) {
        const auto* message = std::get_if<typed::MessagePattern>(&spec_.expr(fact).node);
        if (message == nullptr) {
            return fact;
        }
        typed::MessagePattern known = *message;
        std::erase_if(known.fields,
                      [&](const auto& field) { return !strangers(field.second).empty(); });
        if (known.from.valid() && !strangers(known.from).empty()) {
            known.from = {};
        }
        if (known.to.valid() && !strangers(known.to).empty()) {
            known.to = {};
        }
        return builder_.truth(std::move(known));
    }

    /// A guard held for some witness: each condition on what the record does not name, and all
    /// together.
    void conclude_witnesses() {
        std::vector<std::pair<std::set<LocalId>, Exprs>> groups;
        for (const ExprId fact : witnessed_) {
            const std::set<LocalId> locals = strangers(fact);
            add_witness(locals, {fact});
            groups.emplace_back(locals, Exprs{});
            for (const ExprId other : witnessed_) {
                const std::set<LocalId> fewer = strangers(other);
                if (std::includes(locals.begin(), locals.end(), fewer.begin(), fewer.end())) {
                    groups.back().second.push_back(other);
                }
            }
        }
        for (const auto& [locals, facts] : groups) {
            if (facts.size() > 1) {
                add_witness(locals, facts);
            }
        }
    }

    /// That something is there, and not only that a number or a value is this or that one.
    bool says_something_is_there(ExprId fact) const {
        const auto& node = spec_.expr(fact).node;
        const auto* binary = std::get_if<typed::Binary>(&node);
        return !std::holds_alternative<typed::Unary>(node) &&
               !std::holds_alternative<typed::IsOption>(node) &&
               (binary == nullptr || binary->op == BinaryOp::in || binary->op == BinaryOp::subset);
    }

    void add_witness(const std::set<LocalId>& locals, const Exprs& facts) {
        if (std::none_of(facts.begin(), facts.end(), [&](ExprId fact) {
                return says_something_is_there(fact);
            })) {
            return;
        }
        typed::Quantifier exists{spec::QuantifierKind::exists, {}, {}};
        Substitution names;
        for (const LocalId local : locals) {
            const spec::LocalInfo info = spec_.local(local);
            const TypeKind kind = spec_.types[info.type].kind;
            if (kind != TypeKind::sort && kind != TypeKind::integer) {
                return;
            }
            exists.binders.push_back({builder_.new_local(info.name, info.type), {}});
            names[local] = builder_.local(exists.binders.back().local);
        }
        exists.body = substitute(builder_, builder_.all(facts, BinaryOp::logical_and), names);
        add(builder_.truth(std::move(exists)));
    }

    /// The clause that the record implies the fact.
    void add(ExprId fact) {
        if (is_trivial(fact)) {
            return;
        }
        const std::optional<Atom> conclusion = index_.atom(fact);
        if (!conclusion || result_.size() >= kMaxOfRecord) {
            return;
        }
        const std::set<LocalId> named(conclusion->arguments.begin(), conclusion->arguments.end());
        const std::optional<Atom> premise = index_.atom(shape_.premise(named));
        if (!premise || (premise->predicate == conclusion->predicate &&
                         premise->arguments == conclusion->arguments)) {
            return;
        }
        std::vector<Atom> atoms{negated(*premise), *conclusion};
        add_clause(atoms);
        if (shape_.untouched().valid()) {
            if (const auto untouched = index_.atom(shape_.untouched())) {
                atoms.push_back(*untouched);
                add_clause(atoms);
            }
        }
    }

    static Atom negated(Atom atom) {
        atom.positive = !atom.positive;
        return atom;
    }

    void add_clause(const std::vector<Atom>& atoms) { result_.push_back(clause_of(spec_, atoms)); }

    /// Two records that agree in one or two of their parts agree in another.
    void determine() {
        const auto& slots = shape_.slots();
        if (slots.size() > kMaxKeyed) {
            return;
        }
        for (std::size_t determined = 0; determined < slots.size(); ++determined) {
            for (std::size_t a = 0; a < slots.size(); ++a) {
                for (std::size_t b = a; b < slots.size(); ++b) {
                    if (a != determined && b != determined) {
                        determine(slots[determined].variable,
                                  {slots[a].variable, slots[b].variable});
                    }
                }
            }
        }
    }

    void determine(LocalId determined, std::set<LocalId> named) {
        const spec::LocalInfo info = spec_.local(determined);
        named.insert(determined);
        const ExprId premise = shape_.premise(named);
        const LocalId twin = builder_.new_local(info.name, info.type);
        const ExprId other = substitute(builder_, premise, {{determined, builder_.local(twin)}});
        const auto first = index_.atom(premise);
        const auto second = index_.atom(other);
        const auto same = index_.atom(
            builder_.binary(BinaryOp::equal, builder_.local(determined), builder_.local(twin)));
        if (first && second && same && first->arguments != second->arguments) {
            add_clause({negated(*first), negated(*second), *same});
        }
    }

    ExprBuilder& builder_;
    spec::TypedSpec& spec_;
    PredicateIndex& index_;
    const Record& record_;
    RecordShape shape_;
    std::vector<Equation> assignments_;
    Exprs witnessed_;
    std::vector<Clause> result_;
};

/// That a counter never falls below what it starts with, or never rises above it.
std::vector<Clause> bounds(const ExprBuilder& builder, PredicateIndex& index) {
    std::vector<Clause> result;
    const std::vector<spec::VariableInfo> variables = builder.spec().variables;
    for (std::uint32_t v = 0; v < variables.size(); ++v) {
        const spec::VariableInfo& info = variables[v];
        const bool is_literal =
            std::holds_alternative<typed::IntLiteral>(builder.spec().expr(info.initial).node);
        if (builder.spec().types[info.type].kind != TypeKind::integer || !is_literal) {
            continue;
        }
        const spec::LocalId me = builder.spec().role(info.role).me;
        const ExprId now = builder.make(
            typed::VariableRef{spec::VariableId{v}, me.valid() ? builder.local(me) : ExprId{}},
            info.type);
        for (const auto& [low, high] :
             {std::pair(info.initial, now), std::pair(now, info.initial)}) {
            if (const auto atom = index.atom(builder.binary(BinaryOp::less_equal, low, high))) {
                result.push_back(clause_of(builder.spec(), {*atom}));
            }
        }
    }
    return result;
}

} // namespace

std::vector<Clause> derive_clauses(ExprBuilder& builder,
                                   const TransitionSystem& system,
                                   const PredicateOptions& options,
                                   std::vector<Predicate>& predicates) {
    PredicateIndex index(builder, options, predicates);
    std::vector<Clause> result = bounds(builder, index);
    std::set<Clause> known(result.begin(), result.end());
    for (const Record& record : collect_records(builder, system)) {
        for (Clause& clause : ClauseMaker(builder, options, index, record).run()) {
            if (result.size() < kMaxClauses && known.insert(clause).second) {
                result.push_back(std::move(clause));
            }
        }
    }
    return result;
}

} // namespace muster::checker::infer
