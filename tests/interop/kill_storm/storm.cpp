#include "tests/interop/kill_storm/storm.hpp"

#include "tests/interop/kill_storm/life.hpp"
#include "tests/interop/kill_storm/load_client.hpp"
#include "tests/interop/kill_storm/reading.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <random>
#include <thread>

namespace muster::interop {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kClients = 4;

class Storm {
public:
    explicit Storm(std::uint64_t seed)
        : random_(seed) {
        for (std::size_t number = 0; number < kClients; ++number) {
            clients_.emplace_back(number, ledger_, random_());
        }
    }

    StormReport run(int kills) {
        while (report_.kills < kills && ledger_.faults().empty()) {
            if (random_() % 8 == 0) {
                kill_while_starting();
            } else {
                live(random_() % 4 == 0 ? Moment::recovering : Moment::settled);
            }
            ++report_.kills;
        }
        if (ledger_.faults().empty()) {
            live(Moment::last);
        }
        report_.counts = ledger_.counts();
        report_.faults = ledger_.faults();
        return report_;
    }

private:
    /// When the server is killed: soon after it listens; after all clients were in a stable
    /// generation; or after that at the end of the storm.
    enum class Moment { recovering, settled, last };

    void kill_while_starting() {
        Life life(folder_.path(), kClients);
        life.wait(std::chrono::microseconds(random_() % 40'000));
        ++report_.while_starting;
    }

    void live(Moment moment) {
        Life life(folder_.path(), kClients);
        const auto address = life.listening();
        if (!address) {
            ledger_.fault("the server does not start:\n" + life.log());
            return;
        }
        const bool is_full = moment == Moment::last || report_.kills % 20 == 0;
        check_what_is_stored(
            *address, kClients, is_full ? Extent::everything : Extent::rest, ledger_);
        if (!ledger_.faults().empty()) {
            return;
        }
        std::vector<std::thread> threads;
        for (auto& client : clients_) {
            threads.emplace_back([&] { client.work(*address, life); });
        }
        if (moment == Moment::recovering) {
            ++report_.while_recovering;
            end_at_random(life, {.acknowledgements = 30, .time_us = 40'000});
        } else if (settle(life) && moment == Moment::settled) {
            life.is_restless = true;
            end_at_random(life, {.acknowledgements = 120, .time_us = 200'000});
        }
        life.kill();
        for (auto& thread : threads) {
            thread.join();
        }
    }

    struct Most {
        unsigned acknowledgements = 0;
        unsigned time_us = 0;
    };

    /// Half of the kills come right behind an acknowledgement, where one that was given too early
    /// is noticed best, the others at any time.
    void end_at_random(Life& life, const Most& most) {
        if (random_() % 2 == 0) {
            life.kill_after(1 + static_cast<int>(random_() % most.acknowledgements));
            life.wait(2s);
        } else {
            life.wait(std::chrono::microseconds(random_() % most.time_us));
        }
    }

    bool settle(Life& life) {
        constexpr auto kLongest = 10s;
        const auto start = std::chrono::steady_clock::now();
        if (!life.settles(kLongest)) {
            ledger_.fault(fmt::format("not every client is in a stable generation after {} s:\n{}",
                                      kLongest.count(),
                                      life.log()));
            return false;
        }
        const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now() - start);
        report_.longest_settling_ms =
            std::max<std::int64_t>(report_.longest_settling_ms, took.count());
        return true;
    }

    runtime::TemporaryFolder folder_;
    std::mt19937_64 random_;
    Ledger ledger_{kClients};
    std::deque<LoadClient> clients_;
    StormReport report_;
};

} // namespace

StormReport kill_storm(int kills, std::uint64_t seed) {
    return Storm(seed).run(kills);
}

std::string describe(const StormReport& report, int kills, std::uint64_t seed) {
    auto text = fmt::format(
        "kill_storm {} {}\n{} kills, {} of them while the server started and {} soon after; "
        "{} generations, {} commits, {} batches; all clients stable within {} ms\n",
        kills,
        seed,
        report.kills,
        report.while_starting,
        report.while_recovering,
        report.counts.generations,
        report.counts.commits,
        report.counts.batches,
        report.longest_settling_ms);
    for (const auto& fault : report.faults) {
        text += "fault: " + fault + "\n";
    }
    return text;
}

} // namespace muster::interop
