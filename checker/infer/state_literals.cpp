#include "checker/infer/state_literals.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace muster::checker::infer {

using spec::TypeId;

namespace {

constexpr std::size_t kMaxLiterals = 4000;
constexpr std::size_t kMaxVariables = 250;
constexpr std::size_t kMaxIntegers = 6; // of one unit that become variables

class LiteralCollector {
public:
    LiteralCollector(const std::vector<Predicate>& predicates,
                     std::vector<GroundStates>& samples,
                     GroundStates& state,
                     const std::vector<bool>& allowed,
                     std::size_t max_rows)
        : predicates_(predicates)
        , samples_(samples)
        , state_(state)
        , allowed_(allowed)
        , max_rows_(max_rows) {}

    /// Elements of the excluded state become variables, different ones for different elements.
    using Unit = std::optional<std::uint32_t>;

    /// Integers that count different things have variables of their own.
    const std::vector<std::uint8_t>& variables_of(TypeId type, Unit unit) {
        const auto found = by_type_.find({type, unit});
        if (found != by_type_.end()) {
            return found->second;
        }
        std::vector<std::uint8_t> places;
        std::size_t count = state_.domain(type).size();
        for (GroundStates& sample : samples_) {
            count = sample.domain(type).empty() ? 0 : count; // nothing is known of such values
        }
        result_.is_complete = result_.is_complete && count == state_.domain(type).size();
        if (type == integer_) {
            result_.is_complete = result_.is_complete && count <= kMaxIntegers;
            count = std::min(count, kMaxIntegers);
        }
        result_.is_complete =
            result_.is_complete && result_.variables.size() + count <= kMaxVariables;
        for (std::size_t i = 0; i < count && result_.variables.size() < kMaxVariables; ++i) {
            places.push_back(static_cast<std::uint8_t>(result_.variables.size()));
            result_.variables.push_back({type, static_cast<std::uint16_t>(i)});
        }
        return by_type_.emplace(std::pair(type, unit), std::move(places)).first->second;
    }

    StateLiterals run() {
        std::vector<std::uint32_t> order;
        for (std::uint32_t p = 0; p < predicates_.size(); ++p) {
            if (allowed_[p]) {
                order.push_back(p);
            }
        }
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return weight(a) < weight(b);
        });
        // What is said of integers of any unit is said of those that the others speak of.
        for (const std::uint32_t p : order) {
            for (std::size_t s = 0; s < predicates_[p].slots.size(); ++s) {
                static_cast<void>(variables_of(predicates_[p], s, std::nullopt));
            }
        }
        for (const std::uint32_t p : order) {
            for (const Unit& unit : units_of(predicates_[p])) {
                add_literals(p, unit);
            }
        }
        return std::move(result_);
    }

private:
    const std::vector<std::uint8_t>&
    variables_of(const Predicate& predicate, std::size_t slot, Unit unit) {
        const TypeId type = predicate.slots[slot];
        if (type != integer_) {
            return variables_of(type, std::nullopt);
        }
        unit = predicate.units[slot] ? predicate.units[slot] : unit;
        static const std::vector<std::uint8_t> kNone;
        return unit ? variables_of(type, unit) : kNone;
    }

    /// What the integers of unknown unit in it may count, one after the other.
    std::vector<Unit> units_of(const Predicate& predicate) const {
        bool is_open = false;
        for (std::size_t s = 0; s < predicate.slots.size(); ++s) {
            is_open = is_open || (predicate.slots[s] == integer_ && !predicate.units[s]);
        }
        std::vector<Unit> result;
        for (const auto& [key, variables] : by_type_) {
            if (is_open && key.first == integer_) {
                result.push_back(key.second);
            }
        }
        return is_open ? result : std::vector<Unit>{std::nullopt};
    }

    std::size_t weight(std::uint32_t predicate) const {
        const Predicate& info = predicates_[predicate];
        return info.slots.size() * 2 + static_cast<std::size_t>(info.cost);
    }

    void add_literals(std::uint32_t predicate, Unit unit) {
        const Predicate& info = predicates_[predicate];
        std::vector<std::vector<std::uint8_t>> rows{{}};
        for (std::size_t s = 0; s < info.slots.size(); ++s) {
            std::vector<std::vector<std::uint8_t>> longer;
            for (const auto& row : rows) {
                for (const std::uint8_t variable : variables_of(info, s, unit)) {
                    longer.push_back(row);
                    longer.back().push_back(variable);
                }
            }
            rows = std::move(longer);
            if (rows.size() > max_rows_) {
                result_.is_complete = false;
                return;
            }
        }
        for (const auto& row : rows) {
            if (info.is_equality && row[0] >= row[1]) {
                continue;
            }
            std::vector<std::uint16_t> elements;
            for (const std::uint8_t variable : row) {
                elements.push_back(result_.variables[variable].element);
            }
            const Truth truth = state_.truth(predicate, elements, 0);
            const bool is_usable =
                truth != Truth::undefined && !(info.is_projection && truth == Truth::yes);
            if (is_usable && result_.literals.size() >= kMaxLiterals) {
                result_.is_complete = false;
            } else if (is_usable) {
                result_.literals.push_back({predicate, row, truth == Truth::no});
            }
        }
    }

    const std::vector<Predicate>& predicates_;
    std::vector<GroundStates>& samples_;
    GroundStates& state_;
    const std::vector<bool>& allowed_;
    std::size_t max_rows_;
    TypeId integer_{2};
    StateLiterals result_;
    std::map<std::pair<TypeId, Unit>, std::vector<std::uint8_t>> by_type_;
};

} // namespace

StateLiterals false_literals(const std::vector<Predicate>& predicates,
                             std::vector<GroundStates>& samples,
                             GroundStates& state,
                             const std::vector<bool>& allowed,
                             std::size_t max_rows) {
    return LiteralCollector(predicates, samples, state, allowed, max_rows).run();
}

} // namespace muster::checker::infer
