#pragma once

#include "checker/infer/lemma_text.hpp"
#include "checker/infer/predicate.hpp"
#include "tests/unit/checker/specs.hpp"

#include <string>
#include <vector>

namespace muster::checker::infer::testing {

using checker::testing::analysed;

/// A lock that is taken and given back: small, with one of each kind of thing that lemmas speak of.
inline constexpr const char* kTiny = R"(
protocol tiny
sort Client
enum Phase { Idle, Busy }
function rank(c: Client): int
message Grant from server to client { number: int }
role server {
  var holder: option Client = none
  var phase: Phase = Idle
  action grant(c: Client) when holder == none {
    holder = some(c)
    phase = Busy
    send Grant(number: rank(c)) to c
  }
}
role client[me: Client] {
  var holds: bool = false
  on Grant() { holds = true }
}
invariant one: forall a, b: Client. client[a].holds and client[b].holds implies a == b
instance pair { Client = { x, y }, rank = { x -> 1, y -> 2 } }
)";

/// Everything may be spoken of.
inline PredicateOptions all_of(const spec::TypedSpec& spec) {
    PredicateOptions options;
    options.roles.assign(spec.roles.size(), true);
    options.messages.assign(spec.messages.size(), true);
    options.history.assign(spec.messages.size(), true);
    return options;
}

/// A formula as a lemma would have it.
inline std::string text_of(const spec::TypedSpec& spec, spec::ExprId body) {
    spec::PropertyInfo property;
    property.name = "l";
    property.body = body;
    const std::string text = lemma_text(spec, property);
    std::string result;
    for (const char c : text.substr(std::string("lemma l:").size())) {
        const bool blank = c == ' ' || c == '\n';
        if (!blank || (!result.empty() && result.back() != ' ')) {
            result += blank ? ' ' : c;
        }
    }
    return result;
}

} // namespace muster::checker::infer::testing
