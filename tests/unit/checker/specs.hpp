#pragma once

#include "checker/certify/replay_trace.hpp"
#include "checker/eval/run_tests.hpp"
#include "checker/explore/explorer.hpp"
#include "checker/product/product_search.hpp"
#include "spec/diagnostics/internal_error.hpp"
#include "spec/pipeline/front_end.hpp"
#include "tests/unit/checker/explore_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

/// Small specs for tests of the checker: analysed from text, explored, and asked about by name.
namespace muster::checker::testing {

inline spec::TypedSpec analysed(std::string_view text) {
    spec::Diagnostics diagnostics;
    auto spec = spec::analyse(text, diagnostics);
    std::string mistakes;
    for (const spec::Diagnostic& diagnostic : diagnostics.sorted()) {
        mistakes += diagnostic.message + "\n";
    }
    if (!spec) {
        throw std::runtime_error("the test's spec is wrong: " + mistakes);
    }
    return std::move(*spec);
}

inline std::string shipped(const std::string& name) {
    std::ifstream file(std::string(MUSTER_SOURCE_DIR) + "/spec/protocols/" + name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

inline std::string
replaced(std::string text, const std::string& what, const std::string& replacement) {
    const auto at = text.find(what);
    if (at == std::string::npos) {
        throw std::runtime_error("the spec has no `" + what + "` any more");
    }
    return text.replace(at, what.size(), replacement);
}

/// What an exploration says about a spec, by name. Every run that it reports is replayed.
struct Findings {
    ExploreResult result;
    std::set<std::string> broken;    // names of properties
    std::set<std::string> undefined; // names of properties that broke by being undefined
    std::set<std::string> shown;     // names of covers
    std::string obligation;          // how the first step went wrong; empty if none did
};

struct FindOptions {
    Slicing slicing = Slicing::on;
    Obligations obligations = Obligations::of_all_roles;
    std::vector<spec::FaultInfo> without = {};
    std::size_t instance = 0;
    std::set<std::string> only = {}; // names of properties; all if empty
};

inline Findings find(const spec::TypedSpec& spec, const FindOptions& options = {}) {
    const spec::InstanceInfo& instance = spec.instances.at(options.instance);
    const TransitionSystem system = lower(spec, options.without, vanishing_on(instance));
    ExploreOptions search;
    search.slicing = options.slicing;
    search.obligations = options.obligations;
    search.on_violation = OnViolation::go_on;
    for (std::size_t i = 0; i < spec.properties.size(); ++i) {
        if (!options.only.empty() && !options.only.contains(spec.properties[i].name)) {
            continue;
        }
        if (spec.properties[i].kind == spec::PropertyKind::cover) {
            search.covers.push_back(i);
        } else if (spec.properties[i].kind != spec::PropertyKind::axiom) {
            search.properties.push_back(i);
        }
    }
    auto result = explore(system, instance, search);
    // The other search of instances finds the very same.
    EXPECT_EQ(text_of(spec, result), text_of(spec, product::explore(system, instance, search)));
    if (!result) {
        throw std::runtime_error(result.error().text);
    }
    Findings findings{std::move(*result), {}, {}, {}, {}};
    for (const Violation& violation : findings.result.violations) {
        Claim claim;
        claim.property = violation.property;
        claim.undefined = violation.property && violation.failure;
        replay_trace(spec,
                     fixed_by(spec, violation.trace.universe, instance).value(),
                     violation.trace,
                     claim)
            .value();
        if (!violation.property) {
            if (findings.obligation.empty()) {
                findings.obligation = violation.failure->text;
            }
            continue;
        }
        const std::string& name = spec.properties[*violation.property].name;
        findings.broken.insert(name);
        if (violation.failure) {
            findings.undefined.insert(name);
        }
    }
    for (const CoverRun& cover : findings.result.covers) {
        replay_trace(spec,
                     fixed_by(spec, cover.trace.universe, instance).value(),
                     cover.trace,
                     {cover.property})
            .value();
        findings.shown.insert(spec.properties[cover.property].name);
    }
    return findings;
}

inline Findings find(std::string_view text, const FindOptions& options = {}) {
    const spec::TypedSpec spec = analysed(text);
    return find(spec, options);
}

} // namespace muster::checker::testing
