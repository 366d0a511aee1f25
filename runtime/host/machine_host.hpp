#pragma once

#include "runtime/base/assert.hpp"
#include "runtime/base/clock.hpp"
#include "runtime/base/event_log.hpp"
#include "runtime/host/effects.hpp"
#include "runtime/host/journal.hpp"
#include "runtime/host/machine_slot.hpp"
#include "runtime/host/timer_queue.hpp"
#include "runtime/machine/outcome.hpp"
#include "runtime/store/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace muster::runtime {

/// Runs any number of generated machines of one role, each under a name, on one event loop.
///
/// It keeps the promise that the model rests on: a message leaves a machine only after every
/// durable change that this machine made up to and including the sending handler is on disk. That
/// holds for answers to pure reads too, because they may reveal a change that is not. A failed
/// flush is a crash of the machine: it is loaded from the store again, and what it had not answered
/// fails.
///
/// Whether a durable timer is armed is a durable change too. When a machine is loaded, such a timer
/// goes on for what the wall clock says is left, and fires at once if nothing is; timers that are
/// not durable are gone. Times are in milliseconds.
///
/// Traits names the parts:
///  - Machine, Hooks, Constants: the generated role and what its constructor takes.
///  - Field: the enum of durable variables; Machine::kDurableFields has all of them.
///  - Timer: std::variant of the role's timers, ordered.
///  - Client, Request: the types of senders and of correlations; Request is ordered.
///  - Sink: receives reply(message, request) and send(message, receiver); failed(request) for a
///    request that the machine will not answer; wake_at(ms) when fire_due() is to be called earlier
///    than was said before. If it has them, also changed(name, machine) and dropped(name).
/// Everything is called on the event loop. The sink must not call back into the host, but for
/// find().
template <class Traits>
class MachineHost {
public:
    using Machine = typename Traits::Machine;
    using Timer = typename Traits::Timer;
    using Client = typename Traits::Client;
    using Request = typename Traits::Request;
    using Sink = typename Traits::Sink;

    struct Options {
        /// Events for a machine beyond these fail.
        std::size_t max_machines = 100'000;
    };

    struct Environment {
        const Clock& clock;
        Store& store;
        typename Traits::Hooks& hooks;
        Sink& sink;
    };

    MachineHost(Environment environment, typename Traits::Constants constants, Options options)
        : environment_(environment)
        , constants_(constants)
        , options_(options) {}

    MachineHost(const MachineHost&) = delete;
    MachineHost& operator=(const MachineHost&) = delete;

    /// Loads every machine that the store has. To be called once, before the first event.
    [[nodiscard]] Result<void> recover() {
        const auto names = environment_.store.machines();
        if (!names) {
            return tl::make_unexpected(names.error());
        }
        for (const auto& name : *names) {
            if (auto loaded = load(name); !loaded) {
                return loaded;
            }
            drop_if_initial(name);
        }
        return {};
    }

    /// Hands a request to a machine, which is created if there is none of that name.
    template <class Message>
    void deliver(const std::string& name,
                 const Message& message,
                 const Client& from,
                 const Request& request) {
        auto* slot = find_or_create(name);
        if (slot == nullptr) {
            environment_.sink.failed(request);
            return;
        }
        slot->open.insert(request);
        const auto result = run(name, *slot, [&](Machine& machine, Effects<Traits>& effects) {
            return machine.handle(message, from, request, effects);
        });
        if (result == Handling::refused) {
            slot->open.erase(request);
            environment_.sink.failed(request);
        }
        drop_if_initial(name);
    }

    /// Fires every timer whose deadline has come.
    void fire_due() {
        announced_ms_.reset();
        const auto now_ms = environment_.clock.now_ms();
        while (const auto due = timers_.pop_due(now_ms)) {
            const auto& name = due->first;
            const auto& timer = due->second;
            const auto slot = slots_.find(name);
            MUSTER_RUNTIME_ASSERT(slot != slots_.end());
            run(name, *slot->second, [&](Machine& machine, Effects<Traits>& effects) {
                effects.stop_timer(timer); // Firing disarms, in the store too.
                return std::visit([&](const auto& one) { return machine.fire(one, effects); },
                                  timer);
            });
            drop_if_initial(name);
        }
        announce();
    }

    /// Runs an action on every machine: `act(machine, effects)` calls its method.
    template <class Act>
    void act_on_all(Act act) {
        for (const auto& name : names()) {
            run(name, *slots_.find(name)->second, act);
            drop_if_initial(name);
        }
    }

    /// Calls `then` once, as soon as no machine has a write that is not on disk: now, if there is
    /// none.
    void when_flushed(std::function<void()> then) {
        when_flushed_ = std::move(then);
        tell_if_flushed();
    }

    [[nodiscard]] std::size_t size() const { return slots_.size(); }

    /// The names of all machines that are held, sorted.
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const auto& [name, slot] : slots_) {
            names.push_back(name);
        }
        return names;
    }

    /// Whether there is a machine of that name, held or to be loaded again.
    [[nodiscard]] bool is_known(const std::string& name) const {
        return slots_.contains(name) || lost_.contains(name);
    }

    /// Answers a request with what `look(machine)` returns, as soon as what it saw is on disk. The
    /// machine, which is known, stays as it is.
    template <class Look>
    void look_at(const std::string& name, const Request& request, Look look) {
        MUSTER_RUNTIME_ASSERT(is_known(name));
        auto* slot = find_or_create(name);
        if (slot == nullptr) {
            environment_.sink.failed(request);
            return;
        }
        slot->open.insert(request);
        run(name, *slot, [&](const Machine& machine, Effects<Traits>& effects) {
            effects.reply(look(machine), request);
            return Outcome::handled;
        });
        drop_if_initial(name);
    }

    /// The machine of that name, if it is held.
    [[nodiscard]] const Machine* find(const std::string& name) const {
        const auto slot = slots_.find(name);
        return slot == slots_.end() ? nullptr : &slot->second->machine;
    }

private:
    using Message = typename Effects<Traits>::Message;

    using Slot = MachineSlot<Traits>;

    enum class Handling {
        done,
        /// A number would have overflowed; nothing has changed.
        refused,
    };

    [[nodiscard]] std::unique_ptr<Slot> make_slot() {
        return std::make_unique<Slot>(Machine(constants_, environment_.hooks), ++last_incarnation_);
    }

    Slot* find_or_create(const std::string& name) {
        if (const auto slot = slots_.find(name); slot != slots_.end()) {
            return slot->second.get();
        }
        if (lost_.contains(name)) {
            return reload(name);
        }
        if (slots_.size() >= options_.max_machines) {
            return nullptr;
        }
        auto& slot = *slots_.emplace(name, make_slot()).first->second;
        start(name, slot);
        return &slot;
    }

    void start(const std::string& name, Slot& slot) {
        run(name, slot, [](Machine& machine, Effects<Traits>& effects) {
            return machine.start(effects);
        });
    }

    /// Reads a machine from the store and starts it.
    [[nodiscard]] Result<void> load(const std::string& name) {
        const auto entries = environment_.store.load(name);
        if (!entries) {
            return tl::make_unexpected(entries.error());
        }
        auto slot = make_slot();
        const auto timers = restore<Traits>(slot->machine, *entries);
        if (!timers) {
            return failure(fmt::format("machine '{}': {}", name, timers.error().message));
        }
        auto& placed = *slots_.insert_or_assign(name, std::move(slot)).first->second;
        tell_changed(name, placed.machine);
        for (const auto& [timer, deadline] : *timers) {
            arm(name, placed, timer, deadline.left_ms(environment_.clock.wall_ms()));
        }
        start(name, placed);
        return {};
    }

    Slot* reload(const std::string& name) {
        if (auto loaded = load(name); !loaded) {
            log_event(spdlog::level::err,
                      "machine_not_loaded",
                      {{"machine", name}, {"reason", loaded.error().message}});
            return nullptr;
        }
        lost_.erase(name);
        return slots_.find(name)->second.get();
    }

    /// One handler, and everything that follows from it.
    template <class Handler>
    Handling run(const std::string& name, Slot& slot, Handler handler) {
        Effects<Traits> effects;
        const Outcome outcome = handler(slot.machine, effects);
        // Of a machine that is as a new one, which no one keeps, nothing is to stay.
        auto changes = !effects.changes.empty() && slot.machine.is_initial()
                           ? removal_from_store<Traits>()
                           : changes_to_store<Traits>(slot.machine, effects.changes);
        for (auto& change : set_timers(name, slot, effects.timers)) {
            changes.push_back(std::move(change));
        }
        write_down(name, slot, std::move(changes));
        if (!effects.changes.empty()) {
            tell_changed(name, slot.machine);
        }
        slot.hold(std::move(effects.messages));
        slot.release_durable(environment_.sink);
        return outcome == Outcome::overflow ? Handling::refused : Handling::done;
    }

    void tell_changed(const std::string& name, const Machine& machine) {
        if constexpr (requires { environment_.sink.changed(name, machine); }) {
            environment_.sink.changed(name, machine);
        }
    }

    void arm(const std::string& name, Slot& slot, const Timer& timer, std::int64_t duration_ms) {
        timers_.start({name, timer}, environment_.clock.now_ms() + duration_ms);
        slot.armed.insert(timer);
    }

    /// Returns what the store has to be told about durable timers.
    [[nodiscard]] std::vector<Change>
    set_timers(const std::string& name,
               Slot& slot,
               const std::vector<typename Effects<Traits>::TimerCommand>& commands) {
        TimerChanges<Timer> durable(environment_.clock.wall_ms());
        for (const auto& command : commands) {
            if (command.duration_ms) {
                const auto duration_ms =
                    std::clamp<std::int64_t>(*command.duration_ms, 0, kLongestTimerMs);
                durable.note(command.timer, slot.armed, duration_ms);
                arm(name, slot, command.timer, duration_ms);
            } else {
                durable.note(command.timer, slot.armed, std::nullopt);
                timers_.stop({name, command.timer});
                slot.armed.erase(command.timer);
            }
        }
        announce();
        return durable.changes();
    }

    void write_down(const std::string& name, Slot& slot, std::vector<Change>&& changes) {
        if (changes.empty()) {
            return;
        }
        const auto number = ++slot.submitted;
        const auto incarnation = slot.incarnation;
        environment_.store.submit(
            {.machine = name, .incarnation = incarnation, .changes = std::move(changes)},
            [this, name, incarnation, number](Flush flush) {
                on_flushed(name, incarnation, number, flush);
            });
    }

    void on_flushed(const std::string& name,
                    std::uint64_t incarnation,
                    std::uint64_t number,
                    Flush flush) {
        const auto found = slots_.find(name);
        if (found == slots_.end() || found->second->incarnation != incarnation) {
            return; // That incarnation crashed meanwhile.
        }
        auto& slot = *found->second;
        if (flush == Flush::failed) {
            crash(name, slot);
            tell_if_flushed();
            return;
        }
        MUSTER_RUNTIME_ASSERT(number == slot.flushed + 1);
        slot.flushed = number;
        slot.release_durable(environment_.sink);
        drop_if_initial(name);
        tell_if_flushed();
    }

    void tell_if_flushed() {
        if (!when_flushed_) {
            return;
        }
        const bool flushed = std::all_of(slots_.begin(), slots_.end(), [](const auto& slot) {
            return slot.second->is_flushed();
        });
        if (flushed) {
            std::exchange(when_flushed_, nullptr)();
        }
    }

    /// A machine that nothing distinguishes from a new one is not kept.
    void drop_if_initial(const std::string& name) {
        const auto found = slots_.find(name);
        if (found == slots_.end()) {
            return;
        }
        const auto& slot = *found->second;
        if (!slot.is_quiet() || !slot.machine.is_initial()) {
            return;
        }
        const auto ignored = slot.open; // An initial state holds no parked request.
        slots_.erase(found);
        if constexpr (requires { environment_.sink.dropped(name); }) {
            environment_.sink.dropped(name);
        }
        fail(ignored);
    }

    void fail(const std::set<Request>& requests) {
        for (const auto& request : requests) {
            environment_.sink.failed(request);
        }
    }

    /// The volatile part of the machine is lost, as in the model.
    void crash(const std::string& name, Slot& slot) {
        // It starts again from what is stored.
        log_event(spdlog::level::err, "machine_lost_write", {{"machine", name}});
        const auto unanswered = slot.open;
        for (const auto& timer : slot.armed) {
            timers_.stop({name, timer});
        }
        slots_.erase(name);
        lost_.insert(name);
        reload(name);
        drop_if_initial(name);
        fail(unanswered);
    }

    void announce() {
        const auto next_ms = timers_.next_look_ms();
        if (next_ms && (!announced_ms_ || *next_ms < *announced_ms_)) {
            announced_ms_ = next_ms;
            environment_.sink.wake_at(*next_ms);
        }
    }

    Environment environment_;
    typename Traits::Constants constants_;
    Options options_;
    std::map<std::string, std::unique_ptr<Slot>> slots_;
    /// Machines that crashed and could not be loaded again; the next event tries once more. Until
    /// then their durable timers do not fire.
    std::set<std::string> lost_;
    TimerQueue<std::pair<std::string, Timer>> timers_;
    std::optional<MonotonicMs> announced_ms_;
    std::uint64_t last_incarnation_ = 0;
    std::function<void()> when_flushed_;
};

} // namespace muster::runtime
