#include "checker/product/step_lists.hpp"

#include <algorithm>

namespace muster::checker::product {

StepLists::StepLists(const Context& context, LocalSteps& steps)
    : context_(context)
    , steps_(steps)
    , draws_fresh_(steps.draws_fresh())
    , is_timed_(context.system.spec->timers.size())
    , runs_of_(context.parts.places().count())
    , numbers_with_used_(draws_fresh_ ? context.parts.places().count() : 0)
    , counts_with_used_(numbers_with_used_.size()) {
    for (const spec::TimingAssumption& assumption : context.system.spec->timing) {
        is_timed_[assumption.timer.value] = true;
    }
    add_arbitrary();
    for (const std::uint32_t place : context.deliveries.places()) {
        sources_.push_back({true, place, 0});
    }
    add_timers();
    add_steps(&OwnMoves::actions, {StepKind::act});
    add_steps(&OwnMoves::faults, {StepKind::crash, StepKind::stop});
    for (std::uint32_t i = 0; i < context.system.steps.size(); ++i) {
        if (context.system.steps[i].kind == StepKind::lose) {
            add_unit({Unit::Kind::losses, context.parts.places().loose(), nullptr, i, i});
        }
    }
}

void StepLists::add_unit(Unit unit) {
    sources_.push_back({false, unit.place, static_cast<std::uint32_t>(units_.size())});
    units_.push_back(std::move(unit));
    list_of_.emplace_back();
}

/// Inputs in a row that come to one process are one unit.
void StepLists::add_arbitrary() {
    const std::vector<std::uint32_t>& receivers = steps_.receivers();
    for (std::uint32_t first = 0; first < receivers.size();) {
        std::uint32_t last = first;
        while (last + 1 < receivers.size() && receivers[last + 1] == receivers[first]) {
            ++last;
        }
        add_unit({Unit::Kind::own, receivers[first], &OwnMoves::arbitrary, first, last});
        first = last + 1;
    }
}

void StepLists::add_timers() {
    const spec::TypedSpec& spec = *context_.system.spec;
    const Places& places = context_.parts.places();
    for (std::uint32_t timer = 0; timer < spec.timers.size(); ++timer) {
        for (const Process& process : places.processes()) {
            if (process.role == spec.timers[timer].role) {
                const std::uint32_t place = places.process(process.role, process.index);
                add_unit({Unit::Kind::own, place, &OwnMoves::timers, timer, timer});
            }
        }
    }
}

void StepLists::add_steps(std::vector<Move> OwnMoves::*section,
                          const std::vector<StepKind>& kinds) {
    const Places& places = context_.parts.places();
    for (std::uint32_t step = 0; step < context_.system.steps.size(); ++step) {
        const Step& each = context_.system.steps[step];
        if (std::find(kinds.begin(), kinds.end(), each.kind) == kinds.end()) {
            continue;
        }
        for (const Process& process : places.processes()) {
            if (process.role == each.role) {
                const std::uint32_t place = places.process(process.role, process.index);
                add_unit({Unit::Kind::own, place, section, step, step});
            }
        }
    }
}

void StepLists::forget() {
    lists_.clear();
    changes_.clear();
    happening_.clear();
    runs_.clear();
    for (DenseMap& map : list_of_) {
        map.clear();
    }
    for (DenseMap& map : runs_of_) {
        map.clear();
    }
}

std::uint32_t
StepLists::number_with_used(std::uint32_t place, Part part, const Word* row, Missing missing) {
    const Part used = layout().part(context_.parts.places().used(), row);
    FlatMap& known = numbers_with_used_[place];
    const std::uint64_t key = FlatMap::key(part, used);
    if (const auto number = known.find(key)) {
        return *number;
    }
    if (missing == Missing::are_left) {
        return kNone;
    }
    known.insert(key, counts_with_used_[place]);
    return counts_with_used_[place]++;
}

LocalSteps::Situation& StepLists::situation(std::uint32_t place, const Word* row) {
    return steps_.situation(context_.parts.places().processes()[place - 1],
                            layout().part(place, row),
                            layout().part(context_.parts.places().used(), row));
}

/// The number of a new list; `kNone` where something was not computed yet.
std::uint32_t StepLists::make_list(std::uint32_t unit, std::uint32_t number, const Word* row) {
    const std::size_t changes = changes_.size();
    const std::optional<List> made = list(units_[unit], row);
    if (!made) {
        changes_.resize(changes);
        return kNone;
    }
    const auto at = static_cast<std::uint32_t>(lists_.size());
    lists_.push_back(*made);
    list_of_[unit].set(number, at);
    return at;
}

std::optional<StepLists::List> StepLists::list(const Unit& unit, const Word* row) {
    switch (unit.kind) {
    case Unit::Kind::own:
        return list_own(unit, row);
    case Unit::Kind::messages:
        return list_messages(unit, row);
    case Unit::Kind::losses:
        return list_losses(unit, row);
    }
    return std::nullopt;
}

std::optional<StepLists::List> StepLists::list_own(const Unit& unit, const Word* row) {
    const LocalSteps::Situation& now = situation(unit.place, row);
    if (!now.own) {
        return std::nullopt;
    }
    List list;
    list.begin = static_cast<std::uint32_t>(changes_.size());
    std::vector<std::uint32_t> steps;
    for (const Move& move : (*now.own).*unit.section) {
        const std::uint32_t key = unit.section == &OwnMoves::arbitrary ? move.input
                                  : unit.section == &OwnMoves::timers
                                      ? now.local.armed[move.input].first.value
                                      : move.step;
        if (key < unit.first || key > unit.last) {
            continue;
        }
        // Whether a timer may fire now is asked in the whole state.
        list.needs_a_look =
            list.needs_a_look || (unit.section == &OwnMoves::timers && is_timed_[key]);
        if (!add_move(list, steps, unit, now.part, move)) {
            return std::nullopt;
        }
    }
    finish(list, std::move(steps));
    return list;
}

std::optional<StepLists::List> StepLists::list_messages(const Unit& unit, const Word* row) {
    const LocalSteps::Situation& now = situation(unit.place, row);
    List list;
    list.begin = static_cast<std::uint32_t>(changes_.size());
    std::vector<std::uint32_t> steps;
    for (const std::uint32_t message : unit.messages) {
        const std::vector<Move>* moves = now.known_deliveries(message);
        if (moves == nullptr) {
            return std::nullopt;
        }
        for (const Move& move : *moves) {
            if (!add_move(list, steps, unit, now.part, move)) {
                return std::nullopt;
            }
        }
    }
    finish(list, std::move(steps));
    return list;
}

std::optional<StepLists::List> StepLists::list_losses(const Unit& unit, const Word* row) {
    const Part before = layout().part(unit.place, row);
    List list;
    list.begin = static_cast<std::uint32_t>(changes_.size());
    for (const std::uint32_t number : context_.deliveries.loose(before)) {
        if (context_.parts.message(number).message != context_.system.steps[unit.first].message) {
            continue;
        }
        const Part after = context_.network.without(unit.place, before, number);
        if (!layout().has_room(unit.place, after)) {
            return std::nullopt;
        }
        changes_.push_back({layout().flip(unit.place, before, after),
                            kNone,
                            static_cast<std::uint16_t>(layout().word_of(unit.place)),
                            false});
        ++list.steps;
    }
    finish(list, list.steps > 0 ? std::vector{unit.first} : std::vector<std::uint32_t>());
    return list;
}

/// False if there is no room for what it changes. Notes the step if it can happen.
bool StepLists::add_move(List& list,
                         std::vector<std::uint32_t>& steps,
                         const Unit& unit,
                         Part before,
                         const Move& move) {
    if (!move.outcomes.empty()) {
        steps.push_back(move.step);
    }
    const StepKind kind = context_.system.steps[move.step].kind;
    const bool is_own = kind == StepKind::fire || kind == StepKind::act ||
                        (kind == StepKind::deliver && unit.kind == Unit::Kind::messages);
    for (const Outcome& outcome : move.outcomes) {
        ++list.steps;
        if (outcome.failure != kNone) {
            list.needs_a_look = true;
            continue;
        }
        if (outcome.is_idle && !unit.is_taken) {
            continue;
        }
        if (!layout().has_room(unit.place, outcome.after)) {
            return false;
        }
        const bool has_effect = !context_.network.effect(outcome.effect).changes.empty();
        changes_.push_back({layout().flip(unit.place, before, outcome.after),
                            has_effect ? outcome.effect : kNone,
                            static_cast<std::uint16_t>(layout().word_of(unit.place)),
                            is_own});
    }
    return true;
}

void StepLists::finish(List& list, std::vector<std::uint32_t> steps) {
    list.end = static_cast<std::uint32_t>(changes_.size());
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    std::erase_if(steps, [&](std::uint32_t step) { return context_.happened[step]; });
    if (!steps.empty()) {
        list.happening = static_cast<std::uint32_t>(happening_.size());
        happening_.push_back(std::move(steps));
    }
}

bool StepLists::have_happened(const List& list) const {
    const auto& steps = happening_[list.happening];
    return std::all_of(
        steps.begin(), steps.end(), [&](std::uint32_t step) { return context_.happened[step]; });
}

/// Deliveries in a row to one process are one run, unless they take something out of the network.
std::uint32_t StepLists::make_runs(std::uint32_t place, const Word* row) {
    const Part part = layout().part(place, row);
    const std::vector<Delivery>& all = context_.deliveries.of(place, part);
    std::vector<Run> runs;
    for (std::size_t i = 0; i < all.size();) {
        Run run;
        run.receiver = all[i].receiver;
        std::vector<std::uint32_t> messages{all[i].message};
        std::size_t next = i + 1;
        if (all[i].is_taken) {
            const Part after = context_.network.without(place, part, all[i].message);
            if (!layout().has_room(place, after)) {
                return kNone;
            }
            run.word = layout().word_of(place);
            run.flip = layout().flip(place, part, after);
        } else {
            while (next < all.size() && all[next].receiver == run.receiver && !all[next].is_taken) {
                messages.push_back(all[next++].message);
            }
        }
        run.unit = unit_of(all[i], messages);
        runs.push_back(run);
        i = next;
    }
    const auto number = static_cast<std::uint32_t>(runs_.size());
    runs_.push_back(std::move(runs));
    runs_of_[place].set(part, number);
    return number;
}

std::uint32_t StepLists::unit_of(const Delivery& delivery,
                                 const std::vector<std::uint32_t>& messages) {
    std::vector<std::uint32_t> key{delivery.receiver, delivery.is_taken ? 1U : 0U};
    key.insert(key.end(), messages.begin(), messages.end());
    const auto [at, is_new] =
        message_units_.try_emplace(std::move(key), static_cast<std::uint32_t>(units_.size()));
    if (is_new) {
        Unit unit{Unit::Kind::messages, delivery.receiver};
        unit.messages = messages;
        unit.is_taken = delivery.is_taken;
        units_.push_back(std::move(unit));
        list_of_.emplace_back();
    }
    return at->second;
}

} // namespace muster::checker::product
