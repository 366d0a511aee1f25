#include "tests/interop/consumed.hpp"
#include "tests/interop/process.hpp"
#include "tests/unit/runtime/running_server.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <ostream>
#include <sstream>

namespace muster::interop {
namespace {

using namespace std::chrono_literals;
using runtime::kafka::RunningServer;
using runtime::kafka::ServerOptions;

/// A client library, as a program with commands (clients/).
struct Client {
    std::string name;
    std::vector<std::string> program;
    /// Ends well if the library is there.
    std::vector<std::string> probe;
};

/// How a failing test calls it.
std::ostream& operator<<(std::ostream& out, const Client& client) {
    return out << client.name;
}

std::string setting(const char* variable, const char* otherwise) {
    const char* value = std::getenv(variable);
    return value == nullptr ? otherwise : value;
}

/// The libraries that are tried. `./dev interop` installs them and says where the interpreter is.
std::vector<Client> clients() {
    const std::string scripts = MUSTER_SOURCE_DIR "/tests/interop/clients/";
    const auto python = setting("MUSTER_INTEROP_PYTHON", "python3");
    return {
        {"kafka_python", {python, scripts + "kafka_python.py"}, {python, "-c", "import kafka"}},
        {"confluent", {python, scripts + "confluent.py"}, {python, "-c", "import confluent_kafka"}},
        {"kafkajs", {"node", scripts + "kafkajs.js"}, {"node", "-e", "require('kafkajs')"}}};
}

using Values = std::multiset<std::string>;

/// The values of the lines "PARTITION VALUE".
Values values_of(const Process& consumer) {
    Values values;
    std::istringstream lines(consumer.output());
    std::string partition;
    std::string value;
    while (lines >> partition >> value) {
        values.insert(value);
    }
    return values;
}

Values numbered(const std::string& prefix, int count) {
    Values values;
    for (int i = 0; i < count; ++i) {
        values.insert(fmt::format("{}{}", prefix, i));
    }
    return values;
}

class ClientsTest : public testing::Test {
protected:
    [[nodiscard]] ServerOptions options() const {
        ServerOptions options{.data = folder_.path() / "data"};
        options.groups.initial_rebalance_delay_ms = 300;
        return options;
    }

    /// Whether the library is installed.
    bool has(const Client& client) {
        Process probe(client.probe, "", file());
        return probe.wait(60s) == 0;
    }

    std::unique_ptr<Process> start(const Client& client,
                                   const std::vector<std::string>& arguments) {
        auto command = client.program;
        command.push_back(arguments.front());
        const auto& address = server_->address();
        command.push_back(fmt::format("{}:{}", address.host, address.port));
        command.insert(command.end(), arguments.begin() + 1, arguments.end());
        return std::make_unique<Process>(command, "", file());
    }

    /// Runs the client to its end; returns the values that it printed.
    Values run(const Client& client, const std::vector<std::string>& arguments) {
        const auto process = start(client, arguments);
        EXPECT_EQ(process->wait(60s), 0) << client.name << " " << arguments.front() << "\n"
                                         << process->output() << process->errors();
        return values_of(*process);
    }

    std::string file() { return (folder_.path() / fmt::format("run-{}", ++runs_)).string(); }

    runtime::TemporaryFolder folder_;
    std::unique_ptr<RunningServer> server_ = std::make_unique<RunningServer>(options());
    int runs_ = 0;
};

class EachClientTest : public ClientsTest, public testing::WithParamInterface<Client> {
protected:
    void SetUp() override {
        if (!has(GetParam())) {
            GTEST_SKIP() << GetParam().name << " is not installed; ./dev interop installs it";
        }
    }
};

TEST_P(EachClientTest, MakesATopicAndConsumesOnceWhatItProduces) {
    const auto& client = GetParam();
    run(client, {"create", "orders", "3"});
    run(client, {"produce", "orders", "100", "a"});
    EXPECT_EQ(run(client, {"consume", "orders", "readers", "100"}), numbered("a", 100));
    run(client, {"produce", "orders", "10", "b"});
    EXPECT_EQ(run(client, {"consume", "orders", "readers", "10"}), numbered("b", 10))
        << "the first ones are committed";
    EXPECT_EQ(run(client, {"consume", "orders", "others", "110"}).size(), 110U);
    run(client, {"delete", "orders"});
}

TEST_P(EachClientTest, GoesOnWhenTheServerIsAnotherOne) {
    const auto& client = GetParam();
    run(client, {"create", "orders", "1"});
    run(client, {"produce", "orders", "20", "a"});
    EXPECT_EQ(run(client, {"consume", "orders", "readers", "20"}), numbered("a", 20));
    server_.reset();
    server_ = std::make_unique<RunningServer>(options());
    run(client, {"produce", "orders", "5", "b"});
    EXPECT_EQ(run(client, {"consume", "orders", "readers", "5"}), numbered("b", 5));
}

INSTANTIATE_TEST_SUITE_P(Clients,
                         EachClientTest,
                         testing::ValuesIn(clients()),
                         [](const auto& tested) { return tested.param.name; });

TEST_F(ClientsTest, EveryOneReadsWhatEveryOneWrites) {
    std::vector<Client> installed;
    for (const auto& client : clients()) {
        if (has(client)) {
            installed.push_back(client);
        }
    }
    if (installed.size() < 2) {
        GTEST_SKIP()
            << "fewer than two client libraries are installed; ./dev interop installs them";
    }
    Values all;
    for (const auto& writer : installed) {
        // The topic is made by the first that asks for it.
        run(writer, {"produce", "orders", "30", writer.name + "-"});
        all.merge(numbered(writer.name + "-", 30));
    }
    for (const auto& reader : installed) {
        EXPECT_EQ(run(reader, {"consume", "orders", reader.name, std::to_string(all.size())}), all)
            << reader.name;
    }
}

TEST_F(ClientsTest, MembersOfTwoLibrariesShareOneGroup) {
    const auto all = clients();
    const auto& first = all[0];
    const auto& second = all[1];
    if (!has(first) || !has(second)) {
        GTEST_SKIP() << first.name << " or " << second.name
                     << " is not installed; ./dev interop installs them";
    }
    run(second, {"create", "orders", "4"});
    const auto one = start(first, {"consume", "orders", "mixed", "0"});
    const auto other = start(second, {"consume", "orders", "mixed", "0"});
    const auto end = std::chrono::steady_clock::now() + 60s;
    for (int round = 0; std::chrono::steady_clock::now() < end; ++round) {
        const auto prefix = fmt::format("round{}-", round);
        run(second, {"produce", "orders", "40", prefix});
        std::this_thread::sleep_for(500ms);
        const auto of_one = partitions_of(*one, prefix);
        const auto of_other = partitions_of(*other, prefix);
        if (of_one.size() == 2 && of_other.size() == 2) {
            for (const auto& partition : of_one) {
                EXPECT_FALSE(of_other.contains(partition)) << partition;
            }
            return;
        }
    }
    FAIL() << first.name << ":\n"
           << one->output() << one->errors() << second.name << ":\n"
           << other->output() << other->errors();
}

} // namespace
} // namespace muster::interop
