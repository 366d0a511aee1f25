#include "checker/smt/step_reach.hpp"

#include "checker/smt/encode_step.hpp"

namespace muster::checker::smt {

StepReach::Answer reach_of(z3::context& ctx,
                           Session& questions,
                           const EncodedStep& encoded,
                           const std::string& name) {
    for (const Path& path : encoded.paths) {
        questions.push();
        questions.add(path.conditions);
        questions.add(path.definitions);
        const Answer answer = questions.glance(truth(ctx, true), name + " possible");
        questions.pop();
        if (answer == Answer::satisfiable)
            return StepReach::Answer::possible;
        // The other paths are like this one.
        if (answer == Answer::unknown)
            return StepReach::Answer::unknown;
    }
    return StepReach::Answer::impossible;
}

} // namespace muster::checker::smt
