#pragma once

#include "tests/spec_generator/decisions.hpp"
#include "tests/spec_generator/model.hpp"

#include <string>
#include <vector>

namespace muster::test::generator {

/// Writes expressions of a wanted type that are well typed where they stand. They may be undefined
/// when they are evaluated.
class ExpressionWriter {
public:
    /// Both outlive the writer.
    ExpressionWriter(const Vocabulary& vocabulary, Decisions& decisions)
        : vocabulary_(vocabulary)
        , decisions_(decisions) {}

    /// As it stands in a place that takes any expression.
    std::string write(const Type& type, const Scope& scope, int depth);
    std::string fresh_name(const std::string& stem);
    /// Some type that occurs in the spec and whose values can be compared.
    Type some_scalar();

private:
    /// An expression with how tightly its outermost operator binds.
    struct Text {
        std::string text;
        int level = kPrimary;
    };

    static constexpr int kPrimary = 11;

    Text expression(const Type& type, const Scope& scope, int depth);
    std::string at_least(int level, const Type& type, const Scope& scope, int depth);
    Text infix(const std::string& op,
               int level,
               int right,
               const Type& type,
               const Scope& scope,
               int depth);
    /// The names that can be read here and have this type.
    std::vector<std::string> readable(const Type& type, const Scope& scope);
    Text literal(const Type& type, const Scope& scope, int depth);
    Text boolean_expression(const Scope& scope, int depth);
    Text comparison(const Scope& scope, int depth);
    Text quantifier(const Scope& scope, int depth);
    Text integer_expression(const Scope& scope, int depth);
    Text collection(const Type& type, const Scope& scope, int depth);
    Text record_literal(const Type& type, const Scope& scope, int depth);
    Text pattern(const Scope& scope, int depth);
    Text armed(const Scope& scope, int depth);
    std::string process(const Role& role, const Scope& scope);

    const Vocabulary& vocabulary_;
    Decisions& decisions_;
    int names_ = 0;
};

} // namespace muster::test::generator
