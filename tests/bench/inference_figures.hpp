#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace muster::test {

// One protocol of the suite on which finders of inductive invariants are compared, and what two of
// them need. Seconds are of time passed, conjuncts are what the invariant consists of, the property
// included; nothing where the tool finds none.
struct InferenceFigure {
    std::string_view benchmark; // its name in the suite
    std::string_view protocol;  // of tests/bench/protocols; empty where nobody has written it
    std::optional<double> ic3po_seconds;
    std::optional<int> ic3po_conjuncts;
    std::optional<double> endive_seconds;
    std::optional<int> endive_conjuncts;
};

// IC3PO: the results that are published with endive, on minimal finite sizes, without a check for
// any size. endive: the headers of its published invariants, on eight cores or more; its invariants
// are likely inductive until another tool proves them.
[[nodiscard]] const std::vector<InferenceFigure>& inference_figures();

} // namespace muster::test
