#include "checker/explore/formula_check.hpp"

#include "checker/explore/reads.hpp"

#include <algorithm>

namespace muster::checker {

FormulaCheck::FormulaCheck(const spec::TypedSpec& spec,
                           Interpreter& interpreter,
                           const StateStore& store,
                           const std::vector<std::size_t>& properties,
                           const std::vector<std::size_t>& covers)
    : spec_(spec)
    , interpreter_(interpreter)
    , store_(store) {
    for (const std::size_t property : properties) {
        add(property);
    }
    for (const std::size_t cover : covers) {
        add(cover);
    }
    left_ = formulas_.size();
}

void FormulaCheck::add(std::size_t property) {
    const spec::PropertyInfo& info = spec_.properties[property];
    Formula formula{property, info.kind, info.body, {}, false, std::nullopt};
    Reads reads;
    collect_reads(spec_, info.body, reads);
    const Layout& layout = interpreter_.layout();
    for (const spec::VariableId variable : reads.variables) {
        const std::size_t processes = layout.processes(spec_.variable(variable).role);
        for (std::size_t process = 0; process < processes; ++process) {
            formula.words.push_back(store_.slot_word(layout.slot(variable, process)));
        }
    }
    for (const spec::typed::MessagePattern* pattern : reads.patterns) {
        if (pattern->in_flight && leaves_the_network(layout.carrier(pattern->message))) {
            formula.words.push_back(store_.loose_word());
            formula.words.push_back(store_.queued_word());
        } else {
            formula.words.push_back(store_.sent_word());
        }
    }
    if (!reads.timers.empty()) {
        formula.words.push_back(store_.armed_word());
    }
    formulas_.push_back(std::move(formula));
}

void FormulaCheck::begin(const State& state) {
    state_ = &state;
    for (Formula& formula : formulas_) {
        formula.stutter.reset();
    }
}

bool FormulaCheck::is_touched(const Formula& formula,
                              const StateStore::Row& before,
                              const StateStore::Row& after) {
    return std::any_of(formula.words.begin(), formula.words.end(), [&](std::size_t word) {
        return before[word] != after[word];
    });
}

template <class Evaluate>
FormulaCheck::Truth FormulaCheck::truth(const Formula& formula, Evaluate evaluate) {
    try {
        return evaluate() ? Truth::holds : Truth::fails;
    } catch (const Undefined& undefined) {
        if (undefined.failure.kind == Failure::Kind::out_of_reach) {
            not_evaluated_.try_emplace(formula.property, undefined.failure);
            return Truth::unknown;
        }
        failure_ = undefined.failure;
        return Truth::undefined;
    }
}

void FormulaCheck::note(Formula& formula, Truth truth, std::vector<Finding>& findings) {
    const bool is_cover = formula.kind == spec::PropertyKind::cover;
    const bool interesting = is_cover ? truth != Truth::fails : truth != Truth::holds;
    if (!interesting || truth == Truth::unknown) {
        return;
    }
    formula.found = true;
    --left_;
    findings.push_back(
        {formula.property, is_cover, truth == Truth::undefined ? failure_ : std::nullopt});
}

std::vector<FormulaCheck::Finding> FormulaCheck::initial_state() {
    std::vector<Finding> findings;
    for (Formula& formula : formulas_) {
        if (formula.kind != spec::PropertyKind::step && !formula.found) {
            const Truth now =
                truth(formula, [&] { return interpreter_.holds(formula.body, *state_, *state_); });
            note(formula, now, findings);
        }
    }
    return findings;
}

FormulaCheck::Truth FormulaCheck::stutter(Formula& formula) {
    if (!formula.stutter) {
        formula.stutter =
            truth(formula, [&] { return interpreter_.holds(formula.body, *state_, *state_); });
    }
    return *formula.stutter;
}

std::vector<FormulaCheck::Finding> FormulaCheck::step(const StateStore::Row& before,
                                                      const StateStore::Row& after) {
    std::vector<Finding> findings;
    for (Formula& formula : formulas_) {
        if (formula.kind != spec::PropertyKind::step || formula.found) {
            continue;
        }
        const Truth now =
            is_touched(formula, before, after)
                ? truth(formula, [&] { return interpreter_.holds_after_step(formula.body); })
                : stutter(formula);
        note(formula, now, findings);
    }
    return findings;
}

std::vector<FormulaCheck::Finding> FormulaCheck::new_state(const StateStore::Row& before,
                                                           const StateStore::Row& after) {
    std::vector<Finding> findings;
    for (Formula& formula : formulas_) {
        if (formula.kind == spec::PropertyKind::step || formula.found ||
            !is_touched(formula, before, after)) {
            continue;
        }
        const Truth now =
            truth(formula, [&] { return interpreter_.holds_after_step(formula.body); });
        note(formula, now, findings);
    }
    return findings;
}

bool FormulaCheck::stutter_breaks_something() {
    return std::any_of(formulas_.begin(), formulas_.end(), [&](Formula& formula) {
        if (formula.kind != spec::PropertyKind::step || formula.found) {
            return false;
        }
        const Truth now = stutter(formula);
        return now == Truth::fails || now == Truth::undefined;
    });
}

} // namespace muster::checker
