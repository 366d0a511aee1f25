#include "cli/serve/kafka_settings.hpp"

#include "spec/diagnostics/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <map>
#include <string_view>

namespace muster::cli {

namespace {

using runtime::kafka::ServerOptions;

/// What is wrong with a value; empty if nothing is.
using Complaint = std::string;

constexpr std::int64_t kMaxInt = std::numeric_limits<std::int32_t>::max();

using runtime::kafka::ConfigType;

struct Setting {
    const char* name;
    const char* help;
    ConfigType type;
    std::function<Complaint(const std::string&, ServerOptions&)> set;
    std::function<std::string(const ServerOptions&)> get;
};

/// A whole number in a range.
template <class Member>
Setting
number(const char* name, const char* help, std::int64_t least, std::int64_t most, Member member) {
    using Number = std::decay_t<decltype(member(std::declval<ServerOptions&>()))>;
    return {name,
            help,
            sizeof(Number) == sizeof(std::int32_t) ? ConfigType::int32 : ConfigType::int64,
            [=](const std::string& text, ServerOptions& options) -> Complaint {
                std::int64_t value = 0;
                const char* end = text.data() + text.size();
                const auto [stop, error] = std::from_chars(text.data(), end, value);
                if (error != std::errc() || stop != end || value < least || value > most) {
                    return fmt::format("is not a whole number from {} to {}", least, most);
                }
                member(options) = static_cast<Number>(value);
                return {};
            },
            [=](const ServerOptions& options) {
                return std::to_string(member(options));
            }};
}

Complaint set_listeners(const std::string& text, ServerOptions& options) {
    constexpr std::string_view kPlain = "PLAINTEXT://";
    if (text.find(',') != std::string::npos) {
        return "names several listeners; this server has one";
    }
    if (text.rfind(kPlain, 0) != 0) {
        return "is not of the form PLAINTEXT://HOST:PORT; TLS is not served yet";
    }
    const auto address = runtime::kafka::parse_address(text.substr(kPlain.size()));
    if (!address) {
        return "is not of the form PLAINTEXT://HOST:PORT";
    }
    options.listen = *address;
    return {};
}

Complaint set_folder(const std::string& text, ServerOptions& options) {
    if (text.empty() || text.find(',') != std::string::npos) {
        return "does not name one folder; this server keeps everything in one";
    }
    options.data = text;
    return {};
}

/// Yes or no.
template <class Member>
Setting boolean(const char* name, const char* help, Member member) {
    return {name,
            help,
            ConfigType::boolean,
            [=](const std::string& text, ServerOptions& options) -> Complaint {
                if (text != "true" && text != "false") {
                    return "is neither true nor false";
                }
                member(options) = text == "true";
                return {};
            },
            [=](const ServerOptions& options) {
                return std::string(member(options) ? "true" : "false");
            }};
}

/// Of topics and of what is kept.
std::vector<Setting> topic_settings() {
    return {
        boolean(
            "auto.create.topics.enable",
            "Whether a client that asks for a topic makes it",
            [](auto& options) -> auto& { return options.topic_defaults.auto_create; }),
        {"log.dirs",
         "The folder for everything durable",
         ConfigType::text,
         set_folder,
         [](const ServerOptions& options) {
             return options.data.string();
         }},
        number(
            "num.partitions",
            "How many partitions a topic has that is made without a number of them",
            1,
            runtime::kafka::kMaxPartitions,
            [](auto& options) -> auto& { return options.topic_defaults.partitions; }),
    };
}

/// Of groups.
std::vector<Setting> group_settings() {
    return {
        number(
            "group.initial.rebalance.delay.ms",
            "How long the first round of an empty group waits for more members",
            0,
            kMaxInt,
            [](auto& options) -> auto& { return options.groups.initial_rebalance_delay_ms; }),
        number(
            "group.max.session.timeout.ms",
            "The greatest session timeout that a member may ask for",
            1,
            kMaxInt,
            [](auto& options) -> auto& { return options.groups.max_session_timeout_ms; }),
        number(
            "group.max.size",
            "How many members a group may have",
            1,
            kMaxInt,
            [](auto& options) -> auto& { return options.groups.max_members; }),
        number(
            "group.min.session.timeout.ms",
            "The least session timeout that a member may ask for",
            1,
            kMaxInt,
            [](auto& options) -> auto& { return options.groups.min_session_timeout_ms; }),
        number(
            "offset.metadata.max.bytes",
            "How long the text that comes with a committed offset may be",
            0,
            kMaxInt,
            [](auto& options) -> auto& { return options.groups.max_offset_metadata_bytes; }),
    };
}

/// Of connections.
std::vector<Setting> connection_settings() {
    return {
        number(
            "connections.max.idle.ms",
            "After how long a connection without traffic is closed",
            1,
            kMaxInt,
            [](auto& options) -> auto& { return options.frames.idle_timeout_ms; }),
        {"listeners",
         "Where clients connect: PLAINTEXT://HOST:PORT",
         ConfigType::list,
         set_listeners,
         [](const ServerOptions& options) {
             return fmt::format("PLAINTEXT://{}:{}", options.listen.host, options.listen.port);
         }},
        number(
            "max.connections",
            "How many connections there may be at once",
            1,
            kMaxInt,
            [](auto& options) -> auto& { return options.frames.max_connections; }),
        number(
            "queued.max.request.bytes",
            "How much may wait for all clients together, requests and answers",
            65536,
            kMaxInt,
            [](auto& options) -> auto& { return options.frames.max_held_bytes; }),
        number(
            "socket.request.max.bytes",
            "How long a request may be",
            1024,
            kMaxInt,
            [](auto& options) -> auto& { return options.frames.max_frame_bytes; }),
    };
}

/// In the order of their names.
std::vector<Setting> all_settings() {
    std::vector<Setting> all;
    for (const auto& part : {topic_settings(), group_settings(), connection_settings()}) {
        all.insert(all.end(), part.begin(), part.end());
    }
    std::sort(all.begin(), all.end(), [](const Setting& left, const Setting& right) {
        return std::string_view(left.name) < std::string_view(right.name);
    });
    return all;
}

const std::vector<Setting>& settings() {
    static const std::vector<Setting> all = all_settings();
    return all;
}

/// Names that an operator may well have in a file, which this server has nothing for yet.
const std::map<std::string, std::string>& not_served() {
    static const std::map<std::string, std::string> all{
        {"offsets.retention.minutes", "committed offsets are kept until they are overwritten"},
    };
    return all;
}

std::string why_unknown(const std::string& key) {
    if (const auto found = not_served().find(key); found != not_served().end()) {
        return fmt::format("`{}` is not served yet: {}", key, found->second);
    }
    std::vector<std::string> names;
    for (const Setting& setting : settings()) {
        names.emplace_back(setting.name);
    }
    const std::string meant = spec::did_you_mean(key, names);
    return fmt::format("there is no setting `{}`; {}",
                       key,
                       meant.empty() ? "`muster help serve kafka` lists those that there are"
                                     : meant);
}

std::string why_contradictory(const ServerOptions& options) {
    if (options.groups.min_session_timeout_ms > options.groups.max_session_timeout_ms) {
        return fmt::format("`group.min.session.timeout.ms` is {} and greater than "
                           "`group.max.session.timeout.ms`, which is {}",
                           options.groups.min_session_timeout_ms,
                           options.groups.max_session_timeout_ms);
    }
    return {};
}

} // namespace

std::vector<KafkaSetting> kafka_settings() {
    std::vector<KafkaSetting> result;
    for (const Setting& setting : settings()) {
        result.push_back({setting.name, setting.get({}), setting.help});
    }
    return result;
}

std::vector<runtime::kafka::BrokerConfig> described_settings(const ServerOptions& options) {
    std::vector<runtime::kafka::BrokerConfig> result;
    for (const Setting& setting : settings()) {
        const std::string value = setting.get(options);
        result.push_back({.name = setting.name,
                          .value = value,
                          .type = setting.type,
                          .help = setting.help,
                          .is_default = value == setting.get({})});
    }
    return result;
}

tl::expected<void, std::string> apply_settings(const std::vector<Property>& properties,
                                               ServerOptions& options) {
    std::map<std::pair<std::string, bool>, std::string> places; // by key, and whether of a file
    for (const Property& property : properties) {
        const auto refuse = [&](const std::string& why) {
            return tl::unexpected(fmt::format("{}: {}", property.place, why));
        };
        const auto& all = settings();
        const auto setting = std::find_if(
            all.begin(), all.end(), [&](const Setting& each) { return each.name == property.key; });
        if (setting == all.end()) {
            return refuse(why_unknown(property.key));
        }
        const bool is_of_a_file = property.place != "--set";
        const auto [first, is_new] =
            places.try_emplace({property.key, is_of_a_file}, property.place);
        if (!is_new) {
            return refuse(
                fmt::format("`{}` is set twice, first at {}", property.key, first->second));
        }
        if (const Complaint why = setting->set(property.value, options); !why.empty()) {
            return refuse(fmt::format("`{}`: `{}` {}", property.key, property.value, why));
        }
    }
    if (const std::string why = why_contradictory(options); !why.empty()) {
        return tl::unexpected(why);
    }
    return {};
}

} // namespace muster::cli
