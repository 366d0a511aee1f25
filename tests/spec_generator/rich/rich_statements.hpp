#pragma once

#include "tests/spec_generator/rich/rich_expressions.hpp"

#include <optional>
#include <string>
#include <vector>

namespace muster::test::generator {

/// Writes statements of every form for the behaviour of one role.
class RichStatements {
public:
    /// All outlive it.
    RichStatements(const Vocabulary& vocabulary,
                   RichExpressions& expressions,
                   Names& names,
                   Decisions& decisions)
        : vocabulary_(vocabulary)
        , expressions_(expressions)
        , names_(names)
        , decisions_(decisions) {}

    struct Procedure {
        std::string name;
        std::vector<Named> parameters;
    };

    /// What may be called from now on.
    void set_procedures(std::vector<Procedure> procedures) { procedures_ = std::move(procedures); }

    /// `{ … }`, on several lines. The request that is being handled, if there is one, may be
    /// answered with this message.
    std::string block(const Scope& scope, int depth, const Message* reply = nullptr);

private:
    std::string statement(Scope& scope, int depth, const Message* reply);
    std::string nested(Scope& scope, int depth, const Message* reply);
    std::string change(const Scope& scope);
    std::string change_of(const Named& place, const Scope& scope);
    std::string change_of_entry(const Named& map, const Scope& scope);
    std::string assignment(const Named& place, const Scope& scope);
    std::string local(Scope& scope);
    std::string send(const Scope& scope);
    std::string answer(const Message& reply, const Scope& scope);
    std::string timer(const Scope& scope);
    std::string loop(const Scope& scope, int depth);
    std::string loop_body(const Scope& inner, const Named& each, int depth);
    std::string pick(const Scope& scope, int depth, const Message* reply);
    std::string call(const Scope& scope);
    std::optional<std::string> message(const Message& message, const Scope& scope);

    const Vocabulary& vocabulary_;
    RichExpressions& expressions_;
    Names& names_;
    Decisions& decisions_;
    std::vector<Procedure> procedures_;
};

} // namespace muster::test::generator
