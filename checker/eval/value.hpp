#pragma once

#include "spec/types/typed_spec.hpp"

#include <compare>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace muster::checker {

/// A value of the language on a finite instance. Immutable and cheap to copy; comparison is by
/// content and total, so that sets and maps have one canonical form.
///
/// Scalars (bool, int, enumerators, elements of sorts) are a number. Everything else is a row of
/// values: a record its fields; an option no value or one; a set its elements in ascending order;
/// a map its keys in ascending order, each followed by its value; a list its elements; a request
/// its sender's index and its correlation.
///
/// Rows are shared and counted without locks: values of one evaluator belong to one thread.
class Value {
public:
    Value() = default;

    Value(const Value& other)
        : number_(other.number_)
        , row_(other.row_) {
        retain();
    }

    Value(Value&& other) noexcept
        : number_(other.number_)
        , row_(std::exchange(other.row_, {})) {}

    Value& operator=(const Value& other) {
        Value copy(other);
        return *this = std::move(copy);
    }

    Value& operator=(Value&& other) noexcept {
        std::swap(number_, other.number_);
        std::swap(row_, other.row_);
        return *this;
    }

    ~Value() { release(); }

    static Value scalar(std::int64_t number) {
        Value value;
        value.number_ = number;
        return value;
    }

    static Value boolean(bool truth) { return scalar(truth ? 1 : 0); }

    static Value row(std::vector<Value> items);

    static Value none() { return row({}); }

    static Value some(Value value);

    [[nodiscard]] bool is_scalar() const { return row_ == nullptr; }

    [[nodiscard]] std::int64_t number() const { return number_; }

    [[nodiscard]] bool truth() const { return number_ != 0; }

    /// Empty for a scalar.
    [[nodiscard]] std::span<const Value> items() const;
    [[nodiscard]] std::uint64_t hash() const;

    friend std::strong_ordering operator<=>(const Value& a, const Value& b);
    friend bool operator==(const Value& a, const Value& b);

private:
    struct Row;
    void retain() const;
    void release();

    std::int64_t number_ = 0;
    Row* row_ = nullptr;
};

/// Mixes one more number into a hash.
constexpr std::uint64_t mix_hash(std::uint64_t seed, std::uint64_t number) {
    std::uint64_t mixed = (seed ^ number) * 0x9E3779B97F4A7C15ULL;
    mixed ^= mixed >> 32U;
    mixed *= 0xD6E8FEB86659FD93ULL;
    return mixed ^ (mixed >> 29U);
}

} // namespace muster::checker
