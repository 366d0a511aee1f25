#pragma once

#include "runtime/machine/exploration.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// What production runs, behind the interface of explored machines: the types that a generated
/// header comes with, a host that takes an overflow for an event that did not happen, a machine
/// without ghosts beside one that has them, and a journal that knows what was reported only. The
/// driver that `muster explore` compiles stands on this in place of runtime/machine/exploration.hpp
/// after a few replacements in its text (see library_of_specs.cpp).
namespace muster::test::production {

namespace base = ::muster::runtime::exploration;
using base::Asker;
using base::Ending;
using base::Kind;
using base::Malformed;
using base::NoEnd;
using base::Occasion;
using base::Question;
using base::Word;
using base::Words;
using runtime::BrokenObligation;
using runtime::Choices;
using runtime::Outcome;

/// Something is wrong that only who sees both machines and the journal can tell.
struct Complaint {
    const char* text;
};

// Few enough elements that their names are in the order of their numbers.
template <class Sort>
[[nodiscard]] Sort element(std::uint32_t number) {
    return "element " + std::string(1, static_cast<char>('a' + number));
}

constexpr unsigned kHalf = 32;

template <class Id>
[[nodiscard]] Id request(std::uint32_t from, std::uint32_t correlation) {
    return (Id{from} << kHalf) | correlation;
}

template <class Set>
[[nodiscard]] Set all_processes(std::uint32_t count) {
    Set all;
    for (std::uint32_t i = 0; i < count; ++i) {
        all.insert(element<typename Set::value_type>(i));
    }
    return all;
}

inline void write(Words& words, bool value) {
    words.push_back(value ? 1 : 0);
}

inline void write(Words& words, Word value) {
    words.push_back(value);
}

inline void write(Words& words, const std::string& element) {
    words.push_back(element.back() - 'a');
}

inline void write(Words& words, std::uint64_t request) {
    words.insert(words.end(),
                 {static_cast<Word>(request >> kHalf), static_cast<std::uint32_t>(request)});
}

template <class T>
void write(Words& words, const std::optional<T>& option);
template <class Key, class Mapped>
void write(Words& words, const std::map<Key, Mapped>& map);
template <class T>
void write(Words& words, const std::set<T>& set);
template <class T>
void write(Words& words, const std::vector<T>& list);

template <class T>
void write(Words& words, const T& value) {
    if constexpr (std::is_enum_v<T>) {
        words.push_back(static_cast<Word>(value));
    } else {
        T::visit_fields(value, [&](std::string_view, const auto& field) { write(words, field); });
    }
}

template <class T>
void write(Words& words, const std::optional<T>& option) {
    write(words, option.has_value());
    if (option.has_value()) {
        write(words, *option);
    }
}

template <class Key, class Mapped>
void write(Words& words, const std::map<Key, Mapped>& map) {
    words.push_back(static_cast<Word>(map.size()));
    for (const auto& [key, mapped] : map) {
        write(words, key);
        write(words, mapped);
    }
}

template <class T>
void write(Words& words, const std::set<T>& set) {
    words.push_back(static_cast<Word>(set.size()));
    for (const T& each : set) {
        write(words, each);
    }
}

template <class T>
void write(Words& words, const std::vector<T>& list) {
    words.push_back(static_cast<Word>(list.size()));
    for (const auto& each : list) {
        write(words, each);
    }
}

template <class T>
inline constexpr bool kIsOption = false;
template <class T>
inline constexpr bool kIsOption<std::optional<T>> = true;
template <class T>
inline constexpr bool kIsMap = false;
template <class Key, class Mapped>
inline constexpr bool kIsMap<std::map<Key, Mapped>> = true;
template <class T>
inline constexpr bool kIsContainer = false;
template <class T>
inline constexpr bool kIsContainer<std::set<T>> = true;
template <class T>
inline constexpr bool kIsContainer<std::vector<T>> = true;

class Reader : public base::Reader {
public:
    using base::Reader::Reader;

    template <class T>
    T value() {
        if constexpr (std::is_same_v<T, bool>) {
            return word() != 0;
        } else if constexpr (std::is_same_v<T, Word>) {
            return word();
        } else if constexpr (std::is_enum_v<T>) {
            return static_cast<T>(word());
        } else if constexpr (std::is_same_v<T, std::string>) {
            return element<T>(static_cast<std::uint32_t>(word()));
        } else if constexpr (std::is_same_v<T, std::uint64_t>) {
            const auto from = static_cast<std::uint32_t>(word());
            return request<T>(from, static_cast<std::uint32_t>(word()));
        } else if constexpr (kIsOption<T>) {
            return word() == 0 ? T() : T(value<typename T::value_type>());
        } else if constexpr (kIsMap<T>) {
            T map;
            for (std::size_t left = count(); left > 0; --left) {
                auto key = value<typename T::key_type>();
                map.insert_or_assign(std::move(key), value<typename T::mapped_type>());
            }
            return map;
        } else if constexpr (kIsContainer<T>) {
            T container;
            for (std::size_t left = count(); left > 0; --left) {
                container.insert(container.end(), value<typename T::value_type>());
            }
            return container;
        } else {
            T record{};
            T::visit_fields(record, [&](std::string_view, auto& field) {
                field = value<std::remove_cvref_t<decltype(field)>>();
            });
            return record;
        }
    }
};

class Hooks : public base::Hooks {
public:
    Hooks(const Question& question, Choices& choices, const Asker& asker)
        : base::Hooks(question, choices, asker)
        , asker_(&asker) {}

protected:
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
    const Asker* asker_;
};

/// Takes down what a machine says, what it reports as written included.
template <class Protocol>
class Out {
public:
    Out(const Question& question, Choices& choices)
        : correlations_(question.correlations)
        , choices_(&choices) {}

    template <class Message>
    void send(const Message& message) {
        add(message, 0, correlation_for<Message>());
    }

    template <class Message>
    void send(const Message& message, const std::string& to) {
        Words number;
        write(number, to);
        add(message, number.front(), correlation_for<Message>());
    }

    template <class Message>
    void reply(const Message& message, std::uint64_t to) {
        add(message, static_cast<Word>(to >> kHalf), static_cast<std::uint32_t>(to));
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
    void changed(Field field) {
        written_.emplace_back(static_cast<int>(field), std::nullopt);
    }

    template <class Field>
    void changed(Field field, const std::string& key) {
        written_.emplace_back(static_cast<int>(field), key);
    }

    void tell(Words& answer) const {
        answer.push_back(sent_count_);
        answer.insert(answer.end(), sent_.begin(), sent_.end());
        answer.push_back(timer_count_);
        answer.insert(answer.end(), timers_.begin(), timers_.end());
    }

    using Written = std::vector<std::pair<int, std::optional<std::string>>>;

    [[nodiscard]] const Written& written() const { return written_; }

    [[nodiscard]] bool is_silent() const {
        return sent_.empty() && timers_.empty() && written_.empty();
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
    Written written_;
};

/// The entries of a machine's durable part.
using Disk = std::map<std::pair<int, std::string>, std::string>;

template <class Machine, class Field>
void write_field(const Machine& machine, Field field, Disk& disk) {
    machine.for_each_durable(field, [&](const std::string& key, const std::string& value) {
        disk[{static_cast<int>(field), key}] = value;
    });
}

template <class Machine>
[[nodiscard]] Disk disk_of(const Machine& machine) {
    Disk disk;
    for (const auto field : Machine::kDurableFields) {
        write_field(machine, field, disk);
    }
    return disk;
}

/// A host's journal: what is not reported is not written.
template <class Machine, class Written>
void write_reported(const Machine& machine, const Written& written, Disk& disk) {
    for (const auto& change : written) {
        for (const auto field : Machine::kDurableFields) {
            if (static_cast<int>(field) != change.first) {
                continue;
            }
            if (!change.second.has_value()) {
                std::erase_if(disk,
                              [&](const auto& entry) { return entry.first.first == change.first; });
                write_field(machine, field, disk);
            } else if (const auto value = machine.durable_entry(field, *change.second)) {
                disk[{change.first, *change.second}] = *value;
            } else {
                disk.erase({change.first, *change.second});
            }
        }
    }
    if (disk != disk_of(machine)) {
        throw Complaint{"a durable change was not reported"};
    }
}

/// The state that the question is about; ghosts only where the machine has them.
template <class Machine>
void restore(Machine& machine, Reader& reader) {
    machine.restore_state([&](std::string_view, auto& variable) {
        variable = reader.value<std::remove_cvref_t<decltype(variable)>>();
    });
}

/// What a crash does to a machine, and to one that is made anew from what is on the disk.
template <class Machine>
[[nodiscard]] Machine crashed(Machine machine, Machine anew) {
    if (!anew.is_initial()) {
        throw Complaint{"a new machine does not know that it is in its initial state"};
    }
    for (const auto& [at, value] : disk_of(machine)) {
        for (const auto field : Machine::kDurableFields) {
            if (static_cast<int>(field) == at.first &&
                !anew.restore_entry(field, at.second, value)) {
                throw Complaint{"an entry that was written cannot be restored"};
            }
        }
    }
    if constexpr (requires { anew.take_ghosts(machine); }) {
        anew.take_ghosts(machine);
    }
    machine.crash();
    anew.crash();
    if (!(anew == machine)) {
        throw Complaint{"what is durable is not what a crash leaves"};
    }
    return anew;
}

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
        return machine.start(out);
    case Occasion::connection_cut:
        return Role::cut(machine, question, out);
    }
    throw Malformed{};
}

/// What one machine made of the question.
template <class Machine, class Out>
struct Run {
    Machine machine;
    Out out;
    Outcome outcome = Outcome::not_enabled;
    Ending ending = Ending::well;
};

template <class Protocol, class Role, bool Ghosts>
[[nodiscard]] auto run(const Question& question,
                       const typename Protocol::Constants& constants,
                       typename Protocol::Hooks& hooks,
                       Reader state,
                       Reader details,
                       Choices& choices) {
    using Machine = typename Role::template Machine<Ghosts>;
    auto machine = Role::template make<Ghosts>(question, constants, hooks);
    restore(machine, state);
    if (question.occasion == Occasion::restart) {
        machine = crashed(machine, Role::template make<Ghosts>(question, constants, hooks));
    }
    const auto before = machine;
    Disk disk = disk_of(machine);
    Run<Machine, Out<Protocol>> done{machine, Out<Protocol>(question, choices)};
    try {
        done.outcome = happen<Role>(done.machine, question, details, done.out);
        details.expect_end();
    } catch (const NoEnd& end) {
        done.ending = end.ending;
    } catch (const BrokenObligation&) {
        done.ending = Ending::broken;
    }
    if (done.ending != Ending::well) {
        return done;
    }
    if (done.outcome != Outcome::handled && !(done.out.is_silent() && done.machine == before)) {
        throw Complaint{"an event that was not handled changed something"};
    }
    write_reported(done.machine, done.out.written(), disk);
    static_cast<void>(
        crashed(done.machine, Role::template make<Ghosts>(question, constants, hooks)));
    if (done.outcome == Outcome::not_enabled) {
        done.ending = Ending::disabled;
    } else if (done.outcome == Outcome::overflow) {
        done.ending = Ending::overflow;
    }
    return done;
}

template <class Machine>
[[nodiscard]] Words words_of(const Machine& machine) {
    Words words;
    machine.visit_state([&](std::string_view, const auto& variable) { write(words, variable); });
    return words;
}

/// Ghosts come last in the words of a state, and nothing else may depend on them.
template <class Seen, class Blind>
void expect_no_influence_of_ghosts(const Seen& seen, const Blind& blind) {
    Words said;
    Words said_without;
    seen.out.tell(said);
    blind.out.tell(said_without);
    const Words state = words_of(seen.machine);
    const Words without = words_of(blind.machine);
    if (seen.ending != blind.ending || seen.outcome != blind.outcome ||
        (seen.ending == Ending::well &&
         (said != said_without || seen.out.written() != blind.out.written() ||
          without.size() > state.size() ||
          !std::equal(without.begin(), without.end(), state.begin())))) {
        throw Complaint{"ghosts make a difference"};
    }
}

/// One way to choose, from the machine's state on; the answer to it.
template <class Protocol, class Role>
[[nodiscard]] Words answer(const Question& question,
                           const typename Protocol::Constants& constants,
                           const Reader& reader,
                           Choices& choices,
                           const Asker& asker) {
    Choices same_choices = choices;
    typename Protocol::Hooks hooks(question, choices, asker);
    typename Protocol::Hooks same_hooks(question, same_choices, asker);
    Reader details = reader;
    auto reached = Role::template make<true>(question, constants, hooks);
    restore(reached, details);
    const auto seen =
        run<Protocol, Role, true>(question, constants, hooks, reader, details, choices);
    const auto blind =
        run<Protocol, Role, false>(question, constants, same_hooks, reader, details, same_choices);
    expect_no_influence_of_ghosts(seen, blind);
    if (seen.ending != Ending::well) {
        throw NoEnd{seen.ending};
    }
    Words words{static_cast<Word>(Ending::well), 0};
    for (std::size_t sort = 0; sort < hooks.drawn().size(); ++sort) {
        for (std::size_t i = 0; i < hooks.drawn()[sort]; ++i) {
            ++words[1];
            words.insert(words.end(), {static_cast<Word>(sort), question.drawable[sort][i]});
        }
    }
    seen.out.tell(words);
    const Words state = words_of(seen.machine);
    words.insert(words.end(), state.begin(), state.end());
    return words;
}

/// The entry point.
template <class Protocol>
[[nodiscard]] int step(const Word* words, std::size_t size, const Asker* asker) {
    try {
        Reader reader(words, size);
        const Question question(reader, Protocol::kRoles, Protocol::kSorts);
        const typename Protocol::Constants constants(reader);
        Choices choices;
        const auto tell = [&](const Words& answer) {
            asker->take(asker->self, answer.data(), answer.size());
        };
        do {
            try {
                Protocol::for_role(question.role, [&]<class Role>() {
                    tell(answer<Protocol, Role>(question, constants, reader, choices, *asker));
                });
            } catch (const NoEnd& end) {
                tell({static_cast<Word>(end.ending)});
            }
        } while (choices.advance());
        if (choices.gave_up()) {
            tell({static_cast<Word>(Ending::too_many_ways)});
        }
        return 0;
    } catch (const Complaint& complaint) {
        std::fprintf(stderr, "%s\n", complaint.text);
        return 2;
    } catch (...) { // nothing but C may pass here
        return 1;
    }
}

} // namespace muster::test::production
