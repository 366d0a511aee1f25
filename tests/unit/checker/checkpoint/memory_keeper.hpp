#pragma once

#include "checker/explore/search_keeper.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace muster::checker::testing {

/// All the bytes in one piece.
inline ByteReader::Source only_piece(const std::string& bytes) {
    return [&bytes, is_read = false]() mutable {
        return std::exchange(is_read, true) ? std::string_view() : std::string_view(bytes);
    };
}

/// Keeps a search in memory.
class MemoryKeeper : public SearchKeeper {
public:
    /// `bytes` are those of an earlier search; empty if there was none. `due` is asked between
    /// states.
    explicit MemoryKeeper(
        std::string bytes, std::function<bool()> due = [] { return false; })
        : earlier_(std::move(bytes))
        , due_(std::move(due)) {}

    ByteReader* earlier() override {
        if (earlier_.empty()) {
            return nullptr;
        }
        reader_.emplace(only_piece(earlier_), earlier_.size());
        return &*reader_;
    }

    [[nodiscard]] std::uint32_t source_size() const override { return 1U << 20U; }

    bool is_due() override { return due_(); }

    void keep(const std::function<void(ByteWriter&)>& write) override {
        kept_.clear();
        ++times_;
        ByteWriter out([&](std::string_view piece) { kept_ += piece; });
        write(out);
        out.flush();
    }

    [[nodiscard]] const std::string& kept() const { return kept_; }

    [[nodiscard]] int times() const { return times_; }

private:
    std::string earlier_;
    std::function<bool()> due_;
    std::optional<ByteReader> reader_;
    std::string kept_;
    int times_ = 0;
};

} // namespace muster::checker::testing
