#include "checker/infer/predicate_index.hpp"

#include "checker/explore/reads.hpp"
#include "checker/infer/substitute.hpp"
#include "spec/types/dump.hpp"
#include "spec/types/walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace muster::checker::infer {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::ExprId;
using spec::LocalId;

namespace {

constexpr std::size_t kMaxSlots = 5;

/// What must be there for the formula to mean something: `k in m` of a lookup `m[k]`, and
/// `o is some` of `o.value`; what others rely on comes first. Nothing inside of quantifiers, which
/// know better themselves.
class GuardCollector {
public:
    explicit GuardCollector(const ExprBuilder& builder)
        : builder_(builder) {}

    void visit(ExprId id) {
        const typed::Expr expr = builder_.spec().expr(id); // a copy: expressions are made below
        if (std::holds_alternative<typed::Quantifier>(expr.node) ||
            std::holds_alternative<typed::Comprehension>(expr.node) ||
            std::holds_alternative<typed::First>(expr.node)) {
            return;
        }
        spec::for_each_part(expr, [&](ExprId part) { visit(part); });
        if (const auto* option = std::get_if<typed::OptionValue>(&expr.node)) {
            add(builder_.truth(typed::IsOption{option->option, true}));
        } else if (const auto* lookup = std::get_if<typed::MapLookup>(&expr.node);
                   lookup != nullptr && !lookup->optional) {
            add(builder_.binary(BinaryOp::in, lookup->key, lookup->map));
        }
    }

    /// Invalid if nothing is needed.
    [[nodiscard]] ExprId all() const {
        return found_.empty() ? ExprId{} : builder_.all(found_, BinaryOp::logical_and);
    }

private:
    void add(ExprId guard) {
        if (texts_.insert(spec::dump(builder_.spec(), guard)).second) {
            found_.push_back(guard);
        }
    }

    const ExprBuilder& builder_;
    Exprs found_;
    std::set<std::string> texts_;
};

/// Whether something can go wrong that the guards do not tell.
bool may_fail_inside(const spec::TypedSpec& spec, ExprId id) {
    const typed::Expr& expr = spec.expr(id);
    if (std::holds_alternative<typed::Quantifier>(expr.node) ||
        std::holds_alternative<typed::Comprehension>(expr.node) ||
        std::holds_alternative<typed::First>(expr.node) ||
        std::holds_alternative<typed::DefCall>(expr.node)) {
        Reads reads;
        collect_reads(spec, id, reads);
        return reads.may_fail;
    }
    bool result = false;
    spec::for_each_part(expr, [&](ExprId part) { result = result || may_fail_inside(spec, part); });
    return result;
}

/// How to read it off a state, if every field is a slot, a constant, or `some` of one.
class ShapeReader {
public:
    ShapeReader(const spec::TypedSpec& spec, const std::vector<LocalId>& slots)
        : spec_(spec)
        , slots_(slots) {}

    std::optional<MessageShape> read(const typed::MessagePattern& pattern) const {
        MessageShape shape;
        shape.message = pattern.message;
        shape.in_flight = pattern.in_flight;
        shape.fields.resize(spec_.message(pattern.message).fields.size());
        for (const auto& [field, value] : pattern.fields) {
            auto read = pattern_of(value);
            if (!read) {
                return std::nullopt;
            }
            shape.fields[field] = std::move(*read);
        }
        for (const auto& [end, place] :
             {std::pair(pattern.from, &shape.from), std::pair(pattern.to, &shape.to)}) {
            if (end.valid()) {
                *place = slot_of(end);
                if (!*place) {
                    return std::nullopt;
                }
            }
        }
        return shape;
    }

private:
    std::optional<std::size_t> slot_of(ExprId id) const {
        const auto* local = std::get_if<typed::LocalRef>(&spec_.expr(id).node);
        const auto found =
            local == nullptr ? slots_.end() : std::find(slots_.begin(), slots_.end(), local->local);
        return found == slots_.end()
                   ? std::nullopt
                   : std::optional(static_cast<std::size_t>(std::distance(slots_.begin(), found)));
    }

    std::optional<ValuePattern> pattern_of(ExprId id) const {
        const typed::Expr& expr = spec_.expr(id);
        ValuePattern result;
        result.type = expr.type;
        if (const auto slot = slot_of(id)) {
            result.kind = ValuePattern::Kind::slot;
            result.slot = *slot;
        } else if (const auto* truth = std::get_if<typed::BoolLiteral>(&expr.node)) {
            result.kind = ValuePattern::Kind::constant;
            result.constant = Value::boolean(truth->value);
        } else if (const auto* number = std::get_if<typed::EnumLiteral>(&expr.node)) {
            result.kind = ValuePattern::Kind::constant;
            result.constant = Value::scalar(number->enumerator);
        } else if (const auto* integer = std::get_if<typed::IntLiteral>(&expr.node)) {
            result.kind = ValuePattern::Kind::constant;
            result.constant = Value::scalar(integer->value);
        } else if (std::holds_alternative<typed::NoneLiteral>(expr.node)) {
            result.kind = ValuePattern::Kind::nothing;
        } else if (const auto* some = std::get_if<typed::SomeExpr>(&expr.node)) {
            result.kind = ValuePattern::Kind::something;
            return with_parts(std::move(result), {some->value});
        } else if (const auto* record = std::get_if<typed::RecordLiteral>(&expr.node)) {
            result.kind = ValuePattern::Kind::record;
            return with_parts(std::move(result), record->fields);
        } else {
            return std::nullopt;
        }
        return result;
    }

    std::optional<ValuePattern> with_parts(ValuePattern result, const Exprs& parts) const {
        for (const ExprId part : parts) {
            auto inside = pattern_of(part);
            if (!inside) {
                return std::nullopt;
            }
            result.parts.push_back(std::move(*inside));
        }
        return result;
    }

    const spec::TypedSpec& spec_;
    const std::vector<LocalId>& slots_;
};

} // namespace

PredicateIndex::PredicateIndex(const ExprBuilder& builder,
                               const PredicateOptions& options,
                               std::vector<Predicate>& predicates)
    : builder_(builder)
    , spec_(builder.spec())
    , options_(options)
    , predicates_(predicates)
    , parameters_(builder) {
    for (std::uint32_t p = 0; p < predicates_.size(); ++p) {
        enter(p);
    }
}

std::optional<Atom> PredicateIndex::atom(ExprId formula) {
    if (const auto* negated = std::get_if<typed::Unary>(&spec_.expr(formula).node);
        negated != nullptr && negated->op == spec::UnaryOp::logical_not) {
        auto inside = atom(negated->operand);
        if (inside) {
            inside->positive = !inside->positive;
        }
        return inside;
    }
    GuardCollector guards(builder_);
    guards.visit(formula);
    const ExprId guard = guards.all();
    const Shape shape = shape_of(formula, guard);
    auto found = known_.find(shape.text);
    if (found == known_.end()) {
        const auto made = make(formula, guard, shape.locals);
        if (!made) {
            return std::nullopt;
        }
        Known known{*made, {}};
        for (std::size_t i = 0; i < shape.locals.size(); ++i) {
            known.slots.push_back(i);
        }
        found = known_.emplace(shape.text, std::move(known)).first;
    }
    Atom result{found->second.predicate, {}, true};
    result.arguments.resize(shape.locals.size());
    for (std::size_t i = 0; i < shape.locals.size(); ++i) {
        result.arguments[found->second.slots[i]] = shape.locals[i];
    }
    return result;
}

PredicateIndex::Shape PredicateIndex::shape_of(ExprId formula, ExprId guard) const {
    std::string text = spec::dump(spec_, formula);
    std::set<LocalId> free = free_locals(spec_, formula);
    if (guard.valid()) {
        text += " if " + spec::dump(spec_, guard);
        free.merge(free_locals(spec_, guard));
    }
    Shape result;
    std::map<std::uint32_t, std::size_t> places;
    std::size_t name = 0; // where the last name begins in the result
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '#') {
            const auto letter = static_cast<unsigned char>(text[i]);
            result.text += text[i];
            name = std::isalnum(letter) != 0 || letter == '_' ? name : result.text.size();
            continue;
        }
        std::uint32_t number = 0;
        while (i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0) {
            number = number * 10 + static_cast<std::uint32_t>(text[++i] - '0');
        }
        const auto [at, added] = places.try_emplace(number, places.size());
        if (added && free.contains(LocalId{number})) {
            result.locals.push_back(LocalId{number});
        }
        result.text.resize(name);
        result.text += fmt::format("${}:{}", at->second, spec_.local(LocalId{number}).type.value);
        name = result.text.size();
    }
    return result;
}

void PredicateIndex::enter(std::uint32_t predicate) {
    const Predicate& info = predicates_[predicate];
    const Shape shape = shape_of(info.body, info.undefined_unless);
    Known known{predicate, {}};
    for (const LocalId local : shape.locals) {
        const auto found = std::find(info.parameters.begin(), info.parameters.end(), local);
        if (found == info.parameters.end()) {
            return;
        }
        known.slots.push_back(
            static_cast<std::size_t>(std::distance(info.parameters.begin(), found)));
    }
    if (known.slots.size() == info.slots.size()) {
        known_.emplace(shape.text, std::move(known));
    }
}

bool PredicateIndex::is_speakable(ExprId formula) const {
    Reads reads;
    collect_reads(spec_, formula, reads);
    return !may_fail_inside(spec_, formula) &&
           std::all_of(reads.variables.begin(),
                       reads.variables.end(),
                       [&](spec::VariableId id) {
                           return options_.roles[spec_.variable(id).role.value];
                       }) &&
           std::all_of(
               reads.timers.begin(),
               reads.timers.end(),
               [&](spec::TimerId id) { return options_.roles[spec_.timer(id).role.value]; }) &&
           std::all_of(reads.patterns.begin(),
                       reads.patterns.end(),
                       [&](const typed::MessagePattern* pattern) {
                           const std::size_t m = pattern->message.value;
                           const bool is_kept =
                               options_.history[m] ||
                               spec_.messages[m].network == spec::NetworkKind::unreliable;
                           return options_.messages[m] && (pattern->in_flight || is_kept);
                       });
}

std::optional<std::uint32_t>
PredicateIndex::make(ExprId formula, ExprId guard, const std::vector<LocalId>& locals) {
    const ExprId whole =
        guard.valid() ? builder_.binary(BinaryOp::logical_and, guard, formula) : formula;
    if (locals.size() > kMaxSlots || !is_speakable(whole)) {
        return std::nullopt;
    }
    Predicate predicate;
    for (const LocalId local : locals) {
        const spec::TypeId type = spec_.local(local).type;
        const spec::TypeKind kind = spec_.types[type].kind;
        if (kind != spec::TypeKind::sort && kind != spec::TypeKind::integer &&
            kind != spec::TypeKind::set) {
            return std::nullopt;
        }
        predicate.slots.push_back(type);
    }
    const auto of_arguments = [&](ExprId body) -> Build {
        return [this_builder = &builder_, body, locals](const Exprs& arguments) {
            Substitution names;
            for (std::size_t i = 0; i < locals.size(); ++i) {
                names[locals[i]] = arguments[i];
            }
            return substitute(*this_builder, body, names);
        };
    };
    predicate.build = of_arguments(formula);
    predicate.parameters = parameters_.of(predicate.slots);
    const Exprs arguments = parameters_.values(predicate.parameters);
    predicate.body = predicate.build(arguments);
    if (guard.valid()) {
        predicate.guard = of_arguments(guard);
        predicate.undefined_unless = predicate.guard(arguments);
    }
    Reads reads;
    collect_reads(spec_, whole, reads);
    predicate.reads.variables = reads.variables;
    predicate.reads.timers = reads.timers;
    for (const typed::MessagePattern* pattern : reads.patterns) {
        predicate.reads.messages.insert(pattern->message);
    }
    if (const auto* pattern = std::get_if<typed::MessagePattern>(&spec_.expr(formula).node)) {
        predicate.message = ShapeReader(spec_, locals).read(*pattern);
    }
    predicate.reads_rigid = reads_rigid(spec_, whole);
    predicate.units.resize(predicate.slots.size());
    predicate.is_quantified = std::holds_alternative<typed::Quantifier>(spec_.expr(formula).node);
    predicate.is_derived = true;
    predicates_.push_back(std::move(predicate));
    return static_cast<std::uint32_t>(predicates_.size() - 1);
}

} // namespace muster::checker::infer
