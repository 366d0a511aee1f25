#include "cli/print_fragment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>

namespace muster::cli {

namespace {

using checker::PropertyFragment;

/// Properties of which the same is to be said.
struct Group {
    const PropertyFragment* example;
    std::string names;
};

std::vector<Group> group(const spec::TypedSpec& spec,
                         const std::vector<PropertyFragment>& fragments) {
    std::vector<Group> groups;
    for (const PropertyFragment& fragment : fragments) {
        const std::string& name = spec.properties[fragment.property].name;
        const auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& other) {
            return other.example->outside == fragment.outside &&
                   other.example->unsupported == fragment.unsupported;
        });
        if (found == groups.end()) {
            groups.push_back({&fragment, name});
        } else {
            found->names += ", " + name;
        }
    }
    return groups;
}

} // namespace

void print_fragment(const spec::TypedSpec& spec,
                    const std::vector<PropertyFragment>& fragments,
                    std::ostream& out) {
    for (const Group& group : group(spec, fragments)) {
        const PropertyFragment& example = *group.example;
        if (!example.unsupported.empty()) {
            out << fmt::format("not encoded  {}\n  because {}\n", group.names, example.unsupported);
        } else if (example.outside.empty()) {
            out << fmt::format("decided      {}\n", group.names);
        } else {
            out << fmt::format("open         {}\n  because {}\n  to help, {}\n",
                               group.names,
                               example.outside,
                               example.remedy);
        }
    }
    const auto decided =
        std::count_if(fragments.begin(), fragments.end(), [](const PropertyFragment& fragment) {
            return fragment.outside.empty() && fragment.unsupported.empty();
        });
    out << fmt::format(
        "\nZ3 decides every question about {} of {} properties. Nothing was proved.\n",
        decided,
        fragments.size());
}

} // namespace muster::cli
