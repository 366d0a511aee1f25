/// How fast instances are explored: `explore_bench [--reference] FILE INSTANCE…`. All invariants
/// and covers of the spec are checked, and runs are kept.

#include "checker/explore/explorer.hpp"
#include "checker/product/product_search.hpp"
#include "spec/pipeline/front_end.hpp"

#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <iostream>
#include <span>
#include <sstream>
#include <string>
#include <sys/resource.h>

namespace {

using namespace muster;

double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

long peak_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

void measure(const spec::TypedSpec& spec, const spec::InstanceInfo& instance, bool reference) {
    checker::ExploreOptions options;
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
    const double begin = cpu_seconds();
    const auto result = reference ? checker::explore(system, instance, options)
                                  : checker::product::explore(system, instance, options);
    const double seconds = cpu_seconds() - begin;
    if (!result) {
        fmt::print("{:<12} {}\n", instance.name, result.error().text);
        return;
    }
    fmt::print("{:<12} {:>12} states {:>12} transitions {:>8.2f} s {:>10.0f} states/s {:>6} MiB at "
               "most\n",
               instance.name,
               result->states,
               result->transitions,
               seconds,
               static_cast<double>(result->states) / seconds,
               peak_mib());
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    const bool reference = !arguments.empty() && arguments.front() == "--reference";
    if (reference) {
        arguments.erase(arguments.begin());
    }
    if (arguments.empty()) {
        std::cerr << "usage: explore_bench [--reference] FILE INSTANCE...\n";
        return 2;
    }
    std::ifstream file(arguments.front());
    std::stringstream text;
    text << file.rdbuf();
    spec::Diagnostics diagnostics;
    const auto spec = spec::analyse(text.str(), diagnostics);
    if (!spec) {
        for (const spec::Diagnostic& diagnostic : diagnostics.sorted()) {
            std::cerr << diagnostic.message << "\n";
        }
        return 2;
    }
    for (const std::string& name : std::span(arguments).subspan(1)) {
        for (const spec::InstanceInfo& instance : spec->instances) {
            if (instance.name == name) {
                measure(*spec, instance, reference);
            }
        }
    }
    return 0;
}
