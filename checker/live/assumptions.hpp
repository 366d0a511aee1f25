#pragma once

#include "checker/explore/slice.hpp"
#include "checker/live/fairness.hpp"

#include <string>
#include <vector>

namespace muster::checker::live {

/// `client.ping`, `crash server`, `timer client.patience`, `lose Pong`, `cut server`.
std::string quiet_text(const spec::TypedSpec& spec, const spec::QuietItem& item);

/// What a verdict about a `live` property rests on besides the instance, a line for each: what is
/// taken for fair and what is not, what stops occurring, how often a message may arrive, timing,
/// and which roles were left out.
std::vector<std::string> assumptions_of(const TransitionSystem& system,
                                        const spec::LiveInfo& live,
                                        const spec::InstanceInfo& instance,
                                        const Slice& slice);

} // namespace muster::checker::live
