#pragma once

#include "runtime/host/machine_host.hpp"
#include "tests/unit/runtime/stored_entries.hpp"
#include "tests/unit/runtime/tally_machine.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// A host of tally machines over a store in memory, for the tests of the host.

namespace muster::runtime {

/// Answers and failures as text, in order.
struct RecordingSink {
    std::vector<std::string> seen;
    std::optional<MonotonicMs> wake_ms;

    void reply(const tally::Total& total, tally::Request request) {
        seen.push_back(fmt::format("{}={}", request, total.total));
    }

    void send(const tally::Total& total, const std::string& to) {
        seen.push_back(fmt::format("{}<-{}", to, total.total));
    }

    void failed(tally::Request request) { seen.push_back(fmt::format("{} failed", request)); }

    void wake_at(MonotonicMs at_ms) { wake_ms = at_ms; }

    std::vector<std::string> take() { return std::exchange(seen, {}); }
};

struct TallyTraits {
    using Machine = tally::Machine;
    using Hooks = tally::Hooks;
    using Constants = tally::Constants;
    using Field = tally::Field;
    using Timer = std::variant<tally::Alarm, tally::Lapse, tally::Audit>;
    using Client = std::string;
    using Request = tally::Request;
    using Sink = RecordingSink;
};

/// A store in memory whose flushes a test completes by hand.
class ManualStore final : public Store {
public:
    void submit(Write write, Completion completion) override {
        waiting_.push_back({std::move(write), std::move(completion)});
    }

    Result<std::vector<Entry>> load(const std::string& machine) override {
        if (!readable) {
            return failure("the disk is gone");
        }
        return entries_.of(machine);
    }

    Result<std::vector<std::string>> machines() override { return entries_.machines(); }

    [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }

    /// Completes the oldest write.
    void complete(Flush flush) {
        auto [write, completion] = std::move(waiting_.front());
        waiting_.pop_front();
        if (flush == Flush::durable) {
            entries_.apply(write);
        }
        completion(flush);
    }

    /// The process that waits for them dies.
    void lose_waiting() { waiting_.clear(); }

    void put(const std::string& machine, const Entry& entry) { entries_.put(machine, entry); }

    bool readable = true;

private:
    std::deque<std::pair<Write, Completion>> waiting_;
    StoredEntries entries_;
};

class HostTest : public testing::Test {
protected:
    using Host = MachineHost<TallyTraits>;
    using Seen = std::vector<std::string>;

    [[nodiscard]] std::unique_ptr<Host> make_host(Host::Options options = {}) {
        return std::make_unique<Host>(
            Host::Environment{clock_, store_, hooks_, sink_}, tally::Constants{}, options);
    }

    template <class Message>
    void deliver(const Message& message, tally::Request request, const std::string& name = "m") {
        host_->deliver(name, message, "someone", request);
    }

    ManualClock clock_;
    ManualStore store_;
    tally::Hooks hooks_;
    RecordingSink sink_;
    std::unique_ptr<Host> host_ = make_host();
};

} // namespace muster::runtime
