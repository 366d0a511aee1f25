#include "checker/check/vacuity.hpp"

#include "checker/check/searchable.hpp"
#include "checker/product/product_search.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace muster::checker {

namespace {

using namespace spec::typed;

/// Larger instances are not looked at whole.
constexpr std::uint64_t kMaxStates = 3000;

/// What must be true in some state for a part of a property to say anything, as a property that
/// says it never is.
struct Premise {
    std::size_t property = 0; // of the spec
    spec::Span span;
    VacuousPart::Kind kind = VacuousPart::Kind::premise;
    std::size_t never = 0; // into the properties of the spec with premises
};

/// A copy of a spec with a property `not premise` for each premise.
class PremiseSpec {
public:
    explicit PremiseSpec(const spec::TypedSpec& given)
        : spec_(given) {}

    void add(std::size_t property) { add_parts(property, spec_.properties[property].body); }

    [[nodiscard]] const spec::TypedSpec& spec() const { return spec_; }

    [[nodiscard]] const std::vector<Premise>& premises() const { return premises_; }

private:
    template <class Node>
    spec::ExprId truth(Node node) {
        spec_.exprs.push_back({std::move(node), spec_.types.boolean(), {}});
        return spec::ExprId{static_cast<std::uint32_t>(spec_.exprs.size() - 1)};
    }

    void add_parts(std::size_t property, spec::ExprId id) {
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
    void add_part(std::size_t property, spec::ExprId whole) {
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

    spec::TypedSpec spec_;
    std::vector<Premise> premises_;
};

class VacuitySearch {
public:
    VacuitySearch(const PremiseSpec& premises, const Stop* stop)
        : spec_(premises.spec())
        , premises_(premises.premises())
        , stop_(stop) {
        for (std::size_t i = 0; i < premises_.size(); ++i) {
            open_.push_back(i);
        }
    }

    std::vector<VacuousPart> run() {
        for (const spec::InstanceInfo& instance : spec_.instances) {
            for (const auto& without : ways_to_leave_out_faults()) {
                if (stop_ != nullptr && stop_->requested()) {
                    return {};
                }
                explore_instance(instance, without);
            }
        }
        std::vector<VacuousPart> result;
        for (const std::size_t i : open_) {
            if (const auto seen = silent_.find(i); seen != silent_.end()) {
                result.push_back({premises_[i].property,
                                  premises_[i].kind,
                                  premises_[i].span,
                                  seen->second.instance,
                                  seen->second.states,
                                  seen->second.cuts});
            }
        }
        return result;
    }

private:
    std::vector<std::vector<spec::FaultInfo>> ways_to_leave_out_faults() const {
        std::vector<std::vector<spec::FaultInfo>> result;
        for (const std::size_t i : open_) {
            const auto& without = spec_.properties[premises_[i].never].without;
            if (std::find(result.begin(), result.end(), without) == result.end()) {
                result.push_back(without);
            }
        }
        return result;
    }

    void explore_instance(const spec::InstanceInfo& instance,
                          const std::vector<spec::FaultInfo>& without) {
        ExploreOptions options;
        std::vector<std::size_t> looked_for;
        for (const std::size_t i : open_) {
            const std::size_t never = premises_[i].never;
            if (spec_.properties[never].without == without &&
                !why_not_searched(spec_, without, never)) {
                options.properties.push_back(never);
                looked_for.push_back(i);
            }
        }
        if (looked_for.empty()) {
            return;
        }
        options.max_states = kMaxStates;
        options.stop = stop_;
        options.on_violation = OnViolation::go_on;
        const TransitionSystem system = lower(spec_, without, vanishing_on(instance));
        const auto result = product::explore(system, instance, options);
        if (!result) {
            return;
        }
        for (const std::size_t i : looked_for) {
            const std::size_t never = premises_[i].never;
            const bool was_true = std::any_of(
                result->violations.begin(),
                result->violations.end(),
                [&](const Violation& violation) { return violation.property == never; });
            if (was_true || result->not_evaluated.contains(never)) {
                std::erase(open_, i);
            } else if (result->ended == ExploreResult::Ended::complete && result->states > 0) {
                silent_.try_emplace(
                    i, HoldsOn{instance.name, result->states, cuts_of(*result, never)});
            }
        }
    }

    static std::vector<std::string> cuts_of(const ExploreResult& result, std::size_t property) {
        std::vector<std::string> cuts = result.cuts;
        if (const auto own = result.property_cuts.find(property);
            own != result.property_cuts.end()) {
            cuts.push_back(own->second);
        }
        return cuts;
    }

    const spec::TypedSpec& spec_;
    const std::vector<Premise>& premises_;
    const Stop* stop_;
    std::vector<std::size_t> open_;         // premises that were not seen to be true
    std::map<std::size_t, HoldsOn> silent_; // where they are true in no state
};

} // namespace

std::vector<VacuousPart> find_vacuous_parts(const spec::TypedSpec& spec,
                                            const std::vector<std::size_t>& properties,
                                            const Stop* stop) {
    PremiseSpec premises(spec);
    for (const std::size_t property : properties) {
        premises.add(property);
    }
    return VacuitySearch(premises, stop).run();
}

} // namespace muster::checker
