#include "checker/engines/cpu_time.hpp"
#include "checker/engines/induction.hpp"
#include "tests/bench/bench_protocols.hpp"
#include "tests/bench/peer_figures.hpp"
#include "tests/support/golden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <set>
#include <string>

// How long Muster takes to prove the protocols of other verifiers' suites, from their text, beside
// what mypyvy takes to verify them with the same kind of invariant. Seconds are of CPU.
namespace muster::test {
namespace {

struct Run {
    double seconds = 0;
    std::size_t properties = 0;
    std::size_t decided = 0; // of which Z3 decides all questions, by their shape
    bool proved = false;
};

Run prove(const std::string& text) {
    const double start = checker::cpu_seconds();
    checker::InductionOptions options;
    options.with_counterexamples = false;
    const checker::InductionReport report = checker::prove_by_induction(analysed(text), options);
    const auto decided = std::count_if(
        report.properties.begin(),
        report.properties.end(),
        [](const checker::PropertyProof& proof) { return proof.outside_fragment.empty(); });
    return {checker::cpu_seconds() - start,
            report.properties.size(),
            static_cast<std::size_t>(decided),
            report.all_proved()};
}

Run median_of_three(const std::string& text) {
    std::array<Run, 3> runs;
    std::generate(runs.begin(), runs.end(), [&] { return prove(text); });
    std::sort(
        runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.seconds < b.seconds; });
    runs[1].proved = std::all_of(runs.begin(), runs.end(), [](const Run& r) { return r.proved; });
    return runs[1];
}

std::optional<double> mypyvy_seconds(const std::string& protocol) {
    for (const PeerFigure& figure : mypyvy_figures()) {
        if (figure.protocol == protocol) {
            return figure.cpu_seconds;
        }
    }
    return std::nullopt;
}

void print_line(const std::string& protocol, const Run& run) {
    fmt::print("{:<34} {:<9} {:>5} {:>7} {:>8.3f}",
               protocol,
               run.proved ? "proved" : "OPEN",
               run.properties,
               run.decided,
               run.seconds);
    if (const auto peer = mypyvy_seconds(protocol)) {
        const double without_start = *peer - kMypyvyStartSeconds;
        fmt::print(" {:>8.2f} {:>7.1f} {:>8.2f} {:>7.1f}",
                   *peer,
                   *peer / run.seconds,
                   without_start,
                   without_start / run.seconds);
    }
    fmt::print("\n");
}

struct Totals {
    std::size_t protocols = 0;
    std::size_t proved = 0;
    std::size_t compared = 0;
    double seconds = 0;
    double seconds_compared = 0;
    double peer_seconds = 0;

    void add(const std::string& protocol, const Run& run) {
        ++protocols;
        proved += run.proved ? 1U : 0U;
        seconds += run.seconds;
        if (const auto peer = mypyvy_seconds(protocol)) {
            ++compared;
            seconds_compared += run.seconds;
            peer_seconds += *peer;
        }
    }
};

int run() {
    fmt::print("CPU seconds for proofs, from the text; mypyvy with its start and without ({} s), "
               "and how many times as long it takes\n\n",
               kMypyvyStartSeconds);
    fmt::print("{:<34} {:<9} {:>5} {:>7} {:>8} {:>8} {:>7} {:>8} {:>7}\n",
               "protocol",
               "",
               "props",
               "decided",
               "muster",
               "mypyvy",
               "ratio",
               "no start",
               "ratio");
    Totals totals;
    for (const std::string& protocol : bench_protocols()) {
        const Run run = median_of_three(read_file(bench_protocol_file(protocol)));
        print_line(protocol, run);
        totals.add(protocol, run);
    }
    const double no_start =
        totals.peer_seconds - kMypyvyStartSeconds * static_cast<double>(totals.compared);
    fmt::print(
        "\n{} of {} protocols proved in {:.2f} s; {} also by mypyvy: {:.2f} s, mypyvy {:.2f} "
        "s ({:.1f} times), without its start {:.2f} s ({:.1f} times)\n",
        totals.proved,
        totals.protocols,
        totals.seconds,
        totals.compared,
        totals.seconds_compared,
        totals.peer_seconds,
        totals.peer_seconds / totals.seconds_compared,
        no_start,
        no_start / totals.seconds_compared);
    return totals.proved == totals.protocols ? 0 : 1;
}

} // namespace
} // namespace muster::test

int main() {
    try {
        return muster::test::run();
    } catch (const std::exception& problem) {
        fmt::print(stderr, "{}\n", problem.what());
        return 2;
    }
}
