#pragma once

#include "checker/eval/state.hpp"
#include "spec/types/typed_spec.hpp"

#include <cstdint>
#include <set>
#include <vector>

namespace muster::checker::infer {

/// The integers that occur in values and states, wherever they stand in them.
class IntegerCollector {
public:
    explicit IntegerCollector(const spec::TypedSpec& spec);

    void add(spec::TypeId type, const Value& value);
    void add(const State& state);

    [[nodiscard]] const std::set<std::int64_t>& found() const { return found_; }

private:
    const spec::TypedSpec* spec_;
    std::vector<bool> holds_; // by type: whether integers can occur
    std::set<std::int64_t> found_;
};

} // namespace muster::checker::infer
