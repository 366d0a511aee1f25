#include "checker/product/known_steps.hpp"

namespace muster::checker::product {

KnownSteps::KnownSteps(const StepLists::Context& context, LocalSteps& steps)
    : context_(context)
    , lists_(context, steps) {
    lay_out();
}

bool KnownSteps::covers(const TransitionSystem& system, const Slice& slice) {
    return std::none_of(system.steps.begin(), system.steps.end(), [&](const Step& step) {
        return step.kind == StepKind::cut && slice.keeps_cut(step);
    });
}

/// As many sources in a row as look at few bits together are one stage.
void KnownSteps::lay_out() {
    lists_.forget();
    stages_.clear();
    fused_.clear();
    changes_.clear();
    const RowLayout& layout = context_.table.layout();
    const auto count = static_cast<std::uint32_t>(lists_.sources().size());
    std::vector<bool> places(context_.parts.places().count());
    std::uint32_t first = 0;
    std::uint32_t bits = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        std::vector<bool> more = places;
        std::uint32_t added = 0;
        for (const std::uint32_t place : looked_at(lists_.sources()[i])) {
            added += more[place] ? 0 : layout.width(place);
            more[place] = true;
        }
        if (i > first && bits + added > kMostBits) {
            add_stage(first, i - 1, places);
            places.assign(places.size(), false);
            first = i;
            bits = 0;
            --i; // once more, alone
            continue;
        }
        places = std::move(more);
        bits += added;
    }
    if (count > 0) {
        add_stage(first, count - 1, places);
    }
}

void KnownSteps::add_stage(std::uint32_t first,
                           std::uint32_t last,
                           const std::vector<bool>& places) {
    const RowLayout& layout = context_.table.layout();
    Stage stage{first, last, {}, 0, {}};
    for (std::uint32_t place = 0; place < places.size(); ++place) {
        const std::uint32_t width = places[place] ? layout.width(place) : 0;
        if (width == 0) {
            continue;
        }
        const Word mask = (Word{1} << width) - 1;
        if (!stage.fields.empty() &&
            stage.fields.back().shift + stage.bits - stage.fields.back().to ==
                layout.shift(place)) {
            stage.fields.back().mask |= mask << (stage.bits - stage.fields.back().to);
        } else {
            stage.fields.push_back({layout.shift(place), mask, stage.bits});
        }
        stage.bits += width;
    }
    stages_.push_back(std::move(stage));
}

/// The places that decide about the lists of a source.
std::vector<std::uint32_t> KnownSteps::looked_at(const StepLists::Source& source) const {
    const Places& places = context_.parts.places();
    std::vector<std::uint32_t> result{source.place};
    if (lists_.draws_fresh()) {
        result.push_back(places.used());
    }
    if (!source.delivers || context_.table.layout().width(source.place) == 0) {
        return result;
    }
    for (const Process& process : places.processes()) {
        const bool receives =
            source.place >= places.loose() ||
            context_.system.spec->message(places.message_at(source.place)).to == process.role;
        if (receives) {
            result.push_back(places.process(process.role, process.index));
        }
    }
    return result;
}

/// Makes the list of a stage, if all is known.
KnownSteps::Known KnownSteps::fuse(Stage& stage, const Word* row, std::uint32_t& number) {
    const std::size_t before = changes_.size();
    StepLists::List fused;
    fused.begin = static_cast<std::uint32_t>(before);
    for (std::uint32_t i = stage.first; i <= stage.last; ++i) {
        const Known known = lists_.walk<Missing::are_listed>(
            lists_.sources()[i], row, [&](const StepLists::List& list, const StepLists::Run* run) {
                fused.steps += list.steps;
                for (std::uint32_t at = list.begin; at != list.end; ++at) {
                    changes_.push_back(lists_.change(at));
                    changes_.back().flip ^= run != nullptr ? run->flip : 0;
                }
                return Known::all;
            });
        if (known != Known::all) {
            changes_.resize(before);
            return known;
        }
    }
    fused.end = static_cast<std::uint32_t>(changes_.size());
    number = static_cast<std::uint32_t>(fused_.size());
    fused_.push_back(fused);
    if (stage.lists.empty()) {
        stage.lists.assign(std::size_t{1} << stage.bits, kNone);
    }
    stage.lists[stage.key(*row)] = number;
    return Known::all;
}

} // namespace muster::checker::product
