#include "tests/property/generated_code/storm.hpp"

#include "cli/machines/run_program.hpp"
#include "spec/pipeline/front_end.hpp"
#include "tests/property/generated_code/compare_code.hpp"
#include "tests/property/generated_code/library_of_specs.hpp"
#include "tests/property/generated_code/random_text.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/temp_dir.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <sstream>

namespace muster::test {

namespace {

constexpr const char* kRefused = "refused: ";

/// One spec of a batch.
struct Case {
    std::uint64_t seed = 0;
    std::string text;
    spec::TypedSpec spec;
    CodeOfSpec code;
};

/// The words of a refusal without the names of the spec.
std::string reason_of(const std::string& message) {
    std::string reason;
    bool in_name = false;
    for (const char letter : message) {
        if (letter == '`') {
            in_name = !in_name;
            reason += in_name ? "`" : "x`";
        } else if (!in_name) {
            reason += letter;
        }
    }
    return reason;
}

std::string mistakes_in(const spec::Diagnostics& diagnostics) {
    std::string text;
    for (const spec::Diagnostic& diagnostic : diagnostics.sorted()) {
        if (diagnostic.severity == spec::Severity::error) {
            text += fmt::format("{} at {}; ", diagnostic.message, diagnostic.primary.span.begin);
        }
    }
    return text;
}

/// The front end and the generator; nothing if one of them refuses the spec.
std::optional<Case> prepared(std::uint64_t seed, std::string text, Tally& tally) {
    tally.count("specs");
    spec::Diagnostics diagnostics;
    auto spec = spec::analyse(text, diagnostics);
    if (!spec) {
        tally.fault("the front end refuses the spec: " + mistakes_in(diagnostics));
        return std::nullopt;
    }
    auto code = code_of_spec(*spec, seed);
    if (!code) {
        tally.count(kRefused + reason_of(code.error()));
        return std::nullopt;
    }
    return Case{seed, std::move(text), *std::move(spec), *std::move(code)};
}

/// The first few lines with an error.
std::string errors_in(const std::string& output) {
    std::istringstream lines(output);
    std::string errors;
    int left = 3;
    for (std::string line; left > 0 && std::getline(lines, line);) {
        if (line.find("error: ") != std::string::npos) {
            errors += "\n  " + line;
            --left;
        }
    }
    return errors.empty() ? output : errors;
}

class Batch {
public:
    explicit Batch(const std::vector<Case>& cases)
        : cases_(cases) {}

    /// What is wrong, by seed.
    std::map<std::uint64_t, Tally> run() {
        for (const std::string& compiler : compilers()) {
            run_with(compiler, cases_);
        }
        return std::move(results_);
    }

private:
    void run_with(const std::string& compiler, const std::vector<Case>& cases) {
        std::vector<CodeOfSpec> codes;
        for (const Case& each : cases) {
            codes.push_back(each.code);
        }
        const TempDir folder;
        const auto begin = std::chrono::steady_clock::now();
        const auto library = LibraryOfSpecs::compile(compiler, codes, folder.path());
        const std::chrono::duration<double, std::milli> took =
            std::chrono::steady_clock::now() - begin;
        if (!library) {
            if (cases.size() > 1) { // one by one, to find out which
                for (const Case& each : cases) {
                    run_with(compiler, {each});
                }
            } else {
                results_[cases.front().seed].fault(
                    compiler + " refuses the generated code:" + errors_in(library.error()));
            }
            return;
        }
        results_[cases.front().seed].count(compiler + ", milliseconds of compiling",
                                           static_cast<std::size_t>(took.count()));
        for (const Case& each : cases) {
            Tally& result = results_[each.seed];
            result.count("compiled with " + compiler);
            const Tally found = compare_code(each.spec, library->steps_of(each.seed));
            for (const std::string& fault : found.faults()) {
                result.fault(compiler + ", " + fault);
            }
            for (const auto& [what, times] : found.counts()) {
                result.count(what, times);
            }
        }
    }

    const std::vector<Case>& cases_;
    std::map<std::uint64_t, Tally> results_;
};

void tell_fault(std::uint64_t seed, const std::string& text, const Tally& found) {
    fmt::print("code_storm 1 {}\n", seed);
    for (const std::string& fault : found.faults()) {
        fmt::print("  {}\n", fault);
    }
    fmt::print("{}\n", text);
    std::fflush(stdout);
}

} // namespace

std::vector<std::string> compilers() {
    std::vector<std::string> found;
    for (const char* name : {"g++", "clang++"}) {
        const auto said = cli::run_program({name, "--version"});
        if (said && said->status == 0) {
            found.emplace_back(name);
        }
    }
    return found;
}

Tally code_storm(const CodeStorm& storm) {
    Tally all;
    for (std::uint64_t done = 0; done < storm.count;) {
        std::vector<Case> cases;
        for (std::uint64_t i = 0; i < storm.batch && done < storm.count; ++i, ++done) {
            const std::uint64_t seed = storm.seed + done;
            Tally found;
            std::string text = random_text(seed);
            if (auto one = prepared(seed, text, found)) {
                cases.push_back(*std::move(one));
            }
            if (!found.faults().empty()) {
                tell_fault(seed, text, found);
            }
            all.add(found);
        }
        const auto results = Batch(cases).run();
        for (const Case& each : cases) {
            const Tally& found = results.at(each.seed);
            if (!found.faults().empty()) {
                all.count("specs with a fault");
                tell_fault(each.seed, each.text, found);
            }
            all.add(found);
        }
        fmt::print("{} of {} specs from seed {}\n{}", done, storm.count, storm.seed, all.text());
        std::fflush(stdout);
    }
    return all;
}

Tally code_of_texts(const std::vector<std::string>& texts) {
    Tally all;
    std::vector<Case> cases;
    for (const std::string& text : texts) {
        if (auto one = prepared(cases.size(), text, all)) {
            cases.push_back(*std::move(one));
        }
    }
    for (const auto& [number, found] : Batch(cases).run()) {
        all.add(found);
    }
    return all;
}

std::size_t refusals(const Tally& tally) {
    std::size_t count = 0;
    for (const auto& [what, times] : tally.counts()) {
        count += what.starts_with(kRefused) ? times : 0;
    }
    return count;
}

std::vector<std::string> undocumented_refusals(const Tally& tally) {
    const std::string docs =
        read_file(std::filesystem::path(MUSTER_SOURCE_DIR) / "docs" / "generated-code.md");
    std::vector<std::string> all;
    for (const auto& [what, times] : tally.counts()) {
        if (what.starts_with(kRefused)) {
            std::string reason = what.substr(std::string(kRefused).size());
            reason = reason.substr(0, reason.rfind(" cannot be generated"));
            if (docs.find("- " + reason) == std::string::npos) {
                all.push_back(reason);
            }
        }
    }
    return all;
}

} // namespace muster::test
