#include "checker/eval/run_tests.hpp"

#include "checker/eval/interpreter.hpp"
#include "checker/eval/value_space.hpp"
#include "spec/types/walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace muster::checker {
namespace {

constexpr std::size_t kMaxStates = 10'000; // that choices may lead to in one test

// The integers that a test mentions, and those around them.
class IntegerFinder {
public:
    explicit IntegerFinder(const spec::TypedSpec& spec)
        : spec_(spec) {}

    void visit(spec::ExprId id) {
        if (!id.valid()) {
            return;
        }
        const spec::typed::Expr& expr = spec_.expr(id);
        if (const auto* literal = std::get_if<spec::typed::IntLiteral>(&expr.node)) {
            low_ = std::min(low_, -literal->value - 1);
            high_ = std::max(high_, literal->value + 1);
        }
        spec::for_each_part(expr, [&](spec::ExprId part) { visit(part); });
    }

    [[nodiscard]] Integers found() const {
        constexpr std::int64_t kWidest = 1000;
        Integers result;
        for (std::int64_t n = std::max(low_, -kWidest); n <= std::min(high_, kWidest); ++n) {
            result.push_back(n);
        }
        return result;
    }

private:
    const spec::TypedSpec& spec_;
    std::int64_t low_ = -1;
    std::int64_t high_ = 1;
};

Universe test_universe(const spec::TypedSpec& spec, const spec::TestInfo& test) {
    Universe universe;
    universe.sort_sizes.assign(spec.sorts.size(), 0);
    for (const spec::LocalId element : test.elements) {
        ++universe.sort_sizes[spec.types[spec.local(element).type].declaration];
    }
    for (std::int64_t& size : universe.sort_sizes) {
        size = std::max<std::int64_t>(size, 1);
    }
    // Every line may draw a few elements that the test has no name for.
    const Layout layout(spec, universe);
    for (std::uint32_t sort = 0; sort < spec.sorts.size(); ++sort) {
        if (layout.draws_fresh(spec::SortId{sort})) {
            universe.sort_sizes[sort] += static_cast<std::int64_t>(2 * test.steps.size());
        }
    }
    IntegerFinder integers(spec);
    for (const spec::TestStep& step : test.steps) {
        if (const auto* message = std::get_if<spec::TestMessage>(&step.node)) {
            std::for_each(message->fields.begin(), message->fields.end(), [&](spec::ExprId id) {
                integers.visit(id);
            });
        } else if (const auto* expectation = std::get_if<spec::TestExpectation>(&step.node)) {
            integers.visit(expectation->condition);
        }
    }
    universe.integers = integers.found();
    return universe;
}

class TestRun {
public:
    TestRun(const spec::TypedSpec& spec, const spec::TestInfo& test)
        : spec_(spec)
        , test_(test)
        , universe_(test_universe(spec, test))
        , interpreter_(spec, universe_) {}

    TestResult run() {
        span_ = test_.span;
        try {
            bind_elements();
            states_ = {blank()};
            advance([&] { return interpreter_.initialise(); });
            for (const spec::TestStep& step : test_.steps) {
                span_ = step.span;
                std::visit([&](const auto& node) { take(node); }, step.node);
                if (!reason_.empty()) {
                    break;
                }
            }
        } catch (const Undefined& undefined) {
            reason_ = undefined.failure.text;
        }
        return {reason_.empty(), reason_, span_};
    }

private:
    void bind_elements() {
        std::vector<std::int64_t> next(spec_.sorts.size(), 0);
        for (const spec::LocalId element : test_.elements) {
            const std::uint32_t sort = spec_.types[spec_.local(element).type].declaration;
            interpreter_.bind(element, Value::scalar(next[sort]++));
        }
    }

    // Constants are those of the first instance; functions have their least values everywhere.
    State blank() {
        State state;
        for (const spec::VariableInfo& variable : spec_.variables) {
            state.variables.emplace_back(interpreter_.layout().processes(variable.role));
        }
        state.used.resize(spec_.sorts.size());
        for (std::uint32_t i = 0; i < spec_.constants.size(); ++i) {
            Value value = default_value(spec_, spec_.constants[i].type);
            if (!spec_.instances.empty()) {
                for (const spec::ConstValue& given : spec_.instances.front().constants) {
                    value = given.constant.value == i ? interpreter_.eval(given.value) : value;
                }
            }
            state.constants.push_back(value);
        }
        for (const spec::FunctionInfo& function : spec_.functions) {
            std::size_t calls = 1;
            for (const spec::LocalId parameter : function.parameters) {
                calls *= interpreter_.values_of(spec_.local(parameter).type).size();
            }
            state.functions.emplace_back(calls, default_value(spec_, function.result));
        }
        return state;
    }

    // Makes one step from every state, in every way to choose.
    template <class Step>
    void advance(Step step) {
        std::vector<State> after;
        bool disabled = false;
        for (const State& state : states_) {
            ChoiceScript script;
            do {
                interpreter_.begin(state, script);
                const Flow flow = step();
                disabled = disabled || flow == Flow::disabled;
                if (flow == Flow::next || flow == Flow::returned) {
                    after.push_back(interpreter_.workspace().finish());
                }
            } while (script.advance());
        }
        if (disabled) {
            reason_ = "this cannot happen here: its guard does not hold, or the timer is not armed";
        }
        std::vector<State> distinct;
        for (State& state : after) {
            if (std::find(distinct.begin(), distinct.end(), state) == distinct.end()) {
                distinct.push_back(std::move(state));
            }
        }
        if (distinct.size() > kMaxStates) {
            reason_ = "the role has too many ways to choose for a test";
        }
        states_ = std::move(distinct);
    }

    void take(const spec::TestMessage& line) {
        const spec::MessageInfo& info = spec_.message(line.message);
        SentMessage message{line.message, 0, 0, 0, {}};
        if (line.from.valid()) {
            message.from = interpreter_.eval(line.from).number();
        }
        if (info.is_request) {
            message.correlation = correlations_[message.from]++;
        }
        for (const spec::ExprId field : line.fields) {
            message.fields.push_back(interpreter_.eval(field));
        }
        advance([&] {
            const auto dispatch = interpreter_.dispatch(test_.role, 0, message);
            if (dispatch.failure) {
                throw Undefined{*dispatch.failure};
            }
            return interpreter_.deliver(test_.role, 0, dispatch.handler, message);
        });
    }

    void take(const spec::TestTimer& line) {
        std::optional<Value> key;
        if (line.key.valid()) {
            key = interpreter_.eval(line.key);
        }
        const auto& handlers = spec_.role(test_.role).timer_handlers;
        for (std::uint32_t i = 0; i < handlers.size(); ++i) {
            if (handlers[i].timer == line.timer) {
                advance([&] { return interpreter_.fire(test_.role, 0, i, key); });
                return;
            }
        }
        reason_ = fmt::format("`{}` has no handler", spec_.timer(line.timer).name);
    }

    void take(const spec::TestAction& line) {
        std::vector<Value> arguments;
        for (const spec::ExprId argument : line.arguments) {
            arguments.push_back(interpreter_.eval(argument));
        }
        advance([&] { return interpreter_.act(test_.role, 0, line.action, arguments); });
    }

    void take(const spec::TestCrash&) {
        advance([&] { return interpreter_.crash(test_.role, 0); });
    }

    void take(const spec::TestLost&) { reason_ = "`lost` is not supported in tests yet"; }

    void take(const spec::TestSends&) { reason_ = "`expect sends` is not supported yet"; }

    void take(const spec::TestExpectation& line) {
        if (spec_.role(test_.role).me.valid()) {
            interpreter_.bind(spec_.role(test_.role).me, Value::scalar(0));
        }
        const auto failing = std::find_if(states_.begin(), states_.end(), [&](const State& state) {
            return !interpreter_.holds(line.condition, state, state);
        });
        if (failing != states_.end()) {
            reason_ = states_.size() == 1 ? "this is false here"
                                          : "this is false for some of the role's choices";
        }
    }

    const spec::TypedSpec& spec_;
    const spec::TestInfo& test_;
    Universe universe_;
    Interpreter interpreter_;
    std::vector<State> states_;
    std::map<std::int64_t, std::int64_t> correlations_; // by sender: requests so far
    std::string reason_;
    spec::Span span_;
};

} // namespace

TestResult run_test(const spec::TypedSpec& spec, const spec::TestInfo& test) {
    return TestRun(spec, test).run();
}

} // namespace muster::checker
