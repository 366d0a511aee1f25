#include "spec/types/test_names.hpp"

#include "spec/types/walk.hpp"

#include <algorithm>
#include <set>

namespace muster::spec {
namespace {

template <class Given>
const Given* find_given(const std::vector<Given>& all, const auto& is_wanted) {
    const auto found = std::find_if(all.begin(), all.end(), is_wanted);
    return found == all.end() ? nullptr : &*found;
}

template <class Given>
const Given* find_given(const TypedSpec& spec,
                        const std::vector<Given>& in_test,
                        const std::vector<Given> InstanceInfo::*in_instance,
                        const auto& is_wanted) {
    const Given* given = find_given(in_test, is_wanted);
    for (std::size_t i = 0; given == nullptr && i < spec.instances.size(); ++i) {
        given = find_given(spec.instances[i].*in_instance, is_wanted);
    }
    return given;
}

class NameFinder {
public:
    NameFinder(const TypedSpec& spec, const TestInfo& test)
        : spec_(spec) {
        names_.of_sort.resize(spec.sorts.size());
        for (const LocalId element : test.elements) {
            add(element);
        }
        for (const InstanceInfo& instance : spec.instances) {
            for (const SortSize& sort : instance.sorts) {
                of_instances_.insert(sort.elements.begin(), sort.elements.end());
            }
        }
        for (std::uint32_t i = 0; i < spec.constants.size(); ++i) {
            visit(value_in_test(spec, test, ConstId{i}));
        }
        for (std::uint32_t i = 0; i < spec.functions.size(); ++i) {
            if (const auto* given = value_in_test(spec, test, FunctionId{i})) {
                visit(given->map);
            }
        }
    }

    TestNames take() { return std::move(names_); }

private:
    void add(LocalId local) {
        auto& known = names_.of_sort[spec_.types[spec_.local(local).type].declaration];
        const auto same = std::find_if(known.begin(), known.end(), [&](LocalId other) {
            return spec_.local(other).name == spec_.local(local).name;
        });
        names_.numbers.emplace(local, static_cast<std::size_t>(same - known.begin()));
        if (same == known.end()) {
            known.push_back(local);
        }
    }

    void visit(ExprId id) {
        if (!id.valid()) {
            return;
        }
        const typed::Expr& expr = spec_.expr(id);
        const auto* ref = std::get_if<typed::LocalRef>(&expr.node);
        if (ref != nullptr && of_instances_.count(ref->local) > 0) {
            add(ref->local);
        }
        for_each_part(expr, [&](ExprId part) { visit(part); });
    }

    const TypedSpec& spec_;
    std::set<LocalId> of_instances_;
    TestNames names_;
};

} // namespace

ExprId value_in_test(const TypedSpec& spec, const TestInfo& test, ConstId constant) {
    const auto* given =
        find_given(spec, test.constants, &InstanceInfo::constants, [&](const ConstValue& value) {
            return value.constant == constant;
        });
    return given == nullptr ? ExprId{} : given->value;
}

const FunctionValue*
value_in_test(const TypedSpec& spec, const TestInfo& test, FunctionId function) {
    return find_given(spec,
                      test.functions,
                      &InstanceInfo::functions,
                      [&](const FunctionValue& value) { return value.function == function; });
}

TestNames names_in_test(const TypedSpec& spec, const TestInfo& test) {
    return NameFinder(spec, test).take();
}

} // namespace muster::spec
