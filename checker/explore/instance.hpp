#pragma once

#include "checker/eval/fixed.hpp"
#include "checker/eval/layout.hpp"
#include "checker/explore/slice.hpp"

#include <tl/expected.hpp>

#include <functional>
#include <string>
#include <vector>

/// What an instance makes finite: its universe, and what can come into a role from outside.
namespace muster::checker {

/// The universe of an instance. Its integers are those from the least to the greatest number that
/// the instance mentions, one further where it bounds a variable (such a state is still checked),
/// the values of constants, and -1, 0 and 1. An error if these are more than `kMaxValues` numbers.
tl::expected<Universe, InstanceError> make_universe(const spec::TypedSpec& spec,
                                                    const spec::InstanceInfo& instance);

/// A variable's bound as the instance has it: `server.last <= 3`.
/// Whether some integer in a value of this type, the keys of maps included, lies outside a range.
bool is_beyond(const spec::TypedSpec& spec,
               spec::TypeId type,
               const Value& value,
               const spec::IntegerRange& range);

std::string describe_bound(const spec::TypedSpec& spec, const spec::VariableBound& bound);

/// What may come from outside on one instance.
class Inputs {
public:
    static tl::expected<Inputs, InstanceError> make(const TransitionSystem& system,
                                                    const spec::InstanceInfo& instance,
                                                    const Universe& universe,
                                                    const Slice& slice);

    /// Every message that an arbitrary role may send to a kept role: all values of all fields,
    /// from every process to every process, ascending. What no handler reads has one value only.
    [[nodiscard]] const std::vector<SentMessage>& arbitrary() const { return arbitrary_; }

    /// The same with only those arbitrary messages for which `keep` is true.
    [[nodiscard]] Inputs thinned(const std::function<bool(const SentMessage&)>& keep) const;

    /// Whether delivering this message is the same event as one of the arbitrary ones.
    [[nodiscard]] bool arrives_anyway(const SentMessage& message) const;

    /// All arguments that an action of a kept role can be run with.
    [[nodiscard]] const std::vector<std::vector<Value>>& arguments(spec::RoleId role,
                                                                   std::uint32_t action) const {
        return arguments_[role.value][action];
    }

    /// What limits the lists that may come from outside: ``r.put.batch` has at most 2 elements`.
    [[nodiscard]] const std::vector<std::string>& list_limits() const { return list_limits_; }

private:
    Inputs() = default;

    const spec::TypedSpec* spec_ = nullptr;
    const Slice* slice_ = nullptr;
    std::vector<std::vector<bool>> blank_field_; // by message and field
    std::vector<bool> blank_sender_;             // by message
    std::vector<SentMessage> arbitrary_;
    std::vector<std::string> list_limits_;
    std::vector<std::vector<std::vector<std::vector<Value>>>> arguments_;
};

} // namespace muster::checker
