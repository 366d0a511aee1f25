#include "checker/smt/small_models.hpp"

#include "checker/smt/canonical.hpp"
#include "checker/smt/grounding.hpp"
#include "checker/smt/portable_text.hpp"

#include <algorithm>
#include <numeric>

namespace muster::checker::smt {

namespace {

// Of the effort for a query of a proof.
constexpr unsigned kFirstPart = 10;
constexpr unsigned kPart = 20;
/// Whether it finds a model in this time is a matter of luck.
constexpr unsigned kFirstTries = 3;
/// How many elements of every sort are tried where it finds none.
constexpr unsigned kFew = 3;
/// Of the sorts that only the encoding knows, lists among them.
constexpr unsigned kMostElsewhere = 4;
/// How often the solver of all sizes may give up before it is not asked any more.
constexpr unsigned kMaxGivenUp = 2;
/// Sizes that are tried, all in all.
constexpr std::size_t kMaxChecks = 80;
/// A sort with more elements than this is not worth looking for.
constexpr unsigned kMaxElements = 5;

unsigned sum(const std::vector<unsigned>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0U);
}

unsigned universe_size(const z3::model& model, const z3::sort& sort) {
    z3::context& ctx = model.ctx();
    for (unsigned i = 0; i < Z3_model_get_num_sorts(ctx, model); ++i) {
        if (z3::eq(z3::sort(ctx, Z3_model_get_sort(ctx, model, i)), sort))
            return z3::expr_vector(ctx, Z3_model_get_sort_universe(ctx, model, sort)).size();
    }
    return 1;
}

} // namespace

SmallModels::SmallModels(Vocabulary& vocabulary,
                         const Terms& assertions,
                         const InductionOptions& options)
    : target_(vocabulary.ctx())
    , options_(options)
    , waiting_(options.stop, [this] { Z3_interrupt(ctx_); })
    , solver_(make_solver(ctx_, options.timeout_ms, options.seed)) {
    for (const std::string& name : vocabulary.sort_names())
        ctx_.uninterpreted_sort(name.c_str());
    for (const spec::SortInfo& sort : vocabulary.spec().sorts)
        sorts_.push_back(ctx_.uninterpreted_sort(sort.name.c_str()));
    Canonical canonical;
    Terms question;
    for (const z3::expr& assertion : assertions)
        question.push_back(canonical(assertion));
    // Terms that were handed over would keep traces of what was asked before, and so would the text
    // of a solver, which reorders what it is told. The text of the terms does not.
    solver_.from_string(portable_text(target_, question, Status::unknown).c_str());
    for (const z3::expr& assertion : solver_.assertions())
        question_.push_back(assertion);
}

std::optional<z3::model> SmallModels::next() {
    if (stage_ == Stage::first) {
        begin();
        // What takes so long to find in any size is not looked for in all of them.
        stage_ = any_ ? Stage::by_size : Stage::over;
        if (!any_)
            any_ = find_with_patience();
    }
    if (stage_ == Stage::by_size) {
        if (auto model = next_by_size())
            return model;
        stage_ = Stage::over;
    }
    if (!any_)
        return std::nullopt;
    // Nothing smaller was found within the budget, or the evaluator wanted none of it.
    const z3::model model = given_back(*any_);
    any_.reset();
    return model;
}

void SmallModels::begin() {
    limit_effort(solver_, part_of(options_.timeout_ms, kFirstPart));
    for (unsigned attempt = 0; attempt < kFirstTries && !any_; ++attempt) {
        z3::params parameters(ctx_);
        parameters.set("random_seed", attempt);
        solver_.set(parameters);
        if (smt::check(solver_) == z3::sat)
            any_ = solver_.get_model();
        else if (attempt == 0)
            try_few(); // Luck plays no part there, so once is enough.
    }
    limit_effort(solver_, part_of(options_.timeout_ms, kPart));
    if (any_)
        find_least_sizes();
}

/// With all the effort that a proof has for a question.
std::optional<z3::model> SmallModels::find_with_patience() {
    for (const Try& attempt : more_tries()) {
        if (options_.stop != nullptr && options_.stop->requested())
            break;
        const std::optional<Terms> asked = as_tried(attempt, question_);
        if (!asked)
            continue;
        z3::solver solver = make_solver(ctx_, attempt, options_);
        for (const z3::expr& term : *asked)
            solver.add(term);
        if (smt::check(solver) == z3::sat)
            return solver.get_model();
    }
    return std::nullopt;
}

/// Where every sort has few elements, a model is found that the solver does not find alone.
void SmallModels::try_few() {
    for (unsigned few = 1; few <= kFew && !any_; ++few)
        any_ = find(kFirstPart, {few});
}

/// One of these sizes, with a part of the effort.
std::optional<z3::model> SmallModels::find(unsigned part, const Sizes& sizes) {
    const std::optional<Terms> asked = Grounding(ctx_, sizes)(question_);
    if (!asked)
        return std::nullopt;
    z3::solver solver = make_solver(ctx_, part_of(options_.timeout_ms, part), options_.seed);
    for (const z3::expr& term : *asked)
        solver.add(term);
    if (smt::check(solver) != z3::sat)
        return std::nullopt;
    return solver.get_model();
}

Sizes SmallModels::exactly(const std::vector<unsigned>& sizes) const {
    Sizes result{kMostElsewhere};
    for (std::size_t sort = 0; sort < sorts_.size(); ++sort)
        result.exact.emplace_back(sorts_[sort], sizes[sort]);
    return result;
}

void SmallModels::find_least_sizes() {
    unsigned have = 0;
    for (std::size_t sort = 0; sort < sorts_.size(); ++sort) {
        const unsigned size = universe_size(*any_, sorts_[sort]);
        have += size;
        unsigned least = 1;
        while (least < std::min(size, kMaxElements) && check_at_most(sort, least) == z3::unsat)
            ++least;
        least_.push_back(least);
    }
    sizes_ = least_;
    // Some more than there are now, for an evaluator that does not agree with the smallest ones.
    most_extra_ = std::max(have, sum(least_) + 2) - sum(least_);
}

z3::check_result SmallModels::check_at_most(std::size_t sort, unsigned size) {
    if (given_up_ >= kMaxGivenUp)
        return z3::unknown;
    solver_.push();
    solver_.add(at_most(sorts_[sort], size));
    const z3::check_result result = smt::check(solver_);
    solver_.pop();
    given_up_ += result == z3::unknown ? 1 : 0;
    return result;
}

void SmallModels::require(std::size_t sort, unsigned size) {
    if (size < 2)
        return;
    z3::expr_vector elements(ctx_);
    for (unsigned i = 0; i < size; ++i)
        elements.push_back(z3::expr(ctx_, Z3_mk_fresh_const(ctx_, "small element", sorts_[sort])));
    solver_.add(z3::distinct(elements));
}

/// The solver of all sizes is the fastest, and now and then it gives up where a search over named
/// elements does not.
std::optional<z3::model> SmallModels::find_of_size() {
    if (given_up_ >= kMaxGivenUp)
        return find(kPart, exactly(sizes_));
    solver_.push();
    for (std::size_t sort = 0; sort < sorts_.size(); ++sort) {
        solver_.add(at_most(sorts_[sort], sizes_[sort]));
        require(sort, sizes_[sort]);
    }
    const z3::check_result result = smt::check(solver_);
    std::optional<z3::model> model;
    if (result == z3::sat)
        model = solver_.get_model();
    solver_.pop();
    if (result != z3::unknown)
        return model;
    ++given_up_;
    return find(kPart, exactly(sizes_));
}

std::optional<z3::model> SmallModels::next_by_size() {
    while (checks_ < kMaxChecks && extra_ <= most_extra_) {
        ++checks_;
        const std::optional<z3::model> model = find_of_size();
        if (!advance())
            checks_ = kMaxChecks;
        if (model)
            return given_back(*model);
    }
    return std::nullopt;
}

/// To the next sizes with as many elements in all, those with fewer of the first sort first; and
/// from the last of them to those with one element more. Sizes are the least ones and an `extra`
/// that is spread over the sorts.
bool SmallModels::advance() {
    if (sorts_.empty())
        return false;
    std::vector<unsigned> spread;
    for (std::size_t i = 0; i < sizes_.size(); ++i)
        spread.push_back(sizes_[i] - least_[i]);
    // The last position but one that can take something over from those behind it.
    std::size_t behind = 0;
    for (std::size_t i = spread.size(); i-- > 0;) {
        if (behind > 0) {
            ++spread[i];
            std::fill(spread.begin() + static_cast<std::ptrdiff_t>(i) + 1, spread.end(), 0U);
            spread.back() = extra_ - sum(spread);
            for (std::size_t k = 0; k < sizes_.size(); ++k)
                sizes_[k] = least_[k] + spread[k];
            return true;
        }
        behind += spread[i];
    }
    ++extra_;
    sizes_ = least_;
    sizes_.back() += extra_;
    return true;
}

z3::model SmallModels::given_back(const z3::model& model) const {
    z3::model copy = model;
    return {copy, target_, z3::model::translate()};
}

} // namespace muster::checker::smt
