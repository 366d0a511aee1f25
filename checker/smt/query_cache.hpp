#pragma once

#include "checker/cache/answers.hpp"
#include "checker/smt/term_hash.hpp"

#include <optional>

namespace muster::checker::smt {

/// Knows which questions were answered before, in this run or in an earlier one. A question is
/// named by the formulas that it consists of and by nothing else, so that an answer stays one
/// whatever else changes in a spec. Of `check`, only "unsatisfiable" is kept, as it is a proof;
/// the other answers that are kept decide about work that can be left out and about remarks.
class QueryCache {
public:
    enum class Kind {
        unsatisfiable,
        perhaps,  // a path that the pruner did not exclude
        possible, // a glance that found a state
        no_remark // a glance that found nothing in its time
    };

    /// Some formulas in a row; nothing where one of them has no hash.
    using Row = std::optional<AnswerKey>;

    explicit QueryCache(Answers& answers);

    [[nodiscard]] Row empty() const { return start_; }

    Row extend(Row row, const z3::expr& formula);

    bool knows(Kind kind, Row row) { return row && answers_.find(key(kind, *row)); }

    void keep(Kind kind, Row row) {
        if (row)
            answers_.add(key(kind, *row));
    }

private:
    static AnswerKey key(Kind kind, AnswerKey row);

    Answers& answers_;
    TermHasher hasher_;
    AnswerKey start_;
};

} // namespace muster::checker::smt
