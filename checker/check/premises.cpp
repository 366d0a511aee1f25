#include "checker/check/premises.hpp"

#include <optional>

namespace muster::checker {

using namespace spec::typed;

PremiseSpec::PremiseSpec(const spec::TypedSpec& given, const std::vector<std::size_t>& properties)
    : spec_(given) {
    for (const std::size_t property : properties) {
        add_parts(property, spec_.properties[property].body);
    }
}

template <class Node>
spec::ExprId PremiseSpec::truth(Node node) {
    spec_.exprs.push_back({std::move(node), spec_.types.boolean(), {}});
    return spec::ExprId{static_cast<std::uint32_t>(spec_.exprs.size() - 1)};
}

void PremiseSpec::add_parts(std::size_t property, spec::ExprId id) {
    const auto* both = std::get_if<Binary>(&spec_.expr(id).node);
    if (both != nullptr && both->op == spec::BinaryOp::logical_and) {
        const Binary parts = *both;
        add_parts(property, parts.left);
        add_parts(property, parts.right);
        return;
    }
    add_part(property, id);
}

/// Of `forall …: A implies B`, that A is never true; of `forall x in S: B`, that S is empty.
void PremiseSpec::add_part(std::size_t property, spec::ExprId whole) {
    std::vector<Quantifier> around;
    spec::ExprId id = whole;
    std::optional<spec::Span> domain;
    while (const auto* quantifier = std::get_if<Quantifier>(&spec_.expr(id).node)) {
        if (quantifier->kind != spec::QuantifierKind::forall) {
            break;
        }
        around.push_back(*quantifier);
        for (const Binder& binder : quantifier->binders) {
            if (binder.domain.valid()) {
                domain = spec_.expr(binder.domain).span;
            }
        }
        id = quantifier->body;
    }
    const auto* implication = std::get_if<Binary>(&spec_.expr(id).node);
    Premise premise;
    premise.property = property;
    spec::ExprId never;
    if (implication != nullptr && implication->op == spec::BinaryOp::implies) {
        if (std::holds_alternative<BoolLiteral>(spec_.expr(implication->right).node)) {
            return; // `A implies false` is there to say that A is never true
        }
        const spec::ExprId left = implication->left;
        premise.span = spec_.expr(left).span;
        never = truth(Unary{spec::UnaryOp::logical_not, left});
    } else if (domain) {
        premise.span = *domain;
        premise.kind = VacuousPart::Kind::range;
        never = truth(BoolLiteral{false});
    } else {
        return;
    }
    for (auto it = around.rbegin(); it != around.rend(); ++it) {
        it->body = never;
        never = truth(*it);
    }
    premise.never = spec_.properties.size();
    spec::PropertyInfo info = spec_.properties[property];
    if (info.kind != spec::PropertyKind::step) {
        info.kind = spec::PropertyKind::invariant;
    }
    info.body = never;
    spec_.properties.push_back(std::move(info));
    premises_.push_back(premise);
}

} // namespace muster::checker
