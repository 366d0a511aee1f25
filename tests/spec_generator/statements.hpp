#pragma once

#include "tests/spec_generator/expressions.hpp"

#include <string>

namespace muster::test::generator {

/// Writes blocks of statements for the behaviour of one role.
class StatementWriter {
public:
    /// All outlive the writer.
    StatementWriter(const Vocabulary& vocabulary,
                    ExpressionWriter& expressions,
                    Decisions& decisions)
        : vocabulary_(vocabulary)
        , expressions_(expressions)
        , decisions_(decisions) {}

    /// `{ … }`.
    std::string block(const Scope& scope, int depth);

private:
    std::string statement(Scope& scope, int depth);
    std::string assignment(const Scope& scope, int depth);
    std::string change(const Scope& scope, int depth);
    std::string local(Scope& scope, int depth);
    std::string choice(const Scope& scope, int depth);
    std::string send(const Scope& scope, int depth);
    std::string timer(const Scope& scope, int depth);
    std::string loop(const Scope& scope, int depth);
    std::string pick(const Scope& scope, int depth);
    /// The name of a variable whose type is one of these kinds, and its type.
    const Named* variable(const Scope& scope, std::initializer_list<Type::Kind> kinds);

    const Vocabulary& vocabulary_;
    ExpressionWriter& expressions_;
    Decisions& decisions_;
};

} // namespace muster::test::generator
