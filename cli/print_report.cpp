#include "cli/print_report.hpp"

#include "checker/trace/render_text.hpp"
#include "codegen/generate.hpp"
#include "spec/ast/overloaded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace muster::cli {

namespace {

using namespace checker; // NOLINT: this file prints what the checker found

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() ? "" : ", ") + part;
    }
    return text;
}

std::string_view word(const Verdict& verdict) {
    return std::visit(spec::overloaded{
                          [](const Proved&) { return "proved"; },
                          [](const HoldsOn&) { return "holds"; },
                          [](const NoViolationWithin&) { return "open"; },
                          [](const Violated&) { return "violated"; },
                          [](const Shown&) { return "shown"; },
                          [](const Undecided&) { return "undecided"; },
                      },
                      verdict);
}

std::string counted(std::size_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string run_length(const Trace& trace) {
    return counted(trace.steps.size() + (trace.ending ? 1 : 0), "step");
}

std::string strength(const Verdict& verdict) {
    return std::visit(
        spec::overloaded{
            [](const Proved&) { return std::string("for any size"); },
            [](const HoldsOn& v) {
                const std::string cut =
                    v.cuts.empty() ? "" : fmt::format(", cut at {}", joined(v.cuts));
                return fmt::format("on every reachable state of instance {} ({} states{})",
                                   v.instance,
                                   v.states,
                                   cut);
            },
            [](const NoViolationWithin& v) {
                return fmt::format("no violation within {} steps on instance {} ({})",
                                   v.depth,
                                   v.instance,
                                   v.limit);
            },
            [](const Violated& v) { return fmt::format("by a run of {}", run_length(v.trace)); },
            [](const Shown& v) { return fmt::format("by a run of {}", run_length(v.trace)); },
            [](const Undecided& v) { return v.text; },
        },
        verdict);
}

std::string_view kind_name(spec::PropertyKind kind) {
    switch (kind) {
    case spec::PropertyKind::invariant:
        return "invariant";
    case spec::PropertyKind::lemma:
        return "lemma";
    case spec::PropertyKind::step:
        return "step";
    case spec::PropertyKind::cover:
        return "cover";
    case spec::PropertyKind::axiom:
        return "axiom";
    }
    return {};
}

std::string fault_list(const spec::TypedSpec& spec, const std::vector<spec::FaultInfo>& faults) {
    static constexpr const char* kNames[] = {"crash", "stop", "arbitrary"};
    std::vector<std::string> parts;
    parts.reserve(faults.size());
    for (const spec::FaultInfo& fault : faults) {
        parts.push_back(fmt::format(
            "{} {}", kNames[static_cast<std::size_t>(fault.kind)], spec.role(fault.role).name));
    }
    return joined(parts);
}

class Printer {
public:
    Printer(const LoadedSpec& loaded, const CheckReport& report, Runs runs, std::ostream& out)
        : loaded_(loaded)
        , spec_(loaded.typed)
        , report_(report)
        , runs_(runs)
        , out_(out) {}

    void print() {
        for (const std::string& text : report_.inconsistencies) {
            out_ << "inconsistent  " << text << ": nothing below means anything\n";
        }
        print_table();
        print_obligations();
        print_tests();
        for (const std::string& text : report_.instance_errors) {
            out_ << "not explored  " << text << '\n';
        }
        print_runs();
        print_summary();
        print_common_notes();
        print_generability();
    }

private:
    void print_table() {
        std::size_t width = 0;
        for (const PropertyReport& entry : report_.properties) {
            width = std::max(width, spec_.properties[entry.property].name.size());
        }
        for (const LiveReport& entry : report_.lives) {
            width = std::max(width, spec_.lives[entry.live].name.size());
        }
        for (const PropertyReport& entry : report_.properties) {
            const spec::PropertyInfo& property = spec_.properties[entry.property];
            std::string line = fmt::format("{:<9}  {:<9}  {:<{}}  {}",
                                           word(entry.verdict),
                                           kind_name(property.kind),
                                           property.name,
                                           width,
                                           strength(entry.verdict));
            if (!property.without.empty()) {
                line += fmt::format(", without {}", fault_list(spec_, property.without));
            }
            if (property.kind != spec::PropertyKind::cover) {
                line += fmt::format("  {:.2f} s", entry.cpu_seconds);
            }
            out_ << line << '\n';
            for (const std::string& note : entry.notes) {
                if (!is_common(note, entry.verdict.index())) {
                    out_ << fmt::format("{:<22} note: {}\n", "", note);
                }
            }
        }
        for (const LiveReport& entry : report_.lives) {
            const spec::LiveInfo& live = spec_.lives[entry.live];
            out_ << fmt::format(
                "undecided  live       {:<{}}  {}\n", live.name, width, entry.verdict.text);
        }
    }

    /// Whether all of several properties carry the note.
    [[nodiscard]] bool is_on_all(const std::string& note) const {
        return report_.properties.size() > 1 &&
               std::all_of(report_.properties.begin(),
                           report_.properties.end(),
                           [&](const PropertyReport& entry) {
                               return std::find(entry.notes.begin(), entry.notes.end(), note) !=
                                      entry.notes.end();
                           });
    }

    /// Whether all properties carry the note, or all with a verdict of this strength, several of
    /// them: then it is said once, at the end.
    [[nodiscard]] bool is_common(const std::string& note, std::size_t strength) const {
        if (is_on_all(note)) {
            return true;
        }
        std::size_t carriers = 0;
        for (const PropertyReport& entry : report_.properties) {
            if (entry.verdict.index() != strength) {
                continue;
            }
            if (std::find(entry.notes.begin(), entry.notes.end(), note) == entry.notes.end()) {
                return false;
            }
            ++carriers;
        }
        return carriers > 1;
    }

    /// The words for the verdicts below which the note was left out, in the order of the report.
    [[nodiscard]] std::vector<std::string> said_of(const std::string& note) const {
        std::vector<std::string> words;
        for (const PropertyReport& entry : report_.properties) {
            const bool left_out =
                std::find(entry.notes.begin(), entry.notes.end(), note) != entry.notes.end() &&
                is_common(note, entry.verdict.index());
            const std::string what = fmt::format("`{}`", word(entry.verdict));
            if (left_out && std::find(words.begin(), words.end(), what) == words.end()) {
                words.push_back(what);
            }
        }
        return words;
    }

    void print_common_notes() {
        std::vector<std::string> said;
        for (const PropertyReport& entry : report_.properties) {
            for (const std::string& note : entry.notes) {
                const std::vector<std::string> words = said_of(note);
                if (words.empty() || std::find(said.begin(), said.end(), note) != said.end()) {
                    continue;
                }
                said.push_back(note);
                out_ << (is_on_all(note)
                             ? fmt::format("note on every verdict: {}\n", note)
                             : fmt::format("note on all that is {}: {}\n", joined(words), note));
            }
        }
    }

    /// What every verdict of a model with timing assumptions rests on.
    std::string timing() const {
        std::string text;
        for (const spec::TimingAssumption& assumption : spec_.timing) {
            text += ", assuming timing " + assumption.name;
        }
        return text;
    }

    void print_obligations() {
        if (report_.obligations.empty()) {
            out_ << fmt::format(
                "proved     built in   every operation is defined, every message is "
                "handled in one way  for any size ({}){}\n",
                counted(report_.obligations_proved, "obligation"),
                timing());
        }
        for (const ObligationReport& entry : report_.obligations) {
            out_ << fmt::format("{:<9}  built in   {}: {}{}\n",
                                word(entry.verdict),
                                entry.proof.step,
                                reason(entry),
                                timing());
            const spec::Span place = entry.proof.operation.value_or(entry.proof.span);
            out_ << fmt::format("{:<22} at {}\n", "", loaded_.sources.place(place));
            if (!entry.proof.help.empty()) {
                out_ << fmt::format("{:<22} help: {}\n", "", entry.proof.help);
            }
        }
        for (const ImpossibleStep& entry : report_.impossible_steps) {
            const std::string place =
                entry.span == spec::Span{}
                    ? ""
                    : fmt::format("  ({})", loaded_.sources.place(entry.span));
            out_ << fmt::format("warning    {} can never happen{}\n", entry.step, place);
        }
    }

    /// What is wrong: as it happened in a run, or else as it may.
    static std::string reason(const ObligationReport& entry) {
        const auto* violated = std::get_if<Violated>(&entry.verdict);
        return violated != nullptr && violated->failure ? violated->failure->text
                                                        : entry.proof.reason;
    }

    void print_tests() {
        for (const TestReport& entry : report_.tests) {
            const spec::TestInfo& test = spec_.tests[entry.test];
            out_ << fmt::format(
                "{:<9}  test       {}\n", entry.result.passed ? "passed" : "failed", test.title);
            if (!entry.result.passed) {
                out_ << fmt::format("{:<22} {}\n{:<22} at {}\n",
                                    "",
                                    entry.result.reason,
                                    "",
                                    loaded_.sources.place(entry.result.span));
                for (const std::string& note : entry.result.notes) {
                    out_ << fmt::format("{:<22} {}\n", "", note);
                }
            }
        }
    }

    void print_runs() {
        for (const PropertyReport& entry : report_.properties) {
            const spec::PropertyInfo& property = spec_.properties[entry.property];
            print_run(entry.verdict, property.name, property.span, property.body);
            if (entry.not_inductive) {
                print_step(
                    *entry.not_inductive,
                    property.name,
                    fmt::format("{}  ({})", property.name, loaded_.sources.place(property.span)),
                    property.body);
            }
        }
        for (const ObligationReport& entry : report_.obligations) {
            print_run(entry.verdict, reason(entry), entry.proof.span, {});
        }
    }

    std::string
    run_text(const Trace& trace, const std::string& conclusion, spec::ExprId shown) const {
        TextOptions options;
        options.place = [this](spec::Span span) {
            return loaded_.sources.place(span);
        };
        options.conclusion = conclusion;
        options.shown = shown;
        return render_text(system_of(spec_, trace), trace, options);
    }

    /// A run that ends in a failed step says so itself.
    static std::string conclusion_of(const Violated& verdict, const std::string& property) {
        if (verdict.trace.ending) {
            return "";
        }
        return property + (verdict.failure ? " is undefined" : " is false");
    }

    void print_run(const Verdict& verdict,
                   const std::string& property,
                   spec::Span span,
                   spec::ExprId formula) {
        const std::string what = fmt::format("{}  ({})", property, loaded_.sources.place(span));
        if (const auto* violated = std::get_if<Violated>(&verdict)) {
            out_ << "\nviolated  " << what << "  shortest run, " << run_length(violated->trace)
                 << '\n'
                 << run_text(violated->trace, conclusion_of(*violated, property), formula);
            if (violated->failure && !(violated->trace.ending && violated->failure->span == span)) {
                out_ << "  " << violated->failure->text << "  ("
                     << loaded_.sources.place(violated->failure->span) << ")\n";
            }
        } else if (const auto* shown = std::get_if<Shown>(&verdict);
                   shown != nullptr && runs_ == Runs::all) {
            out_ << "\nshown  " << what << "  shortest run, " << run_length(shown->trace) << '\n'
                 << run_text(shown->trace, property + " is reached", formula);
        } else if (const auto* open = std::get_if<Undecided>(&verdict);
                   open != nullptr && open->counterexample) {
            print_step(*open->counterexample, property, what, formula);
        }
    }

    /// The two states of a failed induction step, which are no run.
    void print_step(const Trace& step,
                    const std::string& property,
                    const std::string& what,
                    spec::ExprId formula) {
        const char* what_happens =
            step.ending ? "One step goes wrong" : "One step breaks the property";
        out_ << "\nnot inductive  " << what << "\n  " << what_happens
             << ", but its first state may be unreachable:\n"
             << run_text(step, step.ending ? "" : property + " is false", formula);
    }

    void print_summary() {
        std::size_t counts[6] = {};
        for (const PropertyReport& entry : report_.properties) {
            ++counts[entry.verdict.index()];
        }
        counts[Verdict(Undecided{}).index()] += report_.lives.size();
        static constexpr const char* kWords[6] = {"proved for any size",
                                                  "on an instance alone",
                                                  "open",
                                                  "violated",
                                                  "shown",
                                                  "undecided"};
        std::vector<std::string> parts;
        for (std::size_t i = 0; i < 6; ++i) {
            if (counts[i] > 0) {
                parts.push_back(fmt::format("{} {}", counts[i], kWords[i]));
            }
        }
        if (!report_.obligations.empty()) {
            parts.push_back(counted(report_.obligations.size(), "built-in obligation") +
                            " not proved");
        }
        if (report_.properties.empty() && report_.lives.empty()) {
            parts.insert(parts.begin(),
                         "nothing to check: the spec has no `invariant`, `step`, `cover` or "
                         "`live`");
        }
        if (!spec_.faults.empty()) {
            out_ << "\nunder " << fault_list(spec_, spec_.faults);
        }
        out_ << '\n'
             << spec_.name << ": " << joined(parts)
             << fmt::format("  ({:.2f} s of CPU for proofs)\n", report_.cpu_seconds);
    }

    /// A spec may only model; then nothing here is about code that runs.
    void print_generability() {
        spec::Diagnostics diagnostics;
        codegen::generate(spec_, {}, diagnostics);
        for (const spec::Diagnostic& diagnostic : diagnostics.sorted()) {
            if (diagnostic.code == spec::Code::not_generable) {
                out_ << fmt::format("note: this spec has no form in C++: {}  ({})\n",
                                    diagnostic.message,
                                    loaded_.sources.place(diagnostic.primary.span));
                return;
            }
        }
    }

    const LoadedSpec& loaded_;
    const spec::TypedSpec& spec_;
    const CheckReport& report_;
    Runs runs_;
    std::ostream& out_;
};

} // namespace

void print_report(const LoadedSpec& loaded,
                  const CheckReport& report,
                  Runs runs,
                  std::ostream& out) {
    Printer(loaded, report, runs, out).print();
}

} // namespace muster::cli
