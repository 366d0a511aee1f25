#include "tests/regression/change.hpp"

#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <tuple>

namespace muster::test {
namespace {

const std::filesystem::path kChanges = MUSTER_SOURCE_DIR "/tests/regression/changes";
const std::filesystem::path kProtocols = MUSTER_SOURCE_DIR "/spec/protocols";

void read_header(std::istringstream header, Change& change) {
    for (std::string line; std::getline(header, line);) {
        const auto colon = line.find(": ");
        const std::string key = line.substr(0, colon);
        if (colon != std::string::npos && key == "violates") {
            change.violates = line.substr(colon + 2);
        } else if (colon != std::string::npos && key == "steps") {
            change.steps = std::stoul(line.substr(colon + 2));
        } else {
            throw std::runtime_error(change.name + ": what does `" + line + "` mean?");
        }
    }
}

Change read_change(const std::filesystem::path& file) {
    const std::string text = read_file(file);
    const auto old_mark = text.find("\n---\n");
    const auto new_mark = text.find("\n+++\n");
    if (old_mark == std::string::npos || new_mark == std::string::npos || new_mark < old_mark) {
        throw std::runtime_error(file.string() + " has no `---` or no `+++`");
    }
    Change change;
    change.protocol = file.parent_path().lexically_relative(kChanges).generic_string();
    change.name = file.stem().string();
    read_header(std::istringstream(text.substr(0, old_mark)), change);
    change.before = text.substr(old_mark + 5, new_mark - old_mark - 5);
    change.after = text.substr(new_mark + 5);
    change.report = std::filesystem::path(file).replace_extension(".report");
    return change;
}

} // namespace

std::vector<Change> all_changes() {
    std::vector<Change> changes;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kChanges)) {
        if (entry.path().extension() == ".change") {
            changes.push_back(read_change(entry.path()));
        }
    }
    std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
        return std::tie(a.protocol, a.name) < std::tie(b.protocol, b.name);
    });
    return changes;
}

std::string shipped_text(const std::string& protocol) {
    return read_file(kProtocols / (protocol + ".muster"));
}

std::string apply(const Change& change) {
    std::string text = shipped_text(change.protocol);
    const auto place = text.find(change.before);
    EXPECT_NE(place, std::string::npos) << "the spec does not have this text any more";
    EXPECT_EQ(text.find(change.before, place + 1), std::string::npos) << "not unique";
    return place == std::string::npos ? text
                                      : text.replace(place, change.before.size(), change.after);
}

} // namespace muster::test
