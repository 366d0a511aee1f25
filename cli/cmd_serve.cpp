#include "cli/commands.hpp"
#include "cli/whole_number.hpp"
#include "runtime/kafka/server.hpp"

#include <CLI/CLI.hpp>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <limits>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace muster::cli {

namespace {

/// Of a timeout in the protocol.
constexpr std::int64_t kMaxDelay = std::numeric_limits<std::int32_t>::max();

struct Options {
    std::string listen = "127.0.0.1:9092";
    std::string data;
    std::vector<std::string> topics;
    runtime::kafka::GroupLimits groups;
};

ExitCode refuse(const Context& context, const std::string& why) {
    context.err << "muster: " << why << '\n';
    return ExitCode::wrong_input;
}

ExitCode run_serve_kafka(const Options& options, const Context& context) {
    runtime::kafka::ServerOptions server;
    const auto address = runtime::kafka::parse_address(options.listen);
    if (!address) {
        return refuse(context, address.error().message);
    }
    server.listen = *address;
    server.data = options.data;
    server.groups = options.groups;
    if (options.groups.min_session_timeout_ms > options.groups.max_session_timeout_ms) {
        return refuse(context, "the least session timeout is greater than the greatest");
    }
    for (const std::string& text : options.topics) {
        const auto topic = runtime::kafka::parse_topic(text);
        if (!topic) {
            return refuse(context, topic.error().message);
        }
        server.topics.push_back(*topic);
    }
    // Results go to standard output, the log of a server to standard error.
    spdlog::set_default_logger(spdlog::stderr_color_mt("muster"));
    const auto served = runtime::kafka::run_server(std::move(server));
    return served ? ExitCode::holds : refuse(context, served.error().message);
}

} // namespace

void add_serve(CLI::App& app, Chosen& chosen) {
    CLI::App* verb = app.add_subcommand("serve", "Serve a shipped protocol to real clients");
    verb->require_subcommand(1);
    CLI::App* kafka = verb->add_subcommand(
        "kafka", "A Kafka broker of one node whose group coordinator is the generated machine");
    auto options = std::make_shared<Options>();
    kafka->add_option("--listen", options->listen, "HOST:PORT; port 0 takes a free one")
        ->capture_default_str();
    kafka->add_option("--data", options->data, "The folder for everything durable")->required();
    kafka->add_option("--topic", options->topics, "NAME:PARTITIONS; may be repeated")
        ->allow_extra_args(false);
    auto& groups = options->groups;
    kafka
        ->add_option("--initial-rebalance-delay-ms",
                     groups.initial_rebalance_delay_ms,
                     "How long the first round of an empty group waits for more members")
        ->check(whole_number({0, kMaxDelay, "milliseconds"}))
        ->capture_default_str();
    kafka
        ->add_option("--min-session-timeout-ms",
                     groups.min_session_timeout_ms,
                     "The least session timeout that a member may ask for")
        ->check(whole_number({1, kMaxDelay, "milliseconds"}))
        ->capture_default_str();
    kafka
        ->add_option("--max-session-timeout-ms",
                     groups.max_session_timeout_ms,
                     "The greatest session timeout that a member may ask for")
        ->check(whole_number({1, kMaxDelay, "milliseconds"}))
        ->capture_default_str();
    kafka->callback([options, &chosen] {
        chosen = [options](const Context& context) {
            return run_serve_kafka(*options, context);
        };
    });
}

} // namespace muster::cli
