#include "runtime/machine/choose.hpp"
#include "slices/collections.hpp"
#include "slices/defaults.hpp"
#include "slices/durable.hpp"
#include "slices/ghost.hpp"
#include "slices/names.hpp"
#include "slices/otherwise.hpp"
#include "slices/overflow.hpp"
#include "slices/places.hpp"
#include "tests/golden/codegen/recording_out.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>

namespace muster::codegen {
namespace {

using runtime::DefaultHooks;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

TEST(Defaults, FieldsHaveTheDeclaredDefaults) {
    namespace protocol = protocols::defaults;
    const protocol::Answer<protocol::DefaultTypes> answer;
    EXPECT_EQ(answer.colour, protocol::Colour::Green);
    EXPECT_EQ(static_cast<int>(answer.colour), 4);
    EXPECT_EQ(answer.count, -1);
    EXPECT_TRUE(answer.loud);
    EXPECT_EQ(answer.name, std::nullopt);
    EXPECT_TRUE(answer.others.empty());
    EXPECT_EQ(answer.last, 7);
    EXPECT_EQ(protocol::name_of(protocol::Colour::Blue), "Blue");
    EXPECT_FALSE(is_enumerator(static_cast<protocol::Colour>(5)));
}

TEST(Otherwise, TakesWhatTheGuardsLeave) {
    namespace protocol = protocols::guards;
    using Types = protocol::DefaultTypes;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::door<Types, DefaultHooks> door({"a", "b"}, hooks);
    EXPECT_EQ(door.handle(protocol::Knock<Types>{.hard = true}, "a", out), Outcome::ignored);
    EXPECT_EQ(door.handle(protocol::Knock<Types>{.hard = false}, "a", out), Outcome::handled);
    EXPECT_EQ(door.knocks(), std::set<std::string>{"a"});
    EXPECT_EQ(door.handle(protocol::Take<Types>{}, "a", out), Outcome::handled);
    EXPECT_EQ(door.handle(protocol::Take<Types>{}, "b", out), Outcome::not_enabled);
    EXPECT_EQ(out.take(), Said{});
    EXPECT_EQ(door.handle(protocol::Knock<Types>{.hard = false}, "a", out), Outcome::handled);
    EXPECT_EQ(out.take(), Said{"send Open to a"});
    EXPECT_EQ(door.close(out), Outcome::handled);
    EXPECT_TRUE(door.knocks().empty());
}

TEST(Ghost, ExistsOnlyWhereItIsSwitchedOn) {
    namespace protocol = protocols::ghost;
    using Types = protocol::DefaultTypes;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::cell<Types, DefaultHooks, true> seen(hooks);
    EXPECT_EQ(seen.handle(protocol::Set_<Types>{7}, out), Outcome::handled);
    EXPECT_EQ(seen.handle(protocol::Set_<Types>{3}, out), Outcome::handled);
    EXPECT_EQ(seen.history(), (std::set<std::int64_t>{3, 7}));
    EXPECT_EQ(seen.largest(), 7);
    EXPECT_TRUE(seen.seen_before());
    EXPECT_EQ(out.take(), (Said{"changed current", "changed current"}));
    EXPECT_FALSE(seen.is_initial());

    protocol::cell<Types, DefaultHooks> blind(hooks);
    EXPECT_EQ(blind.handle(protocol::Set_<Types>{3}, out), Outcome::handled);
    EXPECT_EQ(blind.current(), 3);
    EXPECT_LT(sizeof(blind), sizeof(seen));

    protocol::cell<Types, DefaultHooks, true> reloaded(hooks);
    reloaded.take_ghosts(seen);
    EXPECT_EQ(reloaded.largest(), 7);
    EXPECT_TRUE(reloaded.is_initial()); // ghosts aside
    std::vector<std::string> names;
    seen.visit_state([&](std::string_view name, const auto&) { names.emplace_back(name); });
    EXPECT_EQ(names, (Said{"current", "history", "largest", "seen_before"}));
}

TEST(Overflow, ARefusedEventLeavesNoTrace) {
    namespace protocol = protocols::overflow;
    using Types = protocol::DefaultTypes;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::account<Types, DefaultHooks, true> account(hooks);
    EXPECT_EQ(account.handle(protocol::Add<Types>{"a", kMost - 1}, out), Outcome::handled);
    EXPECT_EQ(out.take(),
              (Said{"changed items a", "changed amounts a", "start audit 2000", "changed total"}));
    const auto before = account;
    EXPECT_EQ(account.handle(protocol::Add<Types>{"b", 2}, out), Outcome::overflow);
    EXPECT_EQ(account.handle(protocol::Add<Types>{"a", 2}, out), Outcome::overflow);
    EXPECT_EQ(account.fire(protocol::account_timers::audit{}, out), Outcome::overflow);
    EXPECT_EQ(out.take(), Said{});
    EXPECT_TRUE(account == before);
    EXPECT_EQ(account.adds(), 1);
    // The last number that fits, and on.
    EXPECT_EQ(account.handle(protocol::Add<Types>{"b", 1}, out), Outcome::handled);
    EXPECT_EQ(account.total(), kMost);
    EXPECT_EQ(account.reset(out), Outcome::handled);
    EXPECT_EQ(account.total(), 0);
}

// Everything that the handler did before it found that a number does not fit is undone: entries,
// elements, and a map that was emptied.
TEST(Overflow, UndoesEveryKindOfWrite) {
    namespace protocol = protocols::places;
    using Types = protocol::DefaultTypes;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::shelf<Types, DefaultHooks> shelf(hooks);
    EXPECT_EQ(shelf.add("a", out), Outcome::handled);
    EXPECT_EQ(shelf.handle(protocol::Change<Types>{"a", "x", 4}, out), Outcome::handled);
    const auto box = shelf.boxes().at("a");
    ASSERT_TRUE(shelf.restore_entry(
        protocol::shelf_field::top,
        "",
        runtime::encode(protocol::Box<Types>{.tags = {"y"}, .names = {}, .size = kMost})));
    const auto before = shelf;
    out.take();
    EXPECT_EQ(shelf.handle(protocol::Change<Types>{"a", "z", -4}, out), Outcome::overflow);
    EXPECT_TRUE(shelf == before);
    EXPECT_EQ(shelf.boxes().at("a"), box);
    EXPECT_EQ(out.take(), Said{});
}

TEST(Places, PartsOfVariablesAreWrittenInPlace) {
    namespace protocol = protocols::places;
    using Types = protocol::DefaultTypes;
    using Box = protocol::Box<Types>;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::shelf<Types, DefaultHooks> shelf(hooks);
    EXPECT_EQ(shelf.handle(protocol::Change<Types>{"a", "x", 4}, out), Outcome::ignored);
    EXPECT_EQ(shelf.add("a", out), Outcome::handled);
    EXPECT_EQ(shelf.handle(protocol::Change<Types>{"a", "x", 4}, out), Outcome::handled);
    EXPECT_EQ(shelf.boxes().at("a"), (Box{.tags = {"x"}, .names = {{"x", 4}}, .size = 4}));
    EXPECT_EQ(shelf.groups().at("a"), std::set<std::string>{"x"});
    EXPECT_EQ(shelf.top(), (Box{.tags = {"x"}, .names = {{"x", 1}}, .size = 1}));
    EXPECT_EQ(shelf.handle(protocol::Change<Types>{"a", "y", -1}, out), Outcome::handled);
    EXPECT_EQ(shelf.boxes().at("a"), (Box{.tags = {"x"}, .names = {{"x", 4}}, .size = -1}));
    EXPECT_EQ(shelf.groups().at("a"), std::set<std::string>{"x"});
    EXPECT_EQ(shelf.top(), (Box{.tags = {"x", "y"}, .names = {{"x", 4}}, .size = 2}));
}

TEST(Durable, TheHostIsToldOfEveryEntry) {
    namespace protocol = protocols::durable;
    using Types = protocol::DefaultTypes;
    using Field = protocol::store_field;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::store<Types, DefaultHooks> store(hooks);
    EXPECT_EQ(store.handle(protocol::Put<Types>{"a", 1}, out), Outcome::handled);
    EXPECT_EQ(out.take(), (Said{"changed values a", "changed marked a", "changed last"}));
    EXPECT_EQ(store.handle(protocol::Put<Types>{"a", 2}, out), Outcome::handled);
    EXPECT_EQ(out.take(), (Said{"changed values a", "changed last"})); // marked already
    EXPECT_EQ(store.handle(protocol::Drop<Types>{"b"}, out), Outcome::handled);
    EXPECT_EQ(out.take(), Said{}); // not there
    EXPECT_EQ(store.handle(protocol::Put<Types>{"b", 3}, out), Outcome::handled);
    out.take();

    EXPECT_EQ(store.durable_entry(Field::values, runtime::encode(std::string("b"))),
              runtime::encode(std::int64_t{3}));
    EXPECT_EQ(store.durable_entry(Field::values, runtime::encode(std::string("c"))), std::nullopt);
    EXPECT_EQ(store.durable_entry(Field::marked, runtime::encode(std::string("a"))), "");
    EXPECT_EQ(store.durable_entry(Field::last, "x"), std::nullopt);

    protocol::store<Types, DefaultHooks> reloaded(hooks);
    EXPECT_TRUE(reloaded.is_initial());
    for (const Field field : store.kDurableFields) {
        store.for_each_durable(field, [&](const std::string& key, const std::string& value) {
            EXPECT_TRUE(reloaded.restore_entry(field, key, value));
        });
    }
    auto crashed = store;
    crashed.crash();
    EXPECT_TRUE(reloaded == crashed);
    EXPECT_FALSE(reloaded == store); // what was cached is gone
    EXPECT_FALSE(reloaded.restore_entry(Field::values, "a", "b"));
    EXPECT_FALSE(reloaded.restore_entry(Field::marked, runtime::encode(std::string("q")), "b"));
    EXPECT_TRUE(reloaded == crashed);

    EXPECT_EQ(store.clear(out), Outcome::handled);
    EXPECT_EQ(out.take(), (Said{"changed values", "changed last"}));
    EXPECT_EQ(store.handle(protocol::Drop<Types>{"a"}, out), Outcome::handled);
    EXPECT_EQ(out.take(), Said{"changed marked a"});
}

TEST(Names, KeywordsAndNamesOfGeneratedCodeDoNotClash) {
    namespace protocol = protocols::names;
    using Types = protocol::DefaultTypes;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::machine_<Types, DefaultHooks> box(hooks);
    const protocol::Out_<Types> message{.out = 4,
                                        .message = {.class_ = 2, .errno_ = true},
                                        .template_ = protocol::operator_::switch_};
    EXPECT_EQ(box.handle(message, out), Outcome::handled);
    EXPECT_EQ(box.crashed(), 2);
    EXPECT_EQ(box.double_().class_, 4);
    EXPECT_EQ(box.handle_2(), protocol::operator_::switch_);
    EXPECT_EQ(box.while_("one", "two", out), Outcome::handled);
    EXPECT_EQ(box.this_(), std::set<std::string>{"one"});
}

struct AnswerOut {
    std::vector<protocols::collections::Answer<protocols::collections::DefaultTypes>> answers;

    template <class Message>
    void send(const Message& message) {
        answers.push_back(message);
    }
};

TEST(Collections, ComprehensionsAndQuantifiersMeanWhatTheySay) {
    namespace protocol = protocols::collections;
    using Types = protocol::DefaultTypes;
    using Box = protocol::Box<Types>;
    DefaultHooks hooks;
    AnswerOut out;
    protocol::shelf<Types, DefaultHooks> shelf(hooks);
    EXPECT_EQ(shelf.store("a", Box{.tags = {"x", "y"}, .size = 1}, out), Outcome::handled);
    EXPECT_EQ(shelf.store("b", Box{.tags = {"y"}, .size = 2}, out), Outcome::handled);
    EXPECT_EQ(shelf.store("c", Box{.tags = {}, .size = 3}, out), Outcome::handled);
    EXPECT_EQ(shelf.handle(protocol::Ask<Types>{.item = "a", .tag = "y"}, out), Outcome::handled);
    const std::set<std::string> ab{"a", "b"};
    const std::set<std::string> abc{"a", "b", "c"};
    ASSERT_EQ(out.answers.size(), 1U);
    EXPECT_EQ(out.answers[0].holders, ab);
    EXPECT_EQ(out.answers[0].by_tag, (std::map<std::string, std::int64_t>{{"x", 1}, {"y", 2}}));
    EXPECT_EQ(out.answers[0].tags, std::set<std::string>{"y"});
    EXPECT_EQ(out.answers[0].sizes, (std::map<std::string, std::int64_t>{{"b", 2}, {"c", 3}}));
    EXPECT_EQ(out.answers[0].both, abc);
    EXPECT_TRUE(out.answers[0].every);
    EXPECT_TRUE(out.answers[0].some_one);
    EXPECT_EQ(out.answers[0].other, "x");
    EXPECT_EQ(out.answers[0].count, 2);
    EXPECT_EQ(shelf.handle(protocol::Ask<Types>{.item = "c", .tag = "z"}, out), Outcome::handled);
    EXPECT_EQ(out.answers[1].other, std::nullopt);
    EXPECT_EQ(out.answers[1].tags, (std::set<std::string>{"x", "y"}));
}

TEST(CollectionsDeathTest, AMissingKeyIsABrokenObligation) {
    namespace protocol = protocols::collections;
    using Types = protocol::DefaultTypes;
    DefaultHooks hooks;
    AnswerOut out;
    protocol::shelf<Types, DefaultHooks> shelf(hooks);
    EXPECT_EQ(shelf.store("a", protocol::Box<Types>{}, out), Outcome::handled);
    EXPECT_EQ(shelf.forget("a", out), Outcome::handled);
    EXPECT_DEATH(
        static_cast<void>(shelf.handle(protocol::Ask<Types>{.item = "a", .tag = "x"}, out)),
        "broken obligation: a map has no such key");
}

} // namespace
} // namespace muster::codegen
