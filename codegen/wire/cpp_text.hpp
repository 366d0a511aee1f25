#pragma once

#include "codegen/wire/description.hpp"

#include <string>

/// Pieces of C++ for one field of a message.
namespace muster::codegen::wire {

/// `JoinGroup` as `join_group`.
[[nodiscard]] std::string snake_case(const std::string& name);

/// The type of the member: `std::optional<std::vector<Topic>>`.
[[nodiscard]] std::string member_type(const Field& field);

/// What stands behind the member's name: ` = -1` or `{}`.
[[nodiscard]] std::string initialiser(const Field& field);

/// A condition that holds if `member` has its default.
[[nodiscard]] std::string
is_default(const Message& message, const Field& field, const std::string& member);

/// The condition on `version` that tells the range from the other versions of the message, or
/// nothing if there are none.
[[nodiscard]] std::string condition(VersionRange range, VersionRange all);

/// The least size of the array's elements as an expression over `version`, which it names only if
/// it matters.
[[nodiscard]] std::string least_size_text(const Message& message, const Field& field);

} // namespace muster::codegen::wire
