#include "checker/infer/predicate.hpp"

#include "checker/infer/fill_slots.hpp"
#include "checker/infer/mined_predicates.hpp"
#include "checker/infer/value_pattern.hpp"
#include "spec/types/walk.hpp"

#include <map>
#include <set>

namespace muster::checker::infer {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::ExprId;
using spec::TypeId;
using spec::TypeKind;

namespace {

constexpr std::size_t kMaxWholeMessageSlots = 6;
constexpr std::size_t kMaxIntegerTerms = 12;

class PredicateMaker {
public:
    PredicateMaker(ExprBuilder& builder, const PredicateOptions& options)
        : builder_(builder)
        , spec_(builder.spec())
        , options_(options) {
        for (const typed::Expr& expr : spec_.exprs) {
            if (const auto* majority = std::get_if<typed::Majority>(&expr.node)) {
                majorities_.insert(majority->role);
            } else if (const auto* all = std::get_if<typed::AllOf>(&expr.node)) {
                wholes_.insert(all->role);
            }
        }
    }

    std::vector<Predicate> run() {
        add_equalities();
        add_functions();
        add_constants();
        add_variables();
        add_timers();
        add_messages();
        add_orders();
        for (Predicate& mined : mine_predicates(builder_, options_)) {
            note_integers(mined.slots);
            result_.push_back(std::move(mined));
        }
        const std::size_t plain = result_.size();
        for (Predicate& projection : project_predicates(builder_, result_)) {
            result_.push_back(std::move(projection));
        }
        fill_slots(result_, plain, fillers_);
        for (Predicate& predicate : result_) {
            apply(predicate);
        }
        return std::move(result_);
    }

private:
    void add(std::vector<TypeId> slots, Build build, Build guard, Footprint reads, int cost) {
        if (slots.size() > kMaxSlots) {
            return;
        }
        note_integers(slots);
        Predicate predicate;
        predicate.says_something_is_there = is_there_;
        predicate.slots = std::move(slots);
        predicate.build = std::move(build);
        predicate.guard = std::move(guard);
        predicate.reads = std::move(reads);
        predicate.cost = cost;
        result_.push_back(std::move(predicate));
    }

    /// Parameters of one type and place are shared: no two predicates are evaluated at once.
    void apply(Predicate& predicate) {
        Exprs arguments;
        for (std::size_t i = 0; i < predicate.slots.size(); ++i) {
            const auto key = std::pair(predicate.slots[i], i);
            if (!parameters_.contains(key)) {
                parameters_.emplace(key, builder_.new_local("parameter", key.first));
            }
            predicate.parameters.push_back(parameters_.at(key));
            arguments.push_back(builder_.local(predicate.parameters.back()));
        }
        predicate.body = predicate.build(arguments);
        if (predicate.guard) {
            predicate.undefined_unless = predicate.guard(arguments);
        }
        predicate.reads_rigid = reads_rigid(predicate.body);
    }

    bool reads_rigid(ExprId id) const {
        const typed::Expr& expr = spec_.expr(id);
        if (const auto* call = std::get_if<typed::DefCall>(&expr.node);
            call != nullptr && reads_rigid(spec_.def(call->def).body)) {
            return true;
        }
        bool result = std::holds_alternative<typed::FunctionCall>(expr.node) ||
                      std::holds_alternative<typed::ConstRef>(expr.node);
        spec::for_each_part(expr, [&](ExprId part) { result = result || reads_rigid(part); });
        return result;
    }

    void note_integers(const std::vector<TypeId>& slots) {
        for (const TypeId type : slots) {
            has_integer_slots_ = has_integer_slots_ || type == spec_.types.integer();
        }
    }

    /// A predicate of a term and further slots.
    void add(const Term& term,
             const std::vector<TypeId>& more,
             const std::function<ExprId(ExprId term, const Exprs& more)>& build,
             int cost = 0) {
        std::vector<TypeId> slots = term.slots;
        slots.insert(slots.end(), more.begin(), more.end());
        const std::size_t own = term.slots.size();
        const auto whole = [inner = term.build, build, own, count = more.size()](const Exprs& all) {
            return build(inner(part_of(all, 0, own)), part_of(all, own, count));
        };
        Build guard;
        if (term.guard) {
            guard = [inner = term.guard, own](const Exprs& all) {
                return inner(part_of(all, 0, own));
            };
        }
        add(std::move(slots), whole, std::move(guard), term.reads, term.cost + cost);
    }

    void add_equal(const Term& term, const SlottedPattern& pattern, int cost = 0) {
        ExprBuilder& builder = builder_;
        is_there_ = true;
        add(
            term,
            pattern.slots,
            [&builder, pattern](ExprId value, const Exprs& more) {
                return builder.binary(
                    BinaryOp::equal, value, pattern_expr(builder, pattern.pattern, more));
            },
            cost);
        is_there_ = false;
    }

    void expand(const Term& term) {
        const spec::Type type = spec_.types[term.type];
        switch (type.kind) {
        case TypeKind::boolean:
            is_there_ = true;
            add(term, {}, [](ExprId value, const Exprs&) { return value; });
            is_there_ = false;
            return;
        case TypeKind::integer:
            integers_.push_back(term);
            return;
        case TypeKind::sort:
            if (term.slots.size() <= 1 && !term.guard) {
                fillers_[term.type].push_back(term);
            }
            [[fallthrough]];
        case TypeKind::enumeration:
            for (const SlottedPattern& pattern : patterns_of(spec_, term.type)) {
                add_equal(term, pattern);
            }
            return;
        case TypeKind::record:
            for (std::uint32_t f = 0; f < spec_.records[type.declaration].fields.size(); ++f) {
                expand(field(term, f));
            }
            return;
        case TypeKind::option:
            expand_option(term);
            return;
        case TypeKind::set:
            expand_set(term, type.first);
            return;
        case TypeKind::map:
            expand_map(term, type.first, type.second);
            return;
        case TypeKind::list:
        case TypeKind::distinct_list:
            add_membership(term, type.first);
            return;
        case TypeKind::request:
        case TypeKind::error:
            return;
        }
    }

    Term field(const Term& term, std::uint32_t index) {
        const spec::FieldInfo& info =
            spec_.records[spec_.types[term.type].declaration].fields[index];
        Term result = term;
        result.type = info.type;
        ExprBuilder& builder = builder_;
        result.build = [&builder, inner = term.build, index, type = info.type](const Exprs& all) {
            return builder.make(typed::FieldAccess{inner(all), index}, type);
        };
        return result;
    }

    void expand_option(const Term& term) {
        ExprBuilder& builder = builder_;
        const auto is = [&builder](bool some) {
            return [&builder, some](ExprId value, const Exprs&) {
                return builder.truth(typed::IsOption{value, some});
            };
        };
        add(term, {}, is(false));
        const TypeId inside = spec_.types[term.type].first;
        for (const SlottedPattern& pattern : patterns_of(spec_, term.type)) {
            if (pattern.pattern.kind == ValuePattern::Kind::something) {
                add_equal(term, pattern);
            }
        }
        const TypeKind kind = spec_.types[inside].kind;
        if (kind == TypeKind::integer || kind == TypeKind::record) {
            Term value = term;
            value.type = inside;
            value.build = [&builder, inner = term.build, inside](const Exprs& all) {
                return builder.make(typed::OptionValue{inner(all)}, inside);
            };
            value.guard = also(term.guard, [&builder, inner = term.build](const Exprs& all) {
                return builder.truth(typed::IsOption{inner(all), true});
            });
            value.cost = term.cost + 1;
            expand(value);
        }
    }

    Build also(const Build& guard, const Build& more) {
        if (!guard) {
            return more;
        }
        ExprBuilder& builder = builder_;
        return [&builder, guard, more](const Exprs& all) {
            const ExprId first = guard(all);
            return builder.binary(BinaryOp::logical_and, first, more(all));
        };
    }

    void add_membership(const Term& term, TypeId element) {
        ExprBuilder& builder = builder_;
        for (const SlottedPattern& pattern : patterns_of(spec_, element)) {
            is_there_ = true;
            add(term, pattern.slots, [&builder, pattern](ExprId container, const Exprs& more) {
                const ExprId value = pattern_expr(builder, pattern.pattern, more);
                return builder.binary(BinaryOp::in, value, container);
            });
            is_there_ = false;
        }
    }

    void add_emptiness(const Term& term) {
        ExprBuilder& builder = builder_;
        add(term, {}, [&builder, type = term.type](ExprId container, const Exprs&) {
            const bool is_map = builder.spec().types[type].kind == TypeKind::map;
            const ExprId empty = is_map ? builder.make(typed::MapLiteral{}, type)
                                        : builder.make(typed::SetLiteral{}, type);
            return builder.binary(BinaryOp::equal, container, empty);
        });
    }

    void expand_set(const Term& term, TypeId element) {
        add_membership(term, element);
        add_emptiness(term);
        const spec::Type& type = spec_.types[element];
        if (type.kind != TypeKind::sort) {
            return;
        }
        ExprBuilder& builder = builder_;
        for (std::uint32_t r = 0; r < spec_.roles.size(); ++r) {
            const spec::RoleId role{r};
            if (spec_.roles[r].index.value != type.declaration) {
                continue;
            }
            if (majorities_.contains(role)) {
                add(term, {}, [&builder, role](ExprId set, const Exprs&) {
                    return builder.truth(typed::Majority{set, role});
                });
            }
            if (wholes_.contains(role)) {
                add(term, {}, [&builder, role, type = term.type](ExprId set, const Exprs&) {
                    return builder.binary(
                        BinaryOp::equal, set, builder.make(typed::AllOf{role}, type));
                });
            }
        }
    }

    void expand_map(const Term& term, TypeId key, TypeId value) {
        add_membership(term, key);
        add_emptiness(term);
        const TypeId option = spec_.types.option(value);
        const TypeKind kind = spec_.types[value].kind;
        const bool plain = kind == TypeKind::sort || kind == TypeKind::enumeration ||
                           kind == TypeKind::boolean || kind == TypeKind::integer;
        ExprBuilder& builder = builder_;
        for (const SlottedPattern& pattern : patterns_of(spec_, key)) {
            const std::size_t own = term.slots.size();
            const auto split = [inner = term.build, own, pattern, &builder](const Exprs& all) {
                const ExprId map = inner(part_of(all, 0, own));
                const ExprId at =
                    pattern_expr(builder, pattern.pattern, part_of(all, own, pattern.slots.size()));
                return std::pair(map, at);
            };
            Term found = term;
            found.slots.insert(found.slots.end(), pattern.slots.begin(), pattern.slots.end());
            found.cost = term.cost + 1;
            if (plain) {
                found.type = option;
                found.build = [split, &builder, option](const Exprs& all) {
                    const auto [map, at] = split(all);
                    return builder.make(typed::MapLookup{map, at, true}, option);
                };
                for (const SlottedPattern& inside : patterns_of(spec_, option)) {
                    if (inside.pattern.kind == ValuePattern::Kind::something) {
                        add_equal(found, inside);
                    }
                }
            }
            if (!plain || kind == TypeKind::integer) {
                found.type = value;
                found.build = [split, &builder, value](const Exprs& all) {
                    const auto [map, at] = split(all);
                    return builder.make(typed::MapLookup{map, at, false}, value);
                };
                Build outer;
                if (term.guard) {
                    outer = [inner = term.guard, own](const Exprs& all) {
                        return inner(part_of(all, 0, own));
                    };
                }
                found.guard = also(outer, [split, &builder](const Exprs& all) {
                    const auto [map, at] = split(all);
                    return builder.binary(BinaryOp::in, at, map);
                });
                expand(found);
            }
        }
    }

    void add_equalities() {
        ExprBuilder& builder = builder_;
        for (std::uint32_t s = 0; s < spec_.sorts.size(); ++s) {
            const TypeId type = spec_.types.sort(spec::SortId{s});
            const auto equal = [&builder](const Exprs& all) {
                return builder.binary(BinaryOp::equal, all[0], all[1]);
            };
            add({type, type}, equal, {}, {}, 0);
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
                expand(term);
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
            expand(term);
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
            expand(term);
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
                expand(armed);
            }
        }
    }

    void add_messages() {
        for (std::uint32_t m = 0; m < spec_.messages.size(); ++m) {
            if (!options_.messages[m]) {
                continue;
            }
            const bool unreliable = spec_.messages[m].network == spec::NetworkKind::unreliable;
            if (unreliable || options_.history[m]) {
                add_shapes(spec::MessageId{m}, false);
            }
            if (!unreliable) {
                add_shapes(spec::MessageId{m}, true);
            }
        }
    }

    /// The message with every choice of which fields and ends to name, the most first.
    void add_shapes(spec::MessageId id, bool in_flight) {
        const spec::MessageInfo info = spec_.message(id);
        std::vector<std::size_t> open; // what can be named: fields, then the two ends
        for (std::size_t f = 0; f < info.fields.size(); ++f) {
            if (!patterns_of(spec_, info.fields[f].type).empty()) {
                open.push_back(f);
            }
        }
        const std::size_t from = info.fields.size();
        const std::size_t to = from + 1;
        if (spec_.role(info.from).index.valid()) {
            open.push_back(from);
        }
        if (spec_.role(info.to).index.valid()) {
            open.push_back(to);
        }
        if (open.size() > 12) {
            open.resize(12);
        }
        for (std::uint32_t named = 0; named < (1U << open.size()); ++named) {
            const auto count = static_cast<std::size_t>(__builtin_popcount(named));
            if (count > 3 && count < open.size()) {
                continue;
            }
            std::set<std::size_t> places;
            for (std::size_t i = 0; i < open.size(); ++i) {
                if ((named >> i & 1U) != 0) {
                    places.insert(open[i]);
                }
            }
            add_shape(id, info, places, in_flight);
        }
    }

    void add_shape(spec::MessageId id,
                   const spec::MessageInfo& info,
                   const std::set<std::size_t>& named,
                   bool in_flight) {
        std::vector<SlottedPattern> rows{{}};
        for (std::size_t f = 0; f < info.fields.size(); ++f) {
            rows = product(rows,
                           named.contains(f) ? patterns_of(spec_, info.fields[f].type)
                                             : std::vector<SlottedPattern>{{}});
        }
        for (SlottedPattern& row : rows) {
            MessageShape shape{id, in_flight, row.pattern.parts, {}, {}};
            const auto end = [&](std::size_t place, spec::RoleId role) {
                std::optional<std::size_t> slot;
                if (named.contains(place)) {
                    slot = row.slots.size();
                    row.slots.push_back(spec_.types.sort(spec_.role(role).index));
                }
                return slot;
            };
            shape.from = end(info.fields.size(), info.from);
            shape.to = end(info.fields.size() + 1, info.to);
            if (row.slots.size() > kMaxWholeMessageSlots) {
                continue;
            }
            note_integers(row.slots);
            Predicate predicate;
            predicate.slots = row.slots;
            predicate.reads.messages.insert(id);
            predicate.message = shape;
            predicate.says_something_is_there = true;
            ExprBuilder& builder = builder_;
            predicate.build = [&builder, shape](const Exprs& all) {
                typed::MessagePattern node{shape.in_flight, shape.message, {}, {}, {}};
                for (std::uint32_t f = 0; f < shape.fields.size(); ++f) {
                    if (shape.fields[f].kind != ValuePattern::Kind::anything) {
                        node.fields.emplace_back(f, pattern_expr(builder, shape.fields[f], all));
                    }
                }
                node.from = shape.from ? all[*shape.from] : ExprId{};
                node.to = shape.to ? all[*shape.to] : ExprId{};
                return builder.truth(std::move(node));
            };
            result_.push_back(std::move(predicate));
        }
    }

    /// Comparisons of integers: of variables, of what the state and functions hold, and with 0.
    void add_orders() {
        ExprBuilder& builder = builder_;
        const TypeId integer = spec_.types.integer();
        Term zero;
        zero.type = integer;
        zero.build = [&builder, integer](const Exprs&) {
            return builder.make(typed::IntLiteral{0}, integer);
        };
        zero.cost = 0;
        std::vector<Term> terms = integers_;
        if (terms.size() > kMaxIntegerTerms) {
            terms.resize(kMaxIntegerTerms);
        }
        for (std::size_t i = 0; i < terms.size(); ++i) {
            compare(zero, terms[i], BinaryOp::less);
            compare(terms[i], zero, BinaryOp::equal);
            for (std::size_t j = i; j < terms.size(); ++j) {
                if (i == j && terms[i].slots.empty()) {
                    continue;
                }
                compare(terms[i], terms[j], BinaryOp::less);
                compare(terms[i], terms[j], BinaryOp::equal);
                if (i != j) {
                    compare(terms[j], terms[i], BinaryOp::less);
                }
            }
        }
        if (!has_integer_slots_) {
            return;
        }
        Term variable;
        variable.type = integer;
        variable.slots = {integer};
        variable.build = [](const Exprs& all) {
            return all[0];
        };
        variable.cost = 0;
        for (const Term& term : terms) {
            compare(term, variable, BinaryOp::equal);
            compare(term, variable, BinaryOp::less);
            compare(variable, term, BinaryOp::less);
        }
        compare(variable, variable, BinaryOp::less);
        compare(variable, variable, BinaryOp::equal);
        result_.back().is_equality = true;
        compare(zero, variable, BinaryOp::less);
        compare(variable, zero, BinaryOp::equal);
    }

    void compare(const Term& left, const Term& right, BinaryOp op) {
        ExprBuilder& builder = builder_;
        std::vector<TypeId> slots = left.slots;
        slots.insert(slots.end(), right.slots.begin(), right.slots.end());
        const std::size_t own = left.slots.size();
        const std::size_t rest = right.slots.size();
        Footprint reads = left.reads;
        reads.add(right.reads);
        const auto of_left = [own](const Build& build) -> Build {
            return build ? [build, own](const Exprs& all) { return build(part_of(all, 0, own)); }
                         : Build();
        };
        const auto of_right = [own, rest](const Build& build) -> Build {
            return build ? [build, own, rest](const Exprs& all) {
                return build(part_of(all, own, rest));
            } : Build();
        };
        Build guard = of_left(left.guard);
        if (right.guard) {
            guard = also(guard, of_right(right.guard));
        }
        add(
            std::move(slots),
            [&builder, op, a = of_left(left.build), b = of_right(right.build)](const Exprs& all) {
                const ExprId first = a(all);
                return builder.binary(op, first, b(all));
            },
            std::move(guard),
            std::move(reads),
            left.cost + right.cost);
    }

    ExprBuilder& builder_;
    spec::TypedSpec& spec_;
    const PredicateOptions& options_;
    Fillers fillers_;
    std::vector<Term> integers_;
    bool has_integer_slots_ = false;
    bool is_there_ = false;             // what is added now says that something is there
    std::set<spec::RoleId> majorities_; // that the spec asks for
    std::set<spec::RoleId> wholes_;     // `all R`
    std::map<std::pair<TypeId, std::size_t>, spec::LocalId> parameters_;
    std::vector<Predicate> result_;
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

std::vector<Predicate> make_predicates(ExprBuilder& builder, const PredicateOptions& options) {
    return PredicateMaker(builder, options).run();
}

} // namespace muster::checker::infer
