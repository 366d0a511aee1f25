#include "cli/commands.hpp"
#include "cli/serve/kafka_settings.hpp"
#include "cli/serve/properties.hpp"
#include "runtime/kafka/server.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace muster::cli {

namespace {

struct Options {
    std::string listen;
    std::string data;
    std::string config;
    std::vector<std::string> settings;
    std::vector<std::string> topics;
    std::string metrics;
    std::string log_level = "info";
};

spdlog::level::level_enum level_of(const std::string& name) {
    static const std::map<std::string, spdlog::level::level_enum> levels{
        {"debug", spdlog::level::debug},
        {"info", spdlog::level::info},
        {"warning", spdlog::level::warn},
        {"error", spdlog::level::err}};
    return levels.at(name);
}

ExitCode refuse(const Context& context, const std::string& why) {
    context.err << "muster: " << why << '\n';
    return ExitCode::wrong_input;
}

tl::expected<std::vector<Property>, std::string> properties_of(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    std::stringstream text;
    text << stream.rdbuf();
    if (!stream || std::filesystem::is_directory(file)) {
        return tl::unexpected(fmt::format("cannot read {}", file));
    }
    return parse_properties(text.str(), file);
}

/// What stands in the file, and over it what is set one by one.
tl::expected<std::vector<Property>, std::string> properties_of(const Options& options) {
    std::vector<Property> result;
    if (!options.config.empty()) {
        auto in_file = properties_of(options.config);
        if (!in_file) {
            return in_file;
        }
        result = *std::move(in_file);
    }
    for (const std::string& text : options.settings) {
        auto property = parse_assignment(text);
        if (!property) {
            return tl::unexpected(property.error());
        }
        result.push_back(*std::move(property));
    }
    return result;
}

/// The error is for the operator.
tl::expected<runtime::kafka::ServerOptions, std::string> server_options(const Options& options) {
    runtime::kafka::ServerOptions server;
    const auto properties = properties_of(options);
    if (!properties) {
        return tl::unexpected(properties.error());
    }
    if (const auto set = apply_settings(*properties, server); !set) {
        return tl::unexpected(set.error());
    }
    if (!options.listen.empty()) {
        const auto address = runtime::kafka::parse_address(options.listen);
        if (!address) {
            return tl::unexpected(address.error().message);
        }
        server.listen = *address;
    }
    if (!options.data.empty()) {
        server.data = options.data;
    }
    if (server.data.empty()) {
        return tl::unexpected(
            std::string("there is no folder for what is durable: give --data, or set `log.dirs`"));
    }
    if (!options.metrics.empty()) {
        const auto address = runtime::kafka::parse_address(options.metrics);
        if (!address) {
            return tl::unexpected("--metrics: " + address.error().message);
        }
        server.metrics = *address;
    }
    for (const std::string& text : options.topics) {
        const auto topic = runtime::kafka::parse_topic(text);
        if (!topic) {
            return tl::unexpected(topic.error().message);
        }
        server.topics.push_back(*topic);
    }
    server.configs = described_settings(server);
    return server;
}

ExitCode run_serve_kafka(const Options& options, const Context& context) {
    auto server = server_options(options);
    if (!server) {
        return refuse(context, server.error());
    }
    // Results go to standard output, the log of a server to standard error: one event a line.
    spdlog::set_default_logger(spdlog::stderr_color_mt("muster"));
    spdlog::set_pattern("%Y-%m-%dT%H:%M:%S.%eZ level=%l %v", spdlog::pattern_time_type::utc);
    spdlog::set_level(level_of(options.log_level));
    const auto served = runtime::kafka::run_server(*std::move(server));
    return served ? ExitCode::holds : refuse(context, served.error().message);
}

std::string list_of_settings() {
    std::string text = "Settings, with the names that Kafka has for them and what they are by "
                       "default:\n";
    for (const KafkaSetting& setting : kafka_settings()) {
        text += fmt::format("  {}={}\n      {}\n", setting.name, setting.value, setting.help);
    }
    return text;
}

} // namespace

void add_serve(CLI::App& app, Chosen& chosen) {
    CLI::App* verb = app.add_subcommand("serve", "Serve a shipped protocol to real clients");
    verb->require_subcommand(1);
    CLI::App* kafka = verb->add_subcommand(
        "kafka", "A Kafka broker of one node whose group coordinator is the generated machine");
    auto options = std::make_shared<Options>();
    kafka->add_option("--config", options->config, "A file of settings, as Kafka's own");
    kafka->add_option("--set", options->settings, "KEY=VALUE, over the file; may be repeated")
        ->allow_extra_args(false);
    kafka->add_option(
        "--listen", options->listen, "HOST:PORT, over `listeners`; port 0 takes a free one");
    kafka->add_option(
        "--data", options->data, "The folder for everything durable, over `log.dirs`");
    kafka->add_option("--topic", options->topics, "NAME:PARTITIONS; may be repeated")
        ->allow_extra_args(false);
    kafka->add_option(
        "--metrics", options->metrics, "HOST:PORT where Prometheus gets metrics, at /metrics");
    kafka
        ->add_option("--log-level",
                     options->log_level,
                     "The least that is logged: debug, info, warning, error")
        ->check(CLI::IsMember({"debug", "info", "warning", "error"}))
        ->capture_default_str();
    kafka->footer(list_of_settings() + "\n" + app.get_footer());
    kafka->callback([options, &chosen] {
        chosen = [options](const Context& context) {
            return run_serve_kafka(*options, context);
        };
    });
}

} // namespace muster::cli
