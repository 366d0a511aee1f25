#pragma once

#include "codegen/wire/description.hpp"
#include "runtime/base/bytes.hpp"

#include <cstdint>
#include <functional>

namespace muster::test {

/// A number below the limit, which is not 0.
using Draw = std::function<std::uint32_t(std::uint32_t limit)>;

enum class UnknownTags { leave_out, add };

/// The bytes of a message in a version, with drawn values in it, made from its description alone:
/// a second way that shares nothing with the generated code and its Reader and Writer. What is
/// drawn is what a writer would write: no tagged field has its default.
[[nodiscard]] runtime::Bytes described_bytes(const codegen::wire::Message& message,
                                             int version,
                                             UnknownTags unknown_tags,
                                             const Draw& draw);

} // namespace muster::test
