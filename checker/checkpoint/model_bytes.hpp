#pragma once

#include "checker/checkpoint/bytes.hpp"
#include "checker/eval/evaluator.hpp"
#include "checker/eval/layout.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

/// Values, messages and failures as bytes.
namespace muster::checker {

void write(ByteWriter& out, const Value& value);
void write(ByteWriter& out, const std::vector<Value>& values);
void write(ByteWriter& out, const SentMessage& message);
void write(ByteWriter& out, const Failure& failure);
void write(ByteWriter& out, const std::optional<Failure>& failure);

/// By number.
template <class Number>
void write(ByteWriter& out, const std::map<Number, Failure>& failures) {
    out.number(failures.size());
    for (const auto& [number, failure] : failures) {
        out.number(number);
        write(out, failure);
    }
}

/// Reads them for one spec on one universe. What is no value of its type, no process, or no place
/// in the text of the spec, is `Damaged`.
class ModelReader {
public:
    /// All outlive it. No offset in the sources of the spec is greater than `source_size`.
    ModelReader(ByteReader& in,
                const spec::TypedSpec& spec,
                const Universe& universe,
                const Layout& layout,
                std::uint32_t source_size)
        : in_(in)
        , spec_(spec)
        , universe_(universe)
        , layout_(layout)
        , source_size_(source_size) {}

    Value value(spec::TypeId type);
    /// Values of whatever types.
    std::vector<Value> values();
    SentMessage message();
    Failure failure();
    std::optional<Failure> failure_if_any();

    /// By numbers below a limit; they are called so where they are not.
    template <class Number>
    std::map<Number, Failure> failures(std::uint64_t limit, const char* what) {
        std::map<Number, Failure> failures;
        for (std::size_t left = in_.count(); left > 0; --left) {
            const auto number = static_cast<Number>(in_.number_below(limit, what));
            failures.emplace(number, failure());
        }
        return failures;
    }

    [[nodiscard]] const Universe& universe() const { return universe_; }

private:
    Value untyped(std::size_t depth);
    std::int64_t process(spec::RoleId role);
    spec::Span span();
    [[nodiscard]] bool fits(spec::TypeId type, const Value& value) const;
    [[nodiscard]] bool fits_row(const spec::Type& type, const Value& value) const;

    ByteReader& in_;
    const spec::TypedSpec& spec_;
    const Universe& universe_;
    const Layout& layout_;
    std::uint32_t source_size_;
};

} // namespace muster::checker
