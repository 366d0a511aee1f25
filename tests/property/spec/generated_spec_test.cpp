#include "checker/eval/run_tests.hpp"
#include "checker/explore/explorer.hpp"
#include "spec/format/format.hpp"
#include "spec/pipeline/front_end.hpp"
#include "spec/types/dump.hpp"
#include "tests/spec_generator/generate_spec.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

// Random specs through the front end, the formatter and the evaluator.
namespace muster::test {
namespace {

using Numbers = std::vector<std::uint32_t>;

// Long enough that most specs have statements and expressions of every depth.
constexpr int kMaxNumbers = 2000;

rc::Gen<Numbers> numbers() {
    return rc::gen::withSize([](int size) {
        const auto length = static_cast<std::size_t>(size * kMaxNumbers / 100);
        return rc::gen::container<Numbers>(length, rc::gen::inRange<std::uint32_t>(0, 1U << 16U));
    });
}

std::string spec_text(const Numbers& from) {
    Decisions decisions(from);
    return generate_spec(decisions);
}

std::string mistakes_in(const spec::Diagnostics& diagnostics) {
    std::string text;
    for (const spec::Diagnostic& diagnostic : diagnostics.sorted()) {
        if (diagnostic.severity == spec::Severity::error) {
            text += fmt::format("{} at {}\n", diagnostic.message, diagnostic.primary.span.begin);
        }
    }
    return text;
}

spec::TypedSpec typed(const std::string& text) {
    spec::Diagnostics diagnostics;
    auto spec = spec::analyse(text, diagnostics);
    if (!spec) {
        RC_FAIL(mistakes_in(diagnostics) + text);
    }
    return std::move(*spec);
}

std::string formatted(const std::string& text) {
    spec::Diagnostics diagnostics;
    const auto result = spec::format(text, diagnostics);
    if (!result) {
        RC_FAIL(mistakes_in(diagnostics) + text);
    }
    return *result;
}

// What a search of the spec's instance finds, in one line. It visits states in a fixed order and
// runs the evaluator for every step of each.
std::string search(const spec::TypedSpec& spec) {
    checker::ExploreOptions options;
    for (std::size_t i = 0; i < spec.properties.size(); ++i) {
        const spec::PropertyKind kind = spec.properties[i].kind;
        if (kind == spec::PropertyKind::cover) {
            options.covers.push_back(i);
        } else if (kind != spec::PropertyKind::axiom) {
            options.properties.push_back(i);
        }
    }
    options.max_states = 60;
    options.slicing = checker::Slicing::off;
    options.on_violation = checker::OnViolation::go_on;
    const auto system = checker::lower(spec, {});
    const auto result = checker::explore(system, spec.instances.front(), options);
    if (!result) {
        return result.error().text;
    }
    std::string text = fmt::format("{} states, {} transitions, depth {}, {} covers, cut at {};",
                                   result->states,
                                   result->transitions,
                                   result->depth,
                                   result->covers.size(),
                                   fmt::join(result->cuts, ", "));
    for (const checker::Violation& violation : result->violations) {
        text += fmt::format(" {} broken after {} steps",
                            violation.property ? spec.properties[*violation.property].name
                                               : violation.failure->text,
                            violation.trace.steps.size());
    }
    return text;
}

// How its tests come out, one on each line.
std::string outcomes(const spec::TypedSpec& spec) {
    std::string text;
    for (const spec::TestInfo& test : spec.tests) {
        const checker::TestResult result = checker::run_test(spec, test);
        text += fmt::format("{}: {} {} {}\n",
                            result.title,
                            result.passed ? "passed" : result.reason,
                            fmt::join(result.notes, "; "),
                            fmt::join(result.remarks, "; "));
    }
    return text;
}

// The generator and the type checker agree about what is well typed.
TEST(GeneratedSpec, HasNoMistakes) {
    EXPECT_TRUE(
        rc::check("every generated spec is accepted", [] { typed(spec_text(*numbers())); }));
}

TEST(GeneratedSpec, MeansTheSameAfterFormatting) {
    EXPECT_TRUE(rc::check("print, parse, format and type again", [] {
        const std::string text = spec_text(*numbers());
        const std::string once = formatted(text);
        RC_ASSERT(formatted(once) == once);
        RC_ASSERT(spec::dump(typed(once)) == spec::dump(typed(text)));
    }));
}

TEST(GeneratedSpec, TakesTheSameStepsAfterFormatting) {
    std::size_t moved = 0;
    EXPECT_TRUE(rc::check("the same states in the same order", [&moved] {
        const std::string text = spec_text(*numbers());
        const std::string before = search(typed(text));
        RC_ASSERT(search(typed(formatted(text))) == before);
        moved += before.rfind("1 states", 0) == 0 ? 0 : 1;
    }));
    EXPECT_GT(moved, 30U) << "most generated specs can take a step";
}

TEST(GeneratedSpec, ItsTestsComeOutTheSameAfterFormatting) {
    std::size_t passed = 0;
    EXPECT_TRUE(rc::check("the same outcomes in the same words", [&passed] {
        const std::string text = spec_text(*numbers());
        const std::string before = outcomes(typed(text));
        RC_ASSERT(outcomes(typed(formatted(text))) == before);
        passed += before.find(": passed") == std::string::npos ? 0 : 1;
    }));
    EXPECT_GT(passed, 30U) << "most specs have a test that passes";
}

} // namespace
} // namespace muster::test
