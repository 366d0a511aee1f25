#pragma once

#include "checker/checkpoint/bytes.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace muster::checker {

/// How far a search has come that was kept: what its limits are compared with.
struct Reached {
    std::uint64_t states = 0;
    /// How many there were when the state was expanded that was expanded last.
    std::uint64_t states_before = 0;
    std::uint32_t depth = 0;
    /// Whether no state of this depth was expanded yet.
    bool is_level_untouched = false;
};

void write(ByteWriter& out, const Reached& reached);
Reached read_reached(ByteReader& in);

/// Why a search with these limits would have ended before, in words that go on from what was
/// searched; empty if it would not have.
std::string beyond(const Reached& reached,
                   std::optional<std::uint64_t> max_states,
                   std::optional<std::uint32_t> max_depth);

/// Keeps what a search needs to go on later, and has what an earlier search kept.
class SearchKeeper {
public:
    virtual ~SearchKeeper() = default;

    /// What an earlier search of the same kept; null if there is nothing. Asked once, at the start.
    virtual ByteReader* earlier() = 0;
    /// No offset in the sources of the spec is greater.
    [[nodiscard]] virtual std::uint32_t source_size() const = 0;
    /// Asked between the states of a search, often: whether now is a time to keep something.
    virtual bool is_due() = 0;
    /// Keeps what `write` writes, how far the search has come first, in place of what was kept
    /// before.
    virtual void keep(const std::function<void(ByteWriter&)>& write) = 0;

protected:
    SearchKeeper() = default;
    SearchKeeper(const SearchKeeper&) = default;
    SearchKeeper& operator=(const SearchKeeper&) = default;
};

} // namespace muster::checker
