#include "checker/product/product_search.hpp"

#include "checker/eval/state_hash.hpp"
#include "checker/explore/breadth_first.hpp"
#include "checker/product/formula_table.hpp"
#include "checker/product/row_table.hpp"
#include "checker/product/successors.hpp"
#include "checker/product/symmetry.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>

namespace muster::checker::product {
namespace {

/// Looks up what the processes can do.
class ProductSearch : public BreadthFirst {
public:
    explicit ProductSearch(const SearchSetup& setup)
        : BreadthFirst(setup)
        , parts_(spec(), interpreter().layout(), setup.slice)
        , network_(spec(), parts_)
        , successors_(
              setup.system, setup.inputs, interpreter(), parts_, network_, setup.options.sources)
        , table_(parts_.places().count())
        , formulas_(spec(),
                    setup.universe,
                    interpreter(),
                    parts_,
                    setup.options.properties,
                    setup.options.covers,
                    setup.interpretations.size() > 1)
        , has_bounds_(!setup.instance.variables.empty() || setup.universe.max_in_flight)
        , happened_(setup.system.steps.size()) {
        if (setup.options.permutations == Permutations::taken_for_one) {
            symmetry_.emplace(spec(), setup.universe, parts_);
            if (!symmetry_->is_there()) {
                symmetry_.reset();
            } else {
                result().represented = 0;
            }
        }
    }

private:
    void count_represented(std::uint64_t stands_for) {
        auto& sum = result().represented;
        if (sum && __builtin_add_overflow(*sum, stands_for, &*sum)) {
            sum.reset();
        }
    }

    [[nodiscard]] std::uint32_t count() const override {
        return static_cast<std::uint32_t>(table_.size());
    }

    Row pack(const State& state) override { return parts_.pack(state); }

    [[nodiscard]] State unpack(const Row& row) const override { return parts_.unpack(row); }

    Added add(const Row& row) override {
        Row least = row;
        const std::uint64_t stands_for = symmetry_ ? symmetry_->make_least(least) : 1;
        table_.make_room(least);
        packed_.resize(table_.words());
        table_.pack(least, packed_.data());
        const auto added = table_.add(packed_.data(), RowTable::hash(least));
        if (added.is_new && symmetry_) {
            count_represented(stands_for);
        }
        return {added.index, added.is_new};
    }

    [[nodiscard]] Row row(std::uint32_t index) const override {
        Row row;
        table_.read(index, row);
        return row;
    }

    [[nodiscard]] bool nothing_left() const override { return formulas_.nothing_left(); }

    [[nodiscard]] const std::map<std::size_t, Failure>& not_evaluated() const override {
        return formulas_.not_evaluated();
    }

    Findings check_initial_state(const Row& row) override { return formulas_.initial_state(row); }

    void expand(std::uint32_t at) override {
        table_.read(at, row_);
        if (has_bounds_ && limits().is_outside(parts_.unpack(row_))) {
            return;
        }
        at_ = at;
        hash_ = RowTable::hash(row_);
        visited_ = 0;
        pack_base();
        formulas_.begin(row_);
        goes_on_ = false;
        successors_.expand(row_, [&](const Successor& successor) {
            ++visited_;
            visit(successor);
            return over() ? Next::stop : Next::go_on;
        });
        if (!over()) {
            flush();
        }
        if (!over() && !goes_on_) {
            note_end(at);
        }
        result().transitions += visited_;
        note_happened();
        if (!over() && setup().slice.forgets_steps(setup().system) &&
            formulas_.stutter_breaks_something()) {
            give_up_slice();
        }
    }

    void pack_base() {
        base_.resize(table_.words());
        table_.pack(row_, base_.data());
    }

    void visit(const Successor& successor) {
        if (successor.failure != nullptr) {
            visit_failure(successor);
            return;
        }
        if (!happened_[successor.step]) {
            happening_.emplace_back(visited_, successor.step);
        }
        const Row& after = *successor.after;
        const auto& changed = *successor.changed;
        if (setup().options.with_fingerprint) {
            fingerprint_ =
                mix_hash(mix_hash(fingerprint_, (std::uint64_t{at_} << 32U) ^ successor.step),
                         RowTable::hash(after));
        }
        goes_on_ = goes_on_ || (!changed.empty() && is_own(successor));
        if (formulas_.has_steps()) {
            if (Findings found = formulas_.step(after, changed); !found.empty() && flush()) {
                note_all(std::move(found), after);
            }
        }
        if (over() || changed.empty()) {
            return;
        }
        if (symmetry_) {
            add_least(after, FormulaTable::mask_of(changed));
        } else {
            wait(after, changed);
        }
    }

    // What is made up comes out of no place of the network.
    [[nodiscard]] bool is_own(const Successor& successor) const {
        return is_own_step(successor.step,
                           successor.message == kNone ? Origin::made_up : Origin::network);
    }

    void visit_failure(const Successor& successor) {
        const bool is_lost = successor.failure->kind == Failure::Kind::out_of_reach;
        goes_on_ = goes_on_ || is_lost || is_own(successor);
        if (!flush()) {
            return;
        }
        if (is_lost) {
            limits().note_lost_step(successor.step, *successor.failure);
            return;
        }
        happening_.emplace_back(visited_, successor.step);
        findings().note_failure(*successor.failure, at_, successors_.event(successor));
    }

    void add_least(const Row& after, std::uint64_t mask) {
        if (add(after).is_new) {
            note_parent(at_);
            note_all(formulas_.new_state(after, mask), after);
        }
    }

    /// A state that was reached waits until the memory where it belongs is at hand.
    void wait(const Row& after, const std::vector<std::uint32_t>& changed) {
        const bool has_room = std::all_of(changed.begin(), changed.end(), [&](std::uint32_t place) {
            return table_.has_room(place, after[place]);
        });
        if (!has_room) {
            if (!flush()) {
                return;
            }
            table_.make_room(after);
            pack_base();
        }
        const std::size_t begin = words_.size();
        words_.insert(words_.end(), base_.begin(), base_.end());
        std::uint64_t hash = hash_;
        for (const std::uint32_t place : changed) {
            table_.put(place, after[place], words_.data() + begin);
            hash ^= RowTable::hash_of(place, row_[place]) ^ RowTable::hash_of(place, after[place]);
        }
        table_.prefetch(hash);
        waiting_.push_back({hash, FormulaTable::mask_of(changed), visited_});
    }

    /// Adds the states that wait. False if that ends the search.
    bool flush() {
        for (std::size_t i = 0; i < waiting_.size() && !over(); ++i) {
            const auto added = table_.add(words_.data() + i * table_.words(), waiting_[i].hash);
            if (!added.is_new) {
                continue;
            }
            note_parent(at_);
            if (formulas_.is_touched(waiting_[i].mask)) {
                table_.read(added.index, after_);
                note_all(formulas_.new_state(after_, waiting_[i].mask), after_);
            }
            if (over()) {
                visited_ = waiting_[i].number; // whatever was looked at behind it
            }
        }
        waiting_.clear();
        words_.clear();
        return !over();
    }

    void note_happened() {
        for (const auto& [number, step] : happening_) {
            if (number <= visited_ && !happened_[step]) {
                happened_[step] = true;
                result().happened.insert(step);
            }
        }
        happening_.clear();
    }

    void note_all(Findings found, const Row& after) {
        Row least = after;
        if (symmetry_ && !found.empty()) {
            symmetry_->make_least(least);
        }
        for (FormulaCheck::Finding& finding : found) {
            findings().note({std::move(finding), false, at_, std::nullopt, least});
        }
    }

    std::optional<Followed> follow(const Row& before, const Row& wanted) override {
        std::optional<Followed> found;
        Row least;
        successors_.expand(before, [&](const Successor& successor) {
            if (successor.failure != nullptr) {
                return Next::go_on;
            }
            least = *successor.after;
            if (symmetry_) {
                symmetry_->make_least(least);
            }
            if (least != wanted) {
                return Next::go_on;
            }
            found = Followed{successors_.event(successor), *successor.after};
            return Next::stop;
        });
        return found;
    }

    Event follow_failure(const Row& before, const Event& event, const Failure& failure) override {
        if (!symmetry_) {
            return event;
        }
        std::optional<Event> found;
        successors_.expand(before, [&](const Successor& successor) {
            if (successor.failure == nullptr || successor.failure->kind != failure.kind ||
                successor.failure->span != failure.span ||
                successor.failure->called_from != failure.called_from) {
                return Next::go_on;
            }
            found = successors_.event(successor);
            return Next::stop;
        });
        MUSTER_ASSERT(found, "a step fails in a state and in none that it stands for");
        return *found;
    }

    /// What the numbers in the rows of steps stand for is known from the states.
    void finish() override {
        if (!setup().options.with_fingerprint) {
            return;
        }
        for (std::uint32_t at = 0; at < count(); ++at) {
            const Row row = this->row(at);
            fingerprint_ =
                mix_hash(mix_hash(fingerprint_, RowTable::hash(row)), hash_of(parts_.unpack(row)));
        }
        result().fingerprint = fingerprint_;
    }

    struct Waiting {
        std::uint64_t hash = 0;
        std::uint64_t mask = 0;   // of the places that changed
        std::uint64_t number = 0; // of the step, among those of the state
    };

    Parts parts_;
    NetworkParts network_;
    Successors successors_;
    RowTable table_;
    FormulaTable formulas_;
    std::optional<Symmetry> symmetry_;
    bool has_bounds_;
    std::vector<RowTable::Word> packed_;

    // Of the state that is expanded:
    bool goes_on_ = false;
    std::uint32_t at_ = 0;
    Row row_;
    std::uint64_t hash_ = 0;
    std::vector<RowTable::Word> base_; // the row, packed
    std::uint64_t visited_ = 0;        // steps
    std::vector<Waiting> waiting_;
    std::vector<RowTable::Word> words_; // of those that wait, one after the other
    std::vector<std::pair<std::uint64_t, std::uint32_t>> happening_; // steps by number
    Row after_;

    std::vector<bool> happened_; // by step
    std::uint64_t fingerprint_ = 0;
};

} // namespace

tl::expected<ExploreResult, InstanceError> explore(const TransitionSystem& system,
                                                   const spec::InstanceInfo& instance,
                                                   const ExploreOptions& options) {
    return search_instance(system, instance, options, [](const SearchSetup& setup) {
        return ProductSearch(setup).run();
    });
}

} // namespace muster::checker::product
