#include "checker/smt/symbolic_state.hpp"

#include "checker/smt/encode_list.hpp"

namespace muster::checker::smt {

using spec::TypeKind;

z3::expr SymbolicState::read(ComponentId component, const Terms& arguments) const {
    if (const auto found = changed_->find(component); found != changed_->end())
        return found->second(arguments);
    const z3::func_decl& symbol = vocabulary_->components()[component].symbol;
    z3::expr_vector row(symbol.ctx());
    for (const z3::expr& argument : arguments)
        row.push_back(argument);
    return symbol(row);
}

void SymbolicState::set(ComponentId component, Closure closure) {
    auto changed = std::make_shared<std::map<ComponentId, Closure>>(*changed_);
    changed->insert_or_assign(component, std::move(closure));
    changed_ = std::move(changed);
}

bool SymbolicState::is_same(ComponentId component, const SymbolicState& other) const {
    const auto mine = changed_->find(component);
    const auto theirs = other.changed_->find(component);
    const bool i_have = mine != changed_->end();
    const bool they_have = theirs != other.changed_->end();
    if (i_have && they_have && mine->second == theirs->second)
        return true;
    if (!i_have && !they_have)
        return true;
    if (vocabulary_->components()[component].symbol.arity() == 0)
        return z3::eq(read(component, {}), other.read(component, {}));
    return false;
}

Sym view(Vocabulary& vocabulary,
         const Layout& layout,
         const Terms& prefix,
         const SymbolicState& state) {
    const auto reader = [state, prefix](ComponentId component) {
        return Closure([state, prefix, component](const Terms& inner) {
            return state.read(component, append(prefix, inner));
        });
    };
    Sym result;
    result.type = layout.type;
    switch (vocabulary.spec().types[layout.type].kind) {
    case TypeKind::record:
        for (const Layout& part : layout.parts)
            result.parts.push_back(view(vocabulary, part, prefix, state));
        break;
    case TypeKind::option:
        result.term = state.read(*layout.component, prefix);
        result.parts.push_back(view(vocabulary, layout.parts.front(), prefix, state));
        break;
    case TypeKind::map:
        result.contains = reader(*layout.component);
        result.at = [&vocabulary, part = layout.parts.front(), prefix, state](const Terms& key) {
            return view(vocabulary, part, append(prefix, key), state);
        };
        break;
    case TypeKind::list:
        result.length = state.read(*layout.component, prefix);
        result.at = [&vocabulary, part = layout.parts.front(), prefix, state](const Terms& index) {
            return view(vocabulary, part, append(prefix, index), state);
        };
        result.contains = members_by_position(vocabulary, *result.length, result.at);
        break;
    case TypeKind::distinct_list:
        result.contains = reader(*layout.component);
        result.before = reader(*layout.order);
        break;
    case TypeKind::set:
        result.contains = reader(*layout.component);
        break;
    default:
        result.term = state.read(*layout.component, prefix);
        break;
    }
    return result;
}

namespace {

/// The first `count` terms, and those behind them.
std::pair<Terms, Terms> split(const Terms& terms, std::size_t count) {
    const auto middle = terms.begin() + static_cast<std::ptrdiff_t>(count);
    return {Terms(terms.begin(), middle), Terms(middle, terms.end())};
}

using VisitPart = std::function<void(ComponentId, const Closure&)>;

void visit_parts(Vocabulary& vocabulary,
                 const Layout& layout,
                 std::size_t depth,
                 const ValueAt& value,
                 const VisitPart& visit);

/// The parts of a list with repeats.
void visit_positions(Vocabulary& vocabulary,
                     const Layout& layout,
                     std::size_t depth,
                     const ValueAt& value,
                     const VisitPart& visit) {
    visit(*layout.component, Closure([value](const Terms& inner) { return *value(inner).length; }));
    visit_parts(
        vocabulary,
        layout.parts.front(),
        depth + 1,
        [value, depth](const Terms& inner) {
            const auto [around, position] = split(inner, depth);
            return value(around).at(position);
        },
        visit);
}

void visit_parts(Vocabulary& vocabulary,
                 const Layout& layout,
                 std::size_t depth, // how many inner arguments stand for keys around this layout
                 const ValueAt& value,
                 const VisitPart& visit) {
    const auto content = [&](ComponentId component, bool order) {
        visit(component, Closure([value, depth, order](const Terms& inner) {
                  const auto [around, own] = split(inner, depth);
                  const Sym container = value(around);
                  return order ? container.before(own) : container.contains(own);
              }));
    };
    const spec::Type& type = vocabulary.spec().types[layout.type];
    switch (type.kind) {
    case TypeKind::record:
        for (std::size_t f = 0; f < layout.parts.size(); ++f) {
            visit_parts(
                vocabulary,
                layout.parts[f],
                depth,
                [value, f](const Terms& inner) { return value(inner).parts.at(f); },
                visit);
        }
        break;
    case TypeKind::option:
        visit(*layout.component,
              Closure([value](const Terms& inner) { return *value(inner).term; }));
        visit_parts(
            vocabulary,
            layout.parts.front(),
            depth,
            [value](const Terms& inner) { return value(inner).parts.front(); },
            visit);
        break;
    case TypeKind::map: {
        content(*layout.component, false);
        const std::size_t keys = vocabulary.flat_sorts(type.first).size();
        visit_parts(
            vocabulary,
            layout.parts.front(),
            depth + keys,
            [value, depth](const Terms& inner) {
                const auto [around, key] = split(inner, depth);
                return value(around).at(key);
            },
            visit);
        break;
    }
    case TypeKind::list:
        visit_positions(vocabulary, layout, depth, value, visit);
        break;
    case TypeKind::distinct_list:
        content(*layout.component, false);
        content(*layout.order, true);
        break;
    case TypeKind::set:
        content(*layout.component, false);
        break;
    default:
        visit(*layout.component,
              Closure([value](const Terms& inner) { return *value(inner).term; }));
        break;
    }
}

} // namespace

void for_each_part(Vocabulary& vocabulary,
                   const Layout& layout,
                   const ValueAt& value,
                   const std::function<void(ComponentId, const Closure&)>& visit) {
    visit_parts(vocabulary, layout, 0, value, visit);
}

z3::expr same_values(Vocabulary& vocabulary, const Sym& a, const Sym& b) {
    z3::context& ctx = vocabulary.ctx();
    const spec::Type& type = vocabulary.spec().types[a.type];
    if (type.kind == TypeKind::record) {
        Terms equations;
        for (std::size_t f = 0; f < a.parts.size(); ++f)
            equations.push_back(same_values(vocabulary, a.parts[f], b.parts[f]));
        return conjunction(ctx, equations);
    }
    if (type.kind == TypeKind::option) {
        return both(same(*a.term, *b.term),
                    implication(*a.term, same_values(vocabulary, a.parts[0], b.parts[0])));
    }
    if (!vocabulary.is_container(a.type) || (a.term && b.term && z3::eq(*a.term, *b.term)))
        return same(*a.term, *b.term);
    if (type.kind == TypeKind::list) {
        const z3::expr i = vocabulary.fresh_constant("i", ctx.int_sort());
        return both(
            same(*a.length, *b.length),
            for_all({i},
                    implication(is_position(a, i), same_values(vocabulary, a.at({i}), b.at({i})))));
    }
    const Terms x = vocabulary.flatten(vocabulary.unknown(type.first, "x"));
    const z3::expr in_a = a.contains(x);
    z3::expr pointwise = same(in_a, b.contains(x));
    if (type.kind == TypeKind::map) {
        pointwise = both(pointwise, implication(in_a, same_values(vocabulary, a.at(x), b.at(x))));
    }
    const z3::expr members = for_all(x, pointwise);
    if (type.kind != TypeKind::distinct_list)
        return members;
    const Terms y = vocabulary.flatten(vocabulary.unknown(type.first, "y"));
    const z3::expr order =
        for_all(append(x, y),
                implication(both(in_a, a.contains(y)),
                            same(a.before(append(x, y)), b.before(append(x, y)))));
    return both(members, order);
}

Sym choose_value(Vocabulary& vocabulary, const z3::expr& condition, const Sym& a, const Sym& b) {
    if (condition.is_true())
        return a;
    if (condition.is_false())
        return b;
    Sym result;
    result.type = a.type;
    if (a.term && b.term)
        result.term = choice(condition, *a.term, *b.term);
    for (std::size_t i = 0; i < a.parts.size(); ++i)
        result.parts.push_back(choose_value(vocabulary, condition, a.parts[i], b.parts[i]));
    if (a.length)
        result.length = choice(condition, *a.length, *b.length);
    const auto merge = [&](const Closure& x, const Closure& y) {
        return Closure([=](const Terms& key) { return choice(condition, x(key), y(key)); });
    };
    if (a.contains.valid())
        result.contains = merge(a.contains, b.contains);
    if (a.before.valid())
        result.before = merge(a.before, b.before);
    if (a.at) {
        result.at = [&vocabulary, condition, x = a.at, y = b.at](const Terms& key) {
            return choose_value(vocabulary, condition, x(key), y(key));
        };
    }
    return result;
}

} // namespace muster::checker::smt
