#pragma once

#include <map>
#include <string>
#include <utility>

namespace muster::runtime::kafka {

/// Who a member is to an operator.
struct MemberClient {
    std::string client_id;
    /// "/" and the address, as Kafka writes it.
    std::string host;
};

/// The clients behind the members of groups, as they joined. Nothing of it is stored: after a
/// restart they are not known until they join again.
class MemberClients {
public:
    void note(const std::string& group, const std::string& member, MemberClient client) {
        groups_[group][member] = std::move(client);
    }

    /// Forgets everybody who is not a member any more; `members` is a map by id.
    template <class Members>
    void keep(const std::string& group, const Members& members) {
        const auto known = groups_.find(group);
        if (known == groups_.end()) {
            return;
        }
        std::erase_if(known->second,
                      [&](const auto& each) { return !members.contains(each.first); });
        if (known->second.empty()) {
            groups_.erase(known);
        }
    }

    void forget(const std::string& group) { groups_.erase(group); }

    /// The client of a member, with empty texts if it is not known.
    [[nodiscard]] MemberClient find(const std::string& group, const std::string& member) const {
        const auto known = groups_.find(group);
        if (known == groups_.end()) {
            return {};
        }
        const auto client = known->second.find(member);
        return client == known->second.end() ? MemberClient{} : client->second;
    }

private:
    std::map<std::string, std::map<std::string, MemberClient>> groups_;
};

} // namespace muster::runtime::kafka
