#include "checker/eval/test_setup.hpp"

#include "checker/eval/collections.hpp"
#include "checker/eval/value_space.hpp"
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

std::uint32_t sort_of(const spec::TypedSpec& spec, spec::LocalId element) {
    return spec.types[spec.local(element).type].declaration;
}

// The instance whose value a constant or function has in a test that gives it none.
template <class Given>
const Given* given_by_instance(const spec::TypedSpec& spec,
                               const std::vector<Given> spec::InstanceInfo::*list,
                               const auto& is_wanted) {
    for (const spec::InstanceInfo& instance : spec.instances) {
        const auto& all = instance.*list;
        const auto found = std::find_if(all.begin(), all.end(), is_wanted);
        if (found != all.end()) {
            return &*found;
        }
    }
    return nullptr;
}

template <class Given>
const Given* value_in(const spec::TypedSpec& spec,
                      const std::vector<Given>& test,
                      const std::vector<Given> spec::InstanceInfo::*list,
                      const auto& is_wanted) {
    const auto found = std::find_if(test.begin(), test.end(), is_wanted);
    return found != test.end() ? &*found : given_by_instance(spec, list, is_wanted);
}

Fixed::Function function_in(const spec::TypedSpec& spec,
                            const spec::TestInfo& test,
                            Interpreter& interpreter,
                            spec::FunctionId id) {
    const spec::FunctionInfo& info = spec.functions[id.value];
    const auto* given = value_in<spec::FunctionValue>(
        spec, test.functions, &spec::InstanceInfo::functions, [&](const auto& one) {
            return one.function == id;
        });
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
    for (const spec::LocalId element : test.elements) {
        ++universe.sort_sizes[sort_of(spec, element)];
        universe.element_names[sort_of(spec, element)].push_back(spec.local(element).name);
    }
    const spec::SortId index = spec.role(test.role).index;
    if (index.valid() && !test.process.valid()) {
        ++universe.sort_sizes[index.value];
    }
    for (const spec::InstanceInfo& instance : spec.instances) {
        for (const spec::SortSize& sort : instance.sorts) {
            auto& size = universe.sort_sizes[sort.sort.value];
            size = std::max(size, static_cast<std::int64_t>(sort.elements.size()));
        }
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
    std::int64_t place = 0;
    for (const spec::LocalId element : test.elements) {
        if (element == test.process) {
            return place;
        }
        place += sort_of(spec, element) == index.value ? 1 : 0;
    }
    return place; // behind those that have a name
}

void bind_test_elements(const spec::TypedSpec& spec,
                        const spec::TestInfo& test,
                        Interpreter& interpreter) {
    std::vector<std::int64_t> next(spec.sorts.size(), 0);
    for (const spec::LocalId element : test.elements) {
        interpreter.bind(element, Value::scalar(next[sort_of(spec, element)]++));
    }
    for (const spec::InstanceInfo& instance : spec.instances) {
        for (const spec::SortSize& sort : instance.sorts) {
            for (std::size_t i = 0; i < sort.elements.size(); ++i) {
                interpreter.bind(sort.elements[i], Value::scalar(static_cast<std::int64_t>(i)));
            }
        }
    }
}

State test_interpretation(const spec::TypedSpec& spec,
                          const spec::TestInfo& test,
                          Interpreter& interpreter) {
    Fixed fixed;
    for (std::uint32_t i = 0; i < spec.constants.size(); ++i) {
        const auto* given = value_in<spec::ConstValue>(
            spec, test.constants, &spec::InstanceInfo::constants, [&](const auto& one) {
                return one.constant.value == i;
            });
        fixed.constants.push_back({spec::ConstId{i},
                                   {given == nullptr ? default_value(spec, spec.constants[i].type)
                                                     : interpreter.eval(given->value)}});
    }
    for (std::uint32_t i = 0; i < spec.functions.size(); ++i) {
        fixed.functions.push_back(function_in(spec, test, interpreter, spec::FunctionId{i}));
    }
    return interpreter.candidates(fixed).front();
}

} // namespace muster::checker
