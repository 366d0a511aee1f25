#pragma once

#include "checker/product/deliveries.hpp"
#include "checker/product/local_steps.hpp"

#include <functional>

namespace muster::checker::product {

enum class Next { go_on, stop };

/// One step from a state. What it points to is good while it is visited.
struct Successor {
    std::uint32_t step = 0; // into the system's
    const Failure* failure = nullptr;
    /// The state after the step, unless it failed, and the places that differ from the one before.
    const Row* after = nullptr;
    const std::vector<std::uint32_t>* changed = nullptr;

    Process process;               // that steps
    Part part = 0;                 // of it, before
    const Move* move = nullptr;    // null for a loss or a cut
    std::uint32_t message = kNone; // that was delivered or lost
    std::optional<Process> peer;   // at the other end of a cut
    const Outcome* first = nullptr;
    const Outcome* second = nullptr; // at the other end of a cut
    Part used = 0;                   // the used elements that the other end sees
};

/// All steps from a state, in the order in which `Expansion` has them.
class Successors {
public:
    using Visit = std::function<Next(const Successor&)>;

    /// All outlive it. The evaluator computes the steps where nobody else is given.
    Successors(const TransitionSystem& system,
               const Inputs& inputs,
               Interpreter& interpreter,
               Parts& parts,
               NetworkParts& network,
               Deliveries& deliveries,
               const SourceMaker* sources = nullptr);

    Next expand(const Row& before, const Visit& visit);

    /// Computes whatever processes do in a state, without looking at it.
    void compute(const Row& row);

    /// The steps of processes under an interpretation; null if no state with it was expanded.
    [[nodiscard]] LocalSteps* known_local(Part interpretation) const {
        return interpretation < locals_.size() ? locals_[interpretation].get() : nullptr;
    }

    /// The event of a successor of the state that is expanded, with everything that was chosen.
    Event event(const Successor& successor);

private:
    using Section = std::vector<Move> OwnMoves::*;
    using KeyOf = std::uint32_t (Successors::*)(const Process&, Part, const Move&) const;

    LocalSteps& local(const Row& before);
    void enter(const Row& before);
    Next visit_section(Section section, KeyOf key);
    Next visit_timers();
    Next visit_own(Successor& successor);
    Next visit_network_deliveries();
    Next visit_delivery(const Delivery& delivery, std::uint32_t taken_from);
    Next visit_network();
    Next visit_losses(std::uint32_t step);
    Next visit_cuts(std::uint32_t step);
    Next visit_cut(std::uint32_t step, const Connection& connection);
    Next visit_move(Successor& successor, std::uint32_t taken_from);
    Next visit_outcome(Successor& successor, std::uint32_t taken_from);

    [[nodiscard]] std::uint32_t input_of(const Process&, Part, const Move& move) const {
        return move.input;
    }

    [[nodiscard]] std::uint32_t step_of(const Process&, Part, const Move& move) const {
        return move.step;
    }

    [[nodiscard]] std::uint32_t timer_of(const Process& process, Part part, const Move& move) const;
    [[nodiscard]] bool timing_allows(const Process& process, Part part, const Move& move);

    void add_choices(const Successor& successor, Event& event);
    void change(std::uint32_t place, Part part);
    void apply(const Effect& effect);
    Next visit_changed(Successor& successor);
    void restore();

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    const Inputs& inputs_;
    Interpreter& interpreter_;
    Parts& parts_;
    NetworkParts& network_;
    Deliveries& deliveries_;
    const SourceMaker* sources_;
    std::vector<bool> is_timed_; // by timer: whether an assumption is made of it
    std::vector<std::unique_ptr<LocalSteps>> locals_; // by interpretation

    // Of the state that is expanded:
    const Row* before_ = nullptr;
    const Visit* visit_ = nullptr;
    LocalSteps* steps_ = nullptr;
    Part used_ = 0;
    std::vector<LocalSteps::Situation*> situations_; // by process
    std::vector<const OwnMoves*> own_;               // by process
    std::vector<std::size_t> at_;                    // by process, into a section
    Row after_;
    std::vector<std::uint32_t> changed_;
    std::optional<State> state_; // unpacked where it is needed
};

} // namespace muster::checker::product
