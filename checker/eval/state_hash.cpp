#include "checker/eval/state_hash.hpp"

namespace muster::checker {
namespace {

class Hasher {
public:
    void add(std::uint64_t number) { hash_ = mix_hash(hash_, number); }

    void add(std::int64_t number) { add(static_cast<std::uint64_t>(number)); }

    void add(const Value& value) { add(value.hash()); }

    void add(const SentMessage& message) {
        add(std::uint64_t{message.message.value});
        add(message.from);
        add(message.to);
        add(message.correlation);
        add(message.fields);
    }

    void add(const Process& process) {
        add(std::uint64_t{process.role.value});
        add(process.index);
    }

    void add(const ArmedTimer& timer) {
        add(std::uint64_t{timer.timer.value});
        add(timer.process);
        add(timer.key);
    }

    template <class Part>
    void add(const std::vector<Part>& parts) {
        add(std::uint64_t{parts.size()});
        for (const Part& part : parts) {
            add(part);
        }
    }

    [[nodiscard]] std::uint64_t hash() const { return hash_; }

private:
    std::uint64_t hash_ = 0;
};

} // namespace

std::uint64_t hash_of(const State& state) {
    Hasher hasher;
    hasher.add(state.variables);
    hasher.add(state.sent);
    hasher.add(state.in_flight.loose);
    hasher.add(state.in_flight.queued);
    hasher.add(state.stopped);
    hasher.add(state.armed);
    hasher.add(state.used);
    hasher.add(state.functions);
    hasher.add(state.constants);
    return hasher.hash();
}

} // namespace muster::checker
