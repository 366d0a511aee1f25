#include "checker/simulate/random_value.hpp"

#include "checker/eval/value_space.hpp"

#include <algorithm>
#include <utility>

namespace muster::checker {
namespace {

constexpr std::size_t kLongestList = 3;

class Draw {
public:
    Draw(const spec::TypedSpec& spec,
         const Universe& universe,
         const spec::IntegerRange& integers,
         Random& random)
        : spec_(spec)
        , universe_(universe)
        , integers_(integers)
        , random_(random) {}

    Value of(spec::TypeId id) {
        const spec::Type& type = spec_.types[id];
        switch (type.kind) {
        case spec::TypeKind::error:
            return {};
        case spec::TypeKind::boolean:
            return below(2);
        case spec::TypeKind::integer:
            return integer();
        case spec::TypeKind::sort:
            return below(universe_.sort_sizes[type.declaration]);
        case spec::TypeKind::enumeration:
            return below(
                static_cast<std::int64_t>(spec_.enums[type.declaration].enumerators.size()));
        case spec::TypeKind::record:
            return record(spec_.records[type.declaration]);
        case spec::TypeKind::option:
            return random_.below(2) == 0 ? Value::none() : Value::some(of(type.first));
        case spec::TypeKind::set:
            return Value::row(some_of(type.first));
        case spec::TypeKind::map:
            return map(type);
        case spec::TypeKind::list:
            return list(type.first);
        case spec::TypeKind::distinct_list:
            return distinct_list(type.first);
        case spec::TypeKind::request:
            return request(spec_.messages[type.declaration]);
        }
        return {};
    }

private:
    Value below(std::int64_t count) {
        return Value::scalar(
            static_cast<std::int64_t>(random_.below(static_cast<std::size_t>(count))));
    }

    Value integer() {
        const std::int64_t low = integers_.low.value_or(universe_.integers.front());
        const std::int64_t high = std::max(low, integers_.high.value_or(universe_.integers.back()));
        const auto width = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
        const std::size_t step = width + 1 == 0 ? 0 : random_.below(width + 1);
        return Value::scalar(
            static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + std::uint64_t{step}));
    }

    Value record(const spec::RecordInfo& info) {
        std::vector<Value> fields;
        for (const spec::FieldInfo& field : info.fields) {
            fields.push_back(of(field.type));
        }
        return Value::row(std::move(fields));
    }

    // Ascending. Of a type with many values only a few.
    std::vector<Value> some_of(spec::TypeId type) {
        std::vector<Value> chosen;
        const spec::Type& info = spec_.types[type];
        if (info.kind == spec::TypeKind::sort || info.kind == spec::TypeKind::enumeration ||
            info.kind == spec::TypeKind::boolean) {
            const auto all = all_values(spec_, universe_, type, Integers());
            for (const Value& value : *all) {
                if (random_.below(2) == 0) {
                    chosen.push_back(value);
                }
            }
            return chosen;
        }
        for (std::size_t left = random_.below(kLongestList + 1); left > 0; --left) {
            chosen.push_back(of(type));
        }
        std::sort(chosen.begin(), chosen.end());
        chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
        return chosen;
    }

    Value map(const spec::Type& type) {
        std::vector<Value> items;
        for (const Value& key : some_of(type.first)) {
            items.push_back(key);
            items.push_back(of(type.second));
        }
        return Value::row(std::move(items));
    }

    Value list(spec::TypeId type) {
        std::vector<Value> elements;
        for (std::size_t left = random_.below(kLongestList + 1); left > 0; --left) {
            elements.push_back(of(type));
        }
        return Value::row(std::move(elements));
    }

    Value distinct_list(spec::TypeId type) {
        std::vector<Value> elements = some_of(type);
        for (std::size_t i = elements.size(); i > 1; --i) {
            std::swap(elements[i - 1], elements[random_.below(i)]);
        }
        return Value::row(std::move(elements));
    }

    Value request(const spec::MessageInfo& message) {
        const spec::SortId index = spec_.role(message.from).index;
        Value sender = below(index.valid() ? universe_.sort_sizes[index.value] : 1);
        return Value::row({std::move(sender), below(universe_.correlations)});
    }

    const spec::TypedSpec& spec_;
    const Universe& universe_;
    const spec::IntegerRange& integers_;
    Random& random_;
};

} // namespace

Value random_value(const spec::TypedSpec& spec,
                   const Universe& universe,
                   spec::TypeId type,
                   const spec::IntegerRange& integers,
                   Random& random) {
    return Draw(spec, universe, integers, random).of(type);
}

} // namespace muster::checker
