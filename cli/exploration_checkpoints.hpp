#pragma once

#include "checker/check/explore_instances.hpp"
#include "checker/checkpoint/checkpoints.hpp"
#include "cli/context.hpp"
#include "cli/load_spec.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace CLI {
class App;
}

/// The checkpoints of `muster explore`.
namespace muster::cli {

/// What a user says about them.
struct CheckpointChoice {
    std::string write_to; // nowhere if empty
    std::string resume;   // from nothing if empty
    unsigned interval_seconds = 600;

    [[nodiscard]] bool is_made() const { return !write_to.empty() || !resume.empty(); }
};

/// `--checkpoint`, `--checkpoint-interval` and `--resume`. The choice outlives the verb.
void add_checkpoint_options(CLI::App& verb, CheckpointChoice& choice);

/// Tells the user of something while a search goes on.
using Say = std::function<void(const std::string&)>;

/// The checkpoints of these searches; one that they are to go on from was read. The coverage is
/// null where nobody asks for it; it and `say` outlive them. Prints why there can be none, and
/// returns null then.
std::unique_ptr<checker::Checkpoints> open_checkpoints(const CheckpointChoice& choice,
                                                       const checker::ExplorationOptions& explore,
                                                       checker::Coverage* coverage,
                                                       const LoadedSpec& loaded,
                                                       const Say& say,
                                                       const Context& context);

/// Says how searches that ended early go on, if they were kept.
void print_how_to_resume(const CheckpointChoice& choice,
                         const checker::Checkpoints& checkpoints,
                         const std::vector<checker::Exploration>& explorations,
                         const Context& context);

} // namespace muster::cli
