#include "checker/infer/frame_search.hpp"
#include "checker/infer/search_scope.hpp"
#include "tests/support/golden.hpp"
#include "tests/unit/checker/infer/tiny.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace muster::checker::infer::testing {
namespace {

using smt::FormulaNumber;
using smt::InductionOracle;
using Kind = smt::OracleAnswer::Kind;

constexpr std::size_t kAsLongAsItTakes = std::numeric_limits<std::size_t>::max();

/// One search for lemmas that make a spec's invariants inductive, from nothing.
class Searched {
public:
    explicit Searched(const std::string& text, std::size_t patience = kAsLongAsItTakes)
        : spec_(analysed(text))
        , properties_(only_invariants())
        , system_(lower(spec_, {}))
        , relevance_(relevance_for(system_, properties_))
        , builder_(spec_)
        , predicates_(make_predicates(builder_, predicate_options(system_, relevance_)))
        , oracle_(system_, relevance_, {}) {
        std::vector<GroundStates> samples;
        for (Sample& sample : small_samples(system_, oracle_, {})) {
            samples.emplace_back(
                spec_, predicates_, std::move(sample.universe), std::move(sample.states));
        }
        goals = assume_properties(oracle_);
        FrameSearchOptions options;
        options.out_of_time = [patience, asked = std::size_t{0}]() mutable {
            return ++asked > patience;
        };
        result = FrameSearch(oracle_, builder_, predicates_, samples, options).run(goals);
    }

    std::vector<FormulaNumber> assume_properties(InductionOracle& oracle) {
        std::vector<FormulaNumber> formulas;
        for (const std::size_t property : properties_) {
            formulas.push_back(oracle.add_state_formula(spec_.properties[property].body));
            oracle.assume(formulas.back());
        }
        return formulas;
    }

    /// Asks an oracle that knows nothing of the search.
    void expect_that_frames_are_right() {
        InductionOracle oracle(system_, relevance_, {});
        assume_properties(oracle);
        const FormulaNumber start = *oracle.add_start();
        std::vector<FormulaNumber> formulas;
        for (const FrameLemma& lemma : result.frames) {
            formulas.push_back(
                oracle.add_state_formula(formula_of(builder_, predicates_, *lemma.clause)));
        }
        for (std::size_t i = 0; i < formulas.size(); ++i) {
            const std::size_t level = result.frames[i].level;
            const std::string text =
                text_of(spec_, formula_of(builder_, predicates_, *result.frames[i].clause));
            EXPECT_EQ(oracle.holds_at_start(formulas[i]).kind, Kind::kept) << text;
            std::vector<FormulaNumber> before;
            for (std::size_t other = 0; other < formulas.size(); ++other) {
                if (level > 1 && result.frames[other].level >= level - 1) {
                    before.push_back(formulas[other]);
                }
            }
            if (level == 1) {
                before.push_back(start);
            }
            EXPECT_TRUE(
                level == 0 ||
                oracle.kept_by_steps(formulas[i], InductionOracle::Models::unwanted, before).kind ==
                    Kind::kept)
                << "not kept from frame " << level - 1 << ": " << text;
        }
    }

    /// Together they are kept, and keep the properties.
    void expect_that_lemmas_are_inductive() {
        InductionOracle oracle(system_, relevance_, {});
        std::vector<FormulaNumber> formulas = assume_properties(oracle);
        for (const Clause& clause : result.lemmas) {
            formulas.push_back(oracle.add_state_formula(formula_of(builder_, predicates_, clause)));
            oracle.assume(formulas.back());
        }
        for (const FormulaNumber formula : formulas) {
            EXPECT_EQ(oracle.kept_by_steps(formula, InductionOracle::Models::unwanted).kind,
                      Kind::kept);
        }
    }

    FrameSearchResult result;
    std::vector<FormulaNumber> goals;

private:
    std::vector<std::size_t> only_invariants() {
        std::erase_if(spec_.properties, [](const spec::PropertyInfo& property) {
            return property.kind == spec::PropertyKind::lemma ||
                   property.kind == spec::PropertyKind::cover;
        });
        std::vector<std::size_t> found;
        for (std::size_t p = 0; p < spec_.properties.size(); ++p) {
            if (spec_.properties[p].kind == spec::PropertyKind::invariant) {
                found.push_back(p);
            }
        }
        return found;
    }

    spec::TypedSpec spec_;
    std::vector<std::size_t> properties_;
    TransitionSystem system_;
    smt::Relevance relevance_;
    ExprBuilder builder_;
    std::vector<Predicate> predicates_;
    InductionOracle oracle_;
};

std::string of_the_suite(const std::string& name) {
    return test::read_file(MUSTER_SOURCE_DIR "/tests/bench/protocols/" + name + ".muster");
}

class FrameSearchOf : public ::testing::TestWithParam<const char*> {};

TEST_P(FrameSearchOf, AddsOnlyWhatIsKeptFromTheFrameBefore) {
    Searched searched(of_the_suite(GetParam()));
    EXPECT_EQ(searched.result.outcome, FrameSearchResult::Outcome::found);
    EXPECT_FALSE(searched.result.lemmas.empty());
    searched.expect_that_frames_are_right();
    searched.expect_that_lemmas_are_inductive();
}

INSTANTIATE_TEST_SUITE_P(Infer,
                         FrameSearchOf,
                         ::testing::Values("i4_two_phase_commit", "lockserv", "peterson"));

TEST(FrameSearchTest, LeavesRightFramesWhenTimeIsOver) {
    Searched searched(of_the_suite("ring_id"), 200);
    EXPECT_EQ(searched.result.outcome, FrameSearchResult::Outcome::unknown);
    EXPECT_EQ(searched.result.reason, "out of time");
    EXPECT_TRUE(searched.result.lemmas.empty());
    EXPECT_FALSE(searched.result.frames.empty());
    searched.expect_that_frames_are_right();
}

TEST(FrameSearchTest, SaysThatWhatFramesCanSayIsNotEnough) {
    Searched searched(of_the_suite("client_server_ae"));
    EXPECT_EQ(searched.result.outcome, FrameSearchResult::Outcome::no_such_lemmas);
    EXPECT_EQ(searched.result.failed_goal, searched.goals.back());
    searched.expect_that_frames_are_right();
}

} // namespace
} // namespace muster::checker::infer::testing
