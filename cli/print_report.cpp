#include "cli/print_report.hpp"

#include "cli/common_notes.hpp"
#include "cli/generability.hpp"
#include "cli/print_explanation.hpp"
#include "cli/print_live.hpp"
#include "cli/print_runs.hpp"
#include "cli/report_words.hpp"
#include "spec/ast/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace muster::cli {

namespace {

using namespace checker; // NOLINT: this file prints what the checker found

class Printer {
public:
    Printer(const LoadedSpec& loaded, const CheckReport& report, Runs runs, std::ostream& out)
        : loaded_(loaded)
        , spec_(loaded.typed)
        , report_(report)
        , common_notes_(report)
        , runs_(runs)
        , out_(out) {}

    void print() {
        for (const std::string& text : report_.inconsistencies) {
            out_ << "inconsistent  " << text << ": nothing below means anything\n";
        }
        print_table();
        print_obligations();
        print_vacuous_parts();
        print_tests();
        for (const std::string& text : report_.instance_errors) {
            out_ << "not explored  " << text << '\n';
        }
        print_runs(loaded_, report_, runs_, out_);
        print_summary();
        common_notes_.print(out_);
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
                                           spec::word(property.kind),
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
            print_place(entry.verdict);
            for (const std::string& note : entry.notes) {
                if (!common_notes_.contains(note, entry.verdict.index())) {
                    out_ << fmt::format("{:<22} note: {}\n", "", note);
                }
            }
        }
        for (const LiveReport& entry : report_.lives) {
            print_live(loaded_, entry, width, out_);
            print_place(entry.finding.verdict);
        }
    }

    /// Where an engine could not go on.
    void print_place(const Verdict& verdict) {
        const auto* undecided = std::get_if<Undecided>(&verdict);
        if (undecided != nullptr && undecided->place) {
            out_ << fmt::format("{:<22} at {}\n", "", loaded_.sources.place(*undecided->place));
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
        if (!report_.proofs_stopped.empty()) {
            out_ << fmt::format("undecided  built in   {}\n", report_.proofs_stopped);
        } else if (report_.obligations.empty()) {
            out_ << fmt::format("proved     built in   {}  for any size ({}){}\n",
                                kBuiltIn,
                                counted(report_.obligations_proved, "obligation"),
                                timing());
        }
        for (const ObligationReport& entry : report_.obligations) {
            out_ << fmt::format("{:<9}  built in   {}: {}{}\n",
                                word(entry.verdict),
                                entry.proof.step,
                                holds_on_an_instance(entry) ? strength(entry.verdict)
                                                            : reason(entry),
                                timing());
            const spec::Span place = entry.proof.operation.value_or(entry.proof.span);
            if (place != spec::Span{}) {
                out_ << fmt::format("{:<22} at {}\n", "", loaded_.sources.place(place));
            }
            if (!entry.proof.help.empty()) {
                out_ << fmt::format("{:<22} help: {}\n", "", entry.proof.help);
            }
            for (const std::string& note : entry.notes) {
                out_ << fmt::format("{:<22} note: {}\n", "", note);
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

    void print_vacuous_parts() {
        const auto text = text_of(loaded_);
        for (const VacuousPart& part : report_.vacuous_parts) {
            const bool is_range = part.kind == VacuousPart::Kind::range;
            out_ << fmt::format("warning    {} says nothing: `{}` is {} instance {} ({} states{})\n"
                                "{:<22} at {}\n",
                                spec_.properties[part.property].name,
                                text(part.span),
                                is_range ? "empty in every state of" : "true in no state of",
                                part.instance,
                                part.states,
                                part.cuts.empty() ? "" : ", limited to " + joined(part.cuts),
                                "",
                                loaded_.sources.place(part.span));
        }
    }

    /// Those that fail, and how many pass: `muster test` names them.
    void print_tests() {
        std::size_t passed = 0;
        for (const TestReport& entry : report_.tests) {
            if (entry.result.passed) {
                ++passed;
            } else {
                print_failed_test(entry);
            }
        }
        if (passed > 0) {
            out_ << fmt::format(
                "passed     tests      {}{}\n",
                passed,
                passed == report_.tests.size() ? "" : fmt::format(" of {}", report_.tests.size()));
        }
    }

    void print_failed_test(const TestReport& entry) {
        out_ << fmt::format("failed     test       {}\n{:<22} {}\n{:<22} at {}\n",
                            spec_.tests[entry.test].title,
                            "",
                            entry.result.reason,
                            "",
                            loaded_.sources.place(entry.result.span));
        for (const std::string& note : entry.result.notes) {
            out_ << fmt::format("{:<22} {}\n", "", note);
        }
        for (const std::string& remark : entry.result.remarks) {
            out_ << fmt::format("{:<22} {}\n", "", remark);
        }
    }

    void print_summary() {
        std::size_t counts[6] = {};
        for (const PropertyReport& entry : report_.properties) {
            ++counts[entry.verdict.index()];
        }
        for (const LiveReport& entry : report_.lives) {
            ++counts[entry.finding.verdict.index()];
        }
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
        add_obligations(parts);
        add_tests(parts);
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
        if (!report_.stopped.empty()) {
            out_ << "ended early: " << report_.stopped << '\n';
        }
    }

    static bool holds_on_an_instance(const ObligationReport& entry) {
        return std::holds_alternative<HoldsOn>(entry.verdict);
    }

    void add_obligations(std::vector<std::string>& parts) const {
        std::size_t violated = 0;
        std::size_t on_an_instance = 0;
        std::size_t open = 0;
        for (const ObligationReport& entry : report_.obligations) {
            if (std::holds_alternative<Violated>(entry.verdict)) {
                ++violated;
            } else if (holds_on_an_instance(entry)) {
                ++on_an_instance;
            } else {
                ++open;
            }
        }
        const auto add = [&](std::size_t count, const char* what) {
            if (count > 0) {
                parts.push_back(counted(count, "built-in obligation") + what);
            }
        };
        add(on_an_instance, " on an instance alone");
        add(violated, " violated");
        add(open, " not proved");
    }

    void add_tests(std::vector<std::string>& parts) const {
        const auto failed =
            std::count_if(report_.tests.begin(),
                          report_.tests.end(),
                          [](const checker::TestReport& test) { return !test.result.passed; });
        if (failed > 0) {
            parts.push_back(counted(static_cast<std::size_t>(failed), "test") + " failed");
        }
    }

    void print_generability() {
        if (const auto obstacle = why_not_generable(spec_)) {
            out_ << fmt::format("note: this spec has no form in C++: {}  ({})\n",
                                obstacle->message,
                                loaded_.sources.place(obstacle->primary.span));
        }
    }

    const LoadedSpec& loaded_;
    const spec::TypedSpec& spec_;
    const CheckReport& report_;
    CommonNotes common_notes_;
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
