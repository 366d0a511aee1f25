#include "checker/explore/pool.hpp"

namespace muster::checker {

std::uint64_t hash_numbers(const std::uint32_t* numbers, std::size_t count) {
    std::uint64_t hash = count;
    for (std::size_t i = 0; i < count; ++i) {
        hash = mix_hash(hash, numbers[i]);
    }
    return hash;
}

std::size_t NumbersHash::operator()(const std::vector<std::uint32_t>& numbers) const {
    return hash_numbers(numbers.data(), numbers.size());
}

std::size_t MessageHash::operator()(const SentMessage& message) const {
    std::uint64_t hash = mix_hash(message.message.value, static_cast<std::uint64_t>(message.from));
    hash = mix_hash(hash, static_cast<std::uint64_t>(message.to));
    hash = mix_hash(hash, static_cast<std::uint64_t>(message.correlation));
    for (const Value& field : message.fields) {
        hash = mix_hash(hash, field.hash());
    }
    return hash;
}

std::size_t TimerHash::operator()(const ArmedTimer& timer) const {
    return mix_hash(mix_hash(timer.timer.value, static_cast<std::uint64_t>(timer.process)),
                    timer.key.hash());
}

} // namespace muster::checker
