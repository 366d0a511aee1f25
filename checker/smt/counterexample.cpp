#include "checker/smt/counterexample.hpp"

#include "checker/eval/integer_points.hpp"
#include "checker/explain/replay_step.hpp"
#include "checker/explain/shrink_step.hpp"
#include "checker/smt/small_models.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>

namespace muster::checker::smt {

namespace {

/// Models that are read and repeated before the search ends without one that the evaluator agrees
/// with.
constexpr std::size_t kMaxModels = 8;

std::string join(const std::set<std::string>& texts) {
    std::string result;
    for (const std::string& text : texts)
        result += (result.empty() ? "" : "; ") + text;
    return result;
}

/// Whether integers could make a difference: a finite state says nothing about those that it does
/// not mention.
bool uses_integers(const Vocabulary& vocabulary, const Refutation& refutation) {
    for (const Component& component : vocabulary.components()) {
        for (unsigned i = 0; i < component.symbol.arity(); ++i) {
            if (component.symbol.domain(i).is_int())
                return true;
        }
    }
    const spec::TypedSpec& spec = vocabulary.spec();
    const auto quantifies = [&](std::size_t property) {
        return !integer_binders(spec, spec.properties[property].body).empty();
    };
    return (refutation.property && quantifies(*refutation.property)) ||
           std::any_of(refutation.assumed.begin(), refutation.assumed.end(), quantifies);
}

/// The model's constants and functions and nothing else.
Fixed interpretation_in(const State& state) {
    Fixed fixed;
    for (std::uint32_t i = 0; i < state.constants.size(); ++i)
        fixed.constants.push_back({spec::ConstId{i}, {state.constants[i]}});
    for (std::uint32_t i = 0; i < state.functions.size(); ++i)
        fixed.functions.push_back({spec::FunctionId{i}, {}, state.functions[i]});
    return fixed;
}

/// A model's interpretation extends to all integers, which one that only the evaluator knows need
/// not do.
std::optional<Fixed> interpretation_of(ModelReader& reader) {
    try {
        return interpretation_in(reader.state());
    } catch (const Unsupported&) {
        return std::nullopt;
    }
}

class Explanation {
public:
    Explanation(Vocabulary& vocabulary, const Refutation& refutation)
        : vocabulary_(vocabulary)
        , refutation_(refutation)
        , fault_{refutation.property, refutation.assumed} {}

    /// Whether the evaluator repeats what the model says.
    bool take(const z3::model& model) {
        mishap_.clear();
        not_read_.clear();
        result_ = {};
        try {
            ModelReader reader(vocabulary_, model);
            return refutation_.step ? take_step(reader) : take_start(reader);
        } catch (const Unsupported& unsupported) {
            not_read_ = unsupported.what();
            return false;
        }
    }

    StepCounterexample& result() { return result_; }

    /// Why the last model was not repeated.
    std::string rests_on() const {
        if (!not_read_.empty())
            return not_read_;
        if (!refutation_.abstractions.empty())
            return join(refutation_.abstractions);
        if (!mishap_.empty())
            return mishap_;
        return uses_integers(vocabulary_, refutation_) ? "integers outside those that it mentions"
                                                       : "";
    }

private:
    bool take_start(ModelReader& reader) {
        result_.trace.universe = reader.universe();
        StepReplay replay(vocabulary_.system(), fault_, reader.universe());
        result_.interpretation = interpretation_of(reader);
        if (result_.interpretation && replay.confirm_start(result_.trace, *result_.interpretation))
            return true;
        result_.interpretation.reset();
        const bool confirmed = replay.confirm_start(result_.trace, {});
        mishap_ = replay.mishap();
        return confirmed;
    }

    bool take_step(ModelReader& reader) {
        StepReplay replay(vocabulary_.system(), fault_, reader.universe());
        result_.trace.initial = reader.state();
        const Event event =
            reader.event(*refutation_.step, refutation_.event, result_.trace.initial);
        result_.trace.universe = reader.universe();
        const bool confirmed = replay.confirm(result_.trace, event);
        mishap_ = replay.mishap();
        if (confirmed)
            shrink_step(vocabulary_.system(), fault_, result_.trace);
        return confirmed;
    }

    Vocabulary& vocabulary_;
    const Refutation& refutation_;
    StepFault fault_;
    StepCounterexample result_;
    std::string mishap_;
    std::string not_read_;
};

} // namespace

StepCounterexample
explain(Vocabulary& vocabulary, const Refutation& refutation, const InductionOptions& options) {
    Explanation explanation(vocabulary, refutation);
    SmallModels models(vocabulary, refutation.assertions, options);
    std::string rests_on;
    std::size_t tried = 0;
    while (const auto model = tried < kMaxModels ? models.next() : std::nullopt) {
        if (explanation.take(*model))
            return explanation.result();
        if (tried++ == 0)
            rests_on = explanation.rests_on();
    }
    if (tried == 0)
        rests_on = "a state that it did not find again";
    MUSTER_ASSERT(!rests_on.empty(),
                  "the evaluator does not repeat the solver's counterexample to `{}`",
                  refutation.property ? vocabulary.spec().properties[*refutation.property].name
                                      : std::string("an obligation"));
    StepCounterexample result;
    result.rests_on = rests_on;
    return result;
}

} // namespace muster::checker::smt
