#include "cli/print_json.hpp"

#include "checker/explain/explain_step.hpp"
#include "checker/live/lasso_words.hpp"
#include "checker/trace/render_text.hpp"
#include "cli/generability.hpp"
#include "cli/print_explanation.hpp"
#include "cli/print_live.hpp"
#include "cli/print_runs.hpp"
#include "cli/report_words.hpp"
#include "cli/version.hpp"
#include "cli/write_runs.hpp"
#include "spec/ast/overloaded.hpp"
#include "spec/ast/words.hpp"

#include <nlohmann/json.hpp>

#include <ostream>

namespace muster::cli {

using namespace checker; // NOLINT: this file prints what the checker found

namespace {

using Json = nlohmann::ordered_json;

constexpr int kIndent = 1;

const char* name_of(CheckReport::Outcome outcome) {
    switch (outcome) {
    case CheckReport::Outcome::holds:
        return "holds";
    case CheckReport::Outcome::violated:
        return "violated";
    case CheckReport::Outcome::undecided:
        return "undecided";
    }
    return "";
}

const char* name_of(Undecided::Reason reason) {
    switch (reason) {
    case Undecided::Reason::not_inductive:
        return "not_inductive";
    case Undecided::Reason::out_of_budget:
        return "out_of_budget";
    case Undecided::Reason::outside_fragment:
        return "outside_fragment";
    case Undecided::Reason::not_reached:
        return "not_reached";
    case Undecided::Reason::inconsistent:
        return "inconsistent";
    case Undecided::Reason::not_checked:
        return "not_checked";
    }
    return "";
}

const char* name_of(ObligationProof::Kind kind) {
    switch (kind) {
    case ObligationProof::Kind::undefined:
        return "undefined";
    case ObligationProof::Kind::assertion:
        return "assertion";
    case ObligationProof::Kind::nothing_to_pick:
        return "nothing_to_pick";
    case ObligationProof::Kind::unhandled:
        return "unhandled";
    case ObligationProof::Kind::ambiguous:
        return "ambiguous";
    case ObligationProof::Kind::property:
        return "property";
    }
    return "";
}

const char* name_of(const Verdict& verdict) {
    return std::visit(spec::overloaded{
                          [](const Proved&) { return "proved"; },
                          [](const HoldsOn&) { return "holds_on"; },
                          [](const NoViolationWithin&) { return "no_violation_within"; },
                          [](const Violated&) { return "violated"; },
                          [](const Shown&) { return "shown"; },
                          [](const Undecided&) { return "undecided"; },
                      },
                      verdict);
}

/// How much of an instance was seen; null where no search says anything.
Json bounds_of(const Verdict& verdict) {
    if (const auto* holds = std::get_if<HoldsOn>(&verdict)) {
        return {{"instance", holds->instance},
                {"states", holds->states},
                {"depth", nullptr},
                {"cuts", holds->cuts},
                {"limit", nullptr}};
    }
    if (const auto* open = std::get_if<NoViolationWithin>(&verdict)) {
        return {{"instance", open->instance},
                {"states", open->states},
                {"depth", open->depth},
                {"cuts", Json::array()},
                {"limit", open->limit}};
    }
    return nullptr;
}

class Report {
public:
    Report(const LoadedSpec& loaded, const CheckReport& report, ExitCode exit_code)
        : loaded_(loaded)
        , spec_(loaded.typed)
        , report_(report)
        , exit_code_(exit_code) {}

    [[nodiscard]] Json json() const {
        return {{"format", kReportFormat},
                {"muster", kVersion},
                {"protocol", spec_.name},
                {"file", loaded_.sources.main().name()},
                {"outcome", name_of(report_.outcome())},
                {"exit_code", static_cast<int>(exit_code_)},
                {"stopped", report_.stopped},
                {"proofs_stopped", report_.proofs_stopped},
                {"cpu_seconds", report_.cpu_seconds},
                {"faults", faults(spec_.faults)},
                {"timing", timing()},
                {"inconsistencies", report_.inconsistencies},
                {"properties", properties()},
                {"lives", lives()},
                {"obligations_proved", report_.obligations_proved},
                {"obligations", obligations()},
                {"tests", tests()},
                {"impossible_steps", impossible_steps()},
                {"vacuous_parts", vacuous_parts()},
                {"instance_errors", report_.instance_errors},
                {"not_generable", not_generable()}};
    }

private:
    [[nodiscard]] Json place(spec::Span span) const {
        if (span == spec::Span{}) {
            return nullptr;
        }
        const spec::SourceFile& source = loaded_.sources.file_at(span.begin);
        const spec::Position position = source.position(span.begin);
        return {{"file", source.name()}, {"line", position.line}, {"column", position.column}};
    }

    [[nodiscard]] Json reason_of(const Verdict& verdict) const {
        const auto* open = std::get_if<Undecided>(&verdict);
        if (open == nullptr) {
            return nullptr;
        }
        return {{"kind", name_of(open->reason)},
                {"text", open->text},
                {"place", open->place ? place(*open->place) : Json()}};
    }

    [[nodiscard]] Json step(const std::optional<Trace>& step,
                            std::optional<std::size_t> property) const {
        return step ? Json::parse(step_as_itf(spec_, *step, property)) : Json();
    }

    [[nodiscard]] Json conditions(const std::vector<ToldCondition>& all) const {
        Json list = Json::array();
        for (const ToldCondition& each : all) {
            list.push_back({{"text", each.text},
                            {"truth", each.truth},
                            {"place", place(each.span)},
                            {"operands", each.operands}});
        }
        return list;
    }

    /// What the text says of one step; null of a run, and of a start.
    [[nodiscard]] Json explanation(const Verdict& verdict,
                                   const std::optional<Trace>& not_inductive,
                                   std::optional<std::size_t> property) const {
        const auto* open = std::get_if<Undecided>(&verdict);
        const std::optional<Trace>& step =
            open != nullptr && open->counterexample ? open->counterexample : not_inductive;
        if (!step || !has_step(spec_, *step)) {
            return nullptr;
        }
        const StepExplanation told = explain_step(spec_, *step, {text_of(loaded_), property});
        return {{"before", told.before},
                {"step", told.step},
                {"place", place(told.span)},
                {"guards", conditions(told.guards)},
                {"changes", told.changes},
                {"values", told.property.values},
                {"broken", conditions(told.property.broken)},
                {"failure", told.failure}};
    }

    [[nodiscard]] Json faults(const std::vector<spec::FaultInfo>& faults) const {
        Json list = Json::array();
        for (const spec::FaultInfo& fault : faults) {
            list.push_back(fault_list(spec_, {fault}));
        }
        return list;
    }

    [[nodiscard]] Json timing() const {
        Json list = Json::array();
        for (const spec::TimingAssumption& assumption : spec_.timing) {
            list.push_back(assumption.name);
        }
        return list;
    }

    /// The run, or the step of what is not inductive: a trace of the Informal Trace Format.
    [[nodiscard]] Json trace(const Verdict& verdict, std::optional<std::size_t> property) const {
        const auto text = run_as_itf(spec_, verdict, property);
        return text ? Json::parse(*text) : Json();
    }

    [[nodiscard]] Json properties() const {
        Json list = Json::array();
        for (const PropertyReport& entry : report_.properties) {
            const spec::PropertyInfo& property = spec_.properties[entry.property];
            const auto* proved = std::get_if<Proved>(&entry.verdict);
            list.push_back(
                {{"kind", spec::word(property.kind)},
                 {"name", property.name},
                 {"place", place(property.span)},
                 {"without", faults(property.without)},
                 {"verdict", name_of(entry.verdict)},
                 {"strength", strength(entry.verdict)},
                 {"bounds", bounds_of(entry.verdict)},
                 {"reason", reason_of(entry.verdict)},
                 {"cpu_seconds", entry.cpu_seconds},
                 {"notes", entry.notes},
                 {"rests_on", proved == nullptr ? Json() : Json(proved->using_lemmas)},
                 {"trace", trace(entry.verdict, entry.property)},
                 {"not_inductive",
                  entry.not_inductive
                      ? Json::parse(step_as_itf(spec_, *entry.not_inductive, entry.property))
                      : Json()},
                 {"explanation", explanation(entry.verdict, entry.not_inductive, entry.property)},
                 {"excluded_by", entry.suggestions.excluded_by},
                 {"proved_with_them", entry.suggestions.proves_property},
                 {"candidate_lemmas", entry.suggestions.lemmas},
                 {"candidate_lemmas_proved", entry.suggestions.proved}});
        }
        return list;
    }

    [[nodiscard]] Json lives() const {
        Json list = Json::array();
        for (const LiveReport& entry : report_.lives) {
            const spec::LiveInfo& live = spec_.lives[entry.live];
            list.push_back({{"kind", "live"},
                            {"name", live.name},
                            {"place", place(live.span)},
                            {"without", faults(live.without)},
                            {"verdict", name_of(entry.finding.verdict)},
                            {"strength", live_strength(entry.finding)},
                            {"bounds", bounds_of(entry.finding.verdict)},
                            {"outside", entry.finding.outside},
                            {"has_premise", entry.finding.has_premise},
                            {"reason", reason_of(entry.finding.verdict)},
                            {"cpu_seconds", entry.finding.cpu_seconds},
                            {"notes", entry.notes},
                            {"assumptions", entry.finding.assumptions},
                            {"lasso", lasso(entry.finding.lasso)},
                            {"trace", lasso_trace(entry.finding)}});
        }
        return list;
    }

    [[nodiscard]] Json lasso(const std::optional<live::Lasso>& lasso) const {
        if (!lasso) {
            return nullptr;
        }
        ElementNames names(spec_, lasso->trace.universe.element_names);
        Json parameters = Json::object();
        for (const Binding& binding : lasso->parameters) {
            const spec::LocalInfo& local = spec_.local(binding.local);
            parameters[local.name] = render_value(spec_, local.type, binding.value, names);
        }
        return {{"title", lasso_title(spec_, *lasso, names)},
                {"parameters", std::move(parameters)},
                {"premise_at", lasso->premise_at},
                {"loop_start", lasso->loop_start},
                {"steps", lasso->trace.steps.size()},
                {"fair", lasso_lines(spec_, *lasso, names)}};
    }

    [[nodiscard]] Json lasso_trace(const live::LiveFinding& finding) const {
        return finding.lasso ? Json::parse(lasso_as_itf(spec_, finding.instance, *finding.lasso))
                             : Json();
    }

    [[nodiscard]] Json obligations() const {
        Json list = Json::array();
        for (const ObligationReport& entry : report_.obligations) {
            list.push_back(
                {{"kind", name_of(entry.proof.kind)},
                 {"name", entry.proof.step},
                 {"place", place(entry.proof.operation.value_or(entry.proof.span))},
                 {"verdict", name_of(entry.verdict)},
                 {"strength", strength(entry.verdict)},
                 {"text", reason(entry)},
                 {"help", entry.proof.help},
                 {"bounds", bounds_of(entry.verdict)},
                 {"reason", reason_of(entry.verdict)},
                 {"notes", entry.notes},
                 {"trace", trace(entry.verdict, std::nullopt)},
                 {"not_inductive", step(entry.not_inductive, std::nullopt)},
                 {"explanation", explanation(entry.verdict, entry.not_inductive, std::nullopt)},
                 {"excluded_by", entry.suggestions.excluded_by},
                 {"candidate_lemmas", entry.suggestions.lemmas},
                 {"candidate_lemmas_proved", entry.suggestions.proved}});
        }
        return list;
    }

    [[nodiscard]] Json tests() const {
        Json list = Json::array();
        for (const TestReport& entry : report_.tests) {
            const spec::TestInfo& test = spec_.tests[entry.test];
            const bool passed = entry.result.passed;
            list.push_back({{"kind", "test"},
                            {"name", test.title},
                            {"place", place(test.span)},
                            {"verdict", passed ? "passed" : "failed"},
                            {"reason", entry.result.reason},
                            {"reason_place", passed ? Json() : place(entry.result.span)},
                            {"notes", entry.result.notes},
                            {"remarks", entry.result.remarks}});
        }
        return list;
    }

    [[nodiscard]] Json impossible_steps() const {
        Json list = Json::array();
        for (const ImpossibleStep& entry : report_.impossible_steps) {
            list.push_back({{"name", entry.step}, {"place", place(entry.span)}});
        }
        return list;
    }

    [[nodiscard]] Json vacuous_parts() const {
        const auto text = text_of(loaded_);
        Json list = Json::array();
        for (const VacuousPart& part : report_.vacuous_parts) {
            list.push_back({{"property", spec_.properties[part.property].name},
                            {"kind", part.kind == VacuousPart::Kind::range ? "range" : "premise"},
                            {"text", text(part.span)},
                            {"place", place(part.span)},
                            {"instance", part.instance},
                            {"states", part.states},
                            {"cuts", part.cuts}});
        }
        return list;
    }

    [[nodiscard]] Json not_generable() const {
        const auto obstacle = why_not_generable(spec_);
        return obstacle
                   ? Json{{"text", obstacle->message}, {"place", place(obstacle->primary.span)}}
                   : Json();
    }

    const LoadedSpec& loaded_;
    const spec::TypedSpec& spec_;
    const CheckReport& report_;
    ExitCode exit_code_;
};

} // namespace

void print_json(const LoadedSpec& loaded,
                const CheckReport& report,
                ExitCode exit_code,
                std::ostream& out) {
    // Names of files need not be UTF-8; what is not is replaced.
    out << Report(loaded, report, exit_code)
               .json()
               .dump(kIndent, ' ', false, Json::error_handler_t::replace)
        << '\n';
}

} // namespace muster::cli
