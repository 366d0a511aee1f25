#pragma once

#include "tests/interop/process.hpp"

#include <set>
#include <sstream>
#include <string>

namespace muster::interop {

/// Of a consumer that prints lines "PARTITION VALUE": the partitions of the messages whose value
/// starts with `prefix`.
inline std::set<std::string> partitions_of(const Process& consumer, const std::string& prefix) {
    std::set<std::string> partitions;
    std::istringstream lines(consumer.output());
    std::string partition;
    std::string value;
    while (lines >> partition >> value) {
        if (value.starts_with(prefix)) {
            partitions.insert(partition);
        }
    }
    return partitions;
}

} // namespace muster::interop
