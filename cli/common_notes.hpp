#pragma once

#include "checker/check/check.hpp"

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace muster::cli {

/// Notes that stand below every verdict, or below every verdict of one strength, are said once, at
/// the end of the report. It refers to the report.
class CommonNotes {
public:
    explicit CommonNotes(const checker::CheckReport& report)
        : report_(report) {}

    /// Whether all properties carry the note, or all with a verdict of this strength (its index),
    /// several of them.
    [[nodiscard]] bool contains(const std::string& note, std::size_t strength) const;

    /// One line for each, in the order of the report.
    void print(std::ostream& out) const;

private:
    [[nodiscard]] bool is_on_all(const std::string& note) const;
    [[nodiscard]] std::vector<std::string> said_of(const std::string& note) const;

    const checker::CheckReport& report_;
};

} // namespace muster::cli
