#include "checker/simulate/weights.hpp"

#include <algorithm>
#include <array>

namespace muster::checker {
namespace {

// Faults are rarer than what a protocol is there for, and a process that stops does so for ever.
constexpr double kFault = 0.2;
constexpr double kStop = 0.02;

struct Kind {
    StepKind kind;
    double weight;
};

constexpr std::array<Kind, 7> kKinds = {{{StepKind::deliver, 1},
                                         {StepKind::fire, 1},
                                         {StepKind::act, 1},
                                         {StepKind::crash, kFault},
                                         {StepKind::stop, kStop},
                                         {StepKind::lose, kFault},
                                         {StepKind::cut, kFault}}};

double usual_weight(StepKind kind) {
    const auto* const found = std::find_if(
        kKinds.begin(), kKinds.end(), [&](const Kind& each) { return each.kind == kind; });
    return found->weight;
}

} // namespace

double Weights::weight(const std::string& what, double otherwise) const {
    const auto found = given_.find(what);
    return found == given_.end() ? otherwise : found->second;
}

double Weights::of(const Step& step, Arrival arrival) const {
    const double of_kind = weight(std::string(word(step.kind)), usual_weight(step.kind));
    const double of_step = weight(step.name, of_kind);
    switch (arrival) {
    case Arrival::first:
        return of_step;
    case Arrival::repeated:
        return of_step * weight("repeated", kFault);
    case Arrival::made_up:
        return of_step * weight("made_up", 1);
    }
    return of_step;
}

std::vector<std::string> Weights::names(const TransitionSystem& system) {
    std::vector<std::string> names = {"repeated", "made_up"};
    for (const Kind& kind : kKinds) {
        names.emplace_back(word(kind.kind));
    }
    for (const Step& step : system.steps) {
        if (std::find(names.begin(), names.end(), step.name) == names.end()) {
            names.push_back(step.name);
        }
    }
    return names;
}

} // namespace muster::checker
