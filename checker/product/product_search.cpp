#include "checker/product/product_search.hpp"

#include "checker/explore/breadth_first.hpp"
#include "checker/product/formula_table.hpp"
#include "checker/product/row_table.hpp"
#include "checker/product/successors.hpp"

namespace muster::checker::product {
namespace {

/// Looks up what the processes can do.
class ProductSearch : public BreadthFirst {
public:
    explicit ProductSearch(const SearchSetup& setup)
        : BreadthFirst(setup)
        , parts_(spec(), interpreter().layout(), setup.slice)
        , network_(spec(), parts_)
        , successors_(setup.system, setup.inputs, interpreter(), parts_, network_)
        , table_(parts_.places().count())
        , formulas_(spec(),
                    setup.universe,
                    interpreter(),
                    parts_,
                    setup.options.properties,
                    setup.options.covers)
        , has_bounds_(!setup.instance.variables.empty() || setup.universe.max_in_flight) {}

private:
    [[nodiscard]] std::uint32_t count() const override {
        return static_cast<std::uint32_t>(table_.size());
    }

    Row pack(const State& state) override { return parts_.pack(state); }

    [[nodiscard]] State unpack(const Row& row) const override { return parts_.unpack(row); }

    Added add(const Row& row) override {
        const auto added = table_.add(row, RowTable::hash(row));
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
        const std::uint64_t hash = RowTable::hash(row_);
        formulas_.begin(row_);
        successors_.expand(row_, [&](const Successor& successor) {
            ++result().transitions;
            visit(at, hash, successor);
            return over() ? Next::stop : Next::go_on;
        });
        if (!over() && setup().slice.forgets_steps(setup().system) &&
            formulas_.stutter_breaks_something()) {
            give_up_slice();
        }
    }

    void visit(std::uint32_t at, std::uint64_t hash, const Successor& successor) {
        if (successor.failure != nullptr) {
            if (successor.failure->kind == Failure::Kind::out_of_reach) {
                limits().note_lost_step(successor.step, *successor.failure);
                return;
            }
            result().happened.insert(successor.step);
            findings().note_failure(*successor.failure, at, successors_.event(successor));
            return;
        }
        result().happened.insert(successor.step);
        const Row& after = *successor.after;
        const auto& changed = *successor.changed;
        note_all(formulas_.step(after, changed), at, successor);
        if (over() || changed.empty()) {
            return;
        }
        for (const std::uint32_t place : changed) {
            hash ^= RowTable::hash_of(place, row_[place]) ^ RowTable::hash_of(place, after[place]);
        }
        if (table_.add(after, hash).is_new) {
            note_parent(at);
            note_all(formulas_.new_state(after, changed), at, successor);
        }
    }

    void note_all(Findings found, std::uint32_t at, const Successor& successor) {
        for (FormulaCheck::Finding& finding : found) {
            findings().note(
                {std::move(finding), false, at, successors_.event(successor), *successor.after});
        }
    }

    std::optional<Event> event_between(const Row& before, const Row& after) override {
        std::optional<Event> found;
        successors_.expand(before, [&](const Successor& successor) {
            if (successor.failure == nullptr && *successor.after == after) {
                found = successors_.event(successor);
                return Next::stop;
            }
            return Next::go_on;
        });
        return found;
    }

    Parts parts_;
    NetworkParts network_;
    Successors successors_;
    RowTable table_;
    FormulaTable formulas_;
    bool has_bounds_;
    Row row_; // the state that is expanded
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
