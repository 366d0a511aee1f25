#pragma once

#include "checker/infer/clause.hpp"
#include "checker/infer/prove_lemmas.hpp"
#include "checker/system/transition_system.hpp"
#include "checker/trace/trace.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace muster::checker::infer {

/// Short formulas that exclude one state.
struct LemmaSuggestions {
    /// Lemmas as they stand in a spec, which are proved together, given what is proved already; one
    /// of them excludes the state, so that no run without the faults that the property leaves out
    /// reaches it, whatever the number of elements. Empty where that was not found out.
    std::vector<std::string> excluded_by;
    /// With them, the property is proved as well. Not asked of what is built in.
    bool proves_property = false;
    /// Lemmas that hold in every state that was looked at, all of which are reached without these
    /// faults, and exclude it. It may be reachable where nothing more is known.
    std::vector<std::string> lemmas;
    /// So many of them, the first ones, are each proved as it stands, given what is proved already.
    std::size_t proved = 0;
    std::size_t states = 0; // sampled, on the instances of the spec
};

/// Suggests lemmas for steps that are not inductive. What it does is limited by counts alone, so
/// that the same spec has the same suggestions; states are sampled once.
class LemmaSuggester {
public:
    /// The spec and what the options point to outlive it.
    LemmaSuggester(const spec::TypedSpec& spec,
                   ProvedAlready proved,
                   const InductionOptions& options);
    LemmaSuggester(const LemmaSuggester&) = delete;
    LemmaSuggester& operator=(const LemmaSuggester&) = delete;
    ~LemmaSuggester();

    /// That exclude the first state of a step which breaks this property of the spec; none where it
    /// goes wrong by itself.
    LemmaSuggestions suggest(const Trace& step, std::optional<std::size_t> property);

private:
    struct Model;

    struct Candidates {
        std::vector<Clause> proved; // each as it stands
        std::vector<Clause> open;
    };

    Model& model_of(const std::vector<spec::FaultInfo>& without);
    Candidates
    candidates(Model& model, const Trace& step, std::optional<std::size_t> property) const;
    std::vector<Clause> search_backwards(Model& model, const Trace& step) const;
    bool
    prove_property(Model& model, const std::vector<Clause>& lemmas, std::size_t property) const;
    std::string text_of_proved(Model& model, const Clause& clause);

    const spec::TypedSpec& given_;
    ProvedAlready proved_;
    const InductionOptions& options_;
    std::vector<std::unique_ptr<Model>> models_;
    /// Of what was proved here: the same formula has the same name.
    std::map<std::string, std::string> names_;
    std::set<std::string> taken_; // names of the spec, and of what was proved here
};

} // namespace muster::checker::infer
