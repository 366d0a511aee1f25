#include "checker/infer/predicate.hpp"

#include "checker/explore/reads.hpp"
#include "checker/infer/integer_predicates.hpp"
#include "checker/infer/integer_units.hpp"
#include "checker/infer/message_predicates.hpp"
#include "checker/infer/mined_predicates.hpp"
#include "checker/infer/parameters.hpp"
#include "checker/infer/term_predicates.hpp"
#include "spec/types/walk.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace muster::checker::infer {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::ExprId;
using spec::TypeId;
using spec::TypeKind;

namespace {

class PredicateMaker {
public:
    PredicateMaker(ExprBuilder& builder, const PredicateOptions& options)
        : builder_(builder)
        , spec_(builder.spec())
        , options_(options)
        , units_(spec_)
        , parameters_(builder)
        , terms_(builder, result_) {}

    std::vector<Predicate> run() {
        for (const spec::PropertyInfo& property : spec_.properties) {
            if (property.kind == spec::PropertyKind::invariant ||
                property.kind == spec::PropertyKind::step) {
                collect_units(property.body);
            }
        }
        add_equalities();
        add_functions();
        add_constants();
        add_variables();
        add_timers();
        add_defs();
        append(message_predicates(builder_, options_));
        std::vector<Predicate> mined = mine_predicates(builder_, options_);
        const bool has_variables = has_integer_slots(result_) || has_integer_slots(mined);
        std::vector<Term> integers = terms_.integers();
        for (Term& term : integers) {
            term.unit = unit_of(term);
        }
        add_integer_predicates(builder_,
                               terms_,
                               integers,
                               has_variables ? IntegerVariables::some : IntegerVariables::none);
        append(std::move(mined));
        apply_from(0);
        const std::size_t plain = result_.size();
        append(project_predicates(builder_, result_));
        for (const Term& term : integers) {
            if (term.slots.size() <= 1 && !term.guard && term.unit) {
                terms_.fillers()[term.type].push_back(term);
            }
        }
        fill_slots(result_, plain, terms_.fillers());
        apply_from(plain);
        return std::move(result_);
    }

private:
    void append(std::vector<Predicate> more) {
        std::move(more.begin(), more.end(), std::back_inserter(result_));
    }

    bool has_integer_slots(const std::vector<Predicate>& predicates) const {
        return std::any_of(predicates.begin(), predicates.end(), [&](const Predicate& each) {
            return has_integer_slot(each);
        });
    }

    bool has_integer_slot(const Predicate& predicate) const {
        return std::find(predicate.slots.begin(), predicate.slots.end(), spec_.types.integer()) !=
               predicate.slots.end();
    }

    std::optional<std::uint32_t> unit_of(const Term& term) {
        return units_.unit_of(term.build(parameters_.values(parameters_.of(term.slots))));
    }

    /// Makes the bodies, and leaves out what compares things that do not count the same.
    void apply_from(std::size_t first) {
        for (std::size_t p = first; p < result_.size(); ++p) {
            apply(result_[p]);
        }
        result_.erase(std::remove_if(result_.begin() + static_cast<std::ptrdiff_t>(first),
                                     result_.end(),
                                     [](const Predicate& each) { return !each.body.valid(); }),
                      result_.end());
    }

    void apply(Predicate& predicate) {
        predicate.parameters = parameters_.of(predicate.slots);
        const Exprs arguments = parameters_.values(predicate.parameters);
        predicate.body = predicate.build(arguments);
        if (predicate.guard) {
            predicate.undefined_unless = predicate.guard(arguments);
        }
        predicate.reads_rigid = reads_rigid(spec_, predicate.body);
        predicate.units.resize(predicate.slots.size());
        if (has_integer_slot(predicate)) {
            IntegerUnits::Use use = units_.use(predicate.body, predicate.parameters);
            predicate.units = std::move(use.units);
            predicate.body = use.is_consistent ? predicate.body : ExprId{};
        }
        predicate.counts_something_else =
            counts_something_else(predicate.counts) ||
            std::any_of(predicate.units.begin(), predicate.units.end(), [&](const auto& unit) {
                return counts_something_else(unit);
            });
    }

    bool counts_something_else(std::optional<std::uint32_t> unit) const {
        return unit && !wanted_units_.empty() && !wanted_units_.contains(*unit);
    }

    /// What the integers count that the properties speak of.
    void collect_units(ExprId id) {
        const typed::Expr& expr = spec_.expr(id);
        if (expr.type == spec_.types.integer()) {
            if (const auto unit = units_.unit_of(id)) {
                wanted_units_.insert(*unit);
            }
        }
        spec::for_each_part(expr, [&](ExprId part) { collect_units(part); });
    }

    void add_equalities() {
        ExprBuilder& builder = builder_;
        for (std::uint32_t s = 0; s < spec_.sorts.size(); ++s) {
            const TypeId type = spec_.types.sort(spec::SortId{s});
            const auto equal = [&builder](const Exprs& all) {
                return builder.binary(BinaryOp::equal, all[0], all[1]);
            };
            terms_.add({type, type}, equal, {}, {}, 0);
            result_.back().is_equality = true;
        }
    }

    void add_functions() {
        ExprBuilder& builder = builder_;
        for (std::uint32_t f = 0; f < spec_.functions.size(); ++f) {
            const spec::FunctionInfo& info = spec_.functions[f];
            std::vector<SlottedPattern> rows{{}};
            for (const spec::LocalId parameter : info.parameters) {
                rows = product(rows, patterns_of(spec_, spec_.local(parameter).type));
            }
            for (const SlottedPattern& row : rows) {
                Term term;
                term.type = info.result;
                term.slots = row.slots;
                term.build = [&builder, f, row, type = info.result](const Exprs& all) {
                    std::vector<ExprId> arguments;
                    for (const ValuePattern& part : row.pattern.parts) {
                        arguments.push_back(pattern_expr(builder, part, all));
                    }
                    return builder.make(
                        typed::FunctionCall{spec::FunctionId{f}, std::move(arguments)}, type);
                };
                terms_.expand(term);
            }
        }
    }

    void add_constants() {
        ExprBuilder& builder = builder_;
        for (std::uint32_t c = 0; c < spec_.constants.size(); ++c) {
            Term term;
            term.type = spec_.constants[c].type;
            term.build = [&builder, c, type = term.type](const Exprs&) {
                return builder.make(typed::ConstRef{spec::ConstId{c}}, type);
            };
            terms_.expand(term);
        }
    }

    void add_variables() {
        ExprBuilder& builder = builder_;
        for (std::uint32_t v = 0; v < spec_.variables.size(); ++v) {
            const spec::VariableInfo& info = spec_.variables[v];
            if (!options_.roles[info.role.value]) {
                continue;
            }
            const spec::SortId index = spec_.role(info.role).index;
            Term term;
            term.type = info.type;
            term.reads.variables.insert(spec::VariableId{v});
            if (index.valid()) {
                term.slots.push_back(spec_.types.sort(index));
            }
            term.build = [&builder, v, type = info.type](const Exprs& all) {
                return builder.make(
                    typed::VariableRef{spec::VariableId{v}, all.empty() ? ExprId{} : all[0]}, type);
            };
            terms_.expand(term);
        }
    }

    void add_timers() {
        ExprBuilder& builder = builder_;
        for (std::uint32_t t = 0; t < spec_.timers.size(); ++t) {
            const spec::TimerInfo& info = spec_.timers[t];
            if (!options_.roles[info.role.value]) {
                continue;
            }
            Term term;
            term.type = spec_.types.boolean();
            term.reads.timers.insert(spec::TimerId{t});
            const bool indexed = spec_.role(info.role).index.valid();
            if (indexed) {
                term.slots.push_back(spec_.types.sort(spec_.role(info.role).index));
            }
            std::vector<SlottedPattern> keys{{}};
            if (info.key_type.valid()) {
                keys = patterns_of(spec_, info.key_type);
            }
            for (const SlottedPattern& key : keys) {
                Term armed = term;
                armed.slots.insert(armed.slots.end(), key.slots.begin(), key.slots.end());
                armed.build = [&builder, t, indexed, key, has_key = info.key_type.valid()](
                                  const Exprs& all) {
                    typed::Armed node{spec::TimerId{t}, {}, {}};
                    if (indexed) {
                        node.process = all[0];
                    }
                    if (has_key) {
                        node.key = pattern_expr(
                            builder, key.pattern, part_of(all, indexed ? 1 : 0, key.slots.size()));
                    }
                    return builder.truth(node);
                };
                terms_.expand(armed);
            }
        }
    }

    /// What the spec has a name for, unless it can be undefined: `coordinator.standing`. Formulas
    /// are found where the spec uses them.
    void add_defs() {
        ExprBuilder& builder = builder_;
        for (std::uint32_t d = 0; d < spec_.defs.size(); ++d) {
            const spec::DefInfo def = spec_.defs[d];
            const TypeId type = spec_.expr(def.body).type;
            Reads reads;
            collect_reads(spec_, def.body, reads);
            if (!def.role.valid() || !def.parameters.empty() || reads.may_fail ||
                type == spec_.types.boolean() || !reads.patterns.empty() ||
                !options_.roles[def.role.value]) {
                continue;
            }
            Term term;
            term.type = type;
            term.reads.variables = reads.variables;
            term.reads.timers = reads.timers;
            if (def.me.valid()) {
                term.slots.push_back(spec_.local(def.me).type);
            }
            term.build = [&builder, d, type](const Exprs& all) {
                return builder.make(
                    typed::DefCall{spec::DefId{d}, all.empty() ? ExprId{} : all[0], {}}, type);
            };
            terms_.expand(term);
        }
    }

    ExprBuilder& builder_;
    spec::TypedSpec& spec_;
    const PredicateOptions& options_;
    std::vector<Predicate> result_;
    IntegerUnits units_;
    std::set<std::uint32_t> wanted_units_;
    Parameters parameters_;
    TermPredicates terms_;
};

} // namespace

ExprId ExprBuilder::negation(ExprId operand) const {
    return truth(typed::Unary{spec::UnaryOp::logical_not, operand});
}

ExprId ExprBuilder::all(const Exprs& parts, BinaryOp op) const {
    ExprId result = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i) {
        result = binary(op, result, parts[i]);
    }
    return result;
}

ExprId ExprBuilder::local(spec::LocalId id) const {
    return make(typed::LocalRef{id}, spec_.local(id).type);
}

spec::LocalId ExprBuilder::new_local(const std::string& name, TypeId type) const {
    spec_.locals.push_back({name, type, {}});
    return spec::LocalId{static_cast<std::uint32_t>(spec_.locals.size() - 1)};
}

bool reads_rigid(const spec::TypedSpec& spec, ExprId id) {
    const typed::Expr& expr = spec.expr(id);
    if (const auto* call = std::get_if<typed::DefCall>(&expr.node);
        call != nullptr && reads_rigid(spec, spec.def(call->def).body)) {
        return true;
    }
    bool result = std::holds_alternative<typed::FunctionCall>(expr.node) ||
                  std::holds_alternative<typed::ConstRef>(expr.node);
    spec::for_each_part(expr, [&](ExprId part) { result = result || reads_rigid(spec, part); });
    return result;
}

std::vector<Predicate> make_predicates(ExprBuilder& builder, const PredicateOptions& options) {
    return PredicateMaker(builder, options).run();
}

} // namespace muster::checker::infer
