#pragma once

#include "spec/types/typed_spec.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace muster::codegen {

/// The spec's name as a C++ identifier: itself, with `_` behind it where C++ or the standard
/// library's macros mean something else by it. Names of the protocol (Kafka's, say) are kept.
std::string identifier(std::string_view name);

/// The same of a sort, enum, record, message, role or timer: names that generated code has for
/// something else where these are visible have `_` behind them, too.
std::string type_identifier(std::string_view name);

/// The same of a field or constant. A type that is visible there keeps its name.
std::string field_identifier(const spec::TypedSpec& spec, std::string_view name);

/// `a stale token` as `AStaleToken`: GoogleTest wants names without underscores.
std::string camel_case(std::string_view text);

/// The names that are visible at one place of a function or class.
class NameScope {
public:
    /// Makes the name unavailable for as long as this scope lives.
    void reserve(std::string_view name) { reserved_.insert(std::string(name)); }

    /// The name as an identifier, with a number behind it if it is taken; it is taken from now on,
    /// until the matching `pop`.
    std::string claim(std::string_view name);

    void push() { marks_.push_back(claimed_.size()); }

    void pop();

private:
    [[nodiscard]] bool taken(const std::string& name) const;
    std::set<std::string, std::less<>> reserved_;
    std::vector<std::string> claimed_;
    std::vector<std::size_t> marks_;
};

} // namespace muster::codegen
