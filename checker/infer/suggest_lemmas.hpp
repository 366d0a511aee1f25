#pragma once

#include "checker/infer/clause_finder.hpp"
#include "checker/system/transition_system.hpp"
#include "checker/trace/trace.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace muster::checker::infer {

/// Short formulas that hold in every reachable state that was looked at and exclude one state that
/// may be unreachable. Nothing about them is proved.
struct LemmaSuggestions {
    std::vector<std::string> lemmas; // as they stand in a spec, the simplest first
    std::size_t states = 0;          // sampled, on the instances of the spec
};

/// Suggests lemmas for steps that are not inductive. What it does is limited by counts alone, so
/// that the same spec has the same suggestions; states are sampled once.
class LemmaSuggester {
public:
    explicit LemmaSuggester(const spec::TypedSpec& spec);
    LemmaSuggester(const LemmaSuggester&) = delete;
    LemmaSuggester& operator=(const LemmaSuggester&) = delete;
    ~LemmaSuggester();

    /// That exclude the first state of a step which breaks this property of the spec.
    LemmaSuggestions suggest(const Trace& step, std::size_t property);

private:
    struct Model;
    Model& model_of(const std::vector<spec::FaultInfo>& without);

    const spec::TypedSpec& given_;
    std::vector<std::unique_ptr<Model>> models_;
};

} // namespace muster::checker::infer
