#pragma once

#include "checker/smt/encode_step.hpp"
#include "checker/smt/query.hpp"

#include <map>
#include <utility>

namespace muster::checker::smt::testing {

/// The symbolic encoding of a system, asked about concrete steps on a finite universe: what the
/// evaluator does must be a model of it, and what the evaluator cannot do must not.
class StepRelation {
public:
    StepRelation(const TransitionSystem& system, const Universe& universe);

    enum class Verdict { allowed, excluded, unknown };
    /// Whether the event can lead from one state to the other. Throws Unsupported where the step
    /// has no encoding.
    Verdict ask(const State& before, const Event& event, const State& after);
    /// Whether the encoding of this step lets more happen than the evaluator, on purpose.
    bool is_abstract(std::uint32_t step);

private:
    Terms terms(spec::TypeId type, const Value& value);
    Sym literal(spec::TypeId type, const Value& value);
    z3::expr is_value(const Sym& sym, const Value& value);
    z3::expr content_of(const z3::expr& identity, spec::TypeId type, const Value& value);
    z3::expr is_state(const SymbolicState& symbolic, const State& state);
    bool is_of_elements(const spec::FunctionInfo& function) const;
    Terms is_table(const SymbolicState& symbolic, spec::FunctionId function, const State& state);
    z3::expr is_event(const EventSymbols& symbols, const Event& event);
    std::vector<Terms> rows_of(const std::vector<SentMessage>& messages, spec::MessageId id);
    Terms unknown_row(ComponentId component);
    z3::expr is_relation(const SymbolicState& symbolic,
                         ComponentId component,
                         const std::vector<Terms>& rows);
    z3::expr
    is_count(const SymbolicState& symbolic, ComponentId component, const std::vector<Terms>& rows);
    z3::expr is_network(const SymbolicState& symbolic, const State& state);
    void close_majorities(spec::SortId index);
    const EncodedStep& encoded(std::uint32_t step);
    Terms process(spec::RoleId role, std::int64_t number);

    Vocabulary vocabulary_;
    ExprEncoder encoder_;
    const spec::TypedSpec& spec_;
    const Universe universe_;
    std::vector<std::vector<z3::expr>> elements_;
    std::map<spec::TypeId, std::map<Value, z3::expr>> requests_;
    std::map<std::pair<spec::TypeId, Value>, z3::expr> identities_;
    /// The universe is exactly its elements, and identities have their content.
    Terms facts_;
    std::map<std::uint32_t, EncodedStep> steps_;
};

} // namespace muster::checker::smt::testing
