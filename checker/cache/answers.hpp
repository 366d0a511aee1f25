#pragma once

#include "checker/cache/sha256.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace muster::checker {

/// Names one answer to one question, by content: 128 bits of a SHA-256. That two differ and have
/// one key does not happen by chance in the lifetime of anything.
struct AnswerKey {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    friend auto operator<=>(const AnswerKey&, const AnswerKey&) = default;
};

inline AnswerKey key_of(const Sha256::Digest& digest) {
    AnswerKey key;
    std::memcpy(&key.high, digest.data(), sizeof key.high);
    std::memcpy(&key.low, digest.data() + sizeof key.high, sizeof key.low);
    return key;
}

/// The answers that need not be found again. A key says both what was asked and what the answer
/// was, so that the set holds nothing but keys, and a wrong key says nothing.
class Answers {
public:
    Answers() = default;
    /// Those of earlier runs, the one that was used last at the end.
    explicit Answers(const std::vector<AnswerKey>& earlier);

    /// Whether the answer is known. One that is asked for counts as used.
    bool find(AnswerKey key);

    /// The same without using it.
    [[nodiscard]] bool knows(AnswerKey key) const { return known_.contains(key); }

    /// This run found it, and uses it.
    void add(AnswerKey key);

    /// Somebody else found it in this run.
    void learn(AnswerKey key) { known_.emplace(key, Origin::this_run); }

    /// Called when an answer is not known, as it may be by now: it may call `learn`.
    void ask_first(std::function<void()> source) { source_ = std::move(source); }

    /// Called with every answer that `add` did not know.
    void pass_on(std::function<void(AnswerKey)> sink) { sink_ = std::move(sink); }

    [[nodiscard]] std::size_t size() const { return known_.size(); }

    /// The answers that this run added or asked for, in that order.
    [[nodiscard]] const std::vector<AnswerKey>& used() const { return used_; }

    /// How many of these the earlier runs did not know.
    [[nodiscard]] std::size_t found() const { return found_; }

private:
    struct Hash {
        std::size_t operator()(AnswerKey key) const { return key.high; }
    };

    enum class Origin { earlier_run, this_run };

    void use(AnswerKey key, Origin origin);

    std::unordered_map<AnswerKey, Origin, Hash> known_;
    std::unordered_set<AnswerKey, Hash> is_used_;
    std::vector<AnswerKey> used_;
    std::size_t found_ = 0;
    std::function<void()> source_;
    std::function<void(AnswerKey)> sink_;
};

} // namespace muster::checker
