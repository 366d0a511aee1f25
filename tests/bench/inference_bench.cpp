#include "checker/infer/infer.hpp"
#include "spec/types/walk.hpp"
#include "tests/bench/bench_protocols.hpp"
#include "tests/bench/inference_figures.hpp"
#include "tests/support/golden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

// How many lemmas of an inductive proof Muster finds by itself: for each protocol of the suite of
// inference_figures.hpp, without its lemmas, whether its safety properties are proved for any size
// in the budget of CPU time. Every protocol is looked at in a process of its own.
namespace muster::test {
namespace {

namespace typed = spec::typed;
using checker::infer::InferOptions;
using checker::infer::InferReport;

struct Options {
    unsigned budget = 300; // of CPU seconds, for a protocol
    unsigned seed = 1;
    std::vector<std::string> only; // of the suite or of spec/protocols; all of the suite if empty
    std::vector<std::string> properties; // all if empty
    bool with_lemmas = false;            // print those that were found
    bool with_log = false;
    bool frames_only = false; // no guesses before frames
};

struct Size {
    std::size_t literals = 0;
    std::size_t quantifiers = 0; // variables that are bound

    void add(const spec::TypedSpec& spec, spec::ExprId id) {
        const typed::Expr& expr = spec.expr(id);
        if (const auto* quantifier = std::get_if<typed::Quantifier>(&expr.node)) {
            quantifiers += quantifier->binders.size();
            add(spec, quantifier->body);
        } else if (const auto* both = std::get_if<typed::Binary>(&expr.node);
                   both != nullptr && is_connective(both->op)) {
            add(spec, both->left);
            add(spec, both->right);
        } else if (const auto* unary = std::get_if<typed::Unary>(&expr.node)) {
            add(spec, unary->operand);
        } else {
            ++literals;
        }
    }

private:
    static bool is_connective(spec::BinaryOp op) {
        return op == spec::BinaryOp::logical_and || op == spec::BinaryOp::logical_or ||
               op == spec::BinaryOp::implies || op == spec::BinaryOp::iff;
    }
};

double seconds_of(const rusage& usage) {
    const auto of = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return of(usage.ru_utime) + of(usage.ru_stime);
}

std::string how_far(const InferReport& report) {
    std::string result;
    for (const auto& property : report.properties) {
        if (!property.proved &&
            report.spec.properties[property.property].kind != spec::PropertyKind::lemma) {
            result += fmt::format(
                "; {}: {}", report.spec.properties[property.property].name, property.reason);
        }
    }
    return result.empty() ? result : result.substr(2);
}

std::string line_of(const InferReport& report) {
    Size size;
    for (const auto& lemma : report.lemmas) {
        const auto& all = report.spec.properties;
        size.add(report.spec, std::find_if(all.begin(), all.end(), [&](const auto& property) {
                                  return property.name == lemma.name;
                              })->body);
    }
    return fmt::format("{:<7} {:>6} {:>8} {:>6} {}",
                       report.all_proved() ? "solved" : "open",
                       report.lemmas.size(),
                       size.literals,
                       size.quantifiers,
                       how_far(report));
}

std::string file_of(const std::string& protocol) {
    const auto known = bench_protocols();
    return std::find(known.begin(), known.end(), protocol) != known.end()
               ? bench_protocol_file(protocol).string()
               : std::string(MUSTER_SOURCE_DIR "/spec/protocols/") + protocol + ".muster";
}

/// In a process of its own; its standard output goes to the other one.
int look_for_lemmas(const std::string& protocol, const Options& options) {
    InferOptions infer;
    infer.ignore_lemmas = true;
    infer.seconds = options.budget;
    infer.seed = options.seed;
    infer.properties = options.properties;
    if (options.frames_only) {
        infer.guess_share = 0;
    }
    if (options.with_log) {
        infer.log = [](const std::string& line) {
            fmt::print(stderr, "{}\n", line);
        };
    }
    const InferReport report = checker::infer::infer(analysed(read_file(file_of(protocol))), infer);
    fmt::print("{}\n", line_of(report));
    for (std::size_t i = 0; options.with_lemmas && i < report.lemmas.size(); ++i) {
        fmt::print("    {}\n", report.lemmas[i].text);
    }
    std::fflush(stdout);
    return report.all_proved() ? 0 : 1;
}

struct Outcome {
    bool solved = false;
    double seconds = 0;
    std::string text;
};

std::string read_all(int descriptor) {
    std::string result;
    char buffer[4096];
    ssize_t count = 0;
    while ((count = read(descriptor, buffer, sizeof buffer)) > 0) {
        result.append(buffer, static_cast<std::size_t>(count));
    }
    return result;
}

Outcome run_apart(const std::string& protocol, const Options& options) {
    int ends[2];
    if (pipe(ends) != 0) {
        throw std::runtime_error("no pipe");
    }
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child < 0) {
        throw std::runtime_error("no process");
    }
    if (child == 0) {
        close(ends[0]);
        dup2(ends[1], STDOUT_FILENO);
        // What the search leaves of its budget does not bound one query of the proof after it.
        const rlim_t limit = options.budget * 2UL + 60;
        const rlimit cpu{limit, limit};
        setrlimit(RLIMIT_CPU, &cpu);
        int status = 2;
        try {
            status = look_for_lemmas(protocol, options);
        } catch (const std::exception& problem) {
            fmt::print("failed: {}\n", problem.what());
        }
        std::fflush(stdout);
        _exit(status);
    }
    close(ends[1]);
    Outcome outcome;
    outcome.text = read_all(ends[0]);
    close(ends[0]);
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    outcome.seconds = seconds_of(usage);
    outcome.solved = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (WIFSIGNALED(status)) {
        outcome.text = fmt::format("ended by signal {}\n", WTERMSIG(status));
    }
    while (!outcome.text.empty() && outcome.text.back() == '\n') {
        outcome.text.pop_back();
    }
    return outcome;
}

template <class Number>
std::string or_dash(const std::optional<Number>& number) {
    return number ? fmt::format("{}", *number) : "-";
}

void print_line(const InferenceFigure& figure, const Outcome& outcome) {
    fmt::print("{:<31} {:>6} {:>4} {:>6} {:>4} {:>8.1f} {}\n",
               figure.benchmark,
               or_dash(figure.ic3po_seconds),
               or_dash(figure.ic3po_conjuncts),
               or_dash(figure.endive_seconds),
               or_dash(figure.endive_conjuncts),
               outcome.seconds,
               outcome.text);
    std::fflush(stdout);
}

std::vector<InferenceFigure> chosen(const Options& options) {
    if (options.only.empty()) {
        return inference_figures();
    }
    std::vector<InferenceFigure> result;
    for (const std::string& name : options.only) {
        const auto& all = inference_figures();
        const auto found = std::find_if(all.begin(), all.end(), [&](const auto& figure) {
            return figure.benchmark == name || figure.protocol == name;
        });
        result.push_back(found == all.end() ? InferenceFigure{name, name, {}, {}, {}, {}} : *found);
    }
    return result;
}

int run(const Options& options) {
    fmt::print("Lemmas found with {} CPU seconds for the search, beside IC3PO and endive (seconds "
               "of time passed, and conjuncts)\n\n",
               options.budget);
    fmt::print("{:<31} {:>11} {:>11} {:>8} {:<7} {:>6} {:>8} {:>6}\n",
               "protocol",
               "IC3PO",
               "endive",
               "CPU s",
               "",
               "lemmas",
               "literals",
               "bound");
    std::size_t solved = 0;
    std::size_t looked_at = 0;
    for (const InferenceFigure& figure : chosen(options)) {
        if (figure.protocol.empty()) {
            print_line(figure, {false, 0, "not written in Muster's language"});
            continue;
        }
        const Outcome outcome = run_apart(std::string(figure.protocol), options);
        ++looked_at;
        solved += outcome.solved ? 1 : 0;
        print_line(figure, outcome);
    }
    fmt::print("\n{} of {} solved\n", solved, looked_at);
    return 0;
}

unsigned number(const std::string& text) {
    unsigned result = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
    if (error != std::errc() || end != text.data() + text.size()) {
        throw std::runtime_error(fmt::format("`{}` is no number", text));
    }
    return result;
}

Options parse(const std::vector<std::string>& words) {
    Options options;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto value = [&]() -> const std::string& {
            if (i + 1 == words.size()) {
                throw std::runtime_error(fmt::format("{} needs a value", words[i]));
            }
            return words[++i];
        };
        if (words[i] == "--budget") {
            options.budget = number(value());
        } else if (words[i] == "--seed") {
            options.seed = number(value());
        } else if (words[i] == "--only") {
            options.only.push_back(value());
        } else if (words[i] == "--property") {
            options.properties.push_back(value());
        } else if (words[i] == "--lemmas") {
            options.with_lemmas = true;
        } else if (words[i] == "--log") {
            options.with_log = true;
        } else if (words[i] == "--frames") {
            options.frames_only = true;
        } else {
            throw std::runtime_error(
                "usage: inference_bench [--budget SECONDS] [--seed N] "
                "[--only NAME]... [--property NAME]... [--lemmas] [--log] [--frames]");
        }
    }
    return options;
}

} // namespace
} // namespace muster::test

int main(int argc, char** argv) {
    try {
        return muster::test::run(muster::test::parse({argv + 1, argv + argc}));
    } catch (const std::exception& problem) {
        fmt::print(stderr, "{}\n", problem.what());
        return 2;
    }
}
