#pragma once

#include "spec/types/typed_spec.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace muster::spec {

/// An axiom that is about what a test uses, and what there is to say where it is false.
struct TestAxiom {
    std::size_t property = 0; // into the spec's properties
    std::string reason;       // one line
    /// How to give values that fit, one line for each constant and function in it.
    std::vector<std::string> hints;
};

/// What a test stands on besides its own lines. The evaluator and generated tests say it in the
/// same words.
struct TestGrounds {
    /// The axioms that mention a constant or function which the tested role or the test reads, as
    /// far as each of their quantifiers goes through the values of a sort, an enum, `bool` or a
    /// collection. The others are in the remarks.
    std::vector<TestAxiom> axioms;
    /// What the test takes for granted, one line each: the values that nobody gave, axioms that are
    /// not checked, timing assumptions that do not restrict the timers that it fires.
    std::vector<std::string> remarks;
};

TestGrounds grounds_of(const TypedSpec& spec, const TestInfo& test);

} // namespace muster::spec
