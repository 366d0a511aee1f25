#pragma once

#include "tests/spec_generator/decisions.hpp"
#include "tests/spec_generator/model.hpp"

#include <optional>
#include <string>
#include <vector>

namespace muster::test::generator {

/// Writes expressions that say something about the state, and that are defined wherever they are
/// evaluated (but for a few): a key is looked up, and a value taken out, behind a question whether
/// it is there. Everything with operators is in brackets.
class DefinedExpressions {
public:
    /// Both outlive the writer.
    DefinedExpressions(const Vocabulary& vocabulary, Decisions& decisions)
        : vocabulary_(vocabulary)
        , decisions_(decisions) {}

    /// Nothing where no value of this type can be written, as no element of a sort is at hand.
    std::optional<std::string> value(const Type& type, const Scope& scope, int depth);
    std::string condition(const Scope& scope, int depth);
    /// Whether something holds of one message: that it was sent, or is in flight. Every local of
    /// the scope that fits may stand in it.
    std::string pattern(const Message& message, const std::string& word, const Scope& scope);

    std::string fresh_name(const std::string& stem) { return stem + std::to_string(names_++); }

    /// Everything with a value that can be read here; in properties with the name of its role.
    std::vector<Named> places(const Scope& scope) const;
    std::vector<Named> places_of(const Scope& scope, const Type& type) const;
    /// A set to go through, and what is in it: a variable, the keys of a map, the processes of a
    /// role.
    std::optional<Named> collection(const Scope& scope);

private:
    std::string atom(const Named& place, const Scope& scope, int depth);
    std::string atom_of_collection(const Named& place, const Scope& scope, int depth);
    bool can_be_optional(const Type& type) const;
    std::string atom_of_map(const Named& place, const Scope& scope, int depth);
    std::string any_atom(const Scope& scope, int depth);
    std::string atom_of_property(const Scope& scope);
    std::string integer_value(const Scope& scope, int depth);
    std::optional<std::string> sort_value(const Type& type, const Scope& scope, int depth);
    std::string constructed_set(const Type& type, const Scope& scope, int depth);
    std::string constructed_map(const Type& type, const Scope& scope, int depth);
    std::optional<std::string> record_value(const Type& type, const Scope& scope, int depth);
    std::string comparison(const Named& place, const Scope& scope, int depth);
    std::string equality(const Named& place, const Scope& scope, int depth);

    const Vocabulary& vocabulary_;
    Decisions& decisions_;
    int names_ = 0;
};

} // namespace muster::test::generator
