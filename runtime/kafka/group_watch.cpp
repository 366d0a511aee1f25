#include "runtime/kafka/group_watch.hpp"

#include "runtime/base/event_log.hpp"

#include <utility>

namespace muster::runtime::kafka {

namespace {

constexpr std::string_view kPreparing = "PreparingRebalance";

} // namespace

const char* GroupWatch::cause_of(const GroupView& before, const GroupView& now) {
    if (now.members == before.members) {
        return "rejoined";
    }
    return now.members > before.members ? "came" : "went";
}

void GroupWatch::changed(const std::string& group, const GroupView& now) {
    const auto [place, is_new] = groups_.try_emplace(group);
    const auto before = std::exchange(place->second, now);
    if (!is_new && before == now) {
        return;
    }
    if (!is_new) {
        states_.add({std::string(before.phase)}, -1);
    }
    states_.add({std::string(now.phase)}, 1);
    members_.add({}, static_cast<double>(now.members) - static_cast<double>(before.members));
    if (now.phase == kPreparing && before.phase != kPreparing) {
        begun_.add({cause_of(before, now)}, 1);
    }
    // A group that is loaded has the generation that it had.
    if (!is_new && now.generation > before.generation) {
        completed_.add({}, static_cast<double>(now.generation - before.generation));
    }
    log_event(spdlog::level::info,
              "group_changed",
              {{"group", group},
               {"state", now.phase},
               {"generation", now.generation},
               {"members", now.members}});
}

void GroupWatch::dropped(const std::string& group) {
    const auto place = groups_.find(group);
    if (place == groups_.end()) {
        return;
    }
    states_.add({std::string(place->second.phase)}, -1);
    members_.add({}, -static_cast<double>(place->second.members));
    groups_.erase(place);
    log_event(spdlog::level::info, "group_gone", {{"group", group}});
}

void GroupWatch::append_to(std::string& text) const {
    for (const auto* family : {&completed_, &members_, &begun_, &states_}) {
        family->append_to(text);
    }
}

} // namespace muster::runtime::kafka
