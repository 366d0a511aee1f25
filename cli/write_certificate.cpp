#include "cli/write_certificate.hpp"

#include "cli/embedded_texts.hpp"
#include "cli/print_live.hpp"
#include "cli/print_runs.hpp"
#include "cli/report_words.hpp"
#include "cli/version.hpp"
#include "cli/write_files.hpp"
#include "spec/ast/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <ostream>
#include <set>
#include <tuple>

namespace muster::cli {

using namespace checker; // NOLINT: this file writes what the checker found

namespace {

/// What a file name can hold.
std::string letters_of(const std::string& text) {
    std::string letters;
    for (const char c : text) {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
        letters += plain ? c : '-';
    }
    return letters;
}

class Writer {
public:
    Writer(const LoadedSpec& loaded, const CheckReport& report, std::filesystem::path directory)
        : loaded_(loaded)
        , spec_(loaded.typed)
        , report_(report)
        , directory_(std::move(directory)) {}

    /// The file that could not be written, and why; empty if all were.
    std::string write() {
        std::error_code error;
        std::filesystem::create_directories(directory_ / "queries", error);
        std::string names;
        for (const Certificate& certificate : report_.certificates) {
            for (const CertifiedQuery& query : certificate.queries) {
                const std::string name =
                    fmt::format("queries/{:05}-{}{}.smt2",
                                ++count_,
                                letters_of(query.subject),
                                query.place.empty() || query.place == query.subject
                                    ? ""
                                    : "-" + letters_of(query.place));
                put(name, comment(certificate, query) + query.text);
                names += name + "\n";
            }
        }
        put("queries.txt", names);
        put("certificate.txt", summary());
        for (const EmbeddedText& file : certificate_files()) {
            put(std::string(file.name), std::string(file.text));
        }
        return failed_;
    }

private:
    void put(const std::string& name, const std::string& text) {
        if (!failed_.empty()) {
            return;
        }
        const std::filesystem::path path = directory_ / name;
        if (const auto done = write_new_file(path, text); !done) {
            failed_ = fmt::format("{}: {}", path.string(), done.error());
        }
    }

    [[nodiscard]] std::string faults_of(const Certificate& certificate) const {
        std::vector<spec::FaultInfo> faults;
        for (const spec::FaultInfo& fault : spec_.faults) {
            const auto& without = certificate.without;
            if (std::find(without.begin(), without.end(), fault) == without.end()) {
                faults.push_back(fault);
            }
        }
        return faults.empty() ? "without faults" : "under " + fault_list(spec_, faults);
    }

    std::string comment(const Certificate& certificate, const CertifiedQuery& query) {
        // One question for every path through a step: they are told apart by their number.
        const std::size_t number =
            ++numbers_[{faults_of(certificate), query.kind, query.subject + " " + query.place}];
        return fmt::format("; {}, {}\n; {}\n", spec_.name, faults_of(certificate), about(query)) +
               fmt::format("; question {} about this. Muster {} found that nothing satisfies it.\n",
                           number,
                           kVersion);
    }

    /// What the assertions of a query say.
    [[nodiscard]] std::string about(const CertifiedQuery& query) const {
        switch (query.kind) {
        case CertifiedQuery::Kind::property:
            return fmt::format("{} {}, {}: the assumptions hold, this happens along one path, and "
                               "the property is false",
                               spec::word(spec_.properties[*query.property].kind),
                               query.subject,
                               query.place);
        case CertifiedQuery::Kind::never_twice:
            return fmt::format("never two equal {} in flight, {}: the assumptions hold, this "
                               "happens along one path, and there are two",
                               query.subject,
                               query.place);
        case CertifiedQuery::Kind::transitive:
            return fmt::format("step {}: it holds from one state to a second, from there to a "
                               "third, and not from the first to the third",
                               query.subject);
        case CertifiedQuery::Kind::obligation:
            return fmt::format("built in, {} at {}: the assumptions hold, and what is owed there "
                               "is false",
                               query.subject,
                               loaded_.sources.place(query.span));
        case CertifiedQuery::Kind::no_path:
            return fmt::format("{}: the assumptions hold, and it takes a path that was left out "
                               "because nothing can take it",
                               query.subject);
        }
        return {};
    }

    [[nodiscard]] std::string source_of(spec::ExprId body) const {
        const spec::Span span = spec_.expr(body).span;
        if (span == spec::Span{}) {
            return "(not written in the spec)"; // a lemma that `--infer` found
        }
        const spec::SourceFile& file = loaded_.sources.file_at(span.begin);
        std::string line;
        for (const char c : file.text().substr(span.begin - file.base(), span.end - span.begin)) {
            const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
            if (!blank || (!line.empty() && line.back() != ' ')) {
                line += blank ? ' ' : c;
            }
        }
        return line;
    }

    [[nodiscard]] std::string line_of(std::size_t property) const {
        const spec::PropertyInfo& info = spec_.properties[property];
        return fmt::format("  {} {}: {}\n", spec::word(info.kind), info.name, source_of(info.body));
    }

    [[nodiscard]] std::string summary() const {
        std::string text = fmt::format(
            "What the proofs about `{}` rest on\nwritten by Muster {}\n\n"
            "Each file of queries/ asks whether a set of formulas can hold together. That none of "
            "them can is\nthe proof. `sh check.sh` asks other solvers; queries.txt has the names "
            "of all files.\n",
            spec_.name,
            kVersion);
        for (const std::string& inconsistency : report_.inconsistencies) {
            text += fmt::format("\nNothing below means anything: {}.\n", inconsistency);
        }
        for (const Certificate& certificate : report_.certificates) {
            text += proof_of(certificate);
        }
        return text + not_covered() + trusted();
    }

    [[nodiscard]] std::string proof_of(const Certificate& certificate) const {
        std::string text = fmt::format(
            "\nProof {}, for any size ({})\n\n", faults_of(certificate), counts_of(certificate));
        text += "Assumed before every step, and shown at the start and after every step:\n";
        const auto list = [&](const std::vector<std::size_t>& properties, bool steps) {
            std::string lines;
            for (const std::size_t property : properties) {
                if ((spec_.properties[property].kind == spec::PropertyKind::step) == steps) {
                    lines += line_of(property);
                }
            }
            return lines;
        };
        std::string state = list(certificate.proved, false);
        for (const spec::MessageId message : certificate.never_twice) {
            state += fmt::format("  of {} no two equal ones are ever in flight at once\n",
                                 spec_.message(message).name);
        }
        text += state.empty() ? "  nothing\n" : state;
        if (const std::string known = list(certificate.known, false); !known.empty()) {
            text += "Assumed before every step, and shown above under more faults:\n" + known;
        }
        if (const std::string steps = list(certificate.proved, true); !steps.empty()) {
            text += "Shown of every step:\n" + steps;
        }
        return text;
    }

    static std::string counts_of(const Certificate& certificate) {
        std::size_t counts[5] = {};
        for (const CertifiedQuery& query : certificate.queries) {
            ++counts[static_cast<std::size_t>(query.kind)];
        }
        return fmt::format("{} queries: {} about properties, {} about messages in flight, {} "
                           "about two steps in a row, {} about what is built in, {} about paths "
                           "that are none",
                           certificate.queries.size(),
                           counts[0],
                           counts[1],
                           counts[2],
                           counts[3],
                           counts[4]);
    }

    [[nodiscard]] std::string not_covered() const {
        std::set<std::size_t> proved;
        for (const Certificate& certificate : report_.certificates) {
            proved.insert(certificate.proved.begin(), certificate.proved.end());
        }
        std::string lines;
        for (std::size_t i = 0; i < spec_.properties.size(); ++i) {
            const spec::PropertyInfo& property = spec_.properties[i];
            if (property.kind == spec::PropertyKind::axiom) {
                continue;
            }
            const auto entry = std::find_if(report_.properties.begin(),
                                            report_.properties.end(),
                                            [&](const auto& one) { return one.property == i; });
            const bool said = entry != report_.properties.end();
            if (said ? !std::holds_alternative<Proved>(entry->verdict) : !proved.contains(i)) {
                lines += fmt::format(
                    "  {} {}: {}\n",
                    spec::word(property.kind),
                    property.name,
                    said ? fmt::format("{} {}", word(entry->verdict), strength(entry->verdict))
                         : "not asked for, and not proved");
            }
        }
        for (const LiveReport& entry : report_.lives) {
            lines += fmt::format("  live {}: {} {}\n",
                                 spec_.lives[entry.live].name,
                                 word(entry.finding.verdict),
                                 live_strength(entry.finding));
        }
        for (const ObligationReport& entry : report_.obligations) {
            lines += fmt::format("  built in, {} at {}: {} ({})\n",
                                 entry.proof.step,
                                 loaded_.sources.place(entry.proof.span),
                                 word(entry.verdict),
                                 reason(entry));
        }
        if (!report_.proofs_stopped.empty()) {
            lines += fmt::format("  what the proofs did not come to: they ended early ({})\n",
                                 report_.proofs_stopped);
        }
        return lines.empty() ? "\nEverything that the spec asks for is covered.\n"
                             : "\nNot covered, so that these files say nothing about it:\n" + lines;
    }

    /// What nobody checks who only asks the queries.
    [[nodiscard]] std::string trusted() const {
        std::string text =
            "\nTaken on trust: that Muster asks the right questions. It turns the spec into "
            "formulas, folds constants\non the way, and asks about a property only where a step "
            "changes something that the property mentions.\nThat the axioms of a spec do not "
            "contradict each other is checked by Muster and not by these files.\n";
        for (const spec::TimingAssumption& assumption : spec_.timing) {
            text += fmt::format("Everything is shown assuming timing {}.\n", assumption.name);
        }
        return text;
    }

    const LoadedSpec& loaded_;
    const spec::TypedSpec& spec_;
    const CheckReport& report_;
    std::filesystem::path directory_;
    std::size_t count_ = 0;
    std::map<std::tuple<std::string, CertifiedQuery::Kind, std::string>, std::size_t> numbers_;
    std::string failed_;
};

} // namespace

bool write_certificate(const LoadedSpec& loaded,
                       const CheckReport& report,
                       const std::filesystem::path& directory,
                       const Context& context) {
    const std::string failed = Writer(loaded, report, directory).write();
    if (!failed.empty()) {
        context.err << "muster: cannot write " << failed << '\n';
    }
    return failed.empty();
}

} // namespace muster::cli
