#pragma once

/// What the code stands on that lets compiled machines be explored (exploration_interface.hpp). It
/// is generated for a spec by the generator's `explore_driver`, which says what `Protocol` and
/// `Role` are here.
#define MUSTER_OBLIGATIONS_ARE_THROWN

#include "runtime/machine/choices.hpp"
#include "runtime/machine/exploration_interface.hpp"
#include "runtime/machine/obligation.hpp"
#include "runtime/machine/outcome.hpp"
#include "runtime/machine/sorted_containers.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace muster::runtime::exploration {

/// An element of a sort. All sorts have one type, so that little is compiled; the language does not
/// mix them.
struct Element {
    std::uint32_t number = 0;

    friend auto operator<=>(const Element&, const Element&) = default;

    /// What is durable is encoded.
    template <class Self, class Visit>
    static void visit_fields(Self& self, Visit&& visit) {
        visit(std::string_view("number"), self.number);
    }
};

/// Who asked, and with which correlation.
struct Request {
    std::uint32_t from = 0;
    std::uint32_t correlation = 0;

    friend auto operator<=>(const Request&, const Request&) = default;

    template <class Self, class Visit>
    static void visit_fields(Self& self, Visit&& visit) {
        visit(std::string_view("from"), self.from);
        visit(std::string_view("correlation"), self.correlation);
    }
};

template <class Sort>
[[nodiscard]] Sort element(std::uint32_t number) {
    return {number};
}

template <class Id>
[[nodiscard]] Id request(std::uint32_t from, std::uint32_t correlation) {
    return {from, correlation};
}

/// The question has not the form that it should have.
struct Malformed {};

/// The step cannot end: what it would need is not there.
struct NoEnd {
    Ending ending;
};

template <class T>
inline constexpr bool kIsOption = false;
template <class T>
inline constexpr bool kIsOption<std::optional<T>> = true;
template <class T>
inline constexpr bool kIsMap = false;
template <class Key, class Mapped>
inline constexpr bool kIsMap<SortedMap<Key, Mapped>> = true;
template <class T>
inline constexpr bool kIsSet = false;
template <class T>
inline constexpr bool kIsSet<SortedSet<T>> = true;
template <class T>
inline constexpr bool kIsList = false;
template <class T>
inline constexpr bool kIsList<Row<T>> = true;

using Words = std::vector<Word>;

template <class T>
void write(Words& words, const T& value) {
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, Word> || std::is_enum_v<T>) {
        words.push_back(static_cast<Word>(value));
    } else if constexpr (std::is_same_v<T, Element>) {
        words.push_back(value.number);
    } else if constexpr (std::is_same_v<T, Request>) {
        words.insert(words.end(), {value.from, value.correlation});
    } else if constexpr (kIsOption<T>) {
        words.push_back(value.has_value() ? 1 : 0);
        if (value.has_value()) {
            write(words, *value);
        }
    } else if constexpr (kIsMap<T>) {
        words.push_back(static_cast<Word>(value.size()));
        for (const auto& [key, mapped] : value) {
            write(words, key);
            write(words, mapped);
        }
    } else if constexpr (kIsSet<T> || kIsList<T>) {
        words.push_back(static_cast<Word>(value.size()));
        for (const auto& element : value) {
            write(words, element);
        }
    } else {
        T::visit_fields(value, [&](std::string_view, const auto& field) { write(words, field); });
    }
}

/// Reads a row of words from its beginning to its end.
class Reader {
public:
    Reader(const Word* words, std::size_t size)
        : at_(words)
        , end_(words + size) {}

    Word word() {
        if (at_ == end_) {
            throw Malformed{};
        }
        return *at_++;
    }

    /// How many of something come, each of at least one word.
    std::size_t count() {
        const Word count = word();
        if (count < 0 || count > end_ - at_) {
            throw Malformed{};
        }
        return static_cast<std::size_t>(count);
    }

    template <class T>
    T value() {
        if constexpr (std::is_same_v<T, bool>) {
            return word() != 0;
        } else if constexpr (std::is_same_v<T, Word>) {
            return word();
        } else if constexpr (std::is_enum_v<T>) {
            return static_cast<T>(word());
        } else if constexpr (std::is_same_v<T, Element>) {
            return T{static_cast<std::uint32_t>(word())};
        } else if constexpr (std::is_same_v<T, Request>) {
            const auto from = static_cast<std::uint32_t>(word());
            return {from, static_cast<std::uint32_t>(word())};
        } else if constexpr (kIsOption<T>) {
            return word() == 0 ? T() : T(value<typename T::value_type>());
        } else if constexpr (kIsMap<T>) {
            T map;
            for (std::size_t left = count(); left > 0; --left) {
                const auto key = value<typename T::key_type>();
                map.insert_or_assign(key, value<typename T::mapped_type>());
            }
            return map;
        } else if constexpr (kIsSet<T>) {
            T set;
            for (std::size_t left = count(); left > 0; --left) {
                set.insert(value<typename T::value_type>());
            }
            return set;
        } else if constexpr (kIsList<T>) {
            T list;
            for (std::size_t left = count(); left > 0; --left) {
                list.push_back(value<typename T::value_type>());
            }
            return list;
        } else {
            T record{};
            T::visit_fields(record, [&](std::string_view, auto& field) {
                field = value<std::remove_cvref_t<decltype(field)>>();
            });
            return record;
        }
    }

    void expect_end() const {
        if (at_ != end_) {
            throw Malformed{};
        }
    }

private:
    const Word* at_;
    const Word* end_;
};

/// What a question begins with, up to the constants.
struct Question {
    Question(Reader& reader, std::size_t roles, std::size_t sorts)
        : role(reader.word())
        , process(number_from(reader))
        , occasion(static_cast<Occasion>(reader.word()))
        , number(reader.word())
        , handler(static_cast<std::size_t>(reader.word()))
        , sender(number_from(reader))
        , correlation(number_from(reader))
        , correlations(number_from(reader)) {
        for (std::size_t i = 0; i < roles; ++i) {
            processes.push_back(number_from(reader));
        }
        for (std::size_t i = 0; i < sorts; ++i) {
            Words& elements = drawable.emplace_back();
            for (std::size_t left = reader.count(); left > 0; --left) {
                elements.push_back(reader.word());
            }
        }
    }

    Word role;
    std::uint32_t process;
    Occasion occasion;
    Word number;
    std::size_t handler;
    std::uint32_t sender;
    std::uint32_t correlation;
    std::uint32_t correlations;
    std::vector<std::uint32_t> processes; // by role
    std::vector<Words> drawable;          // by sort, elements

private:
    static std::uint32_t number_from(Reader& reader) {
        return static_cast<std::uint32_t>(reader.word());
    }
};

/// All processes of a role.
template <class Set>
[[nodiscard]] Set all_processes(std::uint32_t count) {
    Set all;
    for (std::uint32_t i = 0; i < count; ++i) {
        all.insert(element<typename Set::value_type>(i));
    }
    return all;
}

/// What a machine asks of its host during one event.
class Hooks {
public:
    /// All outlive it.
    Hooks(const Question& question, Choices& choices, const Asker& asker)
        : question_(&question)
        , choices_(&choices)
        , asker_(&asker)
        , drawn_(question.drawable.size()) {}

    template <class T>
    std::size_t pick(const std::vector<T>& candidates) {
        // A list may hold an element twice; it is still one choice.
        std::vector<std::size_t> distinct;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            if (first_of(candidates, candidates[i]) == i) {
                distinct.push_back(i);
            }
        }
        return distinct[choices_->choose(distinct.size())];
    }

    std::size_t pick_handler(const std::vector<std::size_t>& handlers) {
        const std::size_t at = first_of(handlers, question_->handler);
        if (at == handlers.size()) {
            throw NoEnd{Ending::other_handler};
        }
        return at;
    }

    /// How many elements of each sort were drawn: the first ones that there are.
    [[nodiscard]] const std::vector<std::size_t>& drawn() const { return drawn_; }

protected:
    std::uint32_t fresh_element(std::uint32_t sort) {
        const Words& drawable = question_->drawable[sort];
        if (drawn_[sort] == drawable.size()) {
            throw NoEnd{Ending::nothing_fresh};
        }
        return static_cast<std::uint32_t>(drawable[drawn_[sort]++]);
    }

    template <class Result, class... Arguments>
    Result value_of_function(Word function, const Arguments&... arguments) {
        Words words;
        (write(words, arguments), ...);
        const Word* result = nullptr;
        std::size_t size = 0;
        if (!asker_->call(asker_->self, function, words.data(), words.size(), &result, &size)) {
            throw NoEnd{Ending::out_of_reach};
        }
        return Reader(result, size).template value<Result>();
    }

private:
    template <class T>
    static std::size_t first_of(const std::vector<T>& items, const T& wanted) {
        std::size_t at = 0;
        while (at < items.size() && !(items[at] == wanted)) {
            ++at;
        }
        return at;
    }

    const Question* question_;
    Choices* choices_;
    const Asker* asker_;
    std::vector<std::size_t> drawn_; // by sort
};

/// What the explorer calls a message or a timer.
struct Kind {
    Word number = 0;
    bool is_request = false;
};

/// Takes down what a machine says.
template <class Protocol>
class Out {
public:
    static constexpr bool kDiscardsAfterOverflow = true;
    static constexpr bool kKeepsNothing = true;

    Out(const Question& question, Choices& choices)
        : correlations_(question.correlations)
        , choices_(&choices) {}

    template <class Message>
    void send(const Message& message) {
        add(message, 0, correlation_for<Message>());
    }

    template <class Message, class To>
    void send(const Message& message, const To& to) {
        add(message, to.number, correlation_for<Message>());
    }

    template <class Message>
    void reply(const Message& message, const Request& to) {
        add(message, to.from, to.correlation);
    }

    template <class Timer>
    void start_timer(const Timer& timer, std::int64_t) {
        add_timer(timer, 1);
    }

    template <class Timer>
    void stop_timer(const Timer& timer) {
        add_timer(timer, 0);
    }

    template <class Field>
    void changed(Field) {}

    void tell(Words& answer) const {
        answer.push_back(sent_count_);
        answer.insert(answer.end(), sent_.begin(), sent_.end());
        answer.push_back(timer_count_);
        answer.insert(answer.end(), timers_.begin(), timers_.end());
    }

private:
    template <class Message>
    Word correlation_for() {
        constexpr Kind kKind = Protocol::kind(static_cast<const Message*>(nullptr));
        return kKind.is_request ? static_cast<Word>(choices_->choose(correlations_)) : 0;
    }

    template <class Message>
    void add(const Message& message, Word to, Word correlation) {
        ++sent_count_;
        sent_.insert(sent_.end(), {Protocol::kind(&message).number, to, correlation});
        write(sent_, message);
    }

    template <class Timer>
    void add_timer(const Timer& timer, Word started) {
        ++timer_count_;
        timers_.insert(timers_.end(), {started, Protocol::kind(&timer).number});
        if constexpr (requires { timer.key; }) {
            write(timers_, timer.key);
        }
    }

    std::size_t correlations_;
    Choices* choices_;
    Word sent_count_ = 0;
    Words sent_;
    Word timer_count_ = 0;
    Words timers_;
};

template <class Role, class Machine, class Out>
Outcome happen(Machine& machine, const Question& question, Reader& reader, Out& out) {
    switch (question.occasion) {
    case Occasion::message:
        return Role::message(machine, question, reader, out);
    case Occasion::timer:
        return Role::timer(machine, question, reader, out);
    case Occasion::action:
        return Role::action(machine, question, reader, out);
    case Occasion::restart:
        machine.crash();
        return machine.start(out);
    case Occasion::connection_cut:
        return Role::cut(machine, question, out);
    }
    throw Malformed{};
}

/// One way to choose, from the machine's state on; the answer to it.
template <class Protocol, class Role>
[[nodiscard]] Words answer(const Question& question,
                           const typename Protocol::Constants& constants,
                           Reader reader,
                           Choices& choices,
                           const Asker& asker) {
    typename Protocol::Hooks hooks(question, choices, asker);
    auto machine = Role::template make<true>(question, constants, hooks);
    machine.restore_state([&](std::string_view, auto& variable) {
        variable = reader.value<std::remove_cvref_t<decltype(variable)>>();
    });
    Out<Protocol> out(question, choices);
    const Outcome outcome = happen<Role>(machine, question, reader, out);
    reader.expect_end();
    if (outcome == Outcome::not_enabled || outcome == Outcome::overflow) {
        throw NoEnd{outcome == Outcome::overflow ? Ending::overflow : Ending::disabled};
    }
    Words words{static_cast<Word>(Ending::well), 0};
    for (std::size_t sort = 0; sort < hooks.drawn().size(); ++sort) {
        for (std::size_t i = 0; i < hooks.drawn()[sort]; ++i) {
            ++words[1];
            words.insert(words.end(), {static_cast<Word>(sort), question.drawable[sort][i]});
        }
    }
    out.tell(words);
    machine.visit_state([&](std::string_view, const auto& variable) { write(words, variable); });
    return words;
}

/// All ways to choose.
template <class Protocol, class Role>
void answer_all(const Question& question,
                const typename Protocol::Constants& constants,
                const Reader& reader,
                const Asker& asker) {
    Choices choices;
    const auto tell = [&](const Words& words) {
        asker.take(asker.self, words.data(), words.size());
    };
    const auto tell_ending = [&](Ending ending) {
        tell({static_cast<Word>(ending)});
    };
    do {
        try {
            tell(answer<Protocol, Role>(question, constants, reader, choices, asker));
        } catch (const NoEnd& end) {
            tell_ending(end.ending);
        } catch (const BrokenObligation&) {
            tell_ending(Ending::broken);
        }
    } while (choices.advance());
    if (choices.gave_up()) {
        tell_ending(Ending::too_many_ways);
    }
}

/// The entry point.
template <class Protocol>
[[nodiscard]] int step(const Word* words, std::size_t size, const Asker* asker) {
    try {
        Reader reader(words, size);
        const Question question(reader, Protocol::kRoles, Protocol::kSorts);
        const typename Protocol::Constants constants(reader);
        Protocol::for_role(question.role, [&]<class Role>() {
            answer_all<Protocol, Role>(question, constants, reader, *asker);
        });
        return 0;
    } catch (...) { // nothing but C may pass here
        return 1;
    }
}

} // namespace muster::runtime::exploration
