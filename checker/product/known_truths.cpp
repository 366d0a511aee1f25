#include "checker/product/known_truths.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace muster::checker::product {

namespace {

constexpr std::uint32_t kMostBits = 16; // of the key of a table

} // namespace

void KnownTruths::lay_out() {
    lay_out(of_states_);
    lay_out(of_steps_);
}

/// Where all that a place touches together looks at little, it is one probe; else there is one for
/// every set of places that some piece looks at.
void KnownTruths::lay_out(Kind& kind) {
    kind.probes.clear();
    kind.touched.clear();
    std::map<std::vector<std::uint32_t>, std::vector<Piece>> by_places;
    for (const Piece& piece : formulas_.pieces()) {
        if (formulas_.is_of_steps(piece) == kind.is_of_steps) {
            by_places[formulas_.places(piece)].push_back(piece);
        }
    }
    std::map<std::uint32_t, std::vector<std::vector<std::uint32_t>>> touching; // by place
    for (const auto& [places, pieces] : by_places) {
        for (const std::uint32_t place : places) {
            touching[place].push_back(places);
        }
    }
    std::map<std::vector<std::uint32_t>, std::uint32_t> numbers; // of probes
    const auto number_of = [&](const std::vector<std::uint32_t>& places) {
        const auto [at, is_new] =
            numbers.try_emplace(places, static_cast<std::uint32_t>(kind.probes.size()));
        if (is_new) {
            kind.probes.push_back(probe(kind, places));
            for (const auto& [some, pieces] : by_places) {
                if (std::includes(places.begin(), places.end(), some.begin(), some.end())) {
                    kind.probes.back().pieces.insert(
                        kind.probes.back().pieces.end(), pieces.begin(), pieces.end());
                }
            }
        }
        return at->second;
    };
    for (const auto& [place, sets] : touching) {
        Touched touched{layout_.word_of(place), layout_.bits_of(place), {}};
        std::set<std::uint32_t> all;
        for (const auto& places : sets) {
            all.insert(places.begin(), places.end());
        }
        const std::vector<std::uint32_t> together(all.begin(), all.end());
        if (!probe(kind, together).dull.empty()) {
            touched.probes.push_back(number_of(together));
        } else {
            for (const auto& places : sets) {
                touched.probes.push_back(number_of(places));
            }
        }
        kind.touched.push_back(std::move(touched));
    }
}

KnownTruths::Probe KnownTruths::probe(const Kind& kind,
                                      const std::vector<std::uint32_t>& places) const {
    Probe probe;
    for (const std::uint32_t place : places) {
        const std::uint32_t width = layout_.width(place);
        const Word mask = (Word{1} << width) - 1;
        if (!probe.fields.empty() && probe.fields.back().word == layout_.word_of(place) &&
            probe.fields.back().shift + probe.bits - probe.fields.back().to ==
                layout_.shift(place)) {
            probe.fields.back().mask |= mask << (probe.bits - probe.fields.back().to);
        } else if (width != 0) {
            probe.fields.push_back(
                {layout_.word_of(place), layout_.shift(place), mask, probe.bits});
        }
        probe.bits += width;
    }
    if (probe.bits * (kind.is_of_steps ? 2 : 1) <= kMostBits) {
        probe.dull.resize(std::size_t{1} << (probe.bits * (kind.is_of_steps ? 2 : 1)));
    }
    return probe;
}

bool KnownTruths::are_dull(const Probe& probe, const Word* before, const Word* after) const {
    return std::all_of(probe.pieces.begin(), probe.pieces.end(), [&](const Piece& piece) {
        return formulas_.is_known_dull(piece, layout_, before, after);
    });
}

bool KnownTruths::is_dull_stutter(const Word* row) const {
    if (!formulas_.not_evaluated().empty()) {
        return false;
    }
    return std::all_of(of_steps_.probes.begin(), of_steps_.probes.end(), [&](const Probe& probe) {
        return probe.dull.empty() ? are_dull(probe, row, row)
                                  : probe.dull[key(of_steps_, probe, row, row)];
    });
}

void KnownTruths::learn(Kind& kind, const Word* before, const Word* after) {
    for (const Touched& touched : kind.touched) {
        if (((before[touched.word] ^ after[touched.word]) & touched.bits) == 0) {
            continue;
        }
        for (const std::uint32_t number : touched.probes) {
            learn(kind, kind.probes[number], before, after);
        }
    }
}

void KnownTruths::learn(Kind& kind, Probe& probe, const Word* before, const Word* after) {
    if (!probe.dull.empty() && !probe.dull[key(kind, probe, before, after)]) {
        probe.dull[key(kind, probe, before, after)] = are_dull(probe, before, after);
    }
}

void KnownTruths::learn_stutter(const Word* row) {
    for (Probe& probe : of_steps_.probes) {
        learn(of_steps_, probe, row, row);
    }
}

} // namespace muster::checker::product
