#pragma once

#include "checker/eval/layout.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace muster::checker {

/// The state in the middle of a step: the state before it and what the step wrote so far. A step
/// that writes little costs little, however large the state is.
class Workspace {
public:
    struct Write {
        std::uint32_t variable = 0;
        std::uint32_t process = 0;
        Value value;
    };

    /// The part that simultaneous iterations each have a copy of.
    struct Layer {
        std::vector<Write> writes;
        std::vector<std::int32_t> write_at; // by slot; -1: not written
        bool timers_touched = false;
        std::vector<ArmedTimer> armed; // meaningful when touched
    };

    Workspace(const spec::TypedSpec& spec, const Layout& layout);

    /// Forgets everything and starts a step from this state, which must outlive the step.
    void begin(const State& base);

    [[nodiscard]] const State& base() const { return *base_; }

    [[nodiscard]] const Value& read(spec::VariableId variable, std::size_t process) const;
    void write(spec::VariableId variable, std::size_t process, Value value);

    void send(SentMessage message) { sends_.push_back(std::move(message)); }

    /// Gives what was sent from the place `first` on another order.
    void reorder_sends(std::size_t first, std::vector<SentMessage> sends);

    /// The network delivers a message, loses one, or is cut: at most one of these in a step, and
    /// before anything is sent.
    void deliver(const SentMessage& message);
    void lose(const SentMessage& message);
    void cut(const Connection& connection);

    void stop(const Process& process) { stopped_ = process; }

    /// The process that the step stopped.
    [[nodiscard]] const std::optional<Process>& stopped() const { return stopped_; }

    /// Whether the step changed what is in flight, and what is in flight after it so far.
    [[nodiscard]] bool moves_messages() const;
    [[nodiscard]] InFlight in_flight() const;

    [[nodiscard]] const std::vector<ArmedTimer>& armed() const {
        return layer_.timers_touched ? layer_.armed : base_->armed;
    }

    [[nodiscard]] bool is_armed(const ArmedTimer& timer) const;
    void arm(const ArmedTimer& timer);
    void disarm(const ArmedTimer& timer);
    /// Disarms every timer of this process that does not survive a crash.
    void crash_timers(spec::RoleId role, std::int64_t process);

    /// Every timer that the step started, stopped or fired so far, in this order: also one that it
    /// started where it was armed already.
    [[nodiscard]] const std::vector<ArmedTimer>& touched_timers() const { return touched_timers_; }

    /// Notes every element of a sort that `fresh` draws from and that occurs in the value.
    void mark_used(spec::TypeId type, const Value& value);
    void mark_used(spec::SortId sort, std::int64_t element);
    [[nodiscard]] bool is_used(spec::SortId sort, std::int64_t element) const;

    [[nodiscard]] const Layer& layer() const { return layer_; }

    void set_layer(Layer layer) { layer_ = std::move(layer); }

    [[nodiscard]] const std::vector<Write>& writes() const { return layer_.writes; }

    [[nodiscard]] const std::vector<SentMessage>& sends() const { return sends_; }

    /// By sort; only elements that the base state has not marked.
    [[nodiscard]] const std::vector<std::vector<std::int64_t>>& newly_used() const {
        return newly_used_;
    }

    /// The state after the step.
    [[nodiscard]] State finish() const;

private:
    void touch_timers();

    const spec::TypedSpec* spec_;
    const Layout* layout_;
    const State* base_ = nullptr;
    Layer layer_;
    std::vector<SentMessage> sends_;
    std::vector<ArmedTimer> touched_timers_;
    std::optional<InFlight> remaining_; // what a delivery, loss or cut left in flight
    std::optional<Process> stopped_;
    std::vector<std::vector<std::int64_t>> newly_used_;
};

/// The layer after simultaneous iterations: `start`, with what each iteration changed in it put
/// together. Changes are taken key by key and field by field, because a variable as a whole may be
/// written by several iterations.
Workspace::Layer merge_iterations(const spec::TypedSpec& spec,
                                  const Layout& layout,
                                  const State& base,
                                  const Workspace::Layer& start,
                                  const std::vector<Workspace::Layer>& iterations);

} // namespace muster::checker
