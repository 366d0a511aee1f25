#include "checker/infer/clause_finder.hpp"

#include "checker/infer/state_literals.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>

namespace muster::checker::infer {

using spec::TypeId;

namespace {

constexpr std::size_t kMaxRows = 1200; // of one predicate, in the excluded state
constexpr std::size_t kDrawn = 3000;   // samples that are looked at
constexpr std::size_t kHard = 768;     // the hardest of them make the row

} // namespace

/// The search for the clauses of one excluded state.
class CoverSearch {
public:
    CoverSearch(ClauseFinder& finder, GroundStates& excluded, const std::vector<bool>& allowed)
        : finder_(finder)
        , random_(finder.options_.seed)
        , of_excluded_(
              false_literals(finder.predicates_, finder.samples_, excluded, allowed, kMaxRows))
        , variables_(of_excluded_.variables)
        , literals_(of_excluded_.literals) {}

    std::vector<Clause> run(std::size_t max_literals) {
        draw_hard_samples();
        for (std::size_t size = 1; size <= max_literals; ++size) {
            found_here_ = 0;
            tries_ = 0;
            std::vector<std::size_t> chosen;
            extend(chosen, size);
        }
        return ranked();
    }

private:
    using Bits = std::vector<std::uint64_t>;

    /// Of one sampled state, with an element for every variable.
    struct Spot {
        std::size_t sample = 0;
        std::size_t state = 0;
        std::vector<std::uint16_t> elements;
    };

    std::size_t draw(std::size_t bound) {
        random_ = mix_hash(random_, ++drawn_);
        return static_cast<std::size_t>((random_ >> 16U) % bound);
    }

    std::uint16_t any_element(std::size_t sample, std::size_t variable) {
        const std::size_t size = finder_.samples_[sample].domain(variables_[variable].type).size();
        return size == 0 ? std::uint16_t{0} : static_cast<std::uint16_t>(draw(size));
    }

    bool satisfies(const Literal& literal, const Spot& spot) {
        arguments_.clear();
        for (const std::uint8_t variable : literal.arguments) {
            arguments_.push_back(spot.elements[variable]);
        }
        const Truth truth =
            finder_.samples_[spot.sample].truth(literal.predicate, arguments_, spot.state);
        return truth == Truth::undefined || (truth == Truth::yes) == literal.positive;
    }

    /// The samples that few literals satisfy rule out the most.
    void draw_hard_samples() {
        std::vector<std::pair<std::size_t, Spot>> drawn;
        std::size_t total = 0;
        for (const GroundStates& sample : finder_.samples_) {
            total += sample.size();
        }
        if (total == 0) {
            return;
        }
        for (std::size_t i = 0; i < kDrawn; ++i) {
            Spot spot;
            std::size_t at = draw(total);
            while (at >= finder_.samples_[spot.sample].size()) {
                at -= finder_.samples_[spot.sample++].size();
            }
            spot.state = at;
            for (std::size_t v = 0; v < variables_.size(); ++v) {
                spot.elements.push_back(any_element(spot.sample, v));
            }
            std::size_t satisfied = 0;
            for (const Literal& literal : literals_) {
                satisfied += satisfies(literal, spot) ? 1U : 0U;
            }
            drawn.emplace_back(satisfied, std::move(spot));
        }
        std::stable_sort(drawn.begin(), drawn.end(), [](const auto& a, const auto& b) {
            return a.first < b.first;
        });
        drawn.resize(std::min(drawn.size(), kHard));
        bits_.resize(literals_.size());
        for (const auto& [satisfied, spot] : drawn) {
            add_spot(spot);
        }
    }

    void add_spot(const Spot& spot) {
        const std::size_t word = spots_ / 64;
        const std::uint64_t bit = std::uint64_t{1} << (spots_ % 64);
        ++spots_;
        for (std::size_t l = 0; l < literals_.size(); ++l) {
            bits_[l].resize(word + 1, 0);
            if (satisfies(literals_[l], spot)) {
                bits_[l][word] |= bit;
            }
        }
    }

    /// The first sample that none of the chosen literals satisfies; the number of samples if there
    /// is none.
    std::size_t first_missed(const std::vector<std::size_t>& chosen) const {
        const std::size_t words = (spots_ + 63) / 64;
        for (std::size_t w = 0; w < words; ++w) {
            std::uint64_t covered = 0;
            for (const std::size_t literal : chosen) {
                covered |= bits_[literal][w];
            }
            if (~covered != 0) {
                const auto bit = static_cast<std::size_t>(std::countr_one(covered));
                return std::min(w * 64 + bit, spots_);
            }
        }
        return spots_;
    }

    bool is_over() const {
        return found_here_ >= finder_.options_.max_clauses ||
               tries_ >= finder_.options_.max_tries ||
               (finder_.options_.out_of_time && finder_.options_.out_of_time());
    }

    void extend(std::vector<std::size_t>& chosen, std::size_t size) {
        if (is_over()) {
            return;
        }
        std::size_t missed = first_missed(chosen);
        if (missed == spots_) {
            if (consider(chosen) != Verdict::refuted) {
                return; // whatever it is a part of says less
            }
            missed = first_missed(chosen);
        }
        if (chosen.size() == size) {
            return;
        }
        const std::size_t word = missed / 64;
        const std::uint64_t bit = std::uint64_t{1} << (missed % 64);
        for (std::size_t l = 0; l < literals_.size() && !is_over(); ++l) {
            if ((bits_[l][word] & bit) == 0) {
                continue;
            }
            ++tries_;
            chosen.push_back(l);
            extend(chosen, size);
            chosen.pop_back();
        }
    }

    enum class Verdict { holds, known, refuted };

    Verdict consider(const std::vector<std::size_t>& chosen) {
        std::vector<std::size_t> sorted = chosen;
        std::sort(sorted.begin(), sorted.end());
        if (!considered_.insert(sorted).second) {
            return Verdict::known;
        }
        const bool says_less =
            std::any_of(valid_.begin(), valid_.end(), [&](const std::vector<std::size_t>& part) {
                return std::includes(sorted.begin(), sorted.end(), part.begin(), part.end());
            });
        if (says_less) {
            return Verdict::known;
        }
        Clause clause;
        for (const StateVariable& variable : variables_) {
            clause.variables.push_back(variable.type);
        }
        for (const std::size_t literal : sorted) {
            clause.literals.push_back(literals_[literal]);
        }
        if (!holds(clause)) {
            return Verdict::refuted;
        }
        valid_.push_back(sorted);
        ++found_here_;
        found_.insert(canonical(separated(compact(clause))));
        return Verdict::holds;
    }

    /// Without the variables that no literal has.
    static Clause compact(const Clause& clause) {
        Clause result;
        std::map<std::uint8_t, std::uint8_t> places;
        for (Literal literal : clause.literals) {
            for (std::uint8_t& argument : literal.arguments) {
                const auto [at, added] = places.try_emplace(
                    argument, static_cast<std::uint8_t>(result.variables.size()));
                if (added) {
                    result.variables.push_back(clause.variables[argument]);
                }
                argument = at->second;
            }
            result.literals.push_back(std::move(literal));
        }
        return result;
    }

    /// A sample that the clause misses joins the row.
    bool holds(const Clause& clause) {
        const Clause small = compact(clause);
        for (std::size_t s = 0; s < finder_.samples_.size(); ++s) {
            const auto refutation = finder_.samples_[s].refute(small);
            if (!refutation) {
                continue;
            }
            Spot spot{s, refutation->state, {}};
            for (std::size_t v = 0; v < variables_.size(); ++v) {
                spot.elements.push_back(any_element(s, v));
            }
            // Variables of the small clause stand in the order in which they first occur.
            std::map<std::uint8_t, std::size_t> places;
            for (const Literal& literal : clause.literals) {
                for (const std::uint8_t argument : literal.arguments) {
                    const std::size_t place =
                        places.try_emplace(argument, places.size()).first->second;
                    spot.elements[argument] = refutation->assignment[place];
                }
            }
            add_spot(spot);
            return false;
        }
        return true;
    }

    /// A clause says more if two places that share a variable have one each: that is tried for
    /// every place.
    Clause separated(Clause clause) {
        for (std::size_t l = 0; l < clause.literals.size(); ++l) {
            for (std::size_t a = 0; a < clause.literals[l].arguments.size(); ++a) {
                const std::uint8_t variable = clause.literals[l].arguments[a];
                if (clause.variables.size() > 6 || occurrences(clause, variable) < 2) {
                    continue;
                }
                Clause wider = clause;
                wider.literals[l].arguments[a] = static_cast<std::uint8_t>(wider.variables.size());
                wider.variables.push_back(clause.variables[variable]);
                if (finder_.holds(wider)) {
                    clause = std::move(wider);
                }
            }
        }
        return clause;
    }

    static std::size_t occurrences(const Clause& clause, std::uint8_t variable) {
        std::size_t result = 0;
        for (const Literal& literal : clause.literals) {
            result += static_cast<std::size_t>(
                std::count(literal.arguments.begin(), literal.arguments.end(), variable));
        }
        return result;
    }

    std::vector<Clause> ranked() const {
        std::vector<Clause> result(found_.begin(), found_.end());
        std::stable_sort(result.begin(), result.end(), [&](const Clause& a, const Clause& b) {
            return rank_of(finder_.predicates_, a) < rank_of(finder_.predicates_, b);
        });
        return result;
    }

    ClauseFinder& finder_;
    std::uint64_t random_;
    std::uint64_t drawn_ = 0;
    StateLiterals of_excluded_;
    const std::vector<StateVariable>& variables_;
    const std::vector<Literal>& literals_;
    std::vector<Bits> bits_; // by literal: the samples of the row that satisfy it
    std::size_t spots_ = 0;
    std::size_t tries_ = 0;
    std::size_t found_here_ = 0;
    std::set<std::vector<std::size_t>> considered_;
    std::vector<std::vector<std::size_t>> valid_;
    std::set<Clause> found_;
    std::vector<std::uint16_t> arguments_;
};

ClauseFinder::ClauseFinder(const std::vector<Predicate>& predicates,
                           std::vector<GroundStates>& samples,
                           FinderOptions options)
    : predicates_(predicates)
    , samples_(samples)
    , options_(std::move(options)) {}

std::vector<Clause> ClauseFinder::find(GroundStates& excluded,
                                       const std::vector<bool>& allowed,
                                       std::size_t max_literals) {
    return CoverSearch(*this, excluded, allowed).run(max_literals);
}

bool ClauseFinder::holds(const Clause& clause) {
    return std::none_of(samples_.begin(), samples_.end(), [&](GroundStates& sample) {
        return sample.refute(clause).has_value();
    });
}

ClauseRank rank_of(const std::vector<Predicate>& predicates, const Clause& clause) {
    ClauseRank rank{clause.literals.size(), clause.variables.size(), 0};
    for (const Literal& literal : clause.literals) {
        rank.cost += predicates[literal.predicate].cost;
    }
    return rank;
}

} // namespace muster::checker::infer
