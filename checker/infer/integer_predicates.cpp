#include "checker/infer/integer_predicates.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace muster::checker::infer {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::ExprId;
using spec::TypeId;

namespace {

constexpr std::size_t kMaxTerms = 12; // of one unit

class IntegerPredicates {
public:
    IntegerPredicates(ExprBuilder& builder, TermPredicates& sink)
        : builder_(builder)
        , sink_(sink)
        , integer_(builder.spec().types.integer()) {
        ExprBuilder& made_by = builder_;
        zero_.type = variable_.type = integer_;
        zero_.build = [&made_by, integer = integer_](const Exprs&) {
            return made_by.make(typed::IntLiteral{0}, integer);
        };
        variable_.slots = {integer_};
        variable_.build = [](const Exprs& all) {
            return all[0];
        };
        zero_.cost = variable_.cost = 0;
    }

    void run(const std::vector<Term>& terms, IntegerVariables variables) {
        std::map<std::optional<std::uint32_t>, std::vector<Term>> by_unit;
        for (const Term& term : terms) {
            std::vector<Term>& alike = by_unit[term.unit];
            if (alike.size() < kMaxTerms) {
                alike.push_back(term);
            }
        }
        for (const auto& [unit, alike] : by_unit) {
            for (std::size_t i = 0; i < alike.size(); ++i) {
                compare(zero_, alike[i], BinaryOp::less);
                compare(alike[i], zero_, BinaryOp::equal);
                for (std::size_t j = i; unit && j < alike.size(); ++j) {
                    compare_terms(alike[i], alike[j], i == j);
                }
                if (variables == IntegerVariables::some) {
                    compare(alike[i], variable_, BinaryOp::equal);
                    compare(alike[i], variable_, BinaryOp::less);
                    compare(variable_, alike[i], BinaryOp::less);
                }
            }
        }
        if (variables == IntegerVariables::some) {
            compare(variable_, variable_, BinaryOp::less);
            compare(variable_, variable_, BinaryOp::equal);
            sink_.last().is_equality = true;
            compare(zero_, variable_, BinaryOp::less);
            compare(variable_, zero_, BinaryOp::equal);
        }
    }

private:
    void compare_terms(const Term& left, const Term& right, bool are_one) {
        if (are_one && left.slots.empty()) {
            return;
        }
        compare(left, right, BinaryOp::less);
        compare(left, right, BinaryOp::equal);
        if (!are_one) {
            compare(right, left, BinaryOp::less);
        }
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
            guard = both(builder_, guard, of_right(right.guard));
        }
        sink_.add(
            std::move(slots),
            [&builder, op, a = of_left(left.build), b = of_right(right.build)](const Exprs& all) {
                const ExprId first = a(all);
                return builder.binary(op, first, b(all));
            },
            std::move(guard),
            std::move(reads),
            left.cost + right.cost);
        sink_.last().is_comparison = true;
        sink_.last().counts = left.unit ? left.unit : right.unit;
    }

    ExprBuilder& builder_;
    TermPredicates& sink_;
    TypeId integer_;
    Term zero_;
    Term variable_;
};

} // namespace

void add_integer_predicates(ExprBuilder& builder,
                            TermPredicates& sink,
                            const std::vector<Term>& terms,
                            IntegerVariables variables) {
    IntegerPredicates(builder, sink).run(terms, variables);
}

} // namespace muster::checker::infer
