#include "checker/eval/fixed.hpp"

#include "checker/eval/collections.hpp"
#include "checker/eval/interpreter.hpp"
#include "checker/eval/value_space.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::checker {
namespace {

constexpr std::int64_t kMaxConstantValues = 10'000;

class FixedMaker {
public:
    FixedMaker(const spec::TypedSpec& spec,
               const Universe& universe,
               const spec::InstanceInfo& instance)
        : spec_(spec)
        , instance_(instance)
        , interpreter_(spec, universe) {}

    tl::expected<Fixed, InstanceError> make() {
        bind_elements();
        try {
            for (const spec::ConstValue& given : instance_.constants) {
                fixed_.constants.push_back({given.constant, {interpreter_.eval(given.value)}});
            }
            for (const spec::ConstBound& bound : instance_.constant_bounds) {
                add(bound);
            }
            for (const spec::FunctionValue& given : instance_.functions) {
                add(given);
            }
        } catch (const Undefined& undefined) {
            refuse(undefined.failure.text);
        }
        look_for_open_constants();
        if (!error_.empty()) {
            return tl::unexpected(InstanceError{error_});
        }
        return std::move(fixed_);
    }

private:
    // The first error is the one that is told.
    void refuse(const std::string& text) { error_ = error_.empty() ? text : error_; }

    void bind_elements() {
        for (const spec::SortSize& sort : instance_.sorts) {
            for (std::size_t i = 0; i < sort.elements.size(); ++i) {
                interpreter_.bind(sort.elements[i], Value::scalar(static_cast<std::int64_t>(i)));
            }
        }
    }

    void add(const spec::ConstBound& bound) {
        const std::string& name = spec_.constants[bound.constant.value].name;
        if (!bound.range.low || !bound.range.high) {
            refuse(fmt::format("`{0}` is bounded on one side only, and every value in between is "
                               "tried: write `{0} in 0 .. 3`, say",
                               name));
            return;
        }
        const std::int64_t low = *bound.range.low;
        const std::int64_t high = *bound.range.high;
        if (low <= high && static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) >=
                               static_cast<std::uint64_t>(kMaxConstantValues)) {
            refuse(fmt::format("the range of `{}` is too wide", name));
            return;
        }
        Fixed::Constant constant{bound.constant, {}};
        for (std::int64_t value = low; value <= high; ++value) {
            constant.values.push_back(Value::scalar(value));
        }
        if (constant.values.empty()) {
            refuse(fmt::format("the range of `{}` is empty", name));
        }
        fixed_.constants.push_back(std::move(constant));
    }

    void add(const spec::FunctionValue& given) {
        Fixed::Function function{given.function, given.def, {}};
        if (given.map.valid()) {
            function.values = values_in(given);
        }
        fixed_.functions.push_back(std::move(function));
    }

    std::vector<Value> values_in(const spec::FunctionValue& given) {
        const spec::FunctionInfo& info = spec_.functions[given.function.value];
        const spec::TypeId parameter = spec_.local(info.parameters.front()).type;
        const Value map = interpreter_.eval(given.map);
        std::vector<Value> values;
        for (const Value& argument : interpreter_.values_of(parameter)) {
            const Value* value = map_find(map, argument);
            if (value == nullptr) {
                refuse(fmt::format("the map for `{}` has no entry for {}: it must have one for "
                                   "every {} of the instance",
                                   info.name,
                                   describe(parameter, argument),
                                   spec_.type_name(parameter)));
                return {};
            }
            values.push_back(*value);
        }
        return values;
    }

    [[nodiscard]] std::string describe(spec::TypeId type, const Value& value) const {
        const spec::Type& info = spec_.types[type];
        if (info.kind == spec::TypeKind::integer) {
            return fmt::format("`{}`", value.number());
        }
        if (info.kind == spec::TypeKind::enumeration) {
            const auto at = static_cast<std::size_t>(value.number());
            return fmt::format("`{}`", spec_.enums[info.declaration].enumerators[at]);
        }
        if (info.kind == spec::TypeKind::sort) {
            const auto at = static_cast<std::size_t>(value.number());
            for (const spec::SortSize& sort : instance_.sorts) {
                if (sort.sort.value == info.declaration && at < sort.elements.size()) {
                    return fmt::format("`{}`", spec_.local(sort.elements[at]).name);
                }
            }
            return fmt::format("element {} of `{}`", at + 1, spec_.sorts[info.declaration].name);
        }
        return "one of its arguments";
    }

    // Every value of an open one is tried, and there are always more integers.
    void look_for_open_constants() {
        for (std::uint32_t i = 0; i < spec_.constants.size(); ++i) {
            const bool given =
                std::any_of(fixed_.constants.begin(),
                            fixed_.constants.end(),
                            [&](const Fixed::Constant& one) { return one.constant.value == i; });
            if (!given && holds_integers(spec_, spec_.constants[i].type)) {
                refuse(fmt::format("`{0}` may be any integer: give it a value, `{0} = 1`, or a "
                                   "range, `{0} in 0 .. 2`, in the instance",
                                   spec_.constants[i].name));
            }
        }
    }

    const spec::TypedSpec& spec_;
    const spec::InstanceInfo& instance_;
    Interpreter interpreter_;
    Fixed fixed_;
    std::string error_;
};

} // namespace

tl::expected<Fixed, InstanceError> fixed_by(const spec::TypedSpec& spec,
                                            const Universe& universe,
                                            const spec::InstanceInfo& instance) {
    return FixedMaker(spec, universe, instance).make();
}

tl::expected<std::vector<State>, InstanceError>
interpretations_of(const spec::TypedSpec& spec,
                   const Universe& universe,
                   const Fixed& fixed,
                   std::optional<std::chrono::steady_clock::time_point> deadline) {
    Interpreter interpreter(spec, universe);
    interpreter.limit_time(deadline);
    try {
        Interpreter::Interpretations found = interpreter.interpretations(fixed);
        if (found.contradicted) {
            return tl::unexpected(InstanceError{
                fmt::format("axiom `{}` is false for the values that the instance gives{}",
                            spec.properties[*found.contradicted].name,
                            found.are_given ? "" : ", whatever is left open")});
        }
        return std::move(found.states);
    } catch (const Undefined& undefined) {
        return tl::unexpected(InstanceError{undefined.failure.text});
    }
}

Fixed fixed_on(const spec::TypedSpec& spec,
               const Universe& universe,
               const spec::InstanceInfo& instance) {
    auto fixed = fixed_by(spec, universe, instance);
    MUSTER_ASSERT(fixed.has_value(), "an instance was explored that cannot be");
    return std::move(*fixed);
}

} // namespace muster::checker
