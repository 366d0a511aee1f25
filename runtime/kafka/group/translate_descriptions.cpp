#include "runtime/kafka/group/translate_descriptions.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace muster::runtime::kafka {

namespace {

bool is_same_name(const std::string& left, const std::string& right) {
    return std::equal(
        left.begin(), left.end(), right.begin(), right.end(), [](char one, char other) {
            return std::tolower(static_cast<unsigned char>(one)) ==
                   std::tolower(static_cast<unsigned char>(other));
        });
}

bool lets_pass(const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::any_of(names.begin(), names.end(), [&](const auto& each) {
               return is_same_name(each, name);
           });
}

} // namespace

bool is_wanted(const ListGroupsRequest& request, const ListGroupsResponse::Group& group) {
    return lets_pass(request.states, group.state) && lets_pass(request.types, group.type);
}

DescribeGroupsResponse::Group unknown_group(const std::string& group_id) {
    DescribeGroupsResponse::Group group;
    group.group_id = group_id;
    group.state = name_of(machine::protocol::Phase::Dead);
    return group;
}

DescribeGroupsResponse::Group undescribed_group(const std::string& group_id, ErrorCode error) {
    DescribeGroupsResponse::Group group;
    group.group_id = group_id;
    group.error = error;
    return group;
}

} // namespace muster::runtime::kafka
