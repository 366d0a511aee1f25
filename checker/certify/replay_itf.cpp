#include "checker/certify/replay_itf.hpp"

#include "checker/eval/value_space.hpp"
#include "checker/live/check_lasso.hpp"
#include "checker/live/lasso_words.hpp"
#include "checker/trace/itf_decoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace muster::checker {
namespace {

using itf::Json;
using itf::Node;
using itf::Unreadable;

// Sets and maps with their entries in one order, and numbers in one form.
Json normal(const Json& json) {
    if (json.is_number_integer()) {
        return {{"#bigint", json.dump()}};
    }
    if (!json.is_structured()) {
        return json;
    }
    Json result = json.is_array() ? Json::array() : Json::object();
    for (const auto& [key, value] : json.items()) {
        Json part = normal(value);
        if ((key == "#set" || key == "#map") && json.is_object() && part.is_array()) {
            std::sort(part.begin(), part.end());
        }
        if (json.is_array()) {
            result.push_back(std::move(part));
        } else if (key == "#bigint") {
            result[key] = value;
        } else {
            result[key] = std::move(part);
        }
    }
    return result;
}

/// Thrown where the file does not describe a run of the spec.
struct NoRun {
    std::string text;
    std::vector<std::string> details;
};

/// Thrown where the evaluator cannot follow the run.
struct OutOfReach {
    std::string text;
};

const Failure* failure_of(const auto& result) {
    const auto* failure = std::get_if<Failure>(&result);
    if (failure != nullptr && failure->kind == Failure::Kind::out_of_reach) {
        throw OutOfReach{failure->text};
    }
    return failure;
}

using Claim = ItfClaim::Kind;

Claim read_claim(const Node& node) {
    static constexpr std::pair<const char*, Claim> kClaims[] = {
        {"violated", Claim::violated},
        {"undefined", Claim::undefined},
        {"shown", Claim::shown},
        {"goes wrong", Claim::goes_wrong},
        {"lasso", Claim::lasso},
    };
    const std::string name = node.text();
    for (const auto& [known, claim] : kClaims) {
        if (name == known) {
            return claim;
        }
    }
    node.fail(name == "not inductive"
                  ? "one step from a state that may be unreachable is no run"
                  : "`violated`, `undefined`, `shown`, `goes wrong` or `lasso` is expected");
}

class Replay {
public:
    Replay(const spec::TypedSpec& spec, const Json& document)
        : spec_(spec)
        , root_(document, "")
        , about_(about(root_))
        , claim_(read_claim(about_.at("claim")))
        , property_(read_property())
        , live_(read_live())
        , without_(faults_left_out())
        , universe_(itf::read_universe(spec, about_.at("universe")))
        , system_(lower(
              spec, without_, universe_.max_in_flight ? Vanishing::possible : Vanishing::never))
        , decoder_(system_, universe_)
        , encoder_(system_, universe_)
        , evaluator_(system_, universe_) {}

    ItfReplay run() {
        ItfReplay result;
        result.property = property_;
        result.claim = claim_;
        result.instance = instance_name();
        try {
            check_faults();
            result.text = repeat();
            result.answer = ItfReplay::Answer::confirmed;
        } catch (NoRun& no) {
            result.answer = ItfReplay::Answer::no_run;
            result.text = std::move(no.text);
            result.details = std::move(no.details);
        } catch (OutOfReach& out_of_reach) {
            result.answer = ItfReplay::Answer::out_of_reach;
            result.text = std::move(out_of_reach.text);
        }
        result.lasso = std::move(lasso_);
        result.trace = std::move(trace_);
        return result;
    }

private:
    static Node about(const Node& root) {
        const Node meta = root.at("#meta");
        if (!meta.has("muster")) {
            meta.fail("there is no `muster`: only runs that Muster wrote can be repeated");
        }
        Node about = meta.at("muster");
        const Node version = about.at("version");
        if (version.number() != itf::kVersion) {
            version.fail(fmt::format("version {} is expected", itf::kVersion));
        }
        return about;
    }

    [[nodiscard]] std::optional<std::size_t> read_property() const {
        const Node node = about_.at("property");
        if (claim_ == Claim::goes_wrong || claim_ == Claim::lasso) {
            return std::nullopt;
        }
        const std::string name = node.text();
        const auto found =
            std::find_if(spec_.properties.begin(),
                         spec_.properties.end(),
                         [&](const auto& property) { return property.name == name; });
        if (found == spec_.properties.end() || found->kind == spec::PropertyKind::axiom) {
            node.fail(fmt::format("the spec has no property `{}`", name));
        }
        if ((found->kind == spec::PropertyKind::cover) != (claim_ == Claim::shown)) {
            node.fail(fmt::format("`{}` is {} cover", name, claim_ == Claim::shown ? "no" : "a"));
        }
        return static_cast<std::size_t>(found - spec_.properties.begin());
    }

    [[nodiscard]] std::optional<std::size_t> read_live() const {
        if (claim_ != Claim::lasso) {
            return std::nullopt;
        }
        const Node node = about_.at("property");
        const std::string name = node.text();
        const auto found = std::find_if(spec_.lives.begin(),
                                        spec_.lives.end(),
                                        [&](const auto& live) { return live.name == name; });
        if (found == spec_.lives.end()) {
            node.fail(fmt::format("the spec has no `live` property `{}`", name));
        }
        return static_cast<std::size_t>(found - spec_.lives.begin());
    }

    [[nodiscard]] std::vector<spec::FaultInfo> faults_left_out() const {
        if (live_) {
            return spec_.lives[*live_].without;
        }
        return property_ ? spec_.properties[*property_].without : std::vector<spec::FaultInfo>{};
    }

    [[nodiscard]] std::string instance_name() const {
        return live_ ? about_.at("lasso").at("instance").text() : "";
    }

    void check_faults() const {
        std::vector<std::string> wanted;
        for (const spec::FaultInfo& fault : without_) {
            wanted.push_back(itf::title(spec_, fault));
        }
        std::vector<std::string> given;
        for (const Node& fault : about_.at("without").items()) {
            given.push_back(fault.text());
        }
        std::sort(wanted.begin(), wanted.end());
        std::sort(given.begin(), given.end());
        if (wanted != given) {
            throw NoRun{"it is a run under other faults than those of the property", {}};
        }
    }

    std::string repeat() {
        const std::vector<Node> states = root_.at("states").items();
        if (states.empty()) {
            return repeat_broken_start();
        }
        start(states.front());
        for (std::size_t i = 1; i < states.size(); ++i) {
            step(states[i], i);
        }
        const std::string length =
            fmt::format("this run of {} step{}", states.size() - 1, states.size() == 2 ? "" : "s");
        if (claim_ == Claim::goes_wrong) {
            return fmt::format("{} after {}", repeat_end(states.size()), length);
        }
        if (live_) {
            return repeat_lasso();
        }
        return fmt::format("{} by {}", check_claim(), length);
    }

    /// A start that goes wrong has no state, and its file no constants.
    std::string repeat_broken_start() {
        const Node end = about_.at("end");
        if (!spec_.constants.empty() || !spec_.functions.empty()) {
            end.fail("a start that goes wrong is not repeated where there are constants or "
                     "functions");
        }
        for (const Successor& start : evaluator_.initial_states({})) {
            if (const auto* failure = failure_of(start.result)) {
                return fmt::format("the start goes wrong: {}", failure->text);
            }
        }
        throw NoRun{"the start does not go wrong", {}};
    }

    void start(const Node& node) {
        const auto start =
            evaluator_.replay_start(interpretation(), itf::read_choices(about_.at("choices")));
        if (!start) {
            throw NoRun{"the start is not possible: its constants and functions break an axiom, or "
                        "`on start` cannot choose so",
                        {}};
        }
        if (const auto* failure = failure_of(start->result)) {
            throw NoRun{"the start goes wrong: " + failure->text, {}};
        }
        trace_.emplace();
        trace_->without = without_;
        trace_->universe = universe_;
        trace_->initial = std::get<State>(start->result);
        trace_->initial_choices = start->event.choices;
        compare(node, trace_->initial, "the start leads to another state");
    }

    [[nodiscard]] Fixed interpretation() const {
        Fixed fixed;
        for (std::uint32_t i = 0; i < spec_.constants.size(); ++i) {
            const spec::ConstInfo& constant = spec_.constants[i];
            fixed.constants.push_back(
                {spec::ConstId{i},
                 {decoder_.value(constant.type, about_.at("constants").at(constant.name))}});
        }
        for (std::uint32_t i = 0; i < spec_.functions.size(); ++i) {
            fixed.functions.push_back({spec::FunctionId{i}, {}, table(spec_.functions[i])});
        }
        return fixed;
    }

    [[nodiscard]] std::vector<Value> table(const spec::FunctionInfo& function) const {
        const Node node = about_.at("functions").at(function.name);
        std::size_t calls = 1;
        for (const spec::LocalId parameter : function.parameters) {
            const auto values =
                all_values(spec_, universe_, spec_.local(parameter).type, universe_.integers);
            if (!values || calls * values->size() > kMaxValues) {
                node.fail("the function has too many arguments in this universe");
            }
            calls *= values->size();
        }
        std::vector<Value> table;
        for (const Node& value : node.items()) {
            table.push_back(decoder_.value(function.result, value));
        }
        if (table.size() != calls) {
            node.fail(fmt::format("{} values are expected", calls));
        }
        return table;
    }

    /// The step's number in this spec, which may have other steps than the one that the run is of.
    [[nodiscard]] std::uint32_t find_step(const Node& event, std::size_t number) const {
        const std::string kind = event.at("kind").text();
        const std::string name = event.at("step").text();
        const std::string role = event.at("role").text();
        const std::int64_t which = event.at("which").number();
        for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
            const Step& step = system_.steps[i];
            if (step.name == name && word(step.kind) == kind &&
                spec_.role(step.role).name == role &&
                static_cast<std::int64_t>(itf::ordinal(system_, i)) == which) {
                return i;
            }
        }
        throw NoRun{
            fmt::format("step {}: the model has no step `{} {}` of {}", number, kind, name, role),
            now()};
    }

    Successor take(const Node& node, std::size_t number) {
        const Event event = decoder_.event(find_step(node, number), node);
        const std::string what = itf::title(system_.steps[event.step]);
        auto successor = evaluator_.replay(trace_->last_state(), event);
        if (!successor) {
            throw NoRun{fmt::format("step {}, {}, is not possible", number, what), now()};
        }
        return std::move(*successor);
    }

    void step(const Node& node, std::size_t number) {
        Successor successor = take(node.at("#meta").at("event"), number);
        const std::string what = itf::title(system_.steps[successor.event.step]);
        if (const auto* failure = failure_of(successor.result)) {
            throw NoRun{fmt::format("step {}, {}, goes wrong: {}", number, what, failure->text),
                        now()};
        }
        trace_->steps.push_back(
            {std::move(successor.event), std::get<State>(std::move(successor.result))});
        compare(node,
                trace_->last_state(),
                fmt::format("step {}, {}, leads to another state", number, what));
    }

    std::string repeat_end(std::size_t number) {
        Successor last = take(about_.at("end").at("event"), number);
        const std::string what = itf::title(system_.steps[last.event.step]);
        const auto* failure = failure_of(last.result);
        if (failure == nullptr) {
            throw NoRun{fmt::format("step {}, {}, does not go wrong", number, what), now()};
        }
        trace_->ending = Trace::Ending{last.event, *failure};
        return fmt::format("{} goes wrong ({})", what, failure->text);
    }

    [[nodiscard]] const spec::InstanceInfo& instance() const {
        const Node node = about_.at("lasso").at("instance");
        const std::string name = node.text();
        const auto found = std::find_if(spec_.instances.begin(),
                                        spec_.instances.end(),
                                        [&](const auto& one) { return one.name == name; });
        if (found == spec_.instances.end()) {
            node.fail(fmt::format("the spec has no instance `{}`", name));
        }
        return *found;
    }

    /// Everything about the loop is asked again; the file says only where it begins.
    std::string repeat_lasso() {
        const Node about = about_.at("lasso");
        live::Lasso lasso{.live = *live_,
                          .trace = *trace_,
                          .loop_start = index(about.at("loop start")),
                          .premise_at = index(about.at("premise at"))};
        for (const spec::LocalId parameter : spec_.lives[*live_].parameters) {
            const spec::LocalInfo& local = spec_.local(parameter);
            lasso.parameters.push_back(
                {parameter, decoder_.value(local.type, about.at("parameters").at(local.name))});
        }
        live::LassoCheck check = live::check_lasso(spec_, instance(), lasso);
        const std::string& name = spec_.lives[*live_].name;
        switch (check.answer) {
        case live::LassoCheck::Answer::confirmed:
            lasso_ = std::move(check.lasso);
            return fmt::format("{} is broken by {}", name, live::lasso_length(*lasso_));
        case live::LassoCheck::Answer::out_of_reach:
            throw OutOfReach{check.text};
        case live::LassoCheck::Answer::too_many_arrivals:
        case live::LassoCheck::Answer::no_lasso:
            break;
        }
        throw NoRun{
            fmt::format("every step is possible, but {} is not broken: {}", name, check.text), {}};
    }

    /// How many steps stand before something.
    [[nodiscard]] std::size_t index(const Node& node) const {
        const std::int64_t number = node.number();
        if (number < 0 || static_cast<std::size_t>(number) > trace_->steps.size()) {
            node.fail("there are not so many steps");
        }
        return static_cast<std::size_t>(number);
    }

    [[nodiscard]] std::string check_claim() const {
        const spec::PropertyInfo& property = spec_.properties[*property_];
        const std::size_t count = trace_->steps.size();
        const State& before = count < 2 ? trace_->initial : trace_->steps[count - 2].state;
        const auto truth = evaluator_.holds(property.body, before, trace_->last_state());
        if (const auto* failure = failure_of(truth)) {
            const std::string what =
                fmt::format("{} is undefined at the end ({})", property.name, failure->text);
            if (claim_ == Claim::undefined) {
                return what;
            }
            throw NoRun{"every step is possible, but " + what, now()};
        }
        const bool holds = std::get<bool>(truth);
        if (claim_ == Claim::undefined || holds != (claim_ == Claim::shown)) {
            throw NoRun{fmt::format("every step is possible, but {} is {} at the end",
                                    property.name,
                                    holds ? "true" : "false"),
                        now()};
        }
        return property.name + (claim_ == Claim::shown ? " is shown" : " is violated");
    }

    void compare(const Node& node, const State& state, const std::string& otherwise) const {
        const Json here = encoder_.state(state);
        std::vector<std::string> differences;
        for (const auto& [name, value] : here.items()) {
            const Json& there = node.at(name).json();
            if (normal(there) != normal(value)) {
                differences.push_back(fmt::format(
                    "{}: {} in the file, but it is {}", name, text_of(there), text_of(value)));
            }
        }
        if (!differences.empty()) {
            throw NoRun{otherwise, std::move(differences)};
        }
    }

    static std::string text_of(const Json& json) {
        return json.dump(-1, ' ', false, Json::error_handler_t::replace);
    }

    /// The state in which the run cannot go on.
    [[nodiscard]] std::vector<std::string> now() const {
        std::vector<std::string> lines;
        const Json state = encoder_.state(trace_->last_state());
        for (const auto& [name, value] : state.items()) {
            lines.push_back(fmt::format("{}: {}", name, text_of(value)));
        }
        return lines;
    }

    const spec::TypedSpec& spec_;
    Node root_;
    Node about_;
    Claim claim_;
    std::optional<std::size_t> property_;
    std::optional<std::size_t> live_;
    std::vector<spec::FaultInfo> without_;
    Universe universe_;
    TransitionSystem system_;
    itf::Decoder decoder_;
    itf::Encoder encoder_;
    Evaluator evaluator_;
    std::optional<Trace> trace_; // as far as it is possible
    std::optional<live::Lasso> lasso_;
};

} // namespace

ItfReplay replay_itf(const spec::TypedSpec& spec, std::string_view text) {
    try {
        const Json document = itf::parse(text);
        return Replay(spec, document).run();
    } catch (Unreadable& unreadable) {
        ItfReplay result;
        result.text = std::move(unreadable.text);
        result.path = std::move(unreadable.path);
        return result;
    }
}

} // namespace muster::checker
