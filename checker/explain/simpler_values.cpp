#include "checker/explain/simpler_values.hpp"

#include "checker/eval/value_space.hpp"

namespace muster::checker {

namespace {

using spec::TypeKind;

using Items = std::vector<Value>;

Items items_of(const Value& value) {
    return {value.items().begin(), value.items().end()};
}

/// The same row with something else in one place.
Value with(const Value& value, std::size_t place, const Value& item) {
    Items items = items_of(value);
    items[place] = item;
    return Value::row(std::move(items));
}

Value without(const Value& value, std::size_t place, std::size_t count) {
    Items items = items_of(value);
    const auto begin = items.begin() + static_cast<std::ptrdiff_t>(place);
    items.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
    return Value::row(std::move(items));
}

class Simplifier {
public:
    Simplifier(const spec::TypedSpec& spec, std::vector<Value>& result)
        : spec_(spec)
        , result_(result) {}

    void simplify(spec::TypeId type, const Value& value, const Value& target) {
        if (value == target) {
            return;
        }
        result_.push_back(target);
        const spec::Type& info = spec_.types[type];
        switch (info.kind) {
        case TypeKind::record: {
            const auto& fields = spec_.records[info.declaration].fields;
            for (std::size_t i = 0; i < fields.size(); ++i) {
                part(fields[i].type, value, i, target.items()[i]);
            }
            return;
        }
        case TypeKind::option:
            if (!value.items().empty()) {
                part(info.first,
                     value,
                     0,
                     target.items().empty() ? default_value(spec_, info.first)
                                            : target.items().front());
            }
            return;
        case TypeKind::set:
        case TypeKind::list:
        case TypeKind::distinct_list:
            for (std::size_t i = value.items().size(); i-- > 0;) {
                result_.push_back(without(value, i, 1));
            }
            return;
        case TypeKind::map:
            for (std::size_t i = value.items().size(); i > 0; i -= 2) {
                result_.push_back(without(value, i - 2, 2));
            }
            for (std::size_t i = 1; i < value.items().size(); i += 2) {
                part(info.second, value, i, default_value(spec_, info.second));
            }
            return;
        case TypeKind::boolean:
        case TypeKind::integer:
        case TypeKind::sort:
        case TypeKind::enumeration:
        case TypeKind::request:
        case TypeKind::error:
            return;
        }
    }

private:
    /// Each way to make one part plainer, in its place.
    void part(spec::TypeId type, const Value& whole, std::size_t place, const Value& target) {
        const std::size_t first = result_.size();
        const Value inside = whole.items()[place];
        simplify(type, inside, target);
        for (std::size_t i = first; i < result_.size(); ++i) {
            result_[i] = with(whole, place, result_[i]);
        }
    }

    const spec::TypedSpec& spec_;
    std::vector<Value>& result_;
};

} // namespace

std::vector<Value> simpler_values(const spec::TypedSpec& spec,
                                  spec::TypeId type,
                                  const Value& value,
                                  const Value& target) {
    std::vector<Value> result;
    Simplifier(spec, result).simplify(type, value, target);
    return result;
}

} // namespace muster::checker
