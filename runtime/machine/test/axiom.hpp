#pragma once

#include "runtime/machine/obligation.hpp"
#include "runtime/machine/test/draw.hpp"
#include "runtime/machine/test/repeatable.hpp"
#include "runtime/machine/test/words.hpp"

#include <string>
#include <utility>

namespace muster::runtime {

/// One case of an axiom about functions that a user supplies: the values that were drawn for what
/// it quantifies over, in words.
class AxiomCase {
public:
    explicit AxiomCase(std::string name)
        : name_(std::move(name)) {}

    /// What a variable, or a function of variables, is in this case.
    template <class T>
    void is(const std::string& text, const T& value) {
        lines_ += "\n  " + text + " is " + in_words(value);
    }

    /// What is wrong; nothing if the condition holds. `tell` adds to what the variables are.
    template <class Condition, class Tell>
    [[nodiscard]] std::string unless(Condition&& condition, Tell&& tell) {
        try {
            if (condition()) {
                return "";
            }
            tell();
        } catch (const BrokenObligation&) {
            return "the axiom " + name_ + " is undefined" + lines_;
        }
        return "the axiom " + name_ + " is false" + lines_;
    }

private:
    std::string name_;
    std::string lines_;
};

} // namespace muster::runtime
