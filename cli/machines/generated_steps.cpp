#include "cli/machines/generated_steps.hpp"

#include "checker/product/describe_difference.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>
#include <set>

namespace muster::cli {

using checker::ArmedTimer;
using checker::Carrier;
using checker::Process;
using checker::SentMessage;
using checker::StepKind;
using checker::product::describe_difference;
using checker::product::describe_step;
using checker::product::kNone;
using runtime::exploration::Asker;

namespace {

/// What happened, apart from how it was chosen: the state after it, and what changes elsewhere.
using End = std::pair<checker::product::Part, std::vector<std::pair<std::uint32_t, std::uint32_t>>>;

enum class UsedElements { counted, left_out };

std::set<End> ends_of(const std::vector<Outcome>& outcomes,
                      const checker::product::OutcomeNumbers& numbers,
                      UsedElements used) {
    const std::uint32_t place_of_used = numbers.parts().places().used();
    std::set<End> ends;
    for (const Outcome& outcome : outcomes) {
        if (outcome.failure != kNone) {
            continue;
        }
        End end{outcome.after, {}};
        for (const auto& change : numbers.network().effect(outcome.effect).changes) {
            if (used == UsedElements::counted || change.place != place_of_used) {
                end.second.emplace_back(change.place, change.added);
            }
        }
        ends.insert(std::move(end));
    }
    return ends;
}

/// By sort: whether `fresh` draws from it, and its elements are processes or values of functions.
std::vector<bool> drawn_and_at_hand(const spec::TypedSpec& spec, const checker::Layout& layout) {
    const bool is_value =
        std::any_of(spec.functions.begin(), spec.functions.end(), [&](const auto& function) {
            return layout.holds_drawn(function.result);
        });
    std::vector<bool> result;
    for (std::uint32_t i = 0; i < spec.sorts.size(); ++i) {
        const spec::SortId sort{i};
        const bool is_index =
            std::any_of(spec.roles.begin(), spec.roles.end(), [&](const spec::RoleInfo& role) {
                return role.index == sort;
            });
        result.push_back(layout.draws_fresh(sort) && (is_index || is_value));
    }
    return result;
}

bool is_same(const Outcome& a, const Outcome& b) {
    return a.failure == kNone && b.failure == kNone && a.after == b.after && a.effect == b.effect;
}

bool fails(const Outcome& outcome) {
    return outcome.failure != kNone;
}

} // namespace

GeneratedSteps::GeneratedSteps(runtime::exploration::Step step,
                               Comparison comparison,
                               const checker::product::SourceSetting& setting)
    : step_(step)
    , comparison_(comparison)
    , setting_(setting)
    , spec_(*setting.system.spec)
    , at_(spec_, setting.parts, setting.interpretation)
    , workspace_(spec_, setting.parts.layout())
    , question_(
          spec_, setting.interpreter.universe(), setting.parts.layout(), setting.interpretation)
    , drawn_and_at_hand_(drawn_and_at_hand(spec_, setting.parts.layout())) {}

std::vector<Outcome> GeneratedSteps::outcomes(const ProcessState& now, const Occasion& occasion) {
    if (occasion.kind == StepKind::stop) {
        return setting_.evaluator.outcomes(now, occasion); // nothing runs
    }
    if (occasion.kind == StepKind::cut &&
        checker::lost_handler(spec_, now.process.role, occasion.peer->role) == nullptr) {
        return {setting_.numbers.unchanged(now)};
    }
    now_ = &now;
    occasion_ = &occasion;
    answers_ = {};
    at_.enter(now);
    workspace_.begin(at_.state());
    mark_occasion(now, occasion);
    const Words& question = question_.ask(at_, workspace_, now.process, occasion);
    const Asker asker{.self = this, .call = call_function, .take = take_answer};
    error_ = nullptr;
    const int status = step_(question.data(), question.size(), &asker);
    if (error_) {
        std::rethrow_exception(error_);
    }
    MUSTER_ASSERT(status == 0,
                  "generated code does not understand {}",
                  describe_step(setting_.system, now, occasion));
    return agreed(now, occasion, std::move(answers_));
}

/// The elements that occur in what happens have occurred.
void GeneratedSteps::mark_occasion(const ProcessState& now, const Occasion& occasion) {
    if (occasion.kind == StepKind::deliver) {
        const SentMessage& message = *occasion.message;
        const spec::MessageInfo& info = spec_.message(message.message);
        for (std::size_t i = 0; i < message.fields.size(); ++i) {
            workspace_.mark_used(info.fields[i].type, message.fields[i]);
        }
        if (spec_.role(info.from).index.valid()) {
            workspace_.mark_used(spec_.role(info.from).index, message.from);
        }
    } else if (occasion.kind == StepKind::act) {
        const auto& parameters = spec_.role(now.process.role).actions[occasion.index].parameters;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            workspace_.mark_used(spec_.local(parameters[i]).type, (*occasion.arguments)[i]);
        }
    } else if (occasion.kind == StepKind::cut) {
        if (spec_.role(occasion.peer->role).index.valid()) {
            workspace_.mark_used(spec_.role(occasion.peer->role).index, occasion.peer->index);
        }
    }
}

// No exception may pass through what is C to both sides.
bool GeneratedSteps::call_function(void* self,
                                   Word function,
                                   const Word* arguments,
                                   std::size_t size,
                                   const Word** result,
                                   std::size_t* result_size) {
    auto& steps = *static_cast<GeneratedSteps*>(self);
    try {
        const bool has_value = steps.call(function, arguments, size);
        *result = steps.result_.data();
        *result_size = steps.result_.size();
        return has_value;
    } catch (const checker::Undefined&) {
        return false; // the evaluator says why
    } catch (...) {
        steps.error_ = std::current_exception();
        return false;
    }
}

void GeneratedSteps::take_answer(void* self, const Word* answer, std::size_t size) {
    auto& steps = *static_cast<GeneratedSteps*>(self);
    try {
        steps.take(answer, size);
    } catch (...) {
        steps.error_ = std::current_exception();
    }
}

bool GeneratedSteps::call(Word number, const Word* arguments, std::size_t size) {
    const auto index = static_cast<std::size_t>(number);
    const spec::FunctionInfo& function = spec_.functions.at(index);
    WordReader reader(spec_, arguments, size);
    std::size_t at = 0;
    for (const spec::LocalId parameter : function.parameters) {
        const spec::TypeId type = spec_.local(parameter).type;
        const auto& values = setting_.interpreter.values_of(type);
        const Value argument = reader.value(type);
        const auto found = std::lower_bound(values.begin(), values.end(), argument);
        if (found == values.end() || *found != argument) {
            return false;
        }
        at = at * values.size() + static_cast<std::size_t>(found - values.begin());
    }
    result_.clear();
    write_value(spec_, function.result, at_.state().functions.at(index).at(at), result_);
    return true;
}

void GeneratedSteps::take(const Word* answer, std::size_t size) {
    WordReader reader(spec_, answer, size);
    const auto ending = static_cast<Ending>(reader.word());
    answers_.says_all = answers_.says_all && (ending == Ending::well || ending == Ending::disabled);
    switch (ending) {
    case Ending::well:
        take_end(reader);
        return;
    case Ending::disabled:
        // Which handler takes a message was found out before.
        answers_.refused = answers_.refused || occasion_->kind != StepKind::act;
        return;
    case Ending::broken:
        answers_.broken = true;
        return;
    case Ending::overflow:
        answers_.overflow = true;
        return;
    case Ending::nothing_fresh:
        return;
    case Ending::out_of_reach:
    case Ending::too_many_ways:
        answers_.unknown = true;
        return;
    case Ending::other_handler:
        answers_.refused = true;
        return;
    }
    MUSTER_ASSERT(false, "generated code answers {} as an ending", static_cast<Word>(ending));
}

void GeneratedSteps::take_end(WordReader& reader) {
    const Process& process = now_->process;
    workspace_.begin(at_.state());
    mark_occasion(*now_, *occasion_);
    if (occasion_->kind == StepKind::crash) {
        workspace_.crash_timers(process.role, process.index);
    } else if (occasion_->kind == StepKind::fire) {
        const spec::TimerId timer = spec_.role(process.role).timer_handlers[occasion_->index].timer;
        workspace_.disarm({timer, process.index, *occasion_->timer_key});
    }
    for (std::size_t left = reader.count(); left > 0; --left) {
        const spec::SortId sort{static_cast<std::uint32_t>(reader.word())};
        workspace_.mark_used(sort, reader.word());
        // What was written before it was drawn is not known; that is not drawn.
        answers_.unknown = answers_.unknown || drawn_and_at_hand_[sort.value];
    }
    take_sends(reader, answers_);
    take_timers(reader);
    for (const spec::VariableId variable : question_.variables(process.role)) {
        const spec::TypeId type = spec_.variable(variable).type;
        Value value = reader.value(type);
        workspace_.mark_used(type, value);
        workspace_.write(variable, static_cast<std::size_t>(process.index), std::move(value));
    }
    answers_.used_is_open = answers_.used_is_open || may_use_more();
    answers_.unknown = answers_.unknown || reader.saw_too_long_list();
    MUSTER_ASSERT(reader.at_end(), "generated code answers with too many words");
    answers_.well.push_back(setting_.numbers.ended(
        *now_, at_.after(workspace_, process), workspace_.sends(), workspace_.newly_used(), kNone));
}

/// Whether there are elements that the handler may have written for a while: they are used since. A
/// machine tells only what remains.
bool GeneratedSteps::may_use_more() const {
    for (std::uint32_t sort = 0; sort < drawn_and_at_hand_.size(); ++sort) {
        const std::int64_t size = setting_.interpreter.universe().sort_sizes[sort];
        for (std::int64_t element = 0; drawn_and_at_hand_[sort] && element < size; ++element) {
            if (!workspace_.is_used(spec::SortId{sort}, element)) {
                return true;
            }
        }
    }
    return false;
}

void GeneratedSteps::take_sends(WordReader& reader, Answers& answers) {
    std::set<Process> queues;
    for (std::size_t left = reader.count(); left > 0; --left) {
        SentMessage message{.message = {}, .from = now_->process.index, .fields = {}};
        message.message = spec::MessageId{static_cast<std::uint32_t>(reader.word())};
        message.to = reader.word();
        message.correlation = reader.word();
        for (const auto& field : spec_.message(message.message).fields) {
            message.fields.push_back(reader.value(field.type));
            workspace_.mark_used(field.type, message.fields.back());
        }
        // What a loop sends via one queue may have any order; a machine has one.
        if (setting_.parts.layout().carrier(message.message) == Carrier::queue &&
            !queues.insert(addressee(spec_, message)).second) {
            answers.orders_are_open = true;
        }
        workspace_.send(std::move(message));
    }
}

void GeneratedSteps::take_timers(WordReader& reader) {
    for (std::size_t left = reader.count(); left > 0; --left) {
        const bool started = reader.word() != 0;
        ArmedTimer timer{
            spec::TimerId{static_cast<std::uint32_t>(reader.word())}, now_->process.index, {}};
        if (const spec::TypeId key = spec_.timer(timer.timer).key_type; key.valid()) {
            timer.key = reader.value(key);
            workspace_.mark_used(key, timer.key);
        }
        if (started) {
            workspace_.arm(timer);
        } else {
            workspace_.disarm(timer);
        }
    }
}

// What goes wrong is the evaluator's to say: it does so in the words of the spec.
std::vector<Outcome>
GeneratedSteps::agreed(const ProcessState& now, const Occasion& occasion, Answers answers) {
    const bool is_whole =
        answers.says_all && !answers.unknown && !answers.orders_are_open && !answers.used_is_open;
    if (is_whole && !answers.refused && comparison_ == Comparison::where_needed) {
        return std::move(answers.well);
    }
    std::vector<Outcome> expected = setting_.evaluator.outcomes(now, occasion);
    const bool goes_wrong = std::any_of(expected.begin(), expected.end(), fails);
    const UsedElements used = answers.used_is_open ? UsedElements::left_out : UsedElements::counted;
    const auto generated_ends = ends_of(answers.well, setting_.numbers, used);
    const auto expected_ends = ends_of(expected, setting_.numbers, used);
    const bool agree =
        answers.unknown ||
        (answers.orders_are_open ? std::includes(expected_ends.begin(),
                                                 expected_ends.end(),
                                                 generated_ends.begin(),
                                                 generated_ends.end())
                                 : generated_ends == expected_ends &&
                                       goes_wrong == (answers.broken || answers.overflow));
    if (answers.refused || !agree) {
        differ(now, occasion, answers.well, expected);
    }
    return expected;
}

const std::vector<Value>&
GeneratedSteps::choices(const ProcessState& now, const Occasion& occasion, const Outcome& outcome) {
    const std::vector<Outcome> expected = setting_.evaluator.outcomes(now, occasion);
    const auto same = std::find_if(expected.begin(), expected.end(), [&](const Outcome& candidate) {
        return is_same(candidate, outcome);
    });
    if (same == expected.end()) {
        differ(now, occasion, {outcome}, expected);
    }
    return setting_.numbers.choices(same->choices);
}

void GeneratedSteps::differ(const ProcessState& now,
                            const Occasion& occasion,
                            const std::vector<Outcome>& generated,
                            const std::vector<Outcome>& expected) const {
    throw InternalError(
        "generated code and evaluator differ: " + describe_step(setting_.system, now, occasion) +
        describe_difference(setting_.system, setting_.numbers, now, generated, expected));
}

} // namespace muster::cli
