#include "checker/infer/clause.hpp"

#include "spec/types/dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>

namespace muster::checker::infer {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::ExprId;
using spec::TypeKind;

namespace {

/// More variables than this are left in the order in which they first occur.
constexpr std::size_t kMaxPermuted = 6;

Clause renamed(const Clause& clause, const std::vector<std::uint8_t>& place_of) {
    Clause result;
    result.variables.resize(clause.variables.size());
    for (std::size_t v = 0; v < clause.variables.size(); ++v) {
        result.variables[place_of[v]] = clause.variables[v];
    }
    result.literals = clause.literals;
    for (Literal& literal : result.literals) {
        for (std::uint8_t& argument : literal.arguments) {
            argument = place_of[argument];
        }
    }
    std::sort(result.literals.begin(), result.literals.end());
    result.literals.erase(std::unique(result.literals.begin(), result.literals.end()),
                          result.literals.end());
    return result;
}

/// Without unused variables, those of one type next to each other.
Clause tidy(const Clause& clause) {
    std::vector<std::uint8_t> used;
    for (const Literal& literal : clause.literals) {
        for (const std::uint8_t argument : literal.arguments) {
            if (std::find(used.begin(), used.end(), argument) == used.end()) {
                used.push_back(argument);
            }
        }
    }
    std::stable_sort(used.begin(), used.end(), [&](std::uint8_t a, std::uint8_t b) {
        return clause.variables[a] < clause.variables[b];
    });
    std::vector<std::uint8_t> place_of(clause.variables.size());
    Clause result;
    for (std::size_t i = 0; i < used.size(); ++i) {
        place_of[used[i]] = static_cast<std::uint8_t>(i);
        result.variables.push_back(clause.variables[used[i]]);
    }
    result.literals = clause.literals;
    for (Literal& literal : result.literals) {
        for (std::uint8_t& argument : literal.arguments) {
            argument = place_of[argument];
        }
    }
    return result;
}

class Subsumption {
public:
    Subsumption(const Clause& general, const Clause& special)
        : general_(general)
        , special_(special)
        , value_of_(general.variables.size()) {}

    bool place(std::size_t literal) {
        if (literal == general_.literals.size()) {
            return true;
        }
        return std::any_of(
            special_.literals.begin(), special_.literals.end(), [&](const Literal& target) {
                const auto before = value_of_;
                if (++tries_ <= kMaxTries && fits(general_.literals[literal], target) &&
                    place(literal + 1)) {
                    return true;
                }
                value_of_ = before;
                return false;
            });
    }

private:
    static constexpr std::size_t kMaxTries = 20000;

    bool fits(const Literal& literal, const Literal& target) {
        if (literal.predicate != target.predicate || literal.positive != target.positive) {
            return false;
        }
        for (std::size_t a = 0; a < literal.arguments.size(); ++a) {
            std::optional<std::uint8_t>& value = value_of_[literal.arguments[a]];
            if (value && *value != target.arguments[a]) {
                return false;
            }
            value = target.arguments[a];
        }
        return true;
    }

    const Clause& general_;
    const Clause& special_;
    std::vector<std::optional<std::uint8_t>> value_of_; // by variable of the general one
    std::size_t tries_ = 0;
};

class FormulaMaker {
public:
    FormulaMaker(const ExprBuilder& builder,
                 const std::vector<Predicate>& predicates,
                 const Clause& clause)
        : builder_(builder)
        , spec_(builder.spec())
        , predicates_(predicates)
        , clause_(clause) {}

    ExprId run() {
        typed::Quantifier forall{spec::QuantifierKind::forall, {}, {}};
        for (std::size_t v = 0; v < clause_.variables.size(); ++v) {
            const spec::LocalId local = builder_.new_local(name_of(v), clause_.variables[v]);
            forall.binders.push_back({local, {}});
            locals_.push_back(local);
        }
        for (const Literal& literal : clause_.literals) {
            sort_out(literal);
        }
        drop_repeats();
        if (conclusions_.empty()) {
            conclude_from_premises();
        }
        const ExprId conclusion = builder_.all(conclusions_, BinaryOp::logical_or);
        ExprId body = conclusion;
        if (!premises_.empty()) {
            body = builder_.binary(
                BinaryOp::implies, builder_.all(premises_, BinaryOp::logical_and), conclusion);
        }
        if (forall.binders.empty()) {
            return body;
        }
        forall.body = body;
        return builder_.truth(std::move(forall));
    }

private:
    /// The first letter of the type, with a number where there are several: `c1`, `c2`, `n`.
    std::string name_of(std::size_t variable) const {
        const auto letter = [&](spec::TypeId type) -> std::string {
            const spec::Type& info = spec_.types[type];
            if (info.kind == TypeKind::sort) {
                return std::string(1,
                                   static_cast<char>(std::tolower(static_cast<unsigned char>(
                                       spec_.sorts[info.declaration].name.front()))));
            }
            return info.kind == TypeKind::integer ? "i" : "s";
        };
        const std::string mine = letter(clause_.variables[variable]);
        std::size_t number = 0;
        std::size_t count = 0;
        for (std::size_t v = 0; v < clause_.variables.size(); ++v) {
            if (letter(clause_.variables[v]) == mine) {
                ++count;
                number += v <= variable ? 1 : 0;
            }
        }
        std::string name = count == 1 ? mine : fmt::format("{}{}", mine, number);
        while (is_taken(name)) {
            name += "_";
        }
        return name;
    }

    bool is_taken(const std::string& name) const {
        const auto named = [&](const auto& all) {
            return std::any_of(
                all.begin(), all.end(), [&](const auto& each) { return each.name == name; });
        };
        return named(spec_.constants) || named(spec_.functions) || named(spec_.defs) ||
               named(spec_.roles) || named(spec_.messages) || named(spec_.sorts) ||
               named(spec_.enums) || named(spec_.records) ||
               std::any_of(spec_.enums.begin(), spec_.enums.end(), [&](const auto& each) {
                   return std::find(each.enumerators.begin(), each.enumerators.end(), name) !=
                          each.enumerators.end();
               });
    }

    void sort_out(const Literal& literal) {
        const Predicate& predicate = predicates_[literal.predicate];
        Exprs arguments;
        for (const std::uint8_t argument : literal.arguments) {
            arguments.push_back(builder_.local(locals_[argument]));
        }
        if (predicate.guard) {
            add_guard(predicate.guard(arguments));
        }
        const ExprId atom = predicate.build(arguments);
        (literal.positive ? conclusions_ : premises_).push_back(atom);
    }

    /// Each part once, and before everything that relies on it.
    void add_guard(ExprId guard) {
        const typed::Expr expr = spec_.expr(guard);
        if (const auto* both = std::get_if<typed::Binary>(&expr.node);
            both != nullptr && both->op == BinaryOp::logical_and) {
            add_guard(both->left);
            add_guard(both->right);
            return;
        }
        if (guards_.insert(spec::dump(spec_, guard)).second) {
            premises_.insert(premises_.begin() + static_cast<std::ptrdiff_t>(guard_count_++),
                             guard);
        }
    }

    /// A premise may be the guard of what stands behind it.
    void drop_repeats() {
        std::set<std::string> known;
        std::erase_if(premises_, [&](ExprId premise) {
            return !known.insert(spec::dump(spec_, premise)).second;
        });
    }

    /// `not (p and q)` reads better as `p implies not q`.
    void conclude_from_premises() {
        const ExprId last = premises_.back();
        premises_.pop_back();
        const typed::Expr expr = spec_.expr(last);
        if (const auto* order = std::get_if<typed::Binary>(&expr.node);
            order != nullptr && order->op == BinaryOp::less) {
            conclusions_.push_back(
                builder_.binary(BinaryOp::less_equal, order->right, order->left));
        } else if (const auto* is = std::get_if<typed::IsOption>(&expr.node)) {
            conclusions_.push_back(builder_.truth(typed::IsOption{is->option, !is->some}));
        } else if (order != nullptr && order->op == BinaryOp::equal) {
            conclusions_.push_back(builder_.binary(BinaryOp::not_equal, order->left, order->right));
        } else {
            conclusions_.push_back(builder_.negation(last));
        }
    }

    const ExprBuilder& builder_;
    const spec::TypedSpec& spec_;
    const std::vector<Predicate>& predicates_;
    const Clause& clause_;
    std::vector<spec::LocalId> locals_;
    Exprs premises_;
    Exprs conclusions_;
    std::set<std::string> guards_;
    std::size_t guard_count_ = 0;
};

} // namespace

Clause canonical(const Clause& clause) {
    const Clause start = tidy(clause);
    std::vector<std::uint8_t> order(start.variables.size());
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    if (order.size() > kMaxPermuted) {
        return renamed(start, order);
    }
    // All permutations that keep types in place.
    Clause best = renamed(start, order);
    while (std::next_permutation(order.begin(), order.end())) {
        bool keeps_types = true;
        for (std::size_t v = 0; v < order.size(); ++v) {
            keeps_types = keeps_types && start.variables[order[v]] == start.variables[v];
        }
        if (keeps_types) {
            best = std::min(best, renamed(start, order));
        }
    }
    return best;
}

bool subsumes(const Clause& general, const Clause& special) {
    return general.literals.size() <= special.literals.size() &&
           Subsumption(general, special).place(0);
}

ExprId formula_of(const ExprBuilder& builder,
                  const std::vector<Predicate>& predicates,
                  const Clause& clause) {
    return FormulaMaker(builder, predicates, clause).run();
}

} // namespace muster::checker::infer
