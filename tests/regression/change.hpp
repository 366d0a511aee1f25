#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace muster::test {

// One change to a spec, as the README beside the files describes it.
struct Change {
    std::string protocol;
    std::string name;
    std::string violates;
    std::optional<std::size_t> steps;
    std::string before;
    std::string after;
    std::filesystem::path report; // need not exist

    // What GoogleTest prints of a test's parameter.
    friend void PrintTo(const Change& change, std::ostream* out) {
        *out << change.protocol << '/' << change.name;
    }
};

// Those of tests/regression/changes, by protocol and name. Throws std::runtime_error where a file
// is not laid out as the README says.
std::vector<Change> all_changes();

// The text of the protocol, as it is shipped.
std::string shipped_text(const std::string& protocol);

// The same with the change.
std::string apply(const Change& change);

} // namespace muster::test
