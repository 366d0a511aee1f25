#pragma once

#include "checker/product/generated_source.hpp"
#include "runtime/machine/exploration_interface.hpp"

namespace muster::cli {

/// What the evaluator is asked for where generated machines compute the steps.
enum class Comparison {
    /// What the machines do not say: which handlers take a message, how a step goes wrong, and in
    /// which orders a loop may send. Where it is asked, both must agree.
    where_needed,
    /// Every step: both must agree in everything.
    everywhere,
};

/// The generated machines of a spec, compiled, as somebody who computes steps.
class GeneratedMachines : public checker::product::SourceMaker {
public:
    explicit GeneratedMachines(runtime::exploration::Step step,
                               Comparison comparison = Comparison::where_needed)
        : step_(step)
        , comparison_(comparison) {}

    [[nodiscard]] std::unique_ptr<checker::product::GeneratedSource>
    make(const checker::product::SourceSetting& setting) const override;

private:
    runtime::exploration::Step step_;
    Comparison comparison_;
};

} // namespace muster::cli
