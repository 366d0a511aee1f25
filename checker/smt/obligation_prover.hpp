#pragma once

#include "checker/smt/group_context.hpp"

#include <string>
#include <vector>

namespace muster::checker::smt {

/// Proves what is built in: operations are defined, assertions hold, every message is handled in
/// one way, properties are defined.
class ObligationProver {
public:
    explicit ObligationProver(GroupContext& context)
        : context_(context) {}

    /// The obligations of the paths of one step, or of the start.
    void prove_paths(const EncodedStep& step,
                     Session& questions,
                     const Scene& scene,
                     const std::string& name);
    void prove_handlers();
    void prove_definedness(const std::vector<std::size_t>& properties);
    /// Something here has no encoding.
    void give_up(spec::Span span, const std::string& step, const std::string& reason);

    /// Whether something of what this step owes so far is not proved.
    [[nodiscard]] bool is_open_at(const std::string& step) const;

    std::vector<ObligationProof> take() { return std::move(obligations_); }

private:
    /// One thing that must follow from conditions.
    struct Duty {
        ObligationProof::Kind kind;
        spec::Span span;
        std::string step;
        Terms conditions;
        z3::expr formula;
        std::set<std::string> abstractions;
    };

    ObligationProof&
    obligation_at(ObligationProof::Kind kind, spec::Span span, const std::string& step);
    /// What goes wrong where a duty is not kept, in one line.
    std::string mishap(const Duty& duty) const;
    void settle(const Duty& duty, Session& questions, const Scene& scene);
    void blame_operation(std::size_t property, Session& questions);
    std::optional<std::uint32_t> step_of(spec::RoleId role, spec::MessageId message) const;

    GroupContext& context_;
    std::vector<ObligationProof> obligations_;
};

} // namespace muster::checker::smt
