#include "checker/mutate/mutate.hpp"

#include "spec/parse/parse.hpp"
#include "spec/pipeline/front_end.hpp"

#include <algorithm>

namespace muster::checker {
namespace {

/// The first of these lines that says something, with `…` if others follow.
std::string shown(std::string_view lines) {
    constexpr std::string_view kBlank = " \t\n\r";
    const std::size_t begin = lines.find_first_not_of(kBlank);
    if (begin == std::string_view::npos) {
        return "";
    }
    lines.remove_prefix(begin);
    lines = lines.substr(0, lines.find_last_not_of(kBlank) + 1);
    const std::size_t end = lines.find('\n');
    if (end == std::string_view::npos) {
        return std::string(lines);
    }
    return std::string(lines.substr(0, end)) + " …";
}

Mutant mutant_of(std::string_view text, spec::Mutation mutation) {
    const auto [begin, end] = mutation.span;
    const std::size_t newline = begin == 0 ? std::string_view::npos : text.rfind('\n', begin - 1);
    const std::size_t first = newline == std::string_view::npos ? 0 : newline + 1;
    const std::size_t last = std::min(text.find('\n', end), text.size());
    const std::string after = std::string(text.substr(first, begin - first)) +
                              mutation.replacement + std::string(text.substr(end, last - end));
    return {std::move(mutation), shown(text.substr(first, last - first)), shown(after)};
}

} // namespace

std::size_t MutationReport::count(Judgement::Kind kind) const {
    return static_cast<std::size_t>(
        std::count_if(mutants.begin(), mutants.end(), [&](const Mutant& mutant) {
            return mutant.judgement && mutant.judgement->kind == kind;
        }));
}

std::size_t MutationReport::noticed() const {
    return static_cast<std::size_t>(
        std::count_if(mutants.begin(), mutants.end(), [](const Mutant& mutant) {
            return mutant.judgement && is_noticed(mutant.judgement->kind);
        }));
}

std::size_t MutationReport::noticeable() const {
    return noticed() + count(Judgement::Kind::survived) + count(Judgement::Kind::undecided);
}

std::vector<Mutant> mutants_of(const spec::SourceFile& main,
                               const std::function<bool(const spec::Mutation&)>& is_selected) {
    spec::Diagnostics diagnostics;
    const auto file = spec::parse(main.text(), diagnostics);
    std::vector<Mutant> mutants;
    if (!file) {
        return mutants;
    }
    for (spec::Mutation& mutation : spec::mutations_of(*file, main.text())) {
        if (!is_selected || is_selected(mutation)) {
            mutants.push_back(mutant_of(main.text(), std::move(mutation)));
        }
    }
    return mutants;
}

MutationReport mutate(const spec::SourceFile& main,
                      const spec::ImportLoader& load,
                      const spec::TypedSpec& original,
                      const MutationOptions& options) {
    MutationReport report;
    Judge judge(original, options.judge);
    report.refusal = judge.refusal();
    if (!report.refusal.empty()) {
        return report;
    }
    report.mutants = mutants_of(main, options.is_selected);
    const Stop* stop = options.judge.stop;
    for (std::size_t i = 0; i < report.mutants.size(); ++i) {
        Mutant& mutant = report.mutants[i];
        if (options.progress) {
            options.progress(mutant.mutation, i + 1, report.mutants.size());
        }
        spec::SourceMap sources(
            spec::SourceFile(main.name(), spec::apply(main.text(), mutant.mutation)));
        spec::Diagnostics diagnostics;
        const auto changed = spec::analyse(sources, load, diagnostics);
        mutant.is_ill_typed = !changed.has_value();
        if (!changed) {
            continue;
        }
        const Judgement judgement = judge.judge(*changed);
        if (stop != nullptr && stop->requested()) {
            break;
        }
        mutant.judgement = judgement;
    }
    return report;
}

} // namespace muster::checker
