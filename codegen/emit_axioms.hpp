#pragma once

#include "codegen/emit_given.hpp"
#include "codegen/model/role_context.hpp"
#include "codegen/model/writer.hpp"

#include <string>
#include <vector>

namespace muster::codegen {

/// One axiom and what a test can say about it.
struct AxiomTest {
    std::string name;     // of the axiom
    std::string property; // the function that tests it; empty if it has no form in C++
    /// Why there is no such function, or why the values of `Given` are not tested; empty if they
    /// are.
    std::string reason;
};

/// A property of rapidcheck for every axiom, as function templates over what is given.
std::vector<AxiomTest>
emit_axioms(const RoleContext& context, const GivenValues& given, Writer& writer);

} // namespace muster::codegen
