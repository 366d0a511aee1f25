#pragma once

#include "checker/smt/group_context.hpp"

#include <string>
#include <vector>

namespace muster::checker::smt {

/// Messages of which no two equal ones are in flight at once: proved like a lemma, and assumed like
/// one. Properties cannot say it, as `in_flight` does not count.
class NeverTwice {
public:
    /// The context outlives this.
    explicit NeverTwice(GroupContext& context)
        : context_(context) {}

    /// From now on it is assumed of the message, if the network tells its copies apart. Gives the
    /// component that must have a name after each step.
    std::optional<ComponentId> assume(spec::MessageId message);
    /// Asks whether what was assumed is still so in this state.
    void ask(Session& questions, const NamedState& last, const std::string& place);

    /// Nothing is known about a step.
    void give_up() { perhaps_twice_ = candidates_; }

    /// Those that were assumed and never failed, and those that failed.
    [[nodiscard]] std::vector<spec::MessageId> standing() const;

    [[nodiscard]] const std::vector<spec::MessageId>& perhaps_twice() const {
        return perhaps_twice_;
    }

private:
    z3::expr formula(spec::MessageId message, const SymbolicState& state);

    GroupContext& context_;
    std::vector<spec::MessageId> candidates_;
    std::vector<spec::MessageId> perhaps_twice_;
};

} // namespace muster::checker::smt
