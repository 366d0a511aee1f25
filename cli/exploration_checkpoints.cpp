#include "cli/exploration_checkpoints.hpp"

#include "checker/cache/sha256.hpp"
#include "cli/version.hpp"
#include "cli/whole_number.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>
#include <set>

namespace muster::cli {

namespace {

using checker::CheckpointField;

constexpr std::size_t kShownBytes = 8; // of a hash

/// Of the texts of all its files, whatever they are called.
std::string hash_of(const spec::SourceMap& sources) {
    checker::Sha256 hash;
    for (const spec::SourceFile& file : sources.files()) {
        hash.text(file.text());
    }
    const checker::Sha256::Digest digest = hash.finish();
    std::string text;
    for (std::size_t i = 0; i < kShownBytes; ++i) {
        text += fmt::format("{:02x}", digest[i]);
    }
    return text;
}

std::string list_of(const std::vector<std::string>& names) {
    const std::set<std::string> sorted(names.begin(), names.end());
    return names.empty() ? "all" : fmt::format("{}", fmt::join(sorted, ", "));
}

/// Everything that the searches and their report depend on, but for their limits.
std::vector<CheckpointField> fields_of(const checker::ExplorationOptions& explore,
                                       const checker::Coverage* coverage,
                                       const LoadedSpec& loaded) {
    const bool is_symmetric = explore.permutations == checker::Permutations::taken_for_one;
    return {{"the version of muster", kVersion},
            {"the hash of the spec", hash_of(loaded.sources)},
            {"--instance", list_of(explore.instances)},
            {"--property", list_of(explore.properties)},
            {"symmetry", is_symmetric ? "on" : "off"},
            {"--coverage", coverage != nullptr ? "on" : "off"}};
}

std::uint32_t size_of(const spec::SourceMap& sources) {
    const spec::SourceFile& last = sources.files().back();
    return last.base() + static_cast<std::uint32_t>(last.text().size());
}

} // namespace

void add_checkpoint_options(CLI::App& verb, CheckpointChoice& choice) {
    verb.add_option("--checkpoint",
                    choice.write_to,
                    "Write there what the searches need to go on later: when they end early, and "
                    "now and then");
    verb.add_option("--checkpoint-interval",
                    choice.interval_seconds,
                    "So many seconds pass between two checkpoints; 600")
        ->check(whole_number({1, kMaxUnsigned, "seconds"}));
    verb.add_option("--resume", choice.resume, "Go on from this checkpoint");
}

std::unique_ptr<checker::Checkpoints> open_checkpoints(const CheckpointChoice& choice,
                                                       const checker::ExplorationOptions& explore,
                                                       checker::Coverage* coverage,
                                                       const LoadedSpec& loaded,
                                                       const Say& say,
                                                       const Context& context) {
    if (explore.reference) {
        context.err << "muster: a search with --reference cannot be kept: leave out --checkpoint "
                       "and --resume\n";
        return nullptr;
    }
    checker::CheckpointOptions options;
    options.fields = fields_of(explore, coverage, loaded);
    options.source_size = size_of(loaded.sources);
    options.write_to = choice.write_to;
    options.interval = std::chrono::seconds(choice.interval_seconds);
    options.max_states = explore.max_states;
    options.max_depth = explore.max_depth;
    options.coverage = coverage;
    options.on_failure = [&say](const std::string& why) {
        say("muster: no checkpoint: " + why);
    };
    auto checkpoints = std::make_unique<checker::Checkpoints>(std::move(options));
    if (!choice.resume.empty()) {
        if (const std::string why = checkpoints->resume(choice.resume); !why.empty()) {
            context.err << fmt::format("muster: {} {}\n"
                                       "  help: leave out --resume, and the search begins anew\n",
                                       choice.resume,
                                       why);
            return nullptr;
        }
    }
    if (!choice.write_to.empty()) {
        if (const std::string why = checkpoints->why_not_writable(); !why.empty()) {
            context.err << "muster: " << why << '\n';
            return nullptr;
        }
    }
    return checkpoints;
}

void print_how_to_resume(const CheckpointChoice& choice,
                         const checker::Checkpoints& checkpoints,
                         const std::vector<checker::Exploration>& explorations,
                         const Context& context) {
    if (!checkpoints.is_written()) {
        return;
    }
    const bool has_lives = std::any_of(explorations.begin(),
                                       explorations.end(),
                                       [](const auto& one) { return !one.lives.empty(); });
    context.err << fmt::format(
        "muster: the same command with --resume {} goes on from here{}\n",
        choice.write_to,
        has_lives ? "; only the searches for loops of `live` properties begin anew" : "");
}

} // namespace muster::cli
