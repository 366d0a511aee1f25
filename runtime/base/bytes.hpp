#pragma once

#include <string>
#include <string_view>

namespace muster::runtime {

/// Opaque bytes. A string, because that is what generated machines carry and what compares and
/// copies well.
using Bytes = std::string;
using BytesView = std::string_view;

} // namespace muster::runtime
