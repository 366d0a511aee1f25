#include "checker/certify/replay_itf.hpp"
#include "checker/check/search.hpp"
#include "checker/explore/instance.hpp"
#include "checker/trace/render_itf.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace muster::checker::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

// Every kind of value, of step and of network.
constexpr const char* kEverything = R"(protocol p
sort Client
sort Token
enum Colour { red, green }
record Pair { left: int, right: Colour }
network fifo
message Ask from client to server { wants: option Colour, pairs: list Pair }
message Answer from server to client { token: Token }
message Gossip from client to client { seen: set Colour } via unreliable
message Bye from client to server {} via once
const bonus: int
function rank(c: Client): int
role client[me: Client] {
  var tokens: set Token = {}
  var heard: map Colour -> int = {}
  action ask(colour: Colour) when size(tokens) == 0 {
    send Ask(wants: some(colour), pairs: [Pair { left: rank(me), right: colour }]) to server }
  action chat(other: Client) { send Gossip(seen: {red}) to other }
  action leave() { send Bye() to server }
  on Answer(token) { tokens += token }
  on Gossip(seen) from c { heard[red] = rank(c) }
  on lost s { ignore } }
role server {
  var given: map Client -> Token = {}
  var order: list Client = []
  var left: int = 0
  timer rest[c: Client] for 1s
  on Ask(wants, pairs) from c as r when not (c in keys(given)) {
    let t = fresh Token
    given[c] = t
    order += c
    start rest[c]
    reply Answer(token: t) to r }
  on Ask() otherwise { ignore }
  on rest(c) { left += bonus }
  on Bye() { left += 1 }
  on lost c { ignore } }
fault crash client
cover answered: exists c: Client. size(client[c].tokens) == 1
cover rested: server.left == 2
cover gossip: exists c: Client. red in client[c].heard
cover crashed: exists c: Client. size(client[c].tokens) == 0 and c in server.given
invariant nobody_leaves: server.left <= 1
invariant no_two: size(server.order) <= 1
instance one {
  Client = {anna, ben}, Token = 2, bonus = 2, rank = { anna -> 3, ben -> 4 },
  server.left <= 2, in flight <= 2
})";

struct NamedRun {
    std::string name;
    std::string text;
};

std::string itf(const spec::TypedSpec& spec, const Trace& trace, const ItfClaim& claim) {
    return render_itf(system_of(spec, trace), trace, claim);
}

void add_run(const spec::TypedSpec& spec,
             const Verdict& verdict,
             std::optional<std::size_t> property,
             std::vector<NamedRun>& runs) {
    const std::string name = property ? spec.properties[*property].name : "built in";
    if (const auto* shown = std::get_if<Shown>(&verdict)) {
        runs.push_back({name, itf(spec, shown->trace, {ItfClaim::Kind::shown, property})});
    } else if (const auto* broken = std::get_if<Violated>(&verdict)) {
        const auto kind = !property         ? ItfClaim::Kind::goes_wrong
                          : broken->failure ? ItfClaim::Kind::undefined
                                            : ItfClaim::Kind::violated;
        runs.push_back({name, itf(spec, broken->trace, {kind, property})});
    }
}

// The runs of a whole check, as files: those of properties, and then those of what is built in.
std::vector<NamedRun> checked_runs(const spec::TypedSpec& spec) {
    const CheckReport report = check(spec, {});
    EXPECT_THAT(report.instance_errors, ::testing::IsEmpty());
    std::vector<NamedRun> runs;
    for (const PropertyReport& entry : report.properties) {
        add_run(spec, entry.verdict, entry.property, runs);
    }
    for (const ObligationReport& entry : report.obligations) {
        add_run(spec, entry.verdict, std::nullopt, runs);
    }
    return runs;
}

// Those that a search for these properties finds.
std::vector<NamedRun> runs_of(const spec::TypedSpec& spec, const std::vector<std::size_t>& wanted) {
    CheckOptions options;
    std::vector<std::string> errors;
    Search search(spec, options, errors);
    search.run(wanted, {});
    EXPECT_THAT(errors, ::testing::IsEmpty());
    std::vector<NamedRun> runs;
    for (const std::size_t property : wanted) {
        if (const auto verdict = search.take_verdict(property)) {
            add_run(spec, *verdict, property, runs);
        }
    }
    return runs;
}

std::vector<std::size_t> all_properties(const spec::TypedSpec& spec) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < spec.properties.size(); ++i) {
        if (spec.properties[i].kind != spec::PropertyKind::axiom) {
            all.push_back(i);
        }
    }
    return all;
}

void expect_confirmed(const spec::TypedSpec& spec, const NamedRun& run) {
    const ItfReplay replay = replay_itf(spec, run.text);
    EXPECT_EQ(replay.answer, ItfReplay::Answer::confirmed)
        << run.name << ": " << replay.path << ' ' << replay.text << '\n'
        << ::testing::PrintToString(replay.details);
}

TEST(Replay, confirms_what_was_written) {
    const spec::TypedSpec spec = analysed(kEverything);
    const auto runs = checked_runs(spec);
    ASSERT_EQ(runs.size(), 6U);
    for (const NamedRun& run : runs) {
        expect_confirmed(spec, run);
    }
    EXPECT_EQ(replay_itf(spec, runs[0].text).text.substr(0, 17), "answered is shown");
}

TEST(Replay, repeats_a_step_that_goes_wrong_and_a_property_that_is_undefined) {
    const spec::TypedSpec spec = analysed(R"(protocol p
sort Client
role server {
  var n: map Client -> int = {}
  var last: option int = none
  action count(c: Client) { last = some(1); assert size(n) == 0; n[c] = 1 } }
invariant one: server.last.value == 1
instance two { Client = 2 })");
    const auto runs = checked_runs(spec);
    ASSERT_EQ(runs.size(), 2U);
    for (const NamedRun& run : runs) {
        expect_confirmed(spec, run);
    }
    EXPECT_THAT(replay_itf(spec, runs[0].text).text, HasSubstr("one is undefined at the end"));
    EXPECT_THAT(replay_itf(spec, runs[1].text).text, HasSubstr("count goes wrong"));
}

TEST(Replay, repeats_a_start_that_goes_wrong) {
    constexpr const char* kStart = R"(protocol p
role server {
  var n: int = 0
  on start { assert n == 1 } }
instance one {})";
    const spec::TypedSpec spec = analysed(kStart);
    Trace trace;
    trace.universe = make_universe(spec, spec.instances[0]).value();
    trace.ending = Trace::Ending{{}, {Failure::Kind::assertion, "this assertion is false", {}}};
    const NamedRun run{"start", itf(spec, trace, {ItfClaim::Kind::goes_wrong, std::nullopt})};
    expect_confirmed(spec, run);
    const spec::TypedSpec mended = analysed(replaced(kStart, "n == 1", "n == 0"));
    EXPECT_EQ(replay_itf(mended, run.text).answer, ItfReplay::Answer::no_run);
}

constexpr const char* kCounter = R"(protocol p
fault crash server
role server {
  durable n: int = 0
  action count(by: int) when n < 3 and by > 0 { n = n + by }
  action reset() { n = 0 } }
invariant small: server.n <= 2
instance one { server.count.by in 1 .. 1 })";

Json counter_run() {
    const spec::TypedSpec spec = analysed(kCounter);
    return Json::parse(checked_runs(spec).at(0).text);
}

ItfReplay replay_on(const std::string& spec, const Json& run) {
    return replay_itf(analysed(spec), run.dump());
}

TEST(Replay, names_the_first_step_that_is_impossible_and_the_state_before_it) {
    const ItfReplay replay = replay_on(replaced(kCounter, "n < 3", "n < 2"), counter_run());
    EXPECT_EQ(replay.answer, ItfReplay::Answer::no_run);
    EXPECT_EQ(replay.text, "step 3, count, is not possible");
    EXPECT_THAT(replay.details, ::testing::Contains("server.n: {\"#bigint\":\"2\"}"));
    EXPECT_EQ(replay.trace->steps.size(), 2U);
}

TEST(Replay, says_what_a_step_leads_to_instead) {
    const ItfReplay replay = replay_on(replaced(kCounter, "n + by", "n + by + by"), counter_run());
    EXPECT_EQ(replay.answer, ItfReplay::Answer::no_run);
    EXPECT_EQ(replay.text, "step 1, count, leads to another state");
    EXPECT_THAT(replay.details,
                ::testing::ElementsAre(
                    R"(server.n: {"#bigint":"1"} in the file, but it is {"#bigint":"2"})"));
}

TEST(Replay, says_where_the_spec_is_another_one) {
    const Json run = counter_run();
    EXPECT_EQ(replay_on(replaced(kCounter, "durable n: int = 0", "durable n: int = 1"), run).text,
              "the start leads to another state");
    EXPECT_EQ(replay_on(replaced(kCounter, "n <= 2", "n <= 3"), run).text,
              "every step is possible, but small is true at the end");
    EXPECT_EQ(
        replay_on(replaced(kCounter, "invariant small:", "invariant small without crash server:"),
                  run)
            .text,
        "it is a run under other faults than those of the property");
    EXPECT_EQ(replay_on(replaced(replaced(kCounter, "action count(by", "action add(by"),
                                 "server.count.by",
                                 "server.add.by"),
                        run)
                  .text.substr(0, 52),
              "step 1: the model has no step `act count` of server");
    EXPECT_EQ(replay_on(replaced(kCounter, "invariant small", "invariant large"), run).answer,
              ItfReplay::Answer::unreadable);
    EXPECT_EQ(replay_on(replaced(kCounter, "n = n + by", "n = n + by; assert n < 2"), run).text,
              "step 2, count, goes wrong: this assertion is false");
}

// Other steps of the spec may come and go, and so may the order of sets.
TEST(Replay, finds_steps_by_name) {
    const std::string more =
        replaced(kCounter, "  action count", "  action other() { ignore }\n  action count");
    EXPECT_EQ(replay_on(more, counter_run()).answer, ItfReplay::Answer::confirmed);
}

struct Damage {
    const char* pointer;
    Json value;
    const char* path; // as the message has it
    const char* text;
};

TEST(Replay, says_where_a_file_is_wrong) {
    const spec::TypedSpec spec = analysed(kEverything);
    const Json whole = Json::parse(runs_of(spec, {0}).at(0).text);
    const std::vector<Damage> cases = {
        {"/#meta/muster/version", 2, "/#meta/muster/version", "version 1 is expected"},
        {"/#meta/muster", nullptr, "/#meta/muster", "an object is expected"},
        {"/#meta/muster/claim", "not inductive", "/#meta/muster/claim", "is no run"},
        {"/#meta/muster/claim", "violated", "/#meta/muster/property", "`answered` is a cover"},
        {"/#meta/muster/property", 1, "/#meta/muster/property", "a text is expected"},
        {"/#meta/muster/universe/sorts/Client",
         Json::array(),
         "/#meta/muster/universe/sorts/Client",
         "1 to 1000 elements"},
        {"/#meta/muster/universe/sorts/Client",
         Json({"anna", "anna"}),
         "/#meta/muster/universe/sorts/Client",
         "twice"},
        {"/#meta/muster/universe/integers",
         Json({2, 1}),
         "/#meta/muster/universe/integers",
         "ascending"},
        {"/#meta/muster/functions/rank",
         Json({1}),
         "/#meta/muster/functions/rank",
         "2 values are expected"},
        {"/#meta/muster/constants/bonus",
         Json{{"#bigint", "99999999999999999999"}},
         "/#meta/muster/constants/bonus",
         "64 bits"},
        {"/states/1/#meta/event/process",
         "carl",
         "/states/1/#meta/event/process",
         "no such Client"},
        {"/states/1/#meta/event/arguments/colour",
         "blue",
         "/states/1/#meta/event/arguments/colour",
         "Colour has no such value"},
        {"/states", 7, "/states", "a list is expected"},
    };
    for (const Damage& damage : cases) {
        Json broken = whole;
        broken[Json::json_pointer(damage.pointer)] = damage.value;
        const ItfReplay replay = replay_itf(spec, broken.dump());
        EXPECT_EQ(replay.answer, ItfReplay::Answer::unreadable) << damage.pointer;
        EXPECT_EQ(replay.path, damage.path);
        EXPECT_THAT(replay.text, HasSubstr(damage.text));
    }
}

TEST(Replay, refuses_what_is_no_json_and_what_is_nested_too_deeply) {
    const spec::TypedSpec spec = analysed(kCounter);
    EXPECT_THAT(replay_itf(spec, "").text, HasSubstr("no JSON"));
    EXPECT_THAT(replay_itf(spec, "[1,").text, HasSubstr("no JSON from byte"));
    EXPECT_THAT(replay_itf(spec, std::string(1'000'000, '[')).text, HasSubstr("100 levels"));
    EXPECT_EQ(replay_itf(spec, "{}").text, "there is no `#meta`");
    EXPECT_EQ(replay_itf(spec, "[]").text, "an object is expected");
}

// Whatever is missing or replaced: an answer, and never a confirmation of what is not one.
void damage_each(const spec::TypedSpec& spec, const Json& whole, const Json::json_pointer& at) {
    const Json& part = whole.at(at);
    for (const auto& [key, value] : part.items()) {
        const Json::json_pointer inside =
            part.is_array() ? at / std::stoul(key) : at / std::string(key);
        for (const Json& other : {Json(), Json(7), Json("x"), Json::array(), Json::object()}) {
            Json broken = whole;
            broken[inside] = other;
            replay_itf(spec, broken.dump());
        }
        if (value.is_structured()) {
            damage_each(spec, whole, inside);
        }
    }
}

TEST(Replay, survives_damage_of_every_entry) {
    const spec::TypedSpec spec = analysed(kEverything);
    for (const NamedRun& run : runs_of(spec, {0, 2})) {
        damage_each(spec, Json::parse(run.text), Json::json_pointer());
    }
}

TEST(Replay, a_changed_variable_of_any_state_is_noticed) {
    const spec::TypedSpec spec = analysed(kEverything);
    const Json whole = Json::parse(runs_of(spec, {0}).at(0).text);
    for (std::size_t state = 0; state < whole.at("states").size(); ++state) {
        for (const std::string name : whole.at("vars")) {
            if (name.rfind("mbt::", 0) == 0) {
                continue;
            }
            Json broken = whole;
            broken["states"][state][name] = "else";
            EXPECT_EQ(replay_itf(spec, broken.dump()).answer, ItfReplay::Answer::no_run) << name;
        }
    }
}

// The covers of everything that is shipped.
TEST(Replay, confirms_the_covers_of_the_shipped_protocols) {
    const std::filesystem::path folder = MUSTER_SOURCE_DIR "/spec/protocols";
    std::size_t runs = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".muster") {
            continue;
        }
        const spec::TypedSpec spec =
            analysed(shipped(entry.path().lexically_relative(folder).generic_string()));
        std::vector<std::size_t> covers;
        for (const std::size_t property : all_properties(spec)) {
            if (spec.properties[property].kind == spec::PropertyKind::cover) {
                covers.push_back(property);
            }
        }
        const auto found = runs_of(spec, covers);
        EXPECT_EQ(found.size(), covers.size()) << entry.path();
        for (const NamedRun& run : found) {
            expect_confirmed(spec, run);
        }
        runs += found.size();
    }
    EXPECT_GE(runs, 20U);
}

} // namespace
} // namespace muster::checker::testing
