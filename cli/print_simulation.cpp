#include "cli/print_simulation.hpp"

#include "cli/print_runs.hpp"
#include "cli/report_words.hpp"
#include "spec/ast/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace muster::cli {

using namespace checker; // NOLINT: this file prints what the checker found

namespace {

class SimulationPrinter {
public:
    SimulationPrinter(const LoadedSpec& loaded,
                      const SimulationRequest& request,
                      Runs runs,
                      std::ostream& out)
        : loaded_(loaded)
        , spec_(loaded.typed)
        , request_(request)
        , runs_(runs)
        , out_(out) {}

    void print(const std::vector<Simulation>& simulations) {
        for (const Simulation& simulation : simulations) {
            print_what_was_seen(simulation);
        }
        // `--property` takes the names of others only.
        if (request_.options.properties.empty()) {
            for (const spec::LiveInfo& live : spec_.lives) {
                out_ << fmt::format("  {:<9}  {:<9}  {}  runs that end say nothing of what comes "
                                    "in the end; see `muster check`\n",
                                    "undecided",
                                    "live",
                                    live.name);
            }
        }
        for (const Simulation& simulation : simulations) {
            print_runs(simulation);
        }
    }

private:
    void print_what_was_seen(const Simulation& simulation) {
        std::string what = fmt::format("instance {}", simulation.instance);
        if (!simulation.without.empty()) {
            what += fmt::format(", without {}", fault_list(spec_, simulation.without));
        }
        for (const auto& [sort, size] : request_.options.sizes) {
            what += fmt::format(", {} = {}", sort, size);
        }
        if (!simulation.error.empty()) {
            out_ << fmt::format("{}: no runs: {}\n", what, simulation.error);
            return;
        }
        out_ << fmt::format("{}: {}, {}, seed {}, {:.2f} s of CPU\n",
                            what,
                            request_.options.only ? fmt::format("run {}", *request_.options.only)
                                                  : counted(simulation.runs, "run"),
                            counted(simulation.steps, "step"),
                            request_.options.seed,
                            simulation.cpu_seconds);
        for (const Simulation::Finding& finding : simulation.findings) {
            print(finding);
        }
        for (const Simulation::BrokenStep& broken : simulation.broken_steps) {
            out_ << fmt::format("  violated   built in   {}  {}\n",
                                broken.violated.failure->text,
                                sighting(broken.seen));
        }
        if (simulation.stuck > 0) {
            out_ << fmt::format("  no step was found at the end of {}\n",
                                counted(simulation.stuck, "run"));
        }
        if (!simulation.never_happened.empty()) {
            out_ << fmt::format("  has not happened: {}\n", joined(simulation.never_happened));
        }
    }

    void print(const Simulation::Finding& finding) {
        const spec::PropertyInfo& property = spec_.properties[finding.property];
        const bool is_cover = property.kind == spec::PropertyKind::cover;
        std::string_view verdict = is_cover ? "not shown" : "open";
        std::string how;
        if (finding.verdict) {
            verdict = word(*finding.verdict);
            const auto* open = std::get_if<Undecided>(&*finding.verdict);
            how = "  " + (open != nullptr ? open->text : sighting(finding.seen));
        }
        out_ << fmt::format(
            "  {:<9}  {:<9}  {}{}\n", verdict, spec::word(property.kind), property.name, how);
    }

    static std::string sighting(const Sighting& seen) {
        return fmt::format("in {}, first in run {} after {}",
                           counted(seen.runs, "run"),
                           seen.first_run,
                           counted(seen.first_steps, "step"));
    }

    void print_runs(const Simulation& simulation) {
        for (const Simulation::Finding& finding : simulation.findings) {
            if (!finding.verdict) {
                continue;
            }
            const spec::PropertyInfo& property = spec_.properties[finding.property];
            print_run(loaded_,
                      *finding.verdict,
                      {property.name, property.span, finding.property},
                      runs_,
                      out_);
            if (std::holds_alternative<Violated>(*finding.verdict)) {
                print_command(simulation, finding.seen, property.name);
            }
        }
        for (const Simulation::BrokenStep& broken : simulation.broken_steps) {
            const Failure& failure = *broken.violated.failure;
            print_run(loaded_, broken.violated, {failure.text, failure.span}, runs_, out_);
            print_command(simulation, broken.seen, "");
        }
    }

    /// The defaults are left out.
    void
    print_command(const Simulation& simulation, const Sighting& seen, const std::string& property) {
        const SimulationOptions usual;
        const SimulationOptions& options = request_.options;
        std::string command =
            fmt::format("muster simulate {} --instance {}", request_.file, simulation.instance);
        if (!property.empty()) {
            command += " --property " + property;
        }
        for (const auto& [sort, size] : options.sizes) {
            command += fmt::format(" --size {}={}", sort, size);
        }
        for (const auto& [what, weight] : options.weights.given()) {
            const char* const quote = what.find(' ') == std::string::npos ? "" : "'";
            command += fmt::format(" --weight {0}{1}={2}{0}", quote, what, weight);
        }
        if (options.max_steps != usual.max_steps) {
            command += fmt::format(" --steps {}", options.max_steps);
        }
        command += fmt::format(" --seed {} --run {}", options.seed, seen.shown_run);
        out_ << "\n     again: " << command << '\n';
    }

    const LoadedSpec& loaded_;
    const spec::TypedSpec& spec_;
    const SimulationRequest& request_;
    Runs runs_;
    std::ostream& out_;
};

} // namespace

void print_simulations(const LoadedSpec& loaded,
                       const std::vector<Simulation>& simulations,
                       const SimulationRequest& request,
                       Runs runs,
                       std::ostream& out) {
    SimulationPrinter(loaded, request, runs, out).print(simulations);
}

} // namespace muster::cli
