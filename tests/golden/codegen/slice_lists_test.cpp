// What lists, `for each`, `either`, `on lost` and hooks over collections do, on ready types.

#include "runtime/machine/choose.hpp"
#include "slices/either.hpp"
#include "slices/for_each.hpp"
#include "slices/hooks.hpp"
#include "slices/lists.hpp"
#include "slices/literals.hpp"
#include "slices/lost.hpp"
#include "slices/majority.hpp"
#include "tests/golden/codegen/recording_out.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace muster::codegen {
namespace {

using runtime::DefaultHooks;
using Names = std::vector<std::string>;

TEST(Lists, KeepOrderAndADistinctOneRepeatsNothing) {
    namespace protocol = protocols::lists;
    using Types = protocol::DefaultTypes;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::box<Types, DefaultHooks, true> box(hooks);
    for (const char* item : {"b", "a", "b"}) {
        EXPECT_EQ(box.handle(protocol::Put<Types>{item}, "c", out), Outcome::handled);
    }
    EXPECT_EQ(box.queue(), (Names{"b", "a", "b"}));
    EXPECT_EQ(box.seen(), (Names{"b", "a"}));
    EXPECT_EQ(box.history(), box.queue());
    EXPECT_EQ(box.shelves().at("b").items, (Names{"b", "b", "b", "b"}));
    EXPECT_EQ(box.shelves().at("b").names, Names{"b"});
    out.take();
    EXPECT_EQ(box.handle(protocol::Serve<Types>{}, "c", out), Outcome::handled);
    EXPECT_EQ(box.queue(), Names{"a"});
    EXPECT_EQ(out.take(), (Said{"send Served to c", "changed queue"}));
}

// An overflow at the end undoes what was appended and removed before.
TEST(Lists, AreUndone) {
    namespace protocol = protocols::lists;
    using Types = protocol::DefaultTypes;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::box<Types, DefaultHooks, true> box(hooks);
    EXPECT_EQ(box.handle(protocol::Put<Types>{"a"}, "c", out), Outcome::handled);
    for (const std::int64_t most :
         {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}) {
        ASSERT_TRUE(box.restore_entry(protocol::box_field::count, "", runtime::encode(most)));
        const auto before = box;
        const Outcome outcome = most > 0 ? box.handle(protocol::Put<Types>{"b"}, "c", out)
                                         : box.handle(protocol::Drop<Types>{"a"}, "c", out);
        EXPECT_EQ(outcome, Outcome::overflow);
        EXPECT_TRUE(box == before);
    }
}

TEST(ForEach, ReturnLeavesTheHandler) {
    namespace protocol = protocols::for_each;
    using Types = protocol::DefaultTypes;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::group<Types, DefaultHooks> group(hooks);
    for (const char* item : {"a", "b", "c"}) {
        EXPECT_EQ(group.join(item, out), Outcome::handled);
    }
    out.take();
    EXPECT_EQ(group.handle(protocol::Leave<Types>{{"b", "c", "a"}, "c"}, "x", out),
              Outcome::handled);
    EXPECT_EQ(group.members(), (std::set<std::string>{"a", "c"}));
    EXPECT_EQ(group.order(), (Names{"a", "b", "c"}));
    EXPECT_EQ(group.gone(), 1);
}

TEST(Majority, IsMoreThanHalf) {
    namespace protocol = protocols::majority;
    using Types = protocol::DefaultTypes;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::counter<Types, DefaultHooks> counter({"a", "b", "c", "d"}, hooks);
    for (const char* voter : {"a", "b", "other"}) {
        EXPECT_EQ(counter.handle(protocol::Vote<Types>{true}, voter, out), Outcome::handled);
        EXPECT_FALSE(counter.decided());
    }
    EXPECT_EQ(counter.handle(protocol::Vote<Types>{true}, "d", out), Outcome::handled);
    EXPECT_TRUE(counter.decided());
}

struct LastHandler {
    std::size_t pick_handler(const std::vector<std::size_t>& handlers) {
        seen = handlers;
        return handlers.size() - 1;
    }

    std::vector<std::size_t> seen;
};

TEST(Either, TakesTheFirstUnlessTheHooksSayOtherwise) {
    namespace protocol = protocols::either;
    using Types = protocol::DefaultTypes;
    RecordingOut out;
    DefaultHooks none;
    protocol::server<Types, DefaultHooks> first(none);
    EXPECT_EQ(first.handle(protocol::Ask<Types>{2, "a"}, "c", out), Outcome::handled);
    EXPECT_EQ(first.low(), 2);
    EXPECT_EQ(first.high(), 0);
    LastHandler policy;
    protocol::server<Types, LastHandler> last(policy);
    EXPECT_EQ(last.handle(protocol::Ask<Types>{2, "a"}, "c", out), Outcome::ignored);
    EXPECT_EQ(policy.seen, (std::vector<std::size_t>{0, 2, 3}));
    EXPECT_EQ(last.handle(protocol::Ask<Types>{1, "a"}, "c", out), Outcome::handled);
    EXPECT_EQ(last.high(), 1);
}

TEST(Lost, NamesTheOtherEnd) {
    namespace protocol = protocols::lost;
    using Types = protocol::DefaultTypes;
    static_assert(protocol::Hello<Types>::kNetwork == runtime::Network::fifo);
    DefaultHooks hooks;
    RecordingOut out;
    protocol::server<Types, DefaultHooks> server(hooks);
    EXPECT_EQ(server.handle(protocol::Hello<Types>{}, "a", out), Outcome::handled);
    EXPECT_EQ(server.lost(protocol::server_peers::client<Types>{"a"}, out), Outcome::handled);
    EXPECT_TRUE(server.connected().empty());
    EXPECT_EQ(server.cuts(), 1);
    EXPECT_EQ(server.lost(protocol::server_peers::disk{}, out), Outcome::handled);
    EXPECT_EQ(server.lost_(), 1);
    EXPECT_EQ(server.lost_2(7, out), Outcome::handled);
    EXPECT_EQ(server.cuts(), 7);
}

TEST(Literals, AreDefaultsAndInitialValues) {
    namespace protocol = protocols::literals;
    using Types = protocol::DefaultTypes;
    using protocol::Mode;
    const protocol::Ask<Types> ask;
    EXPECT_EQ(ask.steps, (std::vector<std::int64_t>{3, 1}));
    EXPECT_EQ(ask.sizes, (std::map<Mode, std::int64_t>{{Mode::Fast, 3}, {Mode::Slow, 2}}));
    const protocol::Answer<Types> answer;
    EXPECT_EQ(answer.plan.steps, (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(answer.plan.limit, 3);
}

struct OrderHooks {
    std::vector<std::string> order(const std::set<std::string>& items,
                                   const std::vector<std::string>& known,
                                   const std::map<std::string, std::int64_t>&) {
        std::vector<std::string> all(items.begin(), items.end());
        all.insert(all.end(), known.begin(), known.end());
        return all;
    }

    std::optional<std::string> best(const std::vector<std::string>& items) { return items.front(); }
};

TEST(Hooks, TakeAndGiveCollections) {
    namespace protocol = protocols::hooks;
    using Types = protocol::DefaultTypes;
    OrderHooks hooks;
    RecordingOut out;
    protocol::server<Types, OrderHooks> server({.first_items = {"z"}, .prices = {{"z", 1}}}, hooks);
    EXPECT_EQ(server.handle(protocol::Ask<Types>{{"b", "a"}}, "c", out), Outcome::handled);
    EXPECT_EQ(server.known(), (std::set<std::string>{"a", "b"}));
}

} // namespace
} // namespace muster::codegen
