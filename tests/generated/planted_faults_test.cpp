// Model tests on implementations that are written by hand: a right one passes, and each with a
// planted fault is found and told in a shortest run.

#include "hotel_model_test.hpp"
#include "lease_model_test.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace muster::runtime {
namespace {

namespace lease = protocols::lease::model_test;
namespace hotel = protocols::hotel::model_test;
namespace server_timers = protocols::lease::server_timers;

enum class Fault {
    none,
    forgets_token,
    arms_no_timer,
    other_duration,
    answers_twice,
    answers_who_waits,
    keeps_holder,
    throws,
    shows_wrong_state,
};

template <Fault kFault>
class LeaseServer {
public:
    void handle(const lease::Acquire&, const lease::Client& from, Effects& out) {
        if (holder_.has_value()) {
            if (kFault == Fault::answers_who_waits && holder_ == from) {
                out.send(lease::Granted{.token = token_}, from);
            }
            return;
        }
        if (kFault == Fault::throws && token_ == 2) {
            throw std::out_of_range("no third token");
        }
        holder_ = from;
        ++token_;
        if (kFault != Fault::arms_no_timer) {
            out.start_timer(server_timers::expiry{}, kFault == Fault::other_duration ? 1 : 10000);
        }
        out.send(lease::Granted{.token = token_}, from);
        if (kFault == Fault::answers_twice) {
            out.send(lease::Granted{.token = token_}, from);
        }
    }

    void fire(const server_timers::expiry&, Effects&) {
        if (kFault != Fault::keeps_holder) {
            holder_.reset();
        }
    }

    void crash() {
        holder_.reset();
        if (kFault == Fault::forgets_token) {
            token_ = 0;
        }
    }

    template <class Visit>
    void visit_state(Visit&& visit) const {
        if (kFault == Fault::shows_wrong_state) {
            visit(std::string_view("last"), token_ > 1 ? token_ + 1 : token_);
        }
    }

private:
    std::int64_t token_ = 0;
    std::optional<lease::Client> holder_;
};

template <Fault kFault>
std::string found() {
    const auto result = conforms<lease::server<>, LeaseServer<kFault>>();
    return result ? "" : result.message();
}

// Up to what depends on the random numbers.
std::string run_of(const std::string& message) {
    return message.substr(0, message.find("\nfound after "));
}

TEST(PlantedFaults, ARightServerPasses) {
    EXPECT_EQ(found<Fault::none>(), "");
}

TEST(PlantedFaults, ATokenThatACrashTakesBackIsTold) {
    EXPECT_EQ(run_of(found<Fault::forgets_token>()),
              "the implementation of server does what the model does not allow\n"
              "  0  start\n"
              "  1  Acquire() from c1\n"
              "       send Granted(token: 1) to c1\n"
              "       start expiry for 10000 ms\n"
              "  2  crash\n"
              "  3  Acquire() from c1\n"
              "     the model\n"
              "       send Granted(token: 2) to c1\n"
              "       start expiry for 10000 ms\n"
              "     the implementation\n"
              "       send Granted(token: 1) to c1\n"
              "       start expiry for 10000 ms\n");
}

TEST(PlantedFaults, TheMessageSaysHowToRepeatTheRun) {
    const std::string message = found<Fault::forgets_token>();
    EXPECT_NE(message.find("RC_PARAMS=\"reproduce="), std::string::npos) << message;
    EXPECT_NE(message.find("--gtest_filter=PlantedFaults.TheMessageSaysHowToRepeatTheRun"),
              std::string::npos)
        << message;
    EXPECT_EQ(message, found<Fault::forgets_token>());
}

TEST(PlantedFaults, WhatIsDoneTooMuchOrTooLittleIsFound) {
    EXPECT_NE(found<Fault::arms_no_timer>(), "");
    EXPECT_NE(found<Fault::other_duration>(), "");
    EXPECT_NE(found<Fault::answers_twice>(), "");
    EXPECT_NE(found<Fault::answers_who_waits>(), "");
    EXPECT_NE(found<Fault::keeps_holder>(), "");
}

TEST(PlantedFaults, AnExceptionIsTold) {
    EXPECT_NE(found<Fault::throws>().find("     the implementation throws: no third token\n"),
              std::string::npos);
}

TEST(PlantedFaults, StateThatIsShownIsCompared) {
    EXPECT_NE(found<Fault::shows_wrong_state>().find("last is 3 and should be 2\n"),
              std::string::npos);
}

// ---- weights ----

TEST(PlantedFaults, AnEventThatNeverComesShowsNoFault) {
    using Server = LeaseServer<Fault::forgets_token>;
    EXPECT_TRUE((conforms<lease::server<>, Server>({}, {{"crash", 0}})));
    EXPECT_FALSE((conforms<lease::server<>, Server>({}, {{"crash", 1}})));
}

TEST(PlantedFaults, WeightsAreThoseOfEvents) {
    using Server = LeaseServer<Fault::none>;
    const auto unknown = conforms<lease::server<>, Server>({}, {{"Aquire", 1}});
    EXPECT_STREQ(unknown.message(), "no event is called Aquire");
    const auto none =
        conforms<lease::server<>, Server>({}, {{"Acquire", 0}, {"expiry", 0}, {"crash", 0}});
    EXPECT_STREQ(none.message(), "every event has the weight 0");
    const auto nothing = conforms<lease::server<>, Server>({}, {{"Acquire", 0}, {"crash", 0}});
    EXPECT_STREQ(nothing.message(),
                 "no event but `start` was ever possible, so nothing was compared");
}

// ---- actions ----

enum class Refusal { right, silent, acts_all_the_same };

template <Refusal kRefusal>
class LeaseClient {
public:
    bool acquire(Effects& out) {
        if (token_.has_value()) {
            return kRefusal == Refusal::silent; // "done", though nothing was
        }
        out.send(lease::Acquire{});
        return true;
    }

    bool write(Effects& out) {
        if (token_.has_value() || kRefusal == Refusal::acts_all_the_same) {
            out.send(lease::Write{.token = token_.value_or(0)});
            return true;
        }
        return false;
    }

    void handle(const lease::Granted& message, Effects&) { token_ = message.token; }

private:
    std::optional<std::int64_t> token_;
};

TEST(PlantedFaults, AnActionWhoseGuardDoesNotHoldHasToBeRefused) {
    EXPECT_TRUE((conforms<lease::client<>, LeaseClient<Refusal::right>>()));
    EXPECT_FALSE((conforms<lease::client<>, LeaseClient<Refusal::silent>>()));
    const auto result = conforms<lease::client<>, LeaseClient<Refusal::acts_all_the_same>>();
    EXPECT_EQ(run_of(result.message()),
              "the implementation of client does what the model does not allow\n"
              "  0  start\n"
              "  1  write()\n"
              "     the model refuses it\n"
              "     the implementation\n"
              "       send Write(token: 0)\n");
}

// ---- choices ----

enum class Desk { always_full, newest_first, oldest_first, reuses_keys, takes_all };

// A desk that numbers its keys.
template <Desk kDesk>
class HotelDesk {
public:
    void start(Effects& out) { out.start_timer(Cleaning{}, 3'600'000); }

    void handle(const hotel::CheckIn& message,
                const hotel::Guest& from,
                std::uint64_t request,
                Effects& out) {
        if (kDesk == Desk::always_full) {
            out.reply(hotel::CheckedIn{.answer = Answer::Full}, request);
            return;
        }
        const hotel::Key key("key " + std::to_string(++made_));
        keys_.emplace_back(key, from);
        out.start_timer(Call{from}, message.nights);
        out.reply(hotel::CheckedIn{.answer = Answer::Welcome, .key = key}, request);
    }

    void handle(const hotel::Leave& message, const hotel::Guest& from, Effects& out) {
        if (std::erase(keys_, std::pair(message.key, from)) > 0) {
            out.stop_timer(Call{from});
        }
    }

    void fire(const protocols::hotel::desk_timers::call<hotel::Types>& timer, Effects& out) {
        out.send(hotel::Wake{}, timer.key);
    }

    void fire(const protocols::hotel::desk_timers::cleaning&, Effects& out) {
        if (kDesk == Desk::takes_all) {
            keys_.clear();
        } else if (!keys_.empty() && kDesk == Desk::oldest_first) {
            keys_.erase(keys_.begin());
        } else if (!keys_.empty()) {
            keys_.pop_back();
        }
        out.start_timer(Cleaning{}, 3'600'000);
    }

    void lost(const protocols::hotel::desk_peers::guest<hotel::Types>& peer, Effects& out) {
        out.stop_timer(Call{peer.process});
    }

    void crash() { made_ = kDesk == Desk::reuses_keys ? 0 : made_; }

    // Without it the choices of the model would show in what guests are told only.
    template <class Visit>
    void visit_state(Visit&& visit) const {
        if (kDesk == Desk::takes_all || kDesk == Desk::oldest_first) {
            visit(std::string_view("keys"),
                  std::map<hotel::Key, hotel::Guest>(keys_.begin(), keys_.end()));
        }
    }

private:
    using Answer = protocols::hotel::Answer;
    using Call = protocols::hotel::desk_timers::call<hotel::Types>;
    using Cleaning = protocols::hotel::desk_timers::cleaning;

    std::vector<std::pair<hotel::Key, hotel::Guest>> keys_;
    int made_ = 0;
};

TEST(Choices, EveryChoiceOfTheModelIsAllowed) {
    EXPECT_TRUE((conforms<hotel::desk<>, HotelDesk<Desk::always_full>>()));
    EXPECT_TRUE((conforms<hotel::desk<>, HotelDesk<Desk::newest_first>>()));
    EXPECT_TRUE((conforms<hotel::desk<>, HotelDesk<Desk::oldest_first>>()));
}

TEST(Choices, AnElementThatHasOccurredIsNotFresh) {
    const auto result = conforms<hotel::desk<>, HotelDesk<Desk::reuses_keys>>();
    EXPECT_EQ(
        run_of(result.message()),
        "the implementation of desk does what the model does not allow\n"
        "  0  start\n"
        "       start cleaning for 3600000 ms\n"
        "  1  CheckIn(nights: 1, wishes: []) from g1 as request 1\n"
        "       reply CheckedIn(answer: Welcome, key: some(key 1)) to request 1\n"
        "       start call(g1) for 1 ms\n"
        "  2  crash\n"
        "       start cleaning for 3600000 ms\n"
        "  3  CheckIn(nights: 1, wishes: []) from g1 as request 3\n"
        "     the model\n"
        "       reply CheckedIn(answer: Full, key: none) to request 3\n"
        "     or\n"
        "     the model\n"
        "       reply CheckedIn(answer: Welcome, key: some(<new Key of step 3>)) to request 3\n"
        "       start call(g1) for 1 ms\n"
        "     the implementation\n"
        "       reply CheckedIn(answer: Welcome, key: some(key 1)) to request 3\n"
        "       start call(g1) for 1 ms\n");
}

TEST(Choices, WhatNoChoiceExplainsIsFound) {
    EXPECT_FALSE((conforms<hotel::desk<>, HotelDesk<Desk::takes_all>>()));
}

} // namespace
} // namespace muster::runtime
