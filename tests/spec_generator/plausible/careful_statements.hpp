#pragma once

#include "tests/spec_generator/plausible/defined_expressions.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace muster::test::generator {

/// Writes statements that rarely go wrong, one on each line, for the behaviour of one role.
class CarefulStatements {
public:
    /// All outlive the writer.
    CarefulStatements(const Vocabulary& vocabulary,
                      DefinedExpressions& expressions,
                      Decisions& decisions)
        : vocabulary_(vocabulary)
        , expressions_(expressions)
        , decisions_(decisions) {}

    /// The reply of the request that is being handled, while one is; and a name for the request.
    struct Request {
        const Message* reply = nullptr;
        Named name;
    };

    /// `{`, statements, `}`.
    std::vector<std::string>
    block(const Scope& scope, int depth, const std::optional<Request>& request = std::nullopt);

    /// Procedures without parameters that may be called; of the role in hand.
    void set_procedures(std::vector<std::string> names) { procedures_ = std::move(names); }

private:
    using Lines = std::vector<std::string>;

    Lines statement(Scope& scope, int depth, const std::optional<Request>& request);
    Lines change(const Scope& scope);
    /// A change of the value in this place.
    Lines change_of(const Named& place, const Scope& scope, bool in_ghost);
    Lines assignment(const Named& place, const Scope& scope);
    Lines change_of_map(const Named& place, const Scope& scope, bool in_ghost);
    Lines send(const Scope& scope);
    std::optional<std::string> arguments(const Message& message, const Scope& scope);
    Lines timer(const Scope& scope);
    Lines choice(const Scope& scope, int depth);
    Lines loop(const Scope& scope);
    Lines loop_body(const Scope& inner, const Named& each);
    Lines ordered_loop(const Scope& scope, int depth);
    Lines pick(const Scope& scope, int depth);
    Lines local(Scope& scope);
    Lines answer(const Scope& scope, const std::optional<Request>& request);

    const Vocabulary& vocabulary_;
    DefinedExpressions& expressions_;
    Decisions& decisions_;
    std::vector<std::string> procedures_;
};

} // namespace muster::test::generator
