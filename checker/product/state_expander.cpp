#include "checker/product/state_expander.hpp"

#include "checker/eval/value_space.hpp"

#include <algorithm>

namespace muster::checker::product {

namespace {

/// Whether running a step leaves a trace in what a search was limited to.
bool steps_tell_limits(const spec::TypedSpec& spec, const Layout& layout) {
    for (std::uint32_t sort = 0; sort < spec.sorts.size(); ++sort) {
        if (layout.draws_fresh(spec::SortId{sort})) {
            return true;
        }
    }
    return std::any_of(spec.exprs.begin(), spec.exprs.end(), [&](const spec::typed::Expr& expr) {
        const auto* quantifier = std::get_if<spec::typed::Quantifier>(&expr.node);
        return quantifier != nullptr &&
               std::any_of(quantifier->binders.begin(),
                           quantifier->binders.end(),
                           [&](const spec::typed::Binder& binder) {
                               return holds_integers(spec, spec.local(binder.local).type);
                           });
    });
}

} // namespace

StateExpander::StateExpander(const SearchSetup& setup,
                             const StepLists::Context& context,
                             Successors& successors,
                             const FormulaTable& formulas,
                             const KnownBounds& bounds)
    : context_(context)
    , successors_(successors)
    , formulas_(formulas)
    , bounds_(bounds)
    , has_bounds_(!setup.instance.variables.empty() || setup.universe.max_in_flight)
    , may_compute_(setup.options.observer == nullptr &&
                   !steps_tell_limits(*setup.system.spec, context.parts.layout()))
    , truths_(formulas, context.table.layout()) {}

KnownSteps* StateExpander::make_known_steps(Part interpretation) {
    LocalSteps* local = successors_.known_local(interpretation);
    if (local == nullptr) {
        return nullptr;
    }
    if (interpretation >= known_.size()) {
        known_.resize(interpretation + 1);
    }
    known_[interpretation] = std::make_unique<KnownSteps>(context_, *local);
    return known_[interpretation].get();
}

bool StateExpander::compute(const Word* row) {
    if (!may_compute_ ||
        (has_bounds_ && bounds_.of(layout(), row) != KnownBounds::Standing::inside)) {
        return false;
    }
    layout().unpack(row, row_);
    successors_.compute(row_);
    return true;
}

void StateExpander::take_layout() {
    if (has_layout()) {
        return;
    }
    version_ = layout().version();
    truths_.lay_out();
    for (const auto& known : known_) {
        if (known) {
            known->lay_out();
        }
    }
}

} // namespace muster::checker::product
