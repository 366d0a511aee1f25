#pragma once

#include "checker/mutate/mutate.hpp"
#include "cli/load_spec.hpp"
#include "cli/mutation_reasons.hpp"

#include <iosfwd>
#include <vector>

namespace muster::cli {

/// The changes without saying who notices them.
void print_mutants(const LoadedSpec& loaded,
                   const std::vector<checker::Mutant>& mutants,
                   std::ostream& out);

/// Which changes a report tells one by one.
enum class ShownMutants { survivors, all };

/// How many changes are noticed and by what, and those that are not, with the reasons for which
/// they need not be. Uses the reasons up.
void print_mutations(const LoadedSpec& loaded,
                     const checker::MutationReport& report,
                     std::vector<MutationReason>& reasons,
                     ShownMutants shown,
                     std::ostream& out);

/// The same as one JSON object.
void print_mutations_json(const LoadedSpec& loaded,
                          const checker::MutationReport& report,
                          std::vector<MutationReason>& reasons,
                          std::ostream& out);

} // namespace muster::cli
