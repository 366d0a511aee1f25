#pragma once

#include "checker/checkpoint/bytes.hpp"
#include "checker/eval/interpreter.hpp"

#include <string>
#include <vector>

/// Which parts of a spec steps have exercised.
namespace muster::checker {

/// Remembers which blocks ran, which conditions were true and which were false, and which conjuncts
/// of a condition were ever false alone: then the condition would have been true without them.
class Coverage : public StepObserver {
public:
    /// The spec outlives it.
    explicit Coverage(const spec::TypedSpec& spec);

    void decided(Interpreter& interpreter, spec::ExprId condition, bool truth) override;

    void branched(Interpreter& interpreter, spec::ExprId condition, bool truth) override {
        decided(interpreter, condition, truth);
    }

    void entered(spec::BlockId block) override { ran_[block.value] = true; }

    [[nodiscard]] bool ran(spec::BlockId block) const { return ran_[block.value]; }

    [[nodiscard]] bool was(spec::ExprId condition, bool truth) const {
        return truth ? was_true_[condition.value] : was_false_[condition.value];
    }

    /// Of a conjunct as `conjuncts_of` gives it. One that keeps others from being undefined counts
    /// too.
    [[nodiscard]] bool was_false_alone(spec::ExprId conjunct) const {
        return alone_[conjunct.value];
    }

    /// Writes all of it, for a search that goes on later.
    void write(ByteWriter& out) const;
    /// Adds what was written to what is known.
    void read(ByteReader& in);

private:
    void look_at_conjuncts(Interpreter& interpreter, spec::ExprId condition);

    const spec::TypedSpec& spec_;
    std::vector<bool> ran_;      // by block
    std::vector<bool> was_true_; // by expression, as the others
    std::vector<bool> was_false_;
    std::vector<bool> alone_;
    bool is_looking_ = false; // at conjuncts, which is no part of the step
};

/// The parts of a condition that `and` connects, in source order; itself where there are no others.
std::vector<spec::ExprId> conjuncts_of(const spec::TypedSpec& spec, spec::ExprId condition);

/// Something that can be exercised.
struct CoverageItem {
    enum class Kind {
        step,         // a handler, timer handler, action, `on lost` or `on start` runs
        procedure,    // is called
        true_branch,  // the condition of an `if` is true, be it a statement or an expression
        false_branch, // it is false
        refusal,      // a guard is false
        conjunct,     // a part of a guard or condition is false alone
        nothing,      // there is nothing to pick
        loop,         // the body of a loop, or of a pick, runs
    };
    Kind kind;
    spec::Span span;
    std::string name; // of a step or a procedure
    bool covered = false;
    /// Whether what it is a part of was exercised.
    bool reached = false;
};

/// Everything that can be exercised, in source order; of defs, those that steps call.
std::vector<CoverageItem> coverage_items(const spec::TypedSpec& spec, const Coverage& coverage);

/// What a report says of an item that is not covered, in a line.
std::string describe(const CoverageItem& item);

} // namespace muster::checker
