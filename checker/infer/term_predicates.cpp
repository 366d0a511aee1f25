#include "checker/infer/term_predicates.hpp"

#include <utility>

namespace muster::checker::infer {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::ExprId;
using spec::TypeId;
using spec::TypeKind;

TermPredicates::TermPredicates(ExprBuilder& builder, std::vector<Predicate>& result)
    : builder_(builder)
    , spec_(builder.spec())
    , result_(result) {
    for (const typed::Expr& expr : spec_.exprs) {
        if (const auto* majority = std::get_if<typed::Majority>(&expr.node)) {
            majorities_.insert(majority->role);
        } else if (const auto* all = std::get_if<typed::AllOf>(&expr.node)) {
            wholes_.insert(all->role);
        }
    }
}

void TermPredicates::add(
    std::vector<TypeId> slots, Build build, Build guard, Footprint reads, int cost) {
    if (slots.size() > kMaxSlots) {
        return;
    }
    Predicate predicate;
    predicate.says_something_is_there = is_there_;
    predicate.slots = std::move(slots);
    predicate.build = std::move(build);
    predicate.guard = std::move(guard);
    predicate.reads = std::move(reads);
    predicate.cost = cost;
    result_.push_back(std::move(predicate));
}

/// A predicate of a term and further slots.
void TermPredicates::add(const Term& term,
                         const std::vector<TypeId>& more,
                         const std::function<ExprId(ExprId term, const Exprs& more)>& build,
                         int cost) {
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

void TermPredicates::add_equal(const Term& term, const SlottedPattern& pattern, int cost) {
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

void TermPredicates::expand(const Term& term) {
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

Term TermPredicates::field(const Term& term, std::uint32_t index) {
    const spec::FieldInfo& info = spec_.records[spec_.types[term.type].declaration].fields[index];
    Term result = term;
    result.type = info.type;
    ExprBuilder& builder = builder_;
    result.build = [&builder, inner = term.build, index, type = info.type](const Exprs& all) {
        return builder.make(typed::FieldAccess{inner(all), index}, type);
    };
    return result;
}

void TermPredicates::expand_option(const Term& term) {
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
        value.guard = both(builder_, term.guard, [&builder, inner = term.build](const Exprs& all) {
            return builder.truth(typed::IsOption{inner(all), true});
        });
        value.cost = term.cost + 1;
        expand(value);
    }
}

void TermPredicates::add_membership(const Term& term, TypeId element) {
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

void TermPredicates::add_emptiness(const Term& term) {
    ExprBuilder& builder = builder_;
    add(term, {}, [&builder, type = term.type](ExprId container, const Exprs&) {
        const bool is_map = builder.spec().types[type].kind == TypeKind::map;
        const ExprId empty = is_map ? builder.make(typed::MapLiteral{}, type)
                                    : builder.make(typed::SetLiteral{}, type);
        return builder.binary(BinaryOp::equal, container, empty);
    });
    last().says_of_all = true;
}

void TermPredicates::expand_set(const Term& term, TypeId element) {
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
            last().says_of_all = true;
        }
        if (wholes_.contains(role)) {
            add(term, {}, [&builder, role, type = term.type](ExprId set, const Exprs&) {
                return builder.binary(BinaryOp::equal, set, builder.make(typed::AllOf{role}, type));
            });
            last().says_of_all = true;
        }
    }
}

void TermPredicates::expand_map(const Term& term, TypeId key, TypeId value) {
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
            found.guard = both(builder_, outer, [split, &builder](const Exprs& all) {
                const auto [map, at] = split(all);
                return builder.binary(BinaryOp::in, at, map);
            });
            expand(found);
        }
    }
}

Build both(ExprBuilder& builder, const Build& first, const Build& second) {
    if (!first) {
        return second;
    }
    return [&builder, first, second](const Exprs& all) {
        const ExprId left = first(all);
        return builder.binary(BinaryOp::logical_and, left, second(all));
    };
}

} // namespace muster::checker::infer
