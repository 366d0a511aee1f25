#pragma once

#include "checker/eval/evaluator.hpp"
#include "checker/smt/encode_step.hpp"

#include <map>
#include <vector>

namespace muster::checker::smt {

/// A solver's model read as a finite universe, a state and an event. Integers are those that the
/// model speaks of: a model may say something about all the others too, which a finite state
/// cannot, so what is read here counts only once the evaluator has repeated it.
class ModelReader {
public:
    ModelReader(Vocabulary& vocabulary, const z3::model& model);

    [[nodiscard]] const Universe& universe() const { return universe_; }

    /// From now on reads this state instead of the one that the symbols themselves stand for.
    void read_from(const SymbolicState& state) { symbols_ = state; }

    State state();
    /// Of a step from that state. A delivered message that is tracked is in the state; any other
    /// one is added to it unless its sender is arbitrary.
    Event event(std::uint32_t step, const EventSymbols& symbols, State& state);

private:
    using Element = std::pair<Value, Terms>;

    void read_integers();
    void read_requests();
    std::vector<z3::expr> elements_of(const z3::sort& sort) const;
    /// Every value of a type that has terms, with its terms.
    std::vector<Element> all(spec::TypeId type);
    Value value(const Sym& sym);
    Value list(const Sym& sym);
    Value scalar(spec::TypeId type, const z3::expr& term);
    bool holds(const z3::expr& term) const;

    z3::expr eval(const z3::expr& term) const { return model_.eval(term, true); }

    std::size_t process_count(spec::RoleId role) const;
    void read_messages(spec::MessageId id, State& state);
    void read_copies(const SentMessage& message, const z3::expr& count, State& state);
    void read_stopped(spec::RoleId role, State& state);
    /// The message that an event delivers or loses.
    void read_message(spec::MessageId id, const EventSymbols& symbols, Event& event, State& state);
    /// Makes the message one that the network can deliver, or lose, in this state.
    void put_in_flight(const SentMessage& message, State& state) const;
    /// One queue after the other; what is in one keeps its order.
    void sort_queues(std::vector<SentMessage>& queued) const;
    void read_timers(spec::TimerId id, State& state);
    void read_functions(State& state);
    void mark_used(State& state);

    Vocabulary& vocabulary_;
    const spec::TypedSpec& spec_;
    z3::model model_;
    SymbolicState symbols_;
    Universe universe_;
    std::vector<std::vector<z3::expr>> sorts_;
    /// Sender and correlation of every request element, by request type.
    std::map<spec::TypeId, std::vector<std::pair<z3::expr, Value>>> requests_;
};

} // namespace muster::checker::smt
