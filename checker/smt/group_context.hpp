#pragma once

#include "checker/smt/encode_property.hpp"
#include "checker/smt/fragment.hpp"
#include "checker/smt/group_prover.hpp"
#include "checker/smt/query.hpp"

#include <optional>
#include <set>
#include <string>

namespace muster::checker::smt {

/// A step whose questions are being asked, with its parameters. Without a step: the start, or
/// something that is about no step.
struct Scene {
    std::optional<std::uint32_t> step;
    EventSymbols event;
};

/// Its kind and its name.
std::string title(const spec::PropertyInfo& property);

/// What all questions about one group share: the symbols, the axioms, and what may be assumed.
class GroupContext {
public:
    GroupContext(const GroupTask& task, const InductionOptions& options);

    [[nodiscard]] const GroupTask& task() const { return task_; }

    [[nodiscard]] const spec::TypedSpec& spec() const { return *task_.system->spec; }

    [[nodiscard]] Vocabulary& vocabulary() { return vocabulary_; }

    [[nodiscard]] ExprEncoder& encoder() { return encoder_; }

    [[nodiscard]] std::size_t queries() const { return queries_ - task_.queries_before; }

    [[nodiscard]] bool is_step_property(std::size_t property) const {
        return spec().properties[property].kind == spec::PropertyKind::step;
    }

    /// From now on the property is assumed before every step.
    void assume(const Formula& formula);
    /// The same for what is no property of the spec.
    void assume(std::function<z3::expr(const SymbolicState&)> formula);

    /// From now on every counterexample may rest on this abstraction.
    void rest_on(const std::string& abstraction) { abstractions_.insert(abstraction); }

    /// Everything that is assumed before a step, of this state.
    Terms assumptions_in(const SymbolicState& state);

    [[nodiscard]] const std::vector<std::size_t>& assumed() const { return assumed_; }

    /// How the sorts hang together in everything that all questions assume.
    [[nodiscard]] const Fragment& fragment() const { return fragment_; }

    enum class Assumptions { none, before_the_step };
    /// A solver that knows the axioms, and the assumptions if asked for.
    Session session(Assumptions assumptions);
    /// Whether a path of this step may be possible; in doubt it is.
    bool perhaps(const Path& path, const std::string& step);

    /// Keeps a question that is unsatisfiable, where certificates are asked for; `query` without
    /// its text.
    void certify(const Session& questions, const z3::expr& question, CertifiedQuery query);

    [[nodiscard]] std::vector<CertifiedQuery> take_certified() { return std::move(certified_); }

    /// Explains the last question of a session that had a model. `property` is the one that fails;
    /// none where an operation goes wrong.
    std::optional<StepCounterexample> counterexample(const Session& questions,
                                                     const z3::expr& question,
                                                     const Scene& scene,
                                                     std::optional<std::size_t> property,
                                                     const std::set<std::string>& abstractions);

private:
    /// Says which axiom it is that proofs do not understand.
    Formula encode_axiom(std::size_t property, const SymbolicState& now);

    QueryCache* cache() { return cache_ ? &*cache_ : nullptr; }

    const GroupTask& task_;
    const InductionOptions& options_;
    Vocabulary vocabulary_;
    Stop::Waiting waiting_;
    /// None where every query is to be asked. It keeps terms of the vocabulary's context.
    std::optional<QueryCache> cache_;
    ExprEncoder encoder_;
    Terms axioms_;
    Terms hypothesis_;
    Fragment fragment_;
    std::vector<std::size_t> assumed_;
    std::vector<std::function<z3::expr(const SymbolicState&)>> assumed_besides_;
    /// Those that the axioms and the assumptions rest on.
    std::set<std::string> abstractions_;
    /// Knows all assumptions once it has been used.
    std::optional<Pruner> pruner_;
    std::size_t queries_ = 0;
    std::vector<CertifiedQuery> certified_;
};

} // namespace muster::checker::smt
