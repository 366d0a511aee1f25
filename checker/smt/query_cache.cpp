#include "checker/smt/query_cache.hpp"

namespace muster::checker::smt {

namespace {

/// To be changed with the way in which terms and rows are hashed, and with the settings of the
/// solvers. A change of the encoding needs nothing: it asks other questions.
constexpr std::uint64_t kFormat = 1;

} // namespace

QueryCache::QueryCache(Answers& answers)
    : answers_(answers) {
    Sha256 hash;
    // Another solver may be wrong where this one is not.
    hash.number(kFormat).text(Z3_get_full_version());
    start_ = key_of(hash.finish());
}

QueryCache::Row QueryCache::extend(Row row, const z3::expr& formula) {
    const std::optional<AnswerKey> more = row ? hasher_.hash(formula) : std::nullopt;
    if (!more)
        return std::nullopt;
    Sha256 hash;
    hash.number(row->high).number(row->low).number(more->high).number(more->low);
    return key_of(hash.finish());
}

AnswerKey QueryCache::key(Kind kind, AnswerKey row) {
    Sha256 hash;
    hash.number(static_cast<std::uint64_t>(kind)).number(row.high).number(row.low);
    return key_of(hash.finish());
}

} // namespace muster::checker::smt
