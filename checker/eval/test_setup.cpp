#include "checker/eval/test_setup.hpp"

#include "checker/eval/collections.hpp"
#include "checker/eval/value_space.hpp"
#include "spec/types/test_names.hpp"
#include "spec/types/walk.hpp"

#include <algorithm>

namespace muster::checker {
namespace {

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

    void visit(const spec::TestInfo& test) {
        for (const spec::ConstValue& given : test.constants) {
            visit(given.value);
        }
        for (const spec::FunctionValue& given : test.functions) {
            visit(given.map);
        }
        for (const spec::TestStep& step : test.steps) {
            std::visit(spec::overloaded{
                           [&](const spec::TestMessage& line) { visit_all(line.fields); },
                           [&](const spec::TestTimer& line) { visit(line.key); },
                           [&](const spec::TestAction& line) { visit_all(line.arguments); },
                           [](const spec::TestCrash&) {},
                           [&](const spec::TestLost& line) { visit(line.process); },
                           [&](const spec::TestExpectation& line) { visit(line.condition); },
                           [&](const spec::TestSends& line) {
                               for (const auto& [field, value] : line.fields) {
                                   visit(value);
                               }
                           },
                       },
                       step.node);
        }
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
    void visit_all(const std::vector<spec::ExprId>& ids) {
        std::for_each(ids.begin(), ids.end(), [&](spec::ExprId id) { visit(id); });
    }

    const spec::TypedSpec& spec_;
    std::int64_t low_ = -1;
    std::int64_t high_ = 1;
};

Fixed::Function function_in(const spec::TypedSpec& spec,
                            const spec::TestInfo& test,
                            Interpreter& interpreter,
                            spec::FunctionId id) {
    const spec::FunctionInfo& info = spec.functions[id.value];
    const spec::FunctionValue* given = spec::value_in_test(spec, test, id);
    Fixed::Function function{id, given == nullptr ? spec::DefId{} : given->def, {}};
    if (function.def.valid()) {
        return function;
    }
    const Value least = default_value(spec, info.result);
    if (given != nullptr) {
        const Value map = interpreter.eval(given->map);
        const spec::TypeId parameter = spec.local(info.parameters.front()).type;
        for (const Value& argument : interpreter.values_of(parameter)) {
            const Value* value = map_find(map, argument);
            function.values.push_back(value == nullptr ? least : *value);
        }
        return function;
    }
    std::size_t calls = 1;
    for (const spec::LocalId parameter : info.parameters) {
        calls *= interpreter.values_of(spec.local(parameter).type).size();
    }
    function.values.assign(calls, least);
    return function;
}

} // namespace

Universe test_universe(const spec::TypedSpec& spec, const spec::TestInfo& test) {
    Universe universe;
    universe.sort_sizes.assign(spec.sorts.size(), 0);
    universe.element_names.resize(spec.sorts.size());
    const spec::TestNames names = spec::names_in_test(spec, test);
    for (std::size_t sort = 0; sort < names.of_sort.size(); ++sort) {
        for (const spec::LocalId element : names.of_sort[sort]) {
            universe.element_names[sort].push_back(spec.local(element).name);
        }
        universe.sort_sizes[sort] = static_cast<std::int64_t>(names.of_sort[sort].size());
    }
    const spec::SortId index = spec.role(test.role).index;
    if (index.valid() && !test.process.valid()) {
        ++universe.sort_sizes[index.value];
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
    integers.visit(test);
    universe.integers = integers.found();
    return universe;
}

std::int64_t tested_process(const spec::TypedSpec& spec, const spec::TestInfo& test) {
    const spec::SortId index = spec.role(test.role).index;
    if (!index.valid()) {
        return 0;
    }
    const spec::TestNames names = spec::names_in_test(spec, test);
    return static_cast<std::int64_t>(test.process.valid() ? names.numbers.at(test.process)
                                                          : names.of_sort[index.value].size());
}

void bind_test_elements(const spec::TypedSpec& spec,
                        const spec::TestInfo& test,
                        Interpreter& interpreter) {
    for (const auto& [element, number] : spec::names_in_test(spec, test).numbers) {
        interpreter.bind(element, Value::scalar(static_cast<std::int64_t>(number)));
    }
    if (const spec::LocalId me = spec.role(test.role).me; me.valid()) {
        interpreter.bind(me, Value::scalar(tested_process(spec, test)));
    }
}

State test_interpretation(const spec::TypedSpec& spec,
                          const spec::TestInfo& test,
                          Interpreter& interpreter) {
    Fixed fixed;
    for (std::uint32_t i = 0; i < spec.constants.size(); ++i) {
        const spec::ConstId id{i};
        const spec::ExprId given = spec::value_in_test(spec, test, id);
        fixed.constants.push_back({id,
                                   {given.valid() ? interpreter.eval(given)
                                                  : default_value(spec, spec.constants[i].type)}});
    }
    for (std::uint32_t i = 0; i < spec.functions.size(); ++i) {
        fixed.functions.push_back(function_in(spec, test, interpreter, spec::FunctionId{i}));
    }
    return interpreter.candidates(fixed).front();
}

} // namespace muster::checker
