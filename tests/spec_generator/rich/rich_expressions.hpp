#pragma once

#include "tests/spec_generator/model.hpp"
#include "tests/spec_generator/rich/names.hpp"

#include <optional>
#include <string>
#include <vector>

namespace muster::test::generator {

/// A def with parameters, of a role or of the whole spec.
struct Definition {
    std::string name;
    std::vector<Named> parameters;
    Type result;
};

/// Writes expressions of every form for behaviour. Most are defined wherever they are evaluated.
class RichExpressions {
public:
    /// All outlive it.
    RichExpressions(const Vocabulary& vocabulary, Names& names, Decisions& decisions)
        : vocabulary_(vocabulary)
        , names_(names)
        , decisions_(decisions) {}

    /// In brackets where it needs them; nothing if the type has no value at hand.
    std::optional<std::string> value(const Type& type, const Scope& scope, int depth);
    std::string condition(const Scope& scope, int depth);
    /// The arguments for these parameters, separated by commas.
    std::optional<std::string>
    arguments(const std::vector<Named>& parameters, const Scope& scope, int depth);
    /// What can be named here, fields of records included.
    [[nodiscard]] std::vector<Named> places(const Scope& scope) const;
    [[nodiscard]] std::vector<Named> places_of(const Scope& scope, const Type& type) const;
    /// Some set, or the keys of a map, with the type of its elements.
    std::optional<Named> collection(const Scope& scope, int depth);
    std::optional<Named> list(const Scope& scope);

    void add(Definition definition) { definitions_.push_back(std::move(definition)); }

    void forget_definitions(std::size_t from) { definitions_.resize(from); }

    [[nodiscard]] std::size_t definitions() const { return definitions_.size(); }

private:
    std::optional<std::string> constructed(const Type& type, const Scope& scope, int depth);
    std::optional<std::string> general(const Type& type, const Scope& scope, int depth);
    std::optional<std::string> entry(const Type& type, const Scope& scope, int depth);
    std::optional<std::string> record(const Type& type, const Scope& scope, int depth);
    std::string integer_value(const Scope& scope, int depth);
    std::string atom(const Scope& scope, int depth);
    std::optional<std::string> about(const Named& place, const Scope& scope, int depth);
    std::string set_value(const Type& type, const Scope& scope, int depth);
    std::string map_value(const Type& type, const Scope& scope, int depth);
    std::string list_value(const Type& type, const Scope& scope, int depth);
    [[nodiscard]] bool is_scalar(const Type& type) const;

    const Vocabulary& vocabulary_;
    Names& names_;
    Decisions& decisions_;
    std::vector<Definition> definitions_;
};

} // namespace muster::test::generator
