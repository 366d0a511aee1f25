#include "checker/chart/process_order.hpp"

#include "checker/trace/render_text.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

namespace muster::checker {

std::vector<Process>
processes_by_name(const spec::TypedSpec& spec, const Universe& universe, ElementNames& names) {
    const auto key = [&](const Process& process) {
        const spec::SortId index = spec.role(process.role).index;
        const auto& given = universe.element_names;
        const bool is_given =
            index.valid() && index.value < given.size() && !given[index.value].empty();
        std::string name = render_process(spec, process, names);
        return is_given ? std::tuple(process.role, std::size_t{0}, std::string(), process.index)
                        : std::tuple(process.role, name.size(), std::move(name), process.index);
    };
    std::vector<std::pair<decltype(key(Process{})), Process>> sorted;
    for (std::uint32_t role = 0; role < spec.roles.size(); ++role) {
        const spec::SortId index = spec.roles[role].index;
        const std::int64_t count = index.valid() ? universe.sort_sizes[index.value] : 1;
        for (std::int64_t i = 0; i < count; ++i) {
            const Process process{spec::RoleId{role}, i};
            sorted.emplace_back(key(process), process);
        }
    }
    std::sort(sorted.begin(), sorted.end());
    std::vector<Process> processes;
    for (const auto& each : sorted) {
        processes.push_back(each.second);
    }
    return processes;
}

} // namespace muster::checker
