#include "cli/print_mutations.hpp"

#include "cli/report_words.hpp"
#include "cli/version.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace muster::cli {

namespace {

using checker::Judgement;
using checker::Mutant;
using Kind = Judgement::Kind;

/// What a list says of one change.
std::string verdict(const Mutant& mutant) {
    if (mutant.is_ill_typed) {
        return "ill-typed";
    }
    if (!mutant.judgement) {
        return "not tried";
    }
    const std::string& by = mutant.judgement->by;
    switch (mutant.judgement->kind) {
    case Kind::failed_test:
        return fmt::format("noticed by the test \"{}\"", by);
    case Kind::violated:
        return fmt::format("noticed by a run: {}", by);
    case Kind::lost_cover:
        return fmt::format("noticed by the cover {}", by);
    case Kind::unproved:
        return fmt::format("noticed by a proof: {}", by);
    case Kind::same_behaviour:
        return "same behaviour";
    case Kind::survived:
        return "survived";
    case Kind::undecided:
        return "undecided";
    }
    return {};
}

const char* name_of(Kind kind) {
    switch (kind) {
    case Kind::failed_test:
        return "failed_test";
    case Kind::violated:
        return "violated";
    case Kind::lost_cover:
        return "lost_cover";
    case Kind::unproved:
        return "unproved";
    case Kind::same_behaviour:
        return "same_behaviour";
    case Kind::survived:
        return "survived";
    case Kind::undecided:
        return "undecided";
    }
    return "";
}

bool is_open(const Mutant& mutant) {
    return mutant.judgement &&
           (mutant.judgement->kind == Kind::survived || mutant.judgement->kind == Kind::undecided);
}

/// The change as a file of reasons has it, with its place and whatever else stands in the line.
void print_change(const LoadedSpec& loaded,
                  const Mutant& mutant,
                  const std::string& more,
                  std::ostream& out) {
    out << fmt::format("{}  {}{}\n- {}\n",
                       spec::word(mutant.mutation.kind),
                       loaded.sources.place(mutant.mutation.span),
                       more.empty() ? "" : "  " + more,
                       mutant.before);
    if (mutant.after.empty()) {
        out << "+\n";
    } else {
        out << "+ " << mutant.after << '\n';
    }
}

/// In whole percent, rounded down.
std::size_t score(const checker::MutationReport& report) {
    constexpr std::size_t kWhole = 100;
    return report.noticeable() == 0 ? kWhole : report.noticed() * kWhole / report.noticeable();
}

void print_counts(const checker::MutationReport& report, std::ostream& out) {
    const auto ill_typed = std::count_if(report.mutants.begin(),
                                         report.mutants.end(),
                                         [](const Mutant& mutant) { return mutant.is_ill_typed; });
    out << fmt::format(
        "{}, {} of them ill-typed\n", counted(report.mutants.size(), "change"), ill_typed);
    out << fmt::format(
        "  noticed    {:>4}  by a test {}, by a run {}, by a cover {}, by a proof {}\n",
        report.noticed(),
        report.count(Kind::failed_test),
        report.count(Kind::violated),
        report.count(Kind::lost_cover),
        report.count(Kind::unproved));
    out << fmt::format("  same       {:>4}  they behave alike on every instance\n",
                       report.count(Kind::same_behaviour));
    out << fmt::format("  survived   {:>4}\n", report.count(Kind::survived));
    out << fmt::format("  undecided  {:>4}\n", report.count(Kind::undecided));
}

} // namespace

void print_mutants(const LoadedSpec& loaded,
                   const std::vector<Mutant>& mutants,
                   std::ostream& out) {
    for (const Mutant& mutant : mutants) {
        print_change(loaded, mutant, "", out);
        out << '\n';
    }
    out << counted(mutants.size(), "change") << '\n';
}

void print_mutations(const LoadedSpec& loaded,
                     const checker::MutationReport& report,
                     std::vector<MutationReason>& reasons,
                     ShownMutants shown,
                     std::ostream& out) {
    for (const Mutant& mutant : report.mutants) {
        if (shown == ShownMutants::survivors && !is_open(mutant)) {
            continue;
        }
        print_change(loaded, mutant, verdict(mutant), out);
        const MutationReason* reason = is_open(mutant) ? use_reason(reasons, mutant) : nullptr;
        out << (reason != nullptr ? reason->text + "\n\n" : "\n");
    }
    print_counts(report, out);
    out << fmt::format("score {} %: {} of {} changes of behaviour are noticed\n",
                       score(report),
                       report.noticed(),
                       report.noticeable());
    for (const MutationReason& reason : reasons) {
        if (!reason.is_used) {
            out << fmt::format("no such survivor: {}: {}\n", reason.kind, reason.before);
        }
    }
}

void print_mutations_json(const LoadedSpec& loaded,
                          const checker::MutationReport& report,
                          std::vector<MutationReason>& reasons,
                          std::ostream& out) {
    using Json = nlohmann::ordered_json;
    constexpr int kIndent = 1;
    Json changes = Json::array();
    for (const Mutant& mutant : report.mutants) {
        const auto position = loaded.sources.main().position(mutant.mutation.span.begin);
        Json change = {{"kind", spec::word(mutant.mutation.kind)},
                       {"line", position.line},
                       {"column", position.column},
                       {"before", mutant.before},
                       {"after", mutant.after},
                       {"judgement",
                        mutant.is_ill_typed ? "ill_typed"
                        : mutant.judgement  ? name_of(mutant.judgement->kind)
                                            : "not_tried"}};
        if (mutant.judgement && !mutant.judgement->by.empty()) {
            change["by"] = mutant.judgement->by;
        }
        if (const MutationReason* reason =
                is_open(mutant) ? use_reason(reasons, mutant) : nullptr) {
            change["reason"] = reason->text;
        }
        changes.push_back(std::move(change));
    }
    Json unused = Json::array();
    for (const MutationReason& reason : reasons) {
        if (!reason.is_used) {
            unused.push_back(reason.before);
        }
    }
    const Json report_json = {{"muster", kVersion},
                              {"file", loaded.sources.main().name()},
                              {"noticed", report.noticed()},
                              {"noticeable", report.noticeable()},
                              {"score", score(report)},
                              {"changes", std::move(changes)},
                              {"unused_reasons", std::move(unused)}};
    out << report_json.dump(kIndent) << '\n';
}

} // namespace muster::cli
