#include "runtime/kafka/server.hpp"

#include "runtime/base/clock.hpp"
#include "runtime/base/event_log.hpp"
#include "runtime/base/file.hpp"
#include "runtime/kafka/request_router.hpp"
#include "runtime/kafka/server_metrics.hpp"
#include "runtime/kafka/wire/header.hpp"
#include "runtime/net/alarm.hpp"
#include "runtime/net/text_server.hpp"
#include "runtime/store/observed_store.hpp"
#include "runtime/store/sqlite_store.hpp"

#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <asio/signal_set.hpp>
#include <asio/steady_timer.hpp>
#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <sys/resource.h>
#include <utility>

namespace muster::runtime::kafka {

/// Everything that a server consists of, in the order in which it is built.
class Server::Parts final : public net::FrameHandler, public Answers {
public:
    Parts(ServerOptions options,
          File lock,
          std::unique_ptr<ClusterRegistry> registry,
          TopicCatalog topics)
        : options_(std::move(options))
        , lock_(std::move(lock))
        , registry_(std::move(registry))
        , topics_(std::move(topics))
        , fetches_(topics_, *this, clock_, [this](MonotonicMs at_ms) { fetch_alarm_.set(at_ms); })
        , produces_(topics_, *this, [this](const std::string& topic, std::int32_t index) {
            fetches_.on_change(topic, index);
        }) {}

    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;
    ~Parts() override = default;

    /// Opens the store, loads the groups, and listens.
    [[nodiscard]] Result<void> start() {
        auto store =
            SqliteStore::open(options_.data / "groups.db", [this](std::function<void()> task) {
                asio::post(loop_, std::move(task));
            });
        if (!store) {
            return tl::make_unexpected(store.error());
        }
        store_ = *std::move(store);
        journal_ = std::make_unique<ObservedStore>(
            *store_, ObservedStore::Observer{[this](Flush flush, double seconds) {
                metrics_.flushed(flush, seconds);
            }});
        groups_ = std::make_unique<GroupService>(
            GroupService::Environment{
                .clock = clock_,
                .store = *journal_,
                .answers = *this,
                .topics = topics_,
                .wake_at = [this](MonotonicMs at_ms) { group_alarm_.set(at_ms); },
                .host_of = [this](net::ConnectionId connection) { return host_of(connection); },
                .watch = group_watch_},
            options_.groups);
        if (auto recovered = groups_->recover(); !recovered) {
            return recovered;
        }
        router_ = std::make_unique<RequestRouter>(RequestRouter::Services{topics_,
                                                                          options_.topic_defaults,
                                                                          options_.configs,
                                                                          producer_ids_,
                                                                          *groups_,
                                                                          fetches_,
                                                                          produces_,
                                                                          *this});
        const auto listening = frames_.listen(options_.listen);
        if (!listening) {
            return tl::make_unexpected(listening.error());
        }
        address_ = *listening;
        if (auto told = serve_metrics(); !told) {
            return told;
        }
        log_event(spdlog::level::info,
                  "listening",
                  {{"host", address_.host},
                   {"port", address_.port},
                   {"topics", topics_.names().size()},
                   {"groups", groups_->group_count()}});
        if (options_.on_listening) {
            options_.on_listening(address_);
        }
        return {};
    }

    [[nodiscard]] const net::Address& address() const { return address_; }

    [[nodiscard]] const net::Address& metrics_address() const { return metrics_address_; }

    void run() { loop_.run(); }

    void run_until_signal() {
        asio::signal_set signals(loop_, SIGINT, SIGTERM);
        signals.async_wait([this, &signals](asio::error_code error, int signal) {
            if (error) {
                return;
            }
            stop_gently(signal);
            signals.async_wait([this](asio::error_code again, int /*signal*/) {
                if (!again) {
                    stop_now(); // Whoever asks twice does not want to wait.
                }
            });
        });
        run();
    }

    /// Takes nothing more, answers what waits, and stops when all of it is written. Takes at most
    /// ten seconds, whatever the disk and the clients do.
    void stop_gently(int signal) {
        constexpr std::chrono::seconds kLongest(10);
        constexpr std::int64_t kPatienceMs = 3000;
        log_event(spdlog::level::info,
                  "stopping",
                  {{"signal", signal}, {"connections", frames_.connection_count()}});
        stop_timer_.expires_after(kLongest);
        stop_timer_.async_wait([this](asio::error_code cancelled) {
            if (!cancelled) {
                stop_now();
            }
        });
        frames_.take_no_more();
        fetches_.answer_all();
        groups_->unload([this] { frames_.when_quiet(kPatienceMs, [this] { stop_now(); }); });
    }

    void stop() {
        asio::post(loop_, [this] { stop_now(); });
    }

    void on_frame(net::ConnectionId connection, Bytes frame) override {
        metrics_.request_started(connection);
        router_->route(connection, frame, frames_.reached_at(connection));
    }

    void on_opened(net::ConnectionId /*connection*/) override { metrics_.connection_opened(); }

    void on_closed(net::ConnectionId connection) override {
        metrics_.connection_closed(connection);
        fetches_.on_closed(connection);
    }

    void on_refused() override { metrics_.connection_refused(); }

    void answer_body(const Call& call, BytesView body, ErrorCode error) override {
        metrics_.request_ended(call, error);
        const RequestHeader header{.api_key = call.api_key,
                                   .api_version = static_cast<std::int16_t>(call.version),
                                   .correlation_id = call.correlation_id};
        frames_.answer(call.connection, make_response(header, body));
    }

    void finish(const Call& call) override {
        metrics_.request_ended(call, ErrorCode::none);
        frames_.finish(call.connection);
    }

    void close(const Call& call, const std::string& reason) override {
        metrics_.request_refused(call.connection);
        frames_.close(call.connection, reason);
    }

private:
    /// Where a client is, in the form in which Kafka tells operators.
    [[nodiscard]] std::string host_of(net::ConnectionId connection) const {
        const auto host = frames_.peer(connection).host;
        return host.empty() ? "" : "/" + host;
    }

    void stop_now() {
        log_event(spdlog::level::info, "stopped");
        frames_.stop();
        pages_.stop();
        loop_.stop();
    }

    [[nodiscard]] Result<void> serve_metrics() {
        if (!options_.metrics) {
            return {};
        }
        const auto listening = pages_.listen(*options_.metrics);
        if (!listening) {
            return tl::make_unexpected(listening.error());
        }
        metrics_address_ = *listening;
        log_event(
            spdlog::level::info, "metrics", {{"host", listening->host}, {"port", listening->port}});
        return {};
    }

    [[nodiscard]] std::string metrics_text() {
        auto text = metrics_.text({.topics = topics_.names().size(),
                                   .waiting_fetches = fetches_.waiting_count(),
                                   .waiting_writes = journal_->waiting(),
                                   .write_lag_seconds = journal_->lag_seconds()});
        group_watch_.append_to(text);
        return text;
    }

    ServerOptions options_;
    /// Held as long as the server uses its folder.
    File lock_;
    asio::io_context loop_;
    SystemClock clock_;
    net::Alarm group_alarm_{loop_, [this] {
                                groups_->fire_timers();
                            }};
    net::Alarm fetch_alarm_{loop_, [this] {
                                fetches_.expire();
                            }};
    std::unique_ptr<ClusterRegistry> registry_;
    TopicCatalog topics_;
    ProducerIds producer_ids_{*registry_};
    FetchService fetches_;
    ProduceService produces_;
    ServerMetrics metrics_;
    GroupWatch group_watch_;
    /// After the journal, which its last completions go through.
    std::unique_ptr<ObservedStore> journal_;
    std::unique_ptr<SqliteStore> store_;
    std::unique_ptr<GroupService> groups_;
    std::unique_ptr<RequestRouter> router_;
    net::FrameServer frames_{loop_, *this, options_.frames};
    net::TextServer pages_{
        loop_, {.path = "/metrics", .content_type = "text/plain; version=0.0.4", .text = [this] {
                    return metrics_text();
                }}};
    asio::steady_timer stop_timer_{loop_};
    net::Address metrics_address_;
    net::Address address_;
};

namespace {

/// Makes the folder and locks it, so that no second server writes to it.
Result<File> lock_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        return failure(fmt::format("cannot use {}: {}", folder.string(), error.message()));
    }
    auto file = File::open(folder / "lock");
    if (!file) {
        return file;
    }
    if (!file->lock()) {
        return failure(fmt::format("{} is in use by another server", folder.string()));
    }
    return file;
}

/// Each partition and each connection takes a descriptor, and the usual limit is made for programs
/// that take few. What cannot be raised stays as it is.
void raise_descriptor_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit));
    }
}

} // namespace

Server::Server(std::unique_ptr<Parts> parts)
    : parts_(std::move(parts)) {}

Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::open(ServerOptions options) {
    // A file that may not grow is a failing disk, of which clients are told, and not the end.
    std::signal(SIGXFSZ, SIG_IGN);
    auto lock = lock_folder(options.data);
    if (!lock) {
        return tl::make_unexpected(lock.error());
    }
    auto opened = ClusterRegistry::open(options.data / "topics.db");
    if (!opened) {
        return tl::make_unexpected(opened.error());
    }
    auto registry = std::make_unique<ClusterRegistry>(*std::move(opened));
    auto topics = TopicCatalog::open(
        options.data / "topics", *registry, options.topics, options.topic_limits);
    if (!topics) {
        return tl::make_unexpected(topics.error());
    }
    auto parts = std::make_unique<Parts>(
        std::move(options), *std::move(lock), std::move(registry), *std::move(topics));
    if (auto started = parts->start(); !started) {
        return tl::make_unexpected(started.error());
    }
    return std::unique_ptr<Server>(new Server(std::move(parts)));
}

const net::Address& Server::address() const {
    return parts_->address();
}

const net::Address& Server::metrics_address() const {
    return parts_->metrics_address();
}

void Server::run() {
    parts_->run();
}

void Server::run_until_signal() {
    parts_->run_until_signal();
}

void Server::stop() {
    parts_->stop();
}

Result<net::Address> parse_address(std::string_view text) {
    const auto colon = text.rfind(':');
    const auto port_text = colon == std::string_view::npos ? "" : text.substr(colon + 1);
    std::uint16_t port = 0;
    const auto parsed =
        std::from_chars(port_text.data(), port_text.data() + port_text.size(), port);
    const bool is_port = parsed.ec == std::errc{} && !port_text.empty() &&
                         parsed.ptr == port_text.data() + port_text.size();
    if (colon == 0 || !is_port) {
        return failure(fmt::format("'{}' is not of the form HOST:PORT", text));
    }
    return net::Address{.host = std::string(text.substr(0, colon)), .port = port};
}

Result<void> run_server(ServerOptions options) {
    raise_descriptor_limit();
    auto server = Server::open(std::move(options));
    if (!server) {
        return tl::make_unexpected(server.error());
    }
    (*server)->run_until_signal();
    return {};
}

} // namespace muster::runtime::kafka
