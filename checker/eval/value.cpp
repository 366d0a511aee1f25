#include "checker/eval/value.hpp"

#include <algorithm>

namespace muster::checker {

struct Value::Row {
    std::uint64_t uses = 1;
    std::uint64_t hash = 0; // 0 until it is asked for
    std::vector<Value> items;
};

void Value::retain() const {
    if (row_ != nullptr) {
        ++row_->uses;
    }
}

void Value::release() {
    if (row_ != nullptr && --row_->uses == 0) {
        delete row_;
    }
}

Value Value::row(std::vector<Value> items) {
    Value value;
    value.row_ = new Row{1, 0, std::move(items)};
    return value;
}

Value Value::some(Value value) {
    std::vector<Value> items;
    items.push_back(std::move(value));
    return row(std::move(items));
}

std::span<const Value> Value::items() const {
    return row_ == nullptr ? std::span<const Value>{} : std::span<const Value>(row_->items);
}

std::uint64_t Value::hash() const {
    if (row_ == nullptr) {
        return mix_hash(1, static_cast<std::uint64_t>(number_));
    }
    if (row_->hash == 0) {
        std::uint64_t hash = mix_hash(2, row_->items.size());
        for (const Value& item : row_->items) {
            hash = mix_hash(hash, item.hash());
        }
        row_->hash = hash == 0 ? 1 : hash;
    }
    return row_->hash;
}

std::strong_ordering operator<=>(const Value& a, const Value& b) {
    if (a.row_ == b.row_) {
        return a.row_ == nullptr ? a.number_ <=> b.number_ : std::strong_ordering::equal;
    }
    if (a.row_ == nullptr || b.row_ == nullptr) {
        return a.row_ == nullptr ? std::strong_ordering::less : std::strong_ordering::greater;
    }
    return std::lexicographical_compare_three_way(
        a.row_->items.begin(), a.row_->items.end(), b.row_->items.begin(), b.row_->items.end());
}

bool operator==(const Value& a, const Value& b) {
    if (a.row_ == b.row_) {
        return a.row_ != nullptr || a.number_ == b.number_;
    }
    if (a.row_ == nullptr || b.row_ == nullptr || a.row_->items.size() != b.row_->items.size() ||
        a.hash() != b.hash()) {
        return false;
    }
    return std::equal(a.row_->items.begin(), a.row_->items.end(), b.row_->items.begin());
}

} // namespace muster::checker
