#pragma once

#include "spec/parse/grammar/config.hpp"

namespace muster::spec::syntax::grammar {

/// `{ … }` with statements in it.
struct block_id;
using block_t = x3::rule<block_id, ast::Block>;
const block_t block = "`{`";
BOOST_SPIRIT_DECLARE(block_t)

} // namespace muster::spec::syntax::grammar
