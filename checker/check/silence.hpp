#pragma once

#include "checker/explore/explorer.hpp"
#include "checker/report/verdict.hpp"

#include <string>
#include <vector>

/// What it says that a search of an instance found nothing.
namespace muster::checker {

/// How far a search came: `12 states`, `the search stopped at 400000 states`.
std::string limit_text(const ExploreResult& result);

/// What a search of the instance did not look at, as far as this property is concerned.
std::vector<std::string> cuts_of(const ExploreResult& result, std::size_t property);

/// `, limited to server.last <= 3`, or nothing.
std::string cut_text(const std::vector<std::string>& cuts);

/// The verdict on something that is wrong in no state of a search: HoldsOn or NoViolationWithin.
Verdict silence_in(const ExploreResult& result,
                   const spec::InstanceInfo& instance,
                   std::vector<std::string> cuts);

/// The same of a property. Undecided where such silence says nothing about it.
Verdict
silence_on(std::size_t property, const spec::InstanceInfo& instance, const ExploreResult& result);

/// The verdict on a cover that no state of a search shows.
Verdict silence_on_cover(std::size_t cover,
                         const spec::InstanceInfo& instance,
                         const ExploreResult& result);

} // namespace muster::checker
