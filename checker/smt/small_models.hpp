#pragma once

#include "checker/smt/grounding.hpp"
#include "checker/smt/query.hpp"
#include "checker/smt/vocabulary.hpp"

#include <optional>
#include <string>
#include <vector>

namespace muster::checker::smt {

/// Models of one question, those with the fewest elements first: fewest in all sorts together, then
/// fewest of the sort that is declared first, and so on.
///
/// They are looked for in a context of its own that knows the text of the question alone, with
/// limits that the solver counts itself: the same question has the same models, whatever was asked
/// before and however busy the machine is.
class SmallModels {
public:
    /// The assertions are of the vocabulary's context, which gets the models.
    SmallModels(Vocabulary& vocabulary, const Terms& assertions, const InductionOptions& options);

    /// The next one. Nothing once there are no more, or the budget is used up.
    std::optional<z3::model> next();

private:
    enum class Stage { first, by_size, over };

    void begin();
    std::optional<z3::model> find_with_patience();
    void try_few();
    void find_least_sizes();
    std::optional<z3::model> find(unsigned part, const Sizes& sizes);
    [[nodiscard]] Sizes exactly(const std::vector<unsigned>& sizes) const;
    z3::check_result check_at_most(std::size_t sort, unsigned size);
    void require(std::size_t sort, unsigned size);
    std::optional<z3::model> find_of_size();
    std::optional<z3::model> next_by_size();
    bool advance();
    [[nodiscard]] z3::model given_back(const z3::model& model) const;

    z3::context& target_;
    z3::context ctx_;
    const InductionOptions& options_;
    Stop::Waiting waiting_;
    z3::solver solver_;
    Terms question_;
    std::vector<z3::sort> sorts_;
    Stage stage_ = Stage::first;
    std::optional<z3::model> any_;
    std::vector<unsigned> least_; // of each sort alone
    std::vector<unsigned> sizes_; // that are tried next
    unsigned extra_ = 0;          // how many elements more than the least ones they are
    unsigned most_extra_ = 0;
    std::size_t checks_ = 0;
    unsigned given_up_ = 0; // questions about sizes that the solver did not answer
};

} // namespace muster::checker::smt
