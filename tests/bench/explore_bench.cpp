/// How fast instances are explored: `explore_bench [OPTION…] FILE INSTANCE…`, with the options
/// `--reference`, `--symmetry`, `--threads N` and `--max-states N`. All invariants and covers of
/// the spec are checked, and runs are kept.

#include "checker/engines/cpu_time.hpp"
#include "checker/explore/explorer.hpp"
#include "checker/product/product_search.hpp"
#include "spec/pipeline/front_end.hpp"
#include "spec/source/source_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <sys/resource.h>

namespace {

using namespace muster;

long peak_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

struct How {
    bool reference = false;
    bool symmetry = false;
    std::uint32_t threads = 1;
    std::optional<std::uint64_t> max_states{};
};

/// Takes the options off the front; none if there is something else that looks like one.
std::optional<How> take_options(std::vector<std::string>& arguments) {
    How how;
    while (!arguments.empty() && arguments.front().starts_with("--")) {
        const std::string option = arguments.front();
        arguments.erase(arguments.begin());
        if (option == "--reference") {
            how.reference = true;
        } else if (option == "--symmetry") {
            how.symmetry = true;
        } else if (!arguments.empty() && (option == "--threads" || option == "--max-states")) {
            const std::uint64_t number = std::stoull(arguments.front());
            arguments.erase(arguments.begin());
            if (option == "--threads") {
                how.threads = static_cast<std::uint32_t>(number);
            } else {
                how.max_states = number;
            }
        } else {
            return std::nullopt;
        }
    }
    return how;
}

/// Whether it could be explored.
bool measure(const spec::TypedSpec& spec, const spec::InstanceInfo& instance, const How& how) {
    checker::ExploreOptions options;
    options.threads = how.threads;
    options.max_states = how.max_states;
    if (how.symmetry) {
        options.permutations = checker::Permutations::taken_for_one;
    }
    options.slicing = checker::Slicing::off;
    for (std::size_t i = 0; i < spec.properties.size(); ++i) {
        const spec::PropertyKind kind = spec.properties[i].kind;
        if (kind == spec::PropertyKind::cover) {
            options.covers.push_back(i);
        } else if (kind != spec::PropertyKind::axiom) {
            options.properties.push_back(i);
        }
    }
    options.on_violation = checker::OnViolation::go_on;
    const checker::TransitionSystem system =
        checker::lower(spec, {}, checker::vanishing_on(instance));
    const double begin = checker::cpu_seconds();
    const auto begin_of_time = std::chrono::steady_clock::now();
    const auto result = how.reference ? checker::explore(system, instance, options)
                                      : checker::product::explore(system, instance, options);
    const double seconds = checker::cpu_seconds() - begin;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_of_time;
    if (!result) {
        std::cerr << instance.name << ": " << result.error().text << '\n';
        return false;
    }
    fmt::print("{:<12} {:>12} states {:>12} transitions {:>8.2f} s of CPU {:>8.2f} s {:>10.0f} "
               "states/s {:>6} MiB at most\n",
               instance.name,
               result->states,
               result->transitions,
               seconds,
               passed.count(),
               static_cast<double>(result->states) / passed.count(),
               peak_mib());
    return true;
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    const std::optional<How> how = take_options(arguments);
    if (!how || arguments.size() < 2) {
        std::cerr << "usage: explore_bench [--reference] [--symmetry] [--threads N] "
                     "[--max-states N] FILE INSTANCE...\n";
        return 2;
    }
    const auto file = spec::load_source(arguments.front());
    if (!file) {
        std::cerr << file.error().file << ": " << file.error().message << '\n';
        return 2;
    }
    spec::Diagnostics diagnostics;
    const auto spec = spec::analyse(file->text(), diagnostics);
    if (!spec) {
        for (const spec::Diagnostic& diagnostic : diagnostics.sorted()) {
            std::cerr << diagnostic.message << "\n";
        }
        return 2;
    }
    for (const std::string& name : std::span(arguments).subspan(1)) {
        const auto found =
            std::find_if(spec->instances.begin(),
                         spec->instances.end(),
                         [&](const spec::InstanceInfo& each) { return each.name == name; });
        if (found == spec->instances.end()) {
            std::cerr << arguments.front() << " has no instance `" << name << "`\n";
            return 2;
        }
        if (!measure(*spec, *found, *how)) {
            return 2;
        }
    }
    return 0;
}
