#include "checker/product/product_search.hpp"

#include "checker/eval/state_hash.hpp"
#include "checker/explore/breadth_first.hpp"
#include "checker/product/lone_block.hpp"
#include "checker/product/recent_rows.hpp"
#include "checker/product/row_bytes.hpp"
#include "checker/product/shared_block.hpp"
#include "checker/product/symmetry.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>

namespace muster::checker::product {
namespace {

using Word = RowLayout::Word;

/// Looks up what the processes can do: of many states at once where all of that is known, and else
/// step by step.
class ProductSearch : public BreadthFirst {
public:
    explicit ProductSearch(const SearchSetup& setup)
        : BreadthFirst(setup)
        , parts_(spec(), interpreter().layout(), setup.slice)
        , network_(spec(), parts_)
        , deliveries_(spec(), setup.inputs, parts_)
        , successors_(setup.system,
                      setup.inputs,
                      interpreter(),
                      parts_,
                      network_,
                      deliveries_,
                      setup.options.sources)
        , table_(parts_.places().count())
        , formulas_(spec(),
                    setup.universe,
                    interpreter(),
                    parts_,
                    setup.options.properties,
                    setup.options.covers,
                    setup.interpretations.size() > 1)
        , has_bounds_(!setup.instance.variables.empty() || setup.universe.max_in_flight)
        , bounds_(setup, limits(), parts_)
        , happened_(setup.system.steps.size())
        , expander_(setup,
                    {setup.system,
                     parts_,
                     network_,
                     deliveries_,
                     table_,
                     happened_,
                     setup.options.thresholds.fuse},
                    successors_,
                    formulas_,
                    bounds_)
        , lone_(table_, expander_) {
        if (setup.options.permutations == Permutations::taken_for_one) {
            symmetry_.emplace(spec(), setup.universe, parts_);
            if (!symmetry_->is_there()) {
                symmetry_.reset();
            } else {
                result().represented = 0;
                recent_.emplace(parts_.places().count());
            }
        }
        make_room_for_what_will_come();
        uses_known_ = !symmetry_ && !setup.options.with_fingerprint &&
                      KnownSteps::covers(setup.system, setup.slice);
    }

private:
    /// What is sent late for the first time would have all states packed again.
    void make_room_for_what_will_come() {
        Row row(parts_.places().count());
        std::fill_n(row.begin() + 1, parts_.places().processes().size(), 1);
        for (const std::uint32_t place : deliveries_.places()) {
            row[place] = place < parts_.places().loose() ? 1 : 0;
        }
        table_.make_room(row);
    }

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
        if (recent_ && recent_->put(row)) {
            return {}; // what stands for it was added
        }
        Row least = row;
        const std::uint64_t stands_for = symmetry_ ? symmetry_->make_least(least) : 1;
        table_.make_room(least);
        packed_.resize(table_.layout().words());
        table_.layout().pack(least, packed_.data());
        const auto added = table_.add(packed_.data(), table_.hash(packed_.data()));
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

    std::uint32_t expand_from(std::uint32_t at, std::uint32_t end) override {
        if (!uses_known_ || !is_worth_a_try()) {
            ++surprises_;
            return BreadthFirst::expand_from(at, end);
        }
        expander_.take_layout();
        const std::uint32_t first = at;
        Block& block = block_for(end - at);
        const std::uint32_t most = std::clamp(run_, 1U, kMostStates);
        at = add_known(at, block.fill(at, std::min(end - at, most)), block);
        if (at != first) {
            run_ += at - first;
            surprises_ = 0;
        }
        if (over() || at == end || !block.is_cut_short()) {
            return at;
        }
        run_ = 0;
        ++surprises_;
        return BreadthFirst::expand_from(at, end);
    }

    /// Where one state after another has to be run step by step, only some are looked up before.
    [[nodiscard]] bool is_worth_a_try() const {
        return surprises_ < kPatience || surprises_ % kPatience == 0;
    }

    /// Threads share the work where there are many states and few surprises.
    Block& block_for(std::uint32_t left) {
        const std::uint32_t share = setup().options.thresholds.share;
        if (setup().options.threads == 1 || run_ < share || left < share) {
            return lone_;
        }
        if (!shared_) {
            workers_.emplace(std::min<std::size_t>(setup().options.threads, RowTable::kMostOwners));
            shared_.emplace(*workers_, table_, expander_);
        }
        return *shared_;
    }

    /// Adds what so many states of a block reach. Returns the first state that was not expanded.
    std::uint32_t add_known(std::uint32_t at, std::size_t states, Block& block) {
        for (std::size_t state = 0; state < states; ++state, ++at) {
            if (!may_expand(at)) {
                return at + 1;
            }
            for (const Block::Fresh& fresh : block.fresh_of(state)) {
                table_.add_claimed(fresh.row, table_.hash(fresh.row), fresh.slot);
                note_parent(at);
                if (!fresh.is_dull || !formulas_.not_evaluated().empty()) {
                    look_at(at, fresh.row);
                }
                if (over()) {
                    result().transitions += steps_until(at, fresh.number + std::size_t{1});
                    return at + 1;
                }
            }
            const StateExpander::Expanded& expanded = block.expanded(state);
            result().transitions += expanded.seen.steps;
            if (!expanded.is_outside && !expanded.seen.goes_on) {
                note_end(at);
            }
        }
        return at;
    }

    /// How many steps from a state are tried until so many of them have changed something.
    std::uint64_t steps_until(std::uint32_t at, std::size_t changes) {
        std::uint64_t steps = 0;
        table_.read(at, row_);
        successors_.expand(row_, [&](const Successor& successor) {
            ++steps;
            changes -= successor.changed->empty() ? 0 : 1;
            return changes == 0 ? Next::stop : Next::go_on;
        });
        return steps;
    }

    /// Evaluates formulas in a new state.
    void look_at(std::uint32_t at, const Word* after) {
        table_.read(at, row_);
        table_.layout().unpack(after, after_);
        std::vector<std::uint32_t> changed;
        for (std::uint32_t place = 0; place < row_.size(); ++place) {
            if (row_[place] != after_[place]) {
                changed.push_back(place);
            }
        }
        formulas_.begin(row_);
        Findings found = formulas_.new_state(after_, FormulaTable::mask_of(changed));
        if (found.empty()) {
            expander_.truths().learn_state(table_.packed(at), after);
        }
        note_all(std::move(found), at, after_);
    }

    void expand(std::uint32_t at) override {
        table_.read(at, row_);
        if (has_bounds_) {
            const bool is_outside = limits().is_outside(parts_.unpack(row_));
            bounds_.learn(row_);
            if (is_outside) {
                return;
            }
        }
        formulas_.begin(row_);
        goes_on_ = false;
        successors_.expand(row_, [&](const Successor& successor) {
            ++result().transitions;
            visit(at, successor);
            return over() ? Next::stop : Next::go_on;
        });
        if (!over() && !goes_on_) {
            note_end(at);
        }
        if (!over() && setup().slice.forgets_steps(setup().system) &&
            formulas_.stutter_breaks_something()) {
            give_up_slice();
        }
    }

    void visit(std::uint32_t at, const Successor& successor) {
        if (successor.failure != nullptr) {
            visit_failure(at, successor);
            return;
        }
        note_happened(successor.step);
        const Row& after = *successor.after;
        const auto& changed = *successor.changed;
        if (setup().options.with_fingerprint) {
            fingerprint_ =
                mix_hash(mix_hash(fingerprint_, (std::uint64_t{at} << 32U) ^ successor.step),
                         hash_numbers(after.data(), after.size()));
        }
        goes_on_ = goes_on_ || (!changed.empty() && is_own(successor));
        if (formulas_.has_steps()) {
            check_step(at, after, changed);
        }
        if (over() || changed.empty()) {
            return;
        }
        if (add(after).is_new) {
            note_parent(at);
            note_all(formulas_.new_state(after, FormulaTable::mask_of(changed)), at, after);
        }
    }

    void check_step(std::uint32_t at, const Row& after, const std::vector<std::uint32_t>& changed) {
        Findings found = formulas_.step(after, changed);
        if (found.empty() && uses_known_ && expander_.has_layout()) {
            std::vector<Word> packed(table_.layout().words());
            if (std::all_of(changed.begin(), changed.end(), [&](std::uint32_t place) {
                    return table_.layout().has_room(place, after[place]);
                })) {
                table_.layout().pack(after, packed.data());
                expander_.truths().learn_stutter(table_.packed(at));
                expander_.truths().learn_step(table_.packed(at), packed.data());
            }
        }
        note_all(std::move(found), at, after);
    }

    // What is made up comes out of no place of the network.
    [[nodiscard]] bool is_own(const Successor& successor) const {
        return is_own_step(successor.step,
                           successor.message == kNone ? Origin::made_up : Origin::network);
    }

    void visit_failure(std::uint32_t at, const Successor& successor) {
        const bool is_lost = successor.failure->kind == Failure::Kind::out_of_reach;
        goes_on_ = goes_on_ || is_lost || is_own(successor);
        if (is_lost) {
            limits().note_lost_step(successor.step, *successor.failure);
            return;
        }
        note_happened(successor.step);
        findings().note_failure(*successor.failure, at, successors_.event(successor));
    }

    void note_happened(std::uint32_t step) {
        if (!happened_[step]) {
            happened_[step] = true;
            result().happened.insert(step);
        }
    }

    void note_all(Findings found, std::uint32_t at, const Row& after) {
        Row least = after;
        if (symmetry_ && !found.empty()) {
            symmetry_->make_least(least);
        }
        for (FormulaCheck::Finding& finding : found) {
            findings().note({std::move(finding), false, at, std::nullopt, least});
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

    Event follow_failure(const Row& before, const Event&, const Failure& failure) override {
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

    void write_states(ByteWriter& out) const override {
        parts_.write(out, setup().interpretations);
        write_rows(out, table_);
        for (const bool is_found : formulas_.found()) {
            out.truth(is_found);
        }
        checker::write(out, formulas_.not_evaluated());
    }

    void read_states(ByteReader& in, ModelReader& model, std::uint32_t states) override {
        parts_.read(model, in, setup().interpretations);
        read_rows(in, states, parts_, table_);
        std::vector<bool> found = formulas_.found();
        std::generate(found.begin(), found.end(), [&] { return in.truth(); });
        formulas_.go_on_from(found,
                             model.failures<std::size_t>(spec().properties.size(), "property"));
    }

    [[nodiscard]] bool is_row(const Row& row) const override {
        for (std::uint32_t place = 0; place < row.size(); ++place) {
            if (row[place] >= parts_.count(place)) {
                return false;
            }
        }
        return true;
    }

    /// What the numbers in the rows of steps stand for is known from the states.
    void finish() override {
        if (!setup().options.with_fingerprint) {
            return;
        }
        for (std::uint32_t at = 0; at < count(); ++at) {
            const Row row = this->row(at);
            fingerprint_ = mix_hash(mix_hash(fingerprint_, hash_numbers(row.data(), row.size())),
                                    hash_of(parts_.unpack(row)));
        }
        result().fingerprint = fingerprint_;
    }

    static constexpr std::uint32_t kMostStates = 1U << 14U; // of a block
    static constexpr std::uint32_t kPatience = 64;          // surprises

    Parts parts_;
    NetworkParts network_;
    Deliveries deliveries_;
    Successors successors_;
    RowTable table_;
    FormulaTable formulas_;
    std::optional<Symmetry> symmetry_;
    std::optional<RecentRows> recent_; // where finding out what stands for them takes time
    bool has_bounds_;
    KnownBounds bounds_;
    std::vector<bool> happened_; // by step
    std::vector<Word> packed_;
    std::uint64_t fingerprint_ = 0;

    // For states of which all is known:
    bool uses_known_ = false;
    StateExpander expander_;
    LoneBlock lone_;
    std::uint32_t run_ = 0;       // of states that all was known of, up to here
    std::uint32_t surprises_ = 0; // in a row: states that not all was known of
    std::optional<Workers> workers_;
    std::optional<SharedBlock> shared_;

    // Of the state that is expanded step by step, or looked at:
    bool goes_on_ = false;
    Row row_;
    Row after_;
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
