#include "checker/eval/run_tests.hpp"

#include "checker/eval/explain.hpp"
#include "checker/eval/test_setup.hpp"
#include "checker/trace/render_text.hpp"
#include "spec/diagnostics/internal_error.hpp"
#include "spec/types/test_grounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace muster::checker {
namespace {

constexpr std::size_t kMaxStates = 10'000; // that choices may lead to in one test

// Where the run can be, and what the last event sent on the way there.
struct Branch {
    State state;
    std::vector<SentMessage> sends;
    bool operator==(const Branch&) const = default;
};

class TestRun {
public:
    TestRun(const spec::TypedSpec& spec, const spec::TestInfo& test)
        : spec_(spec)
        , test_(test)
        , role_(spec.role(test.role))
        , universe_(test_universe(spec, test))
        , process_(tested_process(spec, test))
        , interpreter_(spec, universe_)
        , names_(spec, universe_.element_names) {}

    TestResult run() {
        result_.title = test_.title;
        result_.span = test_.span;
        try {
            bind_test_elements(spec_, test_, interpreter_);
            branches_ = {{test_interpretation(spec_, test_, interpreter_), {}}};
            if (!grounds_hold()) {
                return std::move(result_);
            }
            advance([&] { return interpreter_.initialise(); });
            keep_own_sends();
            for (const spec::TestStep& step : test_.steps) {
                if (!result_.reason.empty()) {
                    break;
                }
                result_.span = step.span;
                std::visit(
                    [&](const auto& node) { step.refused ? refuse_event(node) : take(node); },
                    step.node);
            }
        } catch (const Undefined& undefined) {
            result_.reason = undefined.failure.text;
        }
        result_.passed = result_.reason.empty();
        result_.span = result_.passed ? test_.span : result_.span;
        return std::move(result_);
    }

private:
    // The values of the constants and functions are those of a run that the axioms allow.
    bool grounds_hold() {
        const spec::TestGrounds grounds = spec::grounds_of(spec_, test_);
        result_.remarks = grounds.remarks;
        const State& values = branches_.front().state;
        for (const spec::TestAxiom& axiom : grounds.axioms) {
            if (!interpreter_.holds(spec_.properties[axiom.property].body, values, values)) {
                result_.reason = axiom.reason;
                result_.notes = axiom.hints;
                return false;
            }
        }
        return true;
    }

    // Makes one step from every state, in every way to choose.
    template <class Step>
    void advance(Step step) {
        std::vector<Branch> after;
        bool disabled = false;
        for (const Branch& branch : branches_) {
            ChoiceScript script;
            do {
                interpreter_.begin(branch.state, script);
                const Flow flow = step();
                disabled = disabled || flow == Flow::disabled;
                if (flow == Flow::next || flow == Flow::returned) {
                    const Workspace& workspace = interpreter_.workspace();
                    after.push_back({workspace.finish(), workspace.sends()});
                }
            } while (script.advance());
        }
        if (disabled) {
            result_.reason =
                "this cannot happen here: its guard does not hold, or the timer is not armed";
        }
        take_branches(std::move(after));
    }

    void take_branches(std::vector<Branch> branches) {
        std::vector<Branch> distinct;
        for (Branch& branch : branches) {
            if (std::find(distinct.begin(), distinct.end(), branch) == distinct.end()) {
                distinct.push_back(std::move(branch));
            }
        }
        if (distinct.size() > kMaxStates) {
            result_.reason = "the role has too many ways to choose for a test";
        }
        branches_ = std::move(distinct);
    }

    // At the start every role runs its `on start`; the test is about one process.
    void keep_own_sends() {
        for (Branch& branch : branches_) {
            std::erase_if(branch.sends, [&](const SentMessage& message) {
                return sender(spec_, message) != Process{test_.role, process_};
            });
        }
    }

    // What stands in an event is about the state before it, in every branch.
    void take(const spec::TestMessage& line) {
        const spec::MessageInfo& info = spec_.message(line.message);
        std::set<std::int64_t> senders;
        std::vector<Branch> after;
        for (const Branch& branch : std::vector(branches_)) {
            const SentMessage message = message_before(line, branch.state);
            if (info.is_request) {
                senders.insert(message.from);
            }
            ChoiceScript script;
            interpreter_.begin(branch.state, script);
            const auto dispatch = interpreter_.dispatch(test_.role, process_, message);
            if (dispatch.failure) {
                throw Undefined{*dispatch.failure};
            }
            for (const std::uint32_t handler : dispatch.handlers) {
                branches_ = {branch};
                advance([&] {
                    return interpreter_.deliver(
                        test_.role, process_, handler, message, Origin::made_up);
                });
                after.insert(after.end(), branches_.begin(), branches_.end());
            }
        }
        for (const std::int64_t sender : senders) {
            ++correlations_[sender];
        }
        take_branches(std::move(after));
    }

    SentMessage message_before(const spec::TestMessage& line, const State& state) {
        SentMessage message{line.message, 0, process_, 0, {}};
        if (line.from.valid()) {
            message.from = value_before(line.from, state).number();
        }
        if (spec_.message(line.message).is_request) {
            message.correlation = correlations_[message.from];
        }
        for (const spec::ExprId field : line.fields) {
            message.fields.push_back(value_before(field, state));
        }
        return message;
    }

    void take(const spec::TestTimer& line) {
        for (std::uint32_t i = 0; i < role_.timer_handlers.size(); ++i) {
            if (role_.timer_handlers[i].timer == line.timer) {
                advance([&] {
                    std::optional<Value> key;
                    if (line.key.valid()) {
                        key = argument(line.key);
                    }
                    return interpreter_.fire(test_.role, process_, i, key);
                });
                return;
            }
        }
        result_.reason = fmt::format("`{}` has no handler", spec_.timer(line.timer).name);
    }

    void take(const spec::TestAction& line) {
        advance(
            [&] { return interpreter_.act(test_.role, process_, line.action, arguments(line)); });
    }

    std::vector<Value> arguments(const spec::TestAction& line) {
        std::vector<Value> values;
        for (const spec::ExprId each : line.arguments) {
            values.push_back(argument(each));
        }
        return values;
    }

    void take(const spec::TestCrash&) {
        advance([&] { return interpreter_.crash(test_.role, process_); });
    }

    void take(const spec::TestLost& line) {
        const Process self{test_.role, process_};
        advance([&] {
            Process peer{role_.lost_handlers[line.handler].peer, 0};
            if (line.process.valid()) {
                peer.index = argument(line.process).number();
            }
            return interpreter_.cut({self, peer}, {self});
        });
    }

    // A line with `refuse` changes nothing, and is no event that `expect sends` would be about.
    void refuse_event(const spec::TestMessage& line) {
        for (const Branch& branch : branches_) {
            const SentMessage message = message_before(line, branch.state);
            ChoiceScript script;
            interpreter_.begin(branch.state, script);
            const auto dispatch = interpreter_.dispatch(test_.role, process_, message);
            if (!dispatch.failure) {
                refuse(only_ignores(role_.handlers[dispatch.handlers.front()].body)
                           ? "this is not refused: a handler takes it, and ignores it"
                           : "this is not refused: a handler takes it");
                return;
            }
            if (dispatch.failure->kind != Failure::Kind::unhandled) {
                throw Undefined{*dispatch.failure};
            }
        }
    }

    void refuse_event(const spec::TestTimer& line) {
        for (const Branch& branch : branches_) {
            ChoiceScript script;
            interpreter_.begin(branch.state, script);
            const Value key = line.key.valid() ? argument(line.key) : Value();
            if (interpreter_.workspace().is_armed({line.timer, process_, key})) {
                refuse("this is not refused: the timer is armed");
                return;
            }
        }
    }

    void refuse_event(const spec::TestAction& line) {
        for (const Branch& branch : branches_) {
            ChoiceScript script;
            interpreter_.begin(branch.state, script);
            if (interpreter_.act(test_.role, process_, line.action, arguments(line)) !=
                Flow::disabled) {
                refuse("this is not refused: its guard holds");
                return;
            }
        }
    }

    template <class Line>
    void refuse_event(const Line& /*line*/) {
        MUSTER_ASSERT(false, "only events can be refused");
    }

    [[nodiscard]] bool only_ignores(spec::BlockId body) const {
        const auto& statements = spec_.block(body).statements;
        return !statements.empty() &&
               std::all_of(statements.begin(), statements.end(), [](const auto& statement) {
                   return std::holds_alternative<spec::typed::Ignore>(statement.node);
               });
    }

    void take(const spec::TestExpectation& line) {
        bind_me();
        const auto failing =
            std::find_if(branches_.begin(), branches_.end(), [&](const Branch& branch) {
                return !interpreter_.holds(line.condition, branch.state, branch.state);
            });
        if (failing == branches_.end()) {
            return;
        }
        const std::string why =
            explain_false(spec_, line.condition, failing->state, interpreter_, names_);
        refuse(why.empty() ? "this is false here" : why);
    }

    void take(const spec::TestSends& line) {
        bind_me();
        const auto failing =
            std::find_if(branches_.begin(), branches_.end(), [&](const Branch& branch) {
                return !sends_as_expected(line, branch);
            });
        if (failing == branches_.end()) {
            return;
        }
        if (failing->sends.empty()) {
            refuse("nothing was sent");
            return;
        }
        refuse(failing->sends.size() == 1 ? "something else was sent"
                                          : "nothing like it was among what was sent");
        if (!line.message.valid()) {
            result_.reason = "something was sent";
        }
        for (const SentMessage& sent : failing->sends) {
            result_.notes.push_back("sent " + render_message(spec_, sent, names_));
        }
    }

    bool sends_as_expected(const spec::TestSends& line, const Branch& branch) {
        if (!line.message.valid()) {
            return branch.sends.empty();
        }
        return std::any_of(branch.sends.begin(), branch.sends.end(), [&](const auto& sent) {
            return sent.message == line.message &&
                   (!line.to.valid() ||
                    interpreter_.value_in(line.to, branch.state).number() == sent.to) &&
                   std::all_of(line.fields.begin(), line.fields.end(), [&](const auto& field) {
                       return interpreter_.value_in(field.second, branch.state) ==
                              sent.fields[field.first];
                   });
        });
    }

    void refuse(const std::string& why) {
        result_.reason =
            branches_.size() == 1 ? why : fmt::format("for some of the role's choices, {}", why);
    }

    Value value_before(spec::ExprId expr, const State& state) {
        bind_me();
        return interpreter_.value_in(expr, state);
    }

    // The value of an expression in the event that is about to happen in the current state.
    Value argument(spec::ExprId expr) {
        bind_me();
        return interpreter_.eval(expr);
    }

    void bind_me() {
        if (role_.me.valid()) {
            interpreter_.bind(role_.me, Value::scalar(process_));
        }
    }

    const spec::TypedSpec& spec_;
    const spec::TestInfo& test_;
    const spec::RoleInfo& role_;
    Universe universe_;
    std::int64_t process_;
    Interpreter interpreter_;
    ElementNames names_;
    std::vector<Branch> branches_;
    std::map<std::int64_t, std::int64_t> correlations_; // by sender: requests so far
    TestResult result_;
};

} // namespace

TestResult run_test(const spec::TypedSpec& spec, const spec::TestInfo& test) {
    return TestRun(spec, test).run();
}

} // namespace muster::checker
