#pragma once

#include "checker/system/transition_system.hpp"

#include <map>
#include <string>
#include <vector>

namespace muster::checker {

/// Where a delivered message comes from, as far as chance is concerned.
enum class Arrival {
    first,    // it was sent and not delivered before
    repeated, // an unreliable network delivers it once more
    made_up,  // by an arbitrary sender
};

/// How likely each kind of step is, compared with the others that are possible.
class Weights {
public:
    /// Replaces the weight of a step by its name (`JoinGroup`, `crash server`), of a kind of steps
    /// (`deliver`, `fire`, `act`, `crash`, `stop`, `lose`, `cut`), or what deliveries that are
    /// `repeated` or of a message that is `made_up` are multiplied with. Not negative.
    void set(const std::string& what, double weight) { given_[what] = weight; }

    [[nodiscard]] double of(const Step& step, Arrival arrival) const;

    [[nodiscard]] const std::map<std::string, double>& given() const { return given_; }

    /// Everything that can be given a weight in a system.
    static std::vector<std::string> names(const TransitionSystem& system);

private:
    [[nodiscard]] double weight(const std::string& what, double otherwise) const;

    std::map<std::string, double> given_;
};

} // namespace muster::checker
