#include "cli/machines/value_words.hpp"

#include "checker/eval/collections.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>

namespace muster::cli {

using spec::TypeKind;

void write_value(const spec::TypedSpec& spec, spec::TypeId id, const Value& value, Words& words) {
    const spec::Type& type = spec.types[id];
    const auto items = value.items();
    switch (type.kind) {
    case TypeKind::boolean:
    case TypeKind::integer:
    case TypeKind::sort:
        words.push_back(value.number());
        return;
    case TypeKind::enumeration:
        words.push_back(
            spec.enums[type.declaration].numbers[static_cast<std::size_t>(value.number())]);
        return;
    case TypeKind::record:
        for (std::size_t i = 0; i < items.size(); ++i) {
            write_value(spec, spec.records[type.declaration].fields[i].type, items[i], words);
        }
        return;
    case TypeKind::map:
        words.push_back(static_cast<Word>(items.size() / 2));
        for (std::size_t i = 0; i < items.size(); ++i) {
            write_value(spec, i % 2 == 0 ? type.first : type.second, items[i], words);
        }
        return;
    case TypeKind::option:
    case TypeKind::set:
    case TypeKind::list:
    case TypeKind::distinct_list:
        words.push_back(static_cast<Word>(items.size()));
        for (const Value& item : items) {
            write_value(spec, type.first, item, words);
        }
        return;
    case TypeKind::request:
        words.insert(words.end(), {items[0].number(), items[1].number()});
        return;
    case TypeKind::error:
        break;
    }
    MUSTER_ASSERT(false, "a value of no type");
}

Word WordReader::word() {
    MUSTER_ASSERT(at_ != end_, "generated code answers with too few words");
    return *at_++;
}

std::size_t WordReader::count() {
    const Word count = word();
    MUSTER_ASSERT(count >= 0 && count <= end_ - at_, "generated code answers {} as a size", count);
    return static_cast<std::size_t>(count);
}

Value WordReader::value(spec::TypeId id) {
    const spec::Type& type = spec_.types[id];
    switch (type.kind) {
    case TypeKind::boolean:
    case TypeKind::integer:
    case TypeKind::sort:
        return Value::scalar(word());
    case TypeKind::enumeration:
        return enumerator(type.declaration);
    case TypeKind::record: {
        std::vector<Value> fields;
        for (const auto& field : spec_.records[type.declaration].fields) {
            fields.push_back(value(field.type));
        }
        return Value::row(std::move(fields));
    }
    case TypeKind::option:
        return values(word() == 0 ? 0 : 1, type.first);
    case TypeKind::set:
        return set(type);
    case TypeKind::map:
        return map(type);
    case TypeKind::list:
    case TypeKind::distinct_list: {
        const std::size_t size = count();
        saw_too_long_list_ = saw_too_long_list_ || size > checker::kMaxListElements;
        return values(size, type.first);
    }
    case TypeKind::request: {
        const Word from = word();
        return Value::row({Value::scalar(from), Value::scalar(word())});
    }
    case TypeKind::error:
        break;
    }
    MUSTER_ASSERT(false, "a value of no type");
    return {};
}

Value WordReader::values(std::size_t count, spec::TypeId type) {
    std::vector<Value> items;
    items.reserve(count);
    for (; count > 0; --count) {
        items.push_back(value(type));
    }
    return Value::row(std::move(items));
}

Value WordReader::set(const spec::Type& type) {
    const Value unordered = values(count(), type.first);
    std::vector<Value> items(unordered.items().begin(), unordered.items().end());
    std::sort(items.begin(), items.end());
    return Value::row(std::move(items));
}

Value WordReader::map(const spec::Type& type) {
    std::vector<std::pair<Value, Value>> entries(count());
    for (auto& [key, mapped] : entries) {
        key = value(type.first);
        mapped = value(type.second);
    }
    std::sort(entries.begin(), entries.end());
    std::vector<Value> items;
    for (auto& [key, mapped] : entries) {
        items.push_back(std::move(key));
        items.push_back(std::move(mapped));
    }
    return Value::row(std::move(items));
}

Value WordReader::enumerator(std::uint32_t enumeration) {
    const auto& numbers = spec_.enums[enumeration].numbers;
    const Word number = word();
    const auto at = std::find(numbers.begin(), numbers.end(), number);
    MUSTER_ASSERT(at != numbers.end(), "generated code answers {} as an enumerator", number);
    return Value::scalar(at - numbers.begin());
}

} // namespace muster::cli
