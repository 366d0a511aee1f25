#pragma once

#include "cli/machines/generated_machines.hpp"
#include "cli/machines/generated_question.hpp"

#include <exception>

namespace muster::cli {

using checker::Value;
using checker::product::Occasion;
using checker::product::Outcome;
using checker::product::ProcessState;

/// Steps of single processes as generated machines run them, put into their states one after the
/// other. Where they and the evaluator are seen to differ, that is an error of the tools.
class GeneratedSteps : public checker::product::GeneratedSource {
public:
    GeneratedSteps(runtime::exploration::Step step,
                   Comparison comparison,
                   const checker::product::SourceSetting& setting);

    std::vector<Outcome> outcomes(const ProcessState& now, const Occasion& occasion) override;

    /// What the evaluator chose where it comes to this outcome.
    const std::vector<Value>&
    choices(const ProcessState& now, const Occasion& occasion, const Outcome& outcome) override;

private:
    using Ending = runtime::exploration::Ending;

    /// What was said to one question.
    struct Answers {
        std::vector<Outcome> well;
        bool says_all = true; // nothing is left to the evaluator
        bool broken = false;
        bool overflow = false;
        bool orders_are_open = false; // more may happen than a machine does
        bool unknown = false;         // it may do more than it could say
        bool used_is_open = false;    // it may use elements that it does not tell
        bool refused = false;         // another handler runs, or none
    };

    static bool call_function(void* self,
                              Word function,
                              const Word* arguments,
                              std::size_t size,
                              const Word** result,
                              std::size_t* result_size);
    static void take_answer(void* self, const Word* answer, std::size_t size);
    void take(const Word* answer, std::size_t size);
    void take_end(WordReader& reader);
    void take_sends(WordReader& reader, Answers& answers);
    void take_timers(WordReader& reader);
    [[nodiscard]] bool call(Word function, const Word* arguments, std::size_t size);
    void mark_occasion(const ProcessState& now, const Occasion& occasion);
    [[nodiscard]] bool may_use_more() const;
    std::vector<Outcome> agreed(const ProcessState& now, const Occasion& occasion, Answers answers);
    [[noreturn]] void differ(const ProcessState& now,
                             const Occasion& occasion,
                             const std::vector<Outcome>& generated,
                             const std::vector<Outcome>& expected) const;

    runtime::exploration::Step step_;
    Comparison comparison_;
    checker::product::SourceSetting setting_;
    const spec::TypedSpec& spec_;
    checker::product::OneProcess at_;
    checker::Workspace workspace_;
    GeneratedQuestion question_;
    /// By sort: whether `fresh` draws elements that a machine may also have from elsewhere than its
    /// state and what happens.
    std::vector<bool> drawn_and_at_hand_;
    Words result_; // of a function

    // Of the question that is being answered:
    const ProcessState* now_ = nullptr;
    const Occasion* occasion_ = nullptr;
    Answers answers_;
    std::exception_ptr error_; // that nobody could see yet
};

} // namespace muster::cli
