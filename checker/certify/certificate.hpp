#pragma once

#include "spec/types/typed_spec.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// What a proof by induction rests on, for a solver that is not Muster's. Without Z3.
namespace muster::checker {

/// One question whose answer was that nothing satisfies it.
struct CertifiedQuery {
    enum class Kind {
        property,    // a step keeps it, or the start has it
        never_twice, // of a message no two equal ones are in flight
        transitive,  // a step property holds of two steps in a row if it holds of each
        obligation,  // something built in
        no_path,     // a way through a handler that no state allows, and that is left out
    };
    Kind kind = Kind::property;
    std::optional<std::size_t> property{}; // into `TypedSpec::properties`
    std::string subject;                   // the property, message or step that it is about
    std::string place;                     // the step; `the start`; empty where it is about none
    spec::Span span{};                     // of an obligation
    /// The question in SMT-LIB 2, without anything that only Z3 knows, from `(set-info` to
    /// `(check-sat)`.
    std::string text;
};

/// One proof: of the properties that hold under the same faults, together.
struct Certificate {
    std::vector<spec::FaultInfo> without;
    /// Proved before under more faults, and assumed.
    std::vector<std::size_t> known;
    /// Invariants, lemmas and step properties that this proof shows.
    std::vector<std::size_t> proved;
    /// Of these messages no two equal ones are in flight, which is proved with them.
    std::vector<spec::MessageId> never_twice;
    std::vector<CertifiedQuery> queries;
};

} // namespace muster::checker
