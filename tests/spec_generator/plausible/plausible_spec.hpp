#pragma once

#include "tests/spec_generator/decisions.hpp"

#include <string>
#include <vector>

namespace muster::test {

/// A small protocol that is meant to be checked: its instances have few states, nearly everything
/// in it is defined, and what could be said about it is often true.
struct PlausibleSpec {
    /// Everything but properties, one statement or declaration on each line.
    std::vector<std::string> lines;

    struct Candidate {
        std::string kind; // `invariant`
        std::string formula;
        std::string without; // ` without crash server`, or empty
    };

    /// What could be said.
    std::vector<Candidate> candidates;

    /// The protocol with these of the candidates, named p0, p1 and so on by their index.
    [[nodiscard]] std::string text(const std::vector<std::size_t>& chosen) const;
};

/// Every decision is drawn from `decisions`. Its instances are `one`, `two` and `three`, named for
/// the elements of the sort A.
PlausibleSpec generate_plausible_spec(Decisions& decisions, std::size_t candidates);

} // namespace muster::test
