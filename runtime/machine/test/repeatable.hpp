#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>

namespace muster::runtime {

/// Runs a property of rapidcheck as a part of the current GoogleTest case. The property returns
/// what is wrong, in words; nothing if all is well. Without RC_PARAMS in the environment the seed
/// is always the same, so that a test passes or fails for the code alone.
///
/// The message of a failure has the simplest case that was found and the command that repeats it.
template <class Property>
[[nodiscard]] testing::AssertionResult holds_always(Property&& property) {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    const std::string name =
        info == nullptr ? "property"
                        : std::string(info->test_suite_name()) + '.' + std::string(info->name());
    rc::detail::TestMetadata metadata;
    metadata.id = name;
    metadata.description = name;
    rc::detail::TestParams fixed;
    fixed.seed = 1;
    const rc::detail::TestResult result =
        std::getenv("RC_PARAMS") != nullptr
            ? rc::detail::checkTestable(std::forward<Property>(property), metadata)
            : rc::detail::checkTestable(std::forward<Property>(property), metadata, fixed);
    if (result.template is<rc::detail::SuccessResult>()) {
        return testing::AssertionSuccess();
    }
    if (!result.template is<rc::detail::FailureResult>()) {
        std::ostringstream text;
        rc::detail::printResultMessage(result, text);
        return testing::AssertionFailure() << text.str();
    }
    const auto& failure = result.template get<rc::detail::FailureResult>();
    rc::detail::Configuration repeat;
    repeat.reproduce[name] = failure.reproduce;
    // A seed follows that does not matter then.
    const std::string text = rc::detail::configToMinimalString(repeat);
    return testing::AssertionFailure()
           << failure.description << "\nfound after " << failure.numSuccess
           << " cases without a fault; this case again: RC_PARAMS=\""
           << text.substr(0, text.find(' ')) << "\" PROGRAM --gtest_filter=" << name;
}

} // namespace muster::runtime
