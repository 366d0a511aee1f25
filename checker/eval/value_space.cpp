#include "checker/eval/value_space.hpp"

#include <algorithm>

namespace muster::checker {
namespace {

using Values = std::optional<std::vector<Value>>;

std::size_t longest_of(std::size_t elements) {
    return std::max<std::size_t>(2, elements);
}

class Enumeration {
public:
    Enumeration(const spec::TypedSpec& spec, const Universe& universe, const Integers& integers)
        : spec_(spec)
        , universe_(universe)
        , integers_(integers) {}

    [[nodiscard]] Values of(spec::TypeId id) const {
        const spec::Type& type = spec_.types[id];
        switch (type.kind) {
        case spec::TypeKind::error:
            return std::vector<Value>{};
        case spec::TypeKind::boolean:
            return numbers(2);
        case spec::TypeKind::integer: {
            std::vector<Value> values;
            for (const std::int64_t number : integers_) {
                values.push_back(Value::scalar(number));
            }
            return values;
        }
        case spec::TypeKind::sort:
            return numbers(universe_.sort_sizes[type.declaration]);
        case spec::TypeKind::enumeration:
            return numbers(
                static_cast<std::int64_t>(spec_.enums[type.declaration].enumerators.size()));
        case spec::TypeKind::record:
            return records(spec_.records[type.declaration]);
        case spec::TypeKind::option:
            return options(of(type.first));
        case spec::TypeKind::set:
            return sets(of(type.first));
        case spec::TypeKind::map:
            return maps(of(type.first), of(type.second));
        case spec::TypeKind::list:
            return lists(of(type.first));
        case spec::TypeKind::distinct_list:
            return distinct_lists(of(type.first));
        case spec::TypeKind::request:
            return requests(spec_.messages[type.declaration]);
        }
        return std::nullopt;
    }

private:
    static Values numbers(std::int64_t count) {
        std::vector<Value> values;
        for (std::int64_t number = 0; number < count; ++number) {
            values.push_back(Value::scalar(number));
        }
        return values;
    }

    // Every row of the given rows extended by one of the items.
    static Values product(const Values& rows, const Values& items) {
        if (!rows || !items || rows->size() * items->size() > kMaxValues) {
            return std::nullopt;
        }
        std::vector<Value> result;
        for (const Value& row : *rows) {
            for (const Value& item : *items) {
                std::vector<Value> extended(row.items().begin(), row.items().end());
                extended.push_back(item);
                result.push_back(Value::row(std::move(extended)));
            }
        }
        return result;
    }

    [[nodiscard]] Values records(const spec::RecordInfo& record) const {
        Values rows = std::vector<Value>{Value::row({})};
        for (const spec::FieldInfo& field : record.fields) {
            rows = product(rows, of(field.type));
        }
        return rows;
    }

    static Values options(const Values& elements) {
        if (!elements) {
            return std::nullopt;
        }
        std::vector<Value> values{Value::none()};
        for (const Value& element : *elements) {
            values.push_back(Value::some(element));
        }
        return values;
    }

    static Values sets(const Values& elements) {
        if (!elements) {
            return std::nullopt;
        }
        std::vector<std::vector<Value>> rows{{}};
        for (const Value& element : *elements) {
            const std::size_t count = rows.size();
            if (2 * count > kMaxValues) {
                return std::nullopt;
            }
            for (std::size_t i = 0; i < count; ++i) {
                rows.push_back(rows[i]);
                rows.back().push_back(element);
            }
        }
        return from_rows(std::move(rows));
    }

    static Values maps(const Values& keys, const Values& values) {
        if (!keys || !values) {
            return std::nullopt;
        }
        std::vector<std::vector<Value>> rows{{}};
        for (const Value& key : *keys) {
            const std::size_t count = rows.size();
            if (count * (values->size() + 1) > kMaxValues) {
                return std::nullopt;
            }
            for (std::size_t i = 0; i < count; ++i) {
                for (const Value& value : *values) {
                    rows.push_back(rows[i]);
                    rows.back().push_back(key);
                    rows.back().push_back(value);
                }
            }
        }
        return from_rows(std::move(rows));
    }

    static Values lists(const Values& elements) {
        if (!elements) {
            return std::nullopt;
        }
        const std::size_t longest = longest_of(elements->size());
        std::vector<std::vector<Value>> rows{{}};
        for (std::size_t at = 0; at < rows.size() && rows[at].size() < longest; ++at) {
            if (rows.size() + elements->size() > kMaxValues) {
                return std::nullopt;
            }
            for (const Value& element : *elements) {
                std::vector<Value> longer = rows[at];
                longer.push_back(element);
                rows.push_back(std::move(longer));
            }
        }
        return from_rows(std::move(rows));
    }

    static Values distinct_lists(const Values& elements) {
        if (!elements) {
            return std::nullopt;
        }
        std::vector<std::vector<Value>> rows{{}};
        // Rows grow at the end; each is extended by every element that it does not have yet.
        for (std::size_t at = 0; at < rows.size(); ++at) {
            for (const Value& element : *elements) {
                if (std::find(rows[at].begin(), rows[at].end(), element) != rows[at].end()) {
                    continue;
                }
                if (rows.size() >= kMaxValues) {
                    return std::nullopt;
                }
                std::vector<Value> longer = rows[at];
                longer.push_back(element);
                rows.push_back(std::move(longer));
            }
        }
        return from_rows(std::move(rows));
    }

    [[nodiscard]] Values requests(const spec::MessageInfo& message) const {
        const spec::SortId index = spec_.role(message.from).index;
        const Values senders = numbers(index.valid() ? universe_.sort_sizes[index.value] : 1);
        return product(product(std::vector<Value>{Value::row({})}, senders),
                       numbers(universe_.correlations));
    }

    static Values from_rows(std::vector<std::vector<Value>> rows) {
        std::vector<Value> values;
        values.reserve(rows.size());
        for (auto& row : rows) {
            values.push_back(Value::row(std::move(row)));
        }
        return values;
    }

    const spec::TypedSpec& spec_;
    const Universe& universe_;
    const Integers& integers_;
};

} // namespace

std::optional<std::vector<Value>> all_values(const spec::TypedSpec& spec,
                                             const Universe& universe,
                                             spec::TypeId type,
                                             const Integers& integers) {
    auto values = Enumeration(spec, universe, integers).of(type);
    if (values) {
        std::sort(values->begin(), values->end());
    }
    return values;
}

std::optional<std::size_t> longest_list(const spec::TypedSpec& spec,
                                        const Universe& universe,
                                        spec::TypeId id,
                                        const Integers& integers) {
    const spec::Type& type = spec.types[id];
    const auto of = [&](spec::TypeId part) {
        return longest_list(spec, universe, part, integers);
    };
    switch (type.kind) {
    case spec::TypeKind::error:
    case spec::TypeKind::boolean:
    case spec::TypeKind::integer:
    case spec::TypeKind::sort:
    case spec::TypeKind::enumeration:
    case spec::TypeKind::request:
        return std::nullopt;
    case spec::TypeKind::list: {
        const auto elements = all_values(spec, universe, type.first, integers);
        return elements ? std::max(of(type.first), std::optional(longest_of(elements->size())))
                        : std::nullopt;
    }
    case spec::TypeKind::option:
    case spec::TypeKind::set:
    case spec::TypeKind::distinct_list:
        return of(type.first);
    case spec::TypeKind::map:
        return std::max(of(type.first), of(type.second));
    case spec::TypeKind::record: {
        std::optional<std::size_t> longest;
        for (const spec::FieldInfo& field : spec.records[type.declaration].fields) {
            longest = std::max(longest, of(field.type));
        }
        return longest;
    }
    }
    return std::nullopt;
}

Value default_value(const spec::TypedSpec& spec, spec::TypeId id) {
    const spec::Type& type = spec.types[id];
    switch (type.kind) {
    case spec::TypeKind::error:
    case spec::TypeKind::boolean:
    case spec::TypeKind::integer:
    case spec::TypeKind::sort:
    case spec::TypeKind::enumeration:
        return Value::scalar(0);
    case spec::TypeKind::record: {
        std::vector<Value> fields;
        for (const spec::FieldInfo& field : spec.records[type.declaration].fields) {
            fields.push_back(default_value(spec, field.type));
        }
        return Value::row(std::move(fields));
    }
    case spec::TypeKind::option:
    case spec::TypeKind::set:
    case spec::TypeKind::map:
    case spec::TypeKind::list:
    case spec::TypeKind::distinct_list:
        return Value::row({});
    case spec::TypeKind::request:
        return Value::row({Value::scalar(0), Value::scalar(0)});
    }
    return {};
}

bool is_finite(const spec::TypedSpec& spec, spec::TypeId id) {
    const spec::Type& type = spec.types[id];
    switch (type.kind) {
    case spec::TypeKind::error:
    case spec::TypeKind::boolean:
    case spec::TypeKind::sort:
    case spec::TypeKind::enumeration:
    case spec::TypeKind::request:
        return true;
    case spec::TypeKind::integer:
    case spec::TypeKind::list:
        return false;
    case spec::TypeKind::record: {
        const auto& fields = spec.records[type.declaration].fields;
        return std::all_of(fields.begin(), fields.end(), [&](const spec::FieldInfo& field) {
            return is_finite(spec, field.type);
        });
    }
    case spec::TypeKind::option:
    case spec::TypeKind::set:
    case spec::TypeKind::distinct_list:
        return is_finite(spec, type.first);
    case spec::TypeKind::map:
        return is_finite(spec, type.first) && is_finite(spec, type.second);
    }
    return false;
}

bool holds_integers(const spec::TypedSpec& spec, spec::TypeId id) {
    const spec::Type& type = spec.types[id];
    switch (type.kind) {
    case spec::TypeKind::error:
    case spec::TypeKind::boolean:
    case spec::TypeKind::sort:
    case spec::TypeKind::enumeration:
    case spec::TypeKind::request:
        return false;
    case spec::TypeKind::integer:
        return true;
    case spec::TypeKind::record: {
        const auto& fields = spec.records[type.declaration].fields;
        return std::any_of(fields.begin(), fields.end(), [&](const spec::FieldInfo& field) {
            return holds_integers(spec, field.type);
        });
    }
    case spec::TypeKind::option:
    case spec::TypeKind::set:
    case spec::TypeKind::list:
    case spec::TypeKind::distinct_list:
        return holds_integers(spec, type.first);
    case spec::TypeKind::map:
        return holds_integers(spec, type.first) || holds_integers(spec, type.second);
    }
    return false;
}

} // namespace muster::checker
