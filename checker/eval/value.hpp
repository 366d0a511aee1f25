#pragma once

#include "spec/types/typed_spec.hpp"

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace muster::checker {

/// A value of the language on a finite instance. Immutable and cheap to copy; comparison is by
/// content and total, so that sets and maps have one canonical form.
///
/// Scalars (bool, int, enumerators, elements of sorts) are a number. Everything else is a row of
/// values: a record its fields; an option no value or one; a set its elements in ascending order;
/// a map its keys in ascending order, each followed by its value; a list its elements; a request
/// its sender's index and its correlation.
class Value {
public:
    Value() = default;
    static Value scalar(std::int64_t number);
    static Value row(std::vector<Value> items);

    static Value none() { return row({}); }

    static Value some(Value value);

    [[nodiscard]] bool is_scalar() const { return items_ == nullptr; }

    [[nodiscard]] std::int64_t number() const { return number_; }

    [[nodiscard]] bool truth() const { return number_ != 0; }

    [[nodiscard]] std::span<const Value> items() const;
    [[nodiscard]] std::uint64_t hash() const;

    friend std::strong_ordering operator<=>(const Value& a, const Value& b);
    friend bool operator==(const Value& a, const Value& b);

private:
    struct Row;
    std::int64_t number_ = 0;
    std::shared_ptr<const Row> items_;
};

} // namespace muster::checker
