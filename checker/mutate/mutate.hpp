#pragma once

#include "checker/mutate/judge.hpp"
#include "spec/mutate/mutations.hpp"
#include "spec/pipeline/imports.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// How many small changes of a spec its properties notice.
namespace muster::checker {

struct MutationOptions {
    JudgeOptions judge{};
    /// Which changes are tried; all if empty.
    std::function<bool(const spec::Mutation&)> is_selected{};
    /// Told which change is tried now, and how many there are; may be empty.
    std::function<void(const spec::Mutation&, std::size_t number, std::size_t all)> progress{};
};

struct Mutant {
    spec::Mutation mutation;
    /// The lines that change, and what they change to: without blanks at both ends, of several
    /// lines the first with `…`. Empty where nothing is left of them.
    std::string before;
    std::string after;
    /// None: the changed text is no spec, or it was not tried for want of time.
    std::optional<Judgement> judgement{};
    bool is_ill_typed = false;
};

struct MutationReport {
    /// Why no change can be judged; empty if they can.
    std::string refusal;
    std::vector<Mutant> mutants; // in source order

    [[nodiscard]] std::size_t count(Judgement::Kind kind) const;
    [[nodiscard]] std::size_t noticed() const;
    /// Those that could have been noticed: neither ill-typed, nor of the same behaviour, nor
    /// untried.
    [[nodiscard]] std::size_t noticeable() const;
};

/// The changes of a file, none of them tried.
[[nodiscard]] std::vector<Mutant>
mutants_of(const spec::SourceFile& main,
           const std::function<bool(const spec::Mutation&)>& is_selected);

/// Tries every change of a spec, one at a time, in source order. `original` is the spec of the
/// file.
[[nodiscard]] MutationReport mutate(const spec::SourceFile& main,
                                    const spec::ImportLoader& load,
                                    const spec::TypedSpec& original,
                                    const MutationOptions& options);

} // namespace muster::checker
