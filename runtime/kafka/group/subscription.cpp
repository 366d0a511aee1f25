#include "runtime/kafka/group/subscription.hpp"

#include "runtime/kafka/wire/reader.hpp"

#include <cstdint>
#include <vector>

namespace muster::runtime::kafka {

std::optional<std::set<std::string>> subscribed_topics(BytesView metadata) {
    constexpr std::size_t kLeastBytes = 2; // the length of a name
    Reader reader(metadata);
    std::int16_t version = -1;
    std::vector<std::string> topics;
    reader.int16(version);
    reader.array(topics, kLeastBytes);
    if (!reader.ok() || version < 0) {
        return std::nullopt;
    }
    return std::set<std::string>(topics.begin(), topics.end());
}

} // namespace muster::runtime::kafka
