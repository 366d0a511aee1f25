#include "checker/explore/instance.hpp"

#include "checker/eval/value_space.hpp"
#include "spec/types/walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>

namespace muster::checker {
namespace {

using spec::IntegerRange;

/// How many numbers lie between two; 2^64 - 1 at most, so that the bounds may be any.
std::uint64_t distance(std::int64_t low, std::int64_t high) {
    return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
}

Integers numbers(std::int64_t low, std::int64_t high) {
    Integers result;
    if (low > high) {
        return result;
    }
    for (std::int64_t number = low; number < high; ++number) {
        result.push_back(number);
    }
    result.push_back(high);
    return result;
}

struct Place {
    spec::TypeId type;
    std::optional<IntegerRange> range;
    std::string path;   // as an instance writes it
    std::string source; // who may put something there
};

tl::expected<std::vector<std::vector<Value>>, InstanceError>
combinations(const std::vector<std::vector<Value>>& choices, const std::string& what) {
    std::vector<std::vector<Value>> rows{{}};
    for (const auto& values : choices) {
        if (rows.size() * values.size() > kMaxValues) {
            return tl::unexpected(InstanceError{
                fmt::format("there are too many {} on this instance; make it smaller", what)});
        }
        std::vector<std::vector<Value>> longer;
        for (const auto& row : rows) {
            for (const Value& value : values) {
                longer.push_back(row);
                longer.back().push_back(value);
            }
        }
        rows = std::move(longer);
    }
    return rows;
}

class InputMaker {
public:
    InputMaker(const spec::TypedSpec& spec,
               const spec::InstanceInfo& instance,
               const Universe& universe,
               const Slice& slice)
        : spec_(spec)
        , instance_(instance)
        , universe_(universe)
        , slice_(slice)
        , layout_(spec_, universe) {}

    [[nodiscard]] const Layout& layout() const { return layout_; }

    [[nodiscard]] const std::vector<std::string>& list_limits() const { return list_limits_; }

    // Constants that the instance leaves open have all values that lists of the universe allow.
    void limit_constants() {
        for (std::uint32_t i = 0; i < spec_.constants.size(); ++i) {
            const auto& given = instance_.constants;
            if (std::none_of(given.begin(), given.end(), [&](const auto& value) {
                    return value.constant.value == i;
                })) {
                const spec::ConstInfo& constant = spec_.constants[i];
                limit_lists({constant.type, std::nullopt, constant.name, ""}, universe_.integers);
            }
        }
    }

    tl::expected<void, InstanceError> add_messages(spec::MessageId id,
                                                   std::vector<SentMessage>& result) {
        const spec::MessageInfo& message = spec_.message(id);
        const Slice::MessageRule& rule = slice_.messages[id.value];
        std::vector<std::vector<Value>> choices;
        for (std::uint32_t field = 0; field < message.fields.size(); ++field) {
            auto values = field_values(id, field);
            if (!values) {
                return tl::unexpected(values.error());
            }
            choices.push_back(std::move(*values));
        }
        const auto rows = combinations(choices, fmt::format("messages `{}`", message.name));
        if (!rows) {
            return tl::unexpected(rows.error());
        }
        const bool any_sender = rule.sender_is_read || sender_is_drawn(message);
        const std::size_t senders = any_sender ? layout_.processes(message.from) : 1;
        const std::int64_t correlations =
            rule.correlation_is_read && message.is_request ? universe_.correlations : 1;
        for (std::size_t from = 0; from < senders; ++from) {
            for (std::size_t to = 0; to < layout_.processes(message.to); ++to) {
                for (std::int64_t correlation = 0; correlation < correlations; ++correlation) {
                    for (const auto& row : *rows) {
                        result.push_back({id,
                                          static_cast<std::int64_t>(from),
                                          static_cast<std::int64_t>(to),
                                          correlation,
                                          row});
                    }
                }
            }
        }
        return {};
    }

    // Fields that no handler reads make no difference, except that a delivery marks the elements
    // in them as used.
    [[nodiscard]] bool is_blank(spec::MessageId id, std::uint32_t field) const {
        return !slice_.messages[id.value].field_is_read[field] &&
               !layout_.holds_drawn(spec_.message(id).fields[field].type);
    }

    [[nodiscard]] bool sender_is_drawn(const spec::MessageInfo& message) const {
        const spec::SortId index = spec_.role(message.from).index;
        return index.valid() && layout_.draws_fresh(index);
    }

    tl::expected<std::vector<std::vector<Value>>, InstanceError> arguments(spec::RoleId role,
                                                                           std::uint32_t index) {
        const spec::ActionInfo& action = spec_.role(role).actions[index];
        std::vector<std::vector<Value>> choices;
        for (std::uint32_t i = 0; i < action.parameters.size(); ++i) {
            const spec::LocalInfo& parameter = spec_.local(action.parameters[i]);
            Place place{parameter.type,
                        std::nullopt,
                        fmt::format("{}.{}.{}", spec_.role(role).name, action.name, parameter.name),
                        "whoever runs the action"};
            for (const spec::ArgumentBound& bound : instance_.arguments) {
                if (bound.role == role && bound.action == index && bound.parameter == i) {
                    place.range = bound.range;
                }
            }
            auto values = values_of(place);
            if (!values) {
                return tl::unexpected(values.error());
            }
            choices.push_back(std::move(*values));
        }
        return combinations(choices, fmt::format("arguments of `{}`", action.name));
    }

private:
    // All values of one place, of which lists are not really all; its integers come from the
    // instance's range for it.
    tl::expected<std::vector<Value>, InstanceError> values_of(const Place& place) {
        Integers integers;
        if (holds_integers(spec_, place.type)) {
            if (!place.range || !place.range->low || !place.range->high) {
                return tl::unexpected(InstanceError{fmt::format(
                    "`{}` has no bound, and {} may put any integer there: write `{} in 0 "
                    ".. 1`, say, in the instance",
                    place.path,
                    place.source,
                    place.path)});
            }
            const std::int64_t low = *place.range->low;
            const std::int64_t high = *place.range->high;
            if (low <= high && distance(low, high) > kMaxValues) {
                return tl::unexpected(
                    InstanceError{fmt::format("the range of `{}` is too wide", place.path)});
            }
            integers = numbers(low, high);
        }
        auto values = all_values(spec_, universe_, place.type, integers);
        if (!values) {
            return tl::unexpected(InstanceError{
                fmt::format("`{}` has too many values on this instance", place.path)});
        }
        limit_lists(place, integers);
        return std::move(*values);
    }

    void limit_lists(const Place& place, const Integers& integers) {
        if (const auto length = longest_list(spec_, universe_, place.type, integers)) {
            list_limits_.push_back(
                fmt::format("lists of at most {} elements in `{}`", *length, place.path));
        }
    }

    tl::expected<std::vector<Value>, InstanceError> field_values(spec::MessageId id,
                                                                 std::uint32_t index) {
        const spec::MessageInfo& message = spec_.message(id);
        const spec::FieldInfo& field = message.fields[index];
        if (is_blank(id, index)) {
            return std::vector<Value>{default_value(spec_, field.type)};
        }
        Place place{field.type,
                    std::nullopt,
                    fmt::format("{}.{}", message.name, field.name),
                    fmt::format("an arbitrary {}", spec_.role(message.from).name)};
        for (const spec::FieldBound& bound : instance_.fields) {
            if (bound.message == id && bound.field == index) {
                place.range = bound.range;
            }
        }
        return values_of(place);
    }

    const spec::TypedSpec& spec_;
    const spec::InstanceInfo& instance_;
    const Universe& universe_;
    const Slice& slice_;
    Layout layout_;
    std::vector<std::string> list_limits_;
};

// The integers that a value of an instance is made of.
template <class Include>
void include_literals(const spec::TypedSpec& spec, spec::ExprId id, const Include& include) {
    if (!id.valid()) {
        return;
    }
    const spec::typed::Expr& expr = spec.expr(id);
    if (const auto* literal = std::get_if<spec::typed::IntLiteral>(&expr.node)) {
        include({literal->value, literal->value});
        include({-literal->value, -literal->value}); // it may stand behind a minus
    }
    spec::for_each_part(expr, [&](spec::ExprId part) { include_literals(spec, part, include); });
}

} // namespace

tl::expected<Universe, InstanceError> make_universe(const spec::TypedSpec& spec,
                                                    const spec::InstanceInfo& instance) {
    constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
    constexpr auto kGreatest = std::numeric_limits<std::int64_t>::max();
    Universe universe;
    universe.sort_sizes.assign(spec.sorts.size(), 1);
    universe.element_names.resize(spec.sorts.size());
    for (const spec::SortSize& size : instance.sorts) {
        universe.sort_sizes[size.sort.value] = size.size;
        for (const spec::LocalId element : size.elements) {
            universe.element_names[size.sort.value].push_back(spec.local(element).name);
        }
    }
    universe.max_in_flight = instance.max_in_flight;
    std::int64_t low = -1;
    std::int64_t high = 1;
    const auto include = [&](const IntegerRange& range) {
        low = std::min(low, range.low.value_or(low));
        high = std::max(high, range.high.value_or(high));
    };
    for (const spec::VariableBound& bound : instance.variables) {
        IntegerRange range = bound.range;
        if (range.low && *range.low > kLeast) {
            --*range.low;
        }
        if (range.high && *range.high < kGreatest) {
            ++*range.high;
        }
        include(range);
    }
    for (const spec::FieldBound& bound : instance.fields) {
        include(bound.range);
    }
    for (const spec::ArgumentBound& bound : instance.arguments) {
        include(bound.range);
    }
    for (const spec::ConstBound& bound : instance.constant_bounds) {
        include(bound.range);
    }
    for (const spec::ConstValue& given : instance.constants) {
        include_literals(spec, given.value, include);
    }
    for (const spec::FunctionValue& given : instance.functions) {
        include_literals(spec, given.map, include);
    }
    if (distance(low, high) > kMaxValues) {
        return tl::unexpected(InstanceError{fmt::format(
            "its numbers reach from {} to {}, which are too many to go through", low, high)});
    }
    universe.integers = numbers(low, high);
    return universe;
}

bool is_beyond(const spec::TypedSpec& spec,
               spec::TypeId id,
               const Value& value,
               const IntegerRange& range) {
    const spec::Type& type = spec.types[id];
    if (type.kind == spec::TypeKind::integer) {
        return (range.low && value.number() < *range.low) ||
               (range.high && value.number() > *range.high);
    }
    if (!holds_integers(spec, id)) {
        return false;
    }
    const auto items = value.items();
    for (std::size_t i = 0; i < items.size(); ++i) {
        const bool is_value = type.kind == spec::TypeKind::map && i % 2 == 1;
        const spec::TypeId part = type.kind == spec::TypeKind::record
                                      ? spec.records[type.declaration].fields[i].type
                                  : is_value ? type.second
                                             : type.first;
        if (is_beyond(spec, part, items[i], range)) {
            return true;
        }
    }
    return false;
}

std::string describe_bound(const spec::TypedSpec& spec, const spec::VariableBound& bound) {
    const spec::VariableInfo& variable = spec.variable(bound.variable);
    const std::string name = fmt::format("{}.{}", spec.role(variable.role).name, variable.name);
    const IntegerRange& range = bound.range;
    if (range.low && range.high) {
        return *range.low == *range.high
                   ? fmt::format("{} = {}", name, *range.low)
                   : fmt::format("{} in {} .. {}", name, *range.low, *range.high);
    }
    return range.high ? fmt::format("{} <= {}", name, *range.high)
                      : fmt::format("{} >= {}", name, range.low.value_or(0));
}

tl::expected<Inputs, InstanceError> Inputs::make(const TransitionSystem& system,
                                                 const spec::InstanceInfo& instance,
                                                 const Universe& universe,
                                                 const Slice& slice) {
    const spec::TypedSpec& spec = *system.spec;
    Inputs inputs;
    inputs.spec_ = &spec;
    inputs.slice_ = &slice;
    InputMaker maker(spec, instance, universe, slice);
    for (std::uint32_t i = 0; i < spec.messages.size(); ++i) {
        const spec::MessageInfo& message = spec.messages[i];
        auto& blank = inputs.blank_field_.emplace_back();
        for (std::uint32_t field = 0; field < message.fields.size(); ++field) {
            blank.push_back(maker.is_blank(spec::MessageId{i}, field));
        }
        inputs.blank_sender_.push_back(!slice.messages[i].sender_is_read &&
                                       !maker.sender_is_drawn(message));
        const auto& handlers = spec.role(message.to).handlers;
        const bool handled = std::any_of(
            handlers.begin(), handlers.end(), [&](const auto& h) { return h.message.value == i; });
        if (!handled || !slice.keep_role[message.to.value] || !system.is_arbitrary(message.from)) {
            continue;
        }
        if (auto added = maker.add_messages(spec::MessageId{i}, inputs.arbitrary_); !added) {
            return tl::unexpected(added.error());
        }
    }
    std::sort(inputs.arbitrary_.begin(), inputs.arbitrary_.end());
    inputs.arguments_.resize(spec.roles.size());
    for (std::uint32_t role = 0; role < spec.roles.size(); ++role) {
        if (!slice.keep_role[role]) {
            continue;
        }
        for (std::uint32_t action = 0; action < spec.roles[role].actions.size(); ++action) {
            auto arguments = maker.arguments(spec::RoleId{role}, action);
            if (!arguments) {
                return tl::unexpected(arguments.error());
            }
            inputs.arguments_[role].push_back(std::move(*arguments));
        }
    }
    maker.limit_constants();
    inputs.list_limits_ = maker.list_limits();
    return inputs;
}

Inputs Inputs::thinned(const std::function<bool(const SentMessage&)>& keep) const {
    Inputs result;
    result.spec_ = spec_;
    result.slice_ = slice_;
    result.blank_field_ = blank_field_;
    result.blank_sender_ = blank_sender_;
    std::copy_if(arbitrary_.begin(), arbitrary_.end(), std::back_inserter(result.arbitrary_), keep);
    result.list_limits_ = list_limits_;
    result.arguments_ = arguments_;
    return result;
}

bool Inputs::arrives_anyway(const SentMessage& message) const {
    SentMessage blanked = message;
    const spec::MessageInfo& info = spec_->message(message.message);
    const Slice::MessageRule& rule = slice_->messages[message.message.value];
    for (std::size_t i = 0; i < blanked.fields.size(); ++i) {
        if (blank_field_[message.message.value][i]) {
            blanked.fields[i] = default_value(*spec_, info.fields[i].type);
        }
    }
    blanked.from = blank_sender_[message.message.value] ? 0 : blanked.from;
    blanked.correlation = rule.correlation_is_read ? blanked.correlation : 0;
    return std::binary_search(arbitrary_.begin(), arbitrary_.end(), blanked);
}

} // namespace muster::checker
