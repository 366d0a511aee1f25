#include "checker/trace/render_itf.hpp"

#include "checker/trace/itf_encoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace muster::checker {
namespace {

using itf::Json;

constexpr int kIndent = 1;

const char* claim_name(ItfClaim::Kind kind) {
    switch (kind) {
    case ItfClaim::Kind::violated:
        return "violated";
    case ItfClaim::Kind::undefined:
        return "undefined";
    case ItfClaim::Kind::shown:
        return "shown";
    case ItfClaim::Kind::goes_wrong:
        return "goes wrong";
    case ItfClaim::Kind::not_inductive:
        return "not inductive";
    case ItfClaim::Kind::lasso:
        return "lasso";
    }
    return "";
}

class ItfRenderer {
public:
    ItfRenderer(const TransitionSystem& system, const Trace& trace, const ItfClaim& claim)
        : system_(system)
        , spec_(*system.spec)
        , trace_(trace)
        , claim_(claim)
        , encoder_(system, trace.universe) {
        for (const TraceStep& step : trace_.steps) {
            for (itf::Encoder::Pick& pick : encoder_.picks(step.event)) {
                pick_types_.emplace(std::move(pick.name), std::move(pick.type));
            }
        }
    }

    std::string render() {
        Json document;
        document["#meta"] = meta();
        Json vars = Json::array();
        for (const auto& [name, type] : variables()) {
            vars.push_back(name);
        }
        document["vars"] = std::move(vars);
        document["states"] = states();
        if (claim_.lasso) {
            document["loop"] = std::min(claim_.lasso->loop_start + 1, trace_.steps.size());
        }
        return document.dump(kIndent) + "\n";
    }

private:
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> variables() const {
        auto all = encoder_.variables();
        all.emplace_back("mbt::actionTaken", "Str");
        std::string picks;
        for (const auto& [name, type] : pick_types_) {
            picks +=
                fmt::format("{}{}: None(<<>>) | Some({})", picks.empty() ? "" : ", ", name, type);
        }
        all.emplace_back("mbt::nondetPicks", fmt::format("{{ {} }}", picks));
        return all;
    }

    [[nodiscard]] Json meta() const {
        Json types = Json::object();
        for (const auto& [name, type] : variables()) {
            types[name] = type;
        }
        const bool shown = claim_.kind == ItfClaim::Kind::shown;
        return {{"format", "ITF"},
                {"format-description", "https://apalache-mc.org/docs/adr/015adr-trace.html"},
                {"source", spec_.name},
                {"status", shown ? "ok" : "violation"},
                {"description", description()},
                {"varTypes", std::move(types)},
                {"muster", about()}};
    }

    [[nodiscard]] std::string description() const {
        const std::string name = subject();
        switch (claim_.kind) {
        case ItfClaim::Kind::violated:
            return name + " is false in the last state";
        case ItfClaim::Kind::undefined:
            return name + " is undefined in the last state";
        case ItfClaim::Kind::shown:
            return name + " is reached in the last state";
        case ItfClaim::Kind::goes_wrong:
            return trace_.ending ? trace_.ending->failure.text : "";
        case ItfClaim::Kind::not_inductive:
            return "one step from a state that may be unreachable, which is no run";
        case ItfClaim::Kind::lasso:
            return name + " is broken by a fair run that goes round the loop for ever";
        }
        return {};
    }

    /// The name of the property that the run is about; empty if it is about none.
    [[nodiscard]] std::string subject() const {
        if (claim_.lasso) {
            return spec_.lives[claim_.lasso->live].name;
        }
        return claim_.property ? spec_.properties[*claim_.property].name : "";
    }

    /// How the run goes on for ever, and the values of the property's parameters.
    [[nodiscard]] Json lasso() const {
        Json parameters = Json::object();
        for (const Binding& binding : claim_.lasso->parameters) {
            const spec::LocalInfo& local = spec_.local(binding.local);
            parameters[local.name] = encoder_.value(local.type, binding.value);
        }
        return {{"instance", claim_.instance},
                {"loop start", claim_.lasso->loop_start},
                {"premise at", claim_.lasso->premise_at},
                {"parameters", std::move(parameters)}};
    }

    /// What a replay needs besides the states.
    [[nodiscard]] Json about() const {
        Json without = Json::array();
        for (const spec::FaultInfo& fault : trace_.without) {
            without.push_back(itf::title(spec_, fault));
        }
        Json property;
        if (claim_.property || claim_.lasso) {
            property = subject();
        }
        Json about = {{"version", itf::kVersion},
                      {"claim", claim_name(claim_.kind)},
                      {"property", std::move(property)},
                      {"without", std::move(without)},
                      {"universe", universe()}};
        if (starts()) {
            about["constants"] = constants();
            about["functions"] = functions();
            about["choices"] = itf::raw(trace_.initial_choices);
        }
        if (claim_.lasso) {
            about["lasso"] = lasso();
        }
        if (trace_.ending) {
            about["end"] = {{"event", starts() ? encoder_.event(trace_.ending->event) : Json()},
                            {"failure", trace_.ending->failure.text}};
        }
        return about;
    }

    [[nodiscard]] Json universe() const {
        Json sorts = Json::object();
        for (std::size_t sort = 0; sort < spec_.sorts.size(); ++sort) {
            sorts[spec_.sorts[sort].name] = encoder_.names()[sort];
        }
        Json in_flight;
        if (trace_.universe.max_in_flight) {
            in_flight = *trace_.universe.max_in_flight;
        }
        return {{"sorts", std::move(sorts)},
                {"integers", trace_.universe.integers},
                {"correlations", trace_.universe.correlations},
                {"max in flight", std::move(in_flight)}};
    }

    [[nodiscard]] Json constants() const {
        Json json = Json::object();
        for (std::size_t i = 0; i < trace_.initial.constants.size(); ++i) {
            const spec::ConstInfo& constant = spec_.constants[i];
            json[constant.name] = encoder_.value(constant.type, trace_.initial.constants[i]);
        }
        return json;
    }

    /// The values of each function for all arguments in their order, the first argument slowest.
    [[nodiscard]] Json functions() const {
        Json json = Json::object();
        for (std::size_t i = 0; i < trace_.initial.functions.size(); ++i) {
            const spec::FunctionInfo& function = spec_.functions[i];
            Json table = Json::array();
            for (const Value& value : trace_.initial.functions[i]) {
                table.push_back(encoder_.value(function.result, value));
            }
            json[function.name] = std::move(table);
        }
        return json;
    }

    /// Whether there is a first state: a start that goes wrong leads to none.
    [[nodiscard]] bool starts() const {
        return spec_.variables.empty() || !trace_.initial.variables.empty();
    }

    [[nodiscard]] Json states() const {
        Json states = Json::array();
        if (!starts()) {
            return states;
        }
        Json before = encoder_.state(trace_.initial);
        states.push_back(state(0, Json(), Json::array(), before, "init", {}));
        for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
            const TraceStep& step = trace_.steps[i];
            Json now = encoder_.state(step.state);
            Json changed = Json::array();
            for (const auto& [name, value] : now.items()) {
                if (value != before[name]) {
                    changed.push_back(name);
                }
            }
            states.push_back(state(i + 1,
                                   encoder_.event(step.event),
                                   std::move(changed),
                                   now,
                                   itf::title(system_.steps[step.event.step]),
                                   encoder_.picks(step.event)));
            before = std::move(now);
        }
        return states;
    }

    [[nodiscard]] Json state(std::size_t index,
                             Json event,
                             Json changed,
                             const Json& variables,
                             const std::string& action,
                             const std::vector<itf::Encoder::Pick>& picks) const {
        Json json;
        json["#meta"] = {{"index", index}};
        if (!event.is_null()) {
            json["#meta"]["event"] = std::move(event);
            json["#meta"]["changed"] = std::move(changed);
        }
        for (const auto& [name, value] : variables.items()) {
            json[name] = value;
        }
        json["mbt::actionTaken"] = action;
        Json picked = Json::object();
        for (const auto& [name, type] : pick_types_) {
            picked[name] = itf::none();
        }
        for (const itf::Encoder::Pick& pick : picks) {
            picked[pick.name] = itf::some(pick.value);
        }
        json["mbt::nondetPicks"] = std::move(picked);
        return json;
    }

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    const Trace& trace_;
    ItfClaim claim_;
    itf::Encoder encoder_;
    std::map<std::string, std::string> pick_types_; // of those that some step has
};

} // namespace

std::string render_itf(const TransitionSystem& system, const Trace& trace, const ItfClaim& claim) {
    return ItfRenderer(system, trace, claim).render();
}

} // namespace muster::checker
