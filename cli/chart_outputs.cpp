#include "cli/chart_outputs.hpp"

#include "checker/chart/build_chart.hpp"
#include "checker/chart/render_html.hpp"
#include "checker/chart/render_mermaid.hpp"
#include "checker/chart/render_svg.hpp"
#include "checker/live/lasso_words.hpp"
#include "cli/print_explanation.hpp"
#include "cli/print_runs.hpp"
#include "cli/report_words.hpp"
#include "cli/write_files.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <ostream>

namespace muster::cli {

namespace {

using checker::Chart;
using checker::ChartEnding;
using checker::ChartSubject;

void add_options(CLI::App& verb, ChartOutputs& outputs, const std::string& where) {
    verb.add_option(
        "--html", outputs.html, "Write " + where + " there as a page that shows every state");
    verb.add_option("--svg", outputs.svg, "Write " + where + " there as a picture, in SVG");
    verb.add_option("--mermaid", outputs.mermaid, "Write " + where + " there as a Mermaid diagram");
}

ChartEnding::Kind ending_of(checker::ItfClaim::Kind claim) {
    using Claim = checker::ItfClaim::Kind;
    switch (claim) {
    case Claim::violated:
    case Claim::not_inductive:
    case Claim::lasso:
        return ChartEnding::Kind::violated;
    case Claim::undefined:
        return ChartEnding::Kind::undefined;
    case Claim::shown:
        return ChartEnding::Kind::shown;
    case Claim::goes_wrong:
        return ChartEnding::Kind::goes_wrong;
    }
    return ChartEnding::Kind::violated;
}

ChartSubject subject_of(const spec::TypedSpec& spec, const checker::live::Lasso& lasso) {
    return {.name = spec.lives[lasso.live].name,
            .subtitle = checker::live::lasso_length(lasso),
            .lasso = &lasso};
}

class ChartCollector {
public:
    ChartCollector(const LoadedSpec& loaded, const checker::CheckReport& report)
        : loaded_(loaded)
        , report_(report) {}

    std::vector<NamedChart> collect() {
        for (const checker::PropertyReport& entry : report_.properties) {
            const std::string& name = loaded_.typed.properties[entry.property].name;
            add(name, name, entry.verdict, entry.not_inductive, entry.property);
        }
        for (const checker::LiveReport& entry : report_.lives) {
            if (const auto& lasso = entry.finding.lasso) {
                draw(loaded_.typed.lives[entry.live].name,
                     lasso->trace,
                     subject_of(loaded_.typed, *lasso));
            }
        }
        for (std::size_t i = 0; i < report_.obligations.size(); ++i) {
            const checker::ObligationReport& entry = report_.obligations[i];
            add(fmt::format("built-in-{}", i + 1),
                reason(entry),
                entry.verdict,
                entry.not_inductive,
                std::nullopt);
        }
        return std::move(charts_);
    }

private:
    void add(const std::string& file,
             const std::string& name,
             const checker::Verdict& verdict,
             const std::optional<checker::Trace>& not_inductive,
             std::optional<std::size_t> property) {
        ChartSubject subject{.property = property, .name = name};
        if (const auto* violated = std::get_if<checker::Violated>(&verdict)) {
            subject.failure = violated->failure;
            subject.ending =
                violated->failure ? ChartEnding::Kind::undefined : ChartEnding::Kind::violated;
            subject.subtitle = run_words(violated->trace);
            draw(file, violated->trace, subject);
        } else if (const auto* shown = std::get_if<checker::Shown>(&verdict)) {
            subject.ending = ChartEnding::Kind::shown;
            subject.subtitle = run_words(shown->trace);
            draw(file, shown->trace, subject);
        } else if (const auto* open = std::get_if<checker::Undecided>(&verdict);
                   open != nullptr && open->counterexample) {
            draw_step(file, *open->counterexample, subject);
        }
        if (not_inductive) {
            draw_step(file, *not_inductive, {.property = property, .name = name});
        }
    }

    void draw_step(const std::string& file, const checker::Trace& step, ChartSubject subject) {
        subject.kind = ChartSubject::Kind::step;
        draw(file + ".step", step, subject);
    }

    void draw(const std::string& file, const checker::Trace& trace, const ChartSubject& subject) {
        charts_.push_back(
            {file,
             build_chart(loaded_.typed, trace, subject, text_of(loaded_), place_of(loaded_))});
    }

    const LoadedSpec& loaded_;
    const checker::CheckReport& report_;
    std::vector<NamedChart> charts_;
};

struct Form {
    std::filesystem::path ChartOutputs::*where;
    const char* ending;
    std::string (*render)(const Chart&);
};

const std::array<Form, 3>& forms() {
    static const std::array<Form, 3> kForms{
        {{&ChartOutputs::html, ".html", checker::render_html},
         {&ChartOutputs::svg, ".svg", checker::render_svg},
         {&ChartOutputs::mermaid, ".mmd", checker::render_mermaid}}};
    return kForms;
}

} // namespace

void add_chart_directories(CLI::App& verb, ChartOutputs& outputs) {
    add_options(verb, outputs, "every run");
}

void add_chart_files(CLI::App& verb, ChartOutputs& outputs) {
    add_options(verb, outputs, "the run");
}

std::vector<NamedChart> charts_of(const LoadedSpec& loaded, const checker::CheckReport& report) {
    return ChartCollector(loaded, report).collect();
}

Chart chart_of(const LoadedSpec& loaded, const checker::ItfReplay& replay) {
    if (replay.lasso) {
        return build_chart(loaded.typed,
                           *replay.trace,
                           subject_of(loaded.typed, *replay.lasso),
                           text_of(loaded),
                           place_of(loaded));
    }
    ChartSubject subject{.property = replay.property,
                         .name = "a step goes wrong",
                         .ending = ending_of(replay.claim),
                         .subtitle = "run of " + run_length(*replay.trace)};
    if (replay.property) {
        subject.name = loaded.typed.properties[*replay.property].name;
    } else if (replay.trace->ending) {
        subject.name = replay.trace->ending->failure.text;
    }
    return build_chart(loaded.typed, *replay.trace, subject, text_of(loaded), place_of(loaded));
}

bool write_charts(const std::vector<NamedChart>& charts,
                  const ChartOutputs& directories,
                  const Context& context) {
    for (const NamedChart& named : charts) {
        for (const Form& form : forms()) {
            const std::filesystem::path& directory = directories.*form.where;
            if (!directory.empty() && !write_file(directory / (named.name + form.ending),
                                                  form.render(named.chart),
                                                  context)) {
                return false;
            }
        }
    }
    return true;
}

bool write_chart(const Chart& chart, const ChartOutputs& files, const Context& context) {
    for (const Form& form : forms()) {
        const std::filesystem::path& file = files.*form.where;
        if (!file.empty() && !write_file(file, form.render(chart), context)) {
            return false;
        }
    }
    return true;
}

} // namespace muster::cli
