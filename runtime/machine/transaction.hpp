#pragma once

#include "runtime/machine/arithmetic.hpp"
#include "runtime/machine/collections.hpp"
#include "runtime/machine/outcome.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// How an event that can overflow is all or nothing. Such a handler runs on a Transaction in place
/// of the host's `Out`: what it sends is held back, and every write to the machine's state notes
/// how to undo it. At the end the effects are released in order; on an overflow the notes are run
/// backwards. The cost is proportional to what the handler writes, never to the size of the state.
/// Handlers without arithmetic write and send directly.
namespace muster::runtime {

/// Functions that are called later, with one argument each. Lighter to compile than the standard
/// library's wrapper, of which there would be one for every message and variable.
template <class Argument>
class Deferred {
public:
    Deferred() = default;
    Deferred(const Deferred&) = delete;
    Deferred& operator=(const Deferred&) = delete;

    ~Deferred() {
        for (const Call* call : calls_) {
            delete call;
        }
    }

    template <class Function>
    void add(Function function) {
        calls_.push_back(nullptr); // so that nothing is lost where there is no memory
        calls_.back() = new CallOf<Function>(std::move(function));
    }

    void call(Argument& argument) const {
        for (const Call* call : calls_) {
            call->call(argument);
        }
    }

    void call_backwards(Argument& argument) const {
        for (std::size_t left = calls_.size(); left > 0; --left) {
            calls_[left - 1]->call(argument);
        }
    }

private:
    struct Call {
        Call() = default;
        Call(const Call&) = delete;
        Call& operator=(const Call&) = delete;
        virtual ~Call() = default;
        virtual void call(Argument& argument) const = 0;
    };

    template <class Function>
    struct CallOf final : Call {
        explicit CallOf(Function&& of)
            : function(std::move(of)) {}

        void call(Argument& argument) const override { function(argument); }

        Function function;
    };

    std::vector<Call*> calls_; // owned
};

/// What is handed to the functions that undo: nothing.
struct Undo {};

template <class Out>
class Transaction {
public:
    explicit Transaction(Out& out)
        : out_(&out) {}

    template <class Message, class... To>
    void send(const Message& message, const To&... to) {
        effects_.add([message, to...](Out& out) { out.send(message, to...); });
    }

    template <class Message, class Request>
    void reply(const Message& message, const Request& to) {
        effects_.add([message, to](Out& out) { out.reply(message, to); });
    }

    template <class Timer>
    void start_timer(const Timer& timer, std::int64_t duration_ms) {
        effects_.add([timer, duration_ms](Out& out) { out.start_timer(timer, duration_ms); });
    }

    template <class Timer>
    void stop_timer(const Timer& timer) {
        effects_.add([timer](Out& out) { out.stop_timer(timer); });
    }

    template <class Field>
    void changed(Field field) {
        effects_.add([field](Out& out) { out.changed(field); });
    }

    template <class Field>
    void changed(Field field, std::string key) {
        effects_.add([field, key = std::move(key)](Out& out) { out.changed(field, key); });
    }

    template <class Function>
    void on_undo(Function undo) {
        undo_.add([undo = std::move(undo)](Undo&) { undo(); });
    }

    void commit() { effects_.call(*out_); }

    void roll_back() {
        Undo undo;
        undo_.call_backwards(undo);
    }

private:
    Out* out_;
    Deferred<Out> effects_;
    Deferred<Undo> undo_;
};

template <class Out>
inline constexpr bool kIsTransaction = false;
template <class Out>
inline constexpr bool kIsTransaction<Transaction<Out>> = true;

template <class Out, class Handler>
[[nodiscard]] Outcome in_transaction(Out& out, Handler& handler) {
    Transaction<Out> transaction(out);
    try {
        const Outcome outcome = handler(transaction);
        transaction.commit();
        return outcome;
    } catch (const Overflow&) {
        transaction.roll_back();
        return Outcome::overflow;
    }
}

/// Says of a host that it throws away the machine, and what that has told it, after an overflow: a
/// member `static constexpr bool kDiscardsAfterOverflow = true`. An explorer does.
template <class Out>
concept DiscardsAfterOverflow = Out::kDiscardsAfterOverflow;

/// Runs one event so that an overflow leaves no trace.
template <class Out, class Handler>
[[nodiscard]] Outcome atomically(Out& out, Handler&& handler) {
    if constexpr (DiscardsAfterOverflow<Out>) {
        try {
            return handler(out);
        } catch (const Overflow&) {
            return Outcome::overflow;
        }
    } else {
        return in_transaction(out, handler);
    }
}

/// Notes what a map holds under this key, before it is changed.
template <class Out, class Map>
void keep_entry(Out& out, Map& map, const typename Map::key_type& key) {
    if constexpr (kIsTransaction<Out>) {
        out.on_undo([&map, key, before = find(map, key)] {
            if (before.has_value()) {
                map.insert_or_assign(key, *before);
            } else {
                map.erase(key);
            }
        });
    }
}

/// `x = e`.
template <class Out, class T>
void assign(Out& out, T& variable, T value) {
    if constexpr (kIsTransaction<Out>) {
        T old = std::exchange(variable, std::move(value));
        out.on_undo([&variable, before = std::move(old)] { variable = before; });
    } else {
        variable = std::move(value);
    }
}

/// `x.f = e` and the like: `change` alters a part of the variable in place.
template <class Out, class T, class Change>
void modify(Out& out, T& variable, Change&& change) {
    if constexpr (kIsTransaction<Out>) {
        out.on_undo([&variable, before = variable] { variable = before; });
    }
    change(variable);
}

/// `m[k] = e`.
template <class Out, class Map>
void put(Out& out, Map& map, const typename Map::key_type& key, typename Map::mapped_type value) {
    keep_entry(out, map, key);
    map.insert_or_assign(key, std::move(value));
}

/// `m[k].f = e` and the like: `change` alters a part of an entry in place. An obligation: the key
/// is there.
template <class Out, class Map, class Change>
void modify_entry(Out& out, Map& map, const typename Map::key_type& key, Change&& change) {
    keep_entry(out, map, key);
    change(at(map, key));
}

/// `m -= k` of a map, `s -= e` of a set. Returns whether it was there.
template <class Out, class Container>
bool erase(Out& out, Container& container, const typename Container::key_type& key) {
    if (!container.contains(key)) {
        return false;
    }
    if constexpr (requires { typename Container::mapped_type; }) {
        keep_entry(out, container, key);
    } else if constexpr (kIsTransaction<Out>) {
        out.on_undo([&container, key] { container.insert(key); });
    }
    container.erase(key);
    return true;
}

/// `s += e` of a set. Returns whether it is new there.
template <class Out, class Set>
bool insert(Out& out, Set& set, const typename Set::key_type& element) {
    if (set.contains(element)) {
        return false;
    }
    if constexpr (kIsTransaction<Out>) {
        out.on_undo([&set, element] { set.erase(element); });
    }
    set.insert(element);
    return true;
}

/// `list += e`.
template <class Out, class List>
void append(Out& out, List& list, const typename List::value_type& element) {
    if constexpr (kIsTransaction<Out>) {
        out.on_undo([&list] { list.pop_back(); });
    }
    list.push_back(element);
}

/// `list += e` of a `distinct list`. Returns whether it is new there.
template <class Out, class List>
bool append_new(Out& out, List& list, const typename List::value_type& element) {
    const bool added = append_new(list, element);
    if constexpr (kIsTransaction<Out>) {
        if (added) {
            out.on_undo([&list] { list.pop_back(); });
        }
    }
    return added;
}

/// `list -= e`: every occurrence. Returns whether there was one.
template <class Out, class List>
bool remove_all(Out& out, List& list, const typename List::value_type& element) {
    if (!contains(list, element)) {
        return false;
    }
    if constexpr (kIsTransaction<Out>) {
        out.on_undo([&list, before = list] { list = before; });
    }
    return remove_all(list, element);
}

/// Makes the entry of `to` under this key what it is in `from`, for a map or a set.
template <class Container>
void copy_entry(const Container& from, Container& to, const typename Container::key_type& key) {
    if (!from.contains(key)) {
        to.erase(key);
    } else if constexpr (requires { typename Container::mapped_type; }) {
        to.insert_or_assign(key, at(from, key));
    } else {
        to.insert(key);
    }
}

/// Carries one variable through a loop whose iterations all see the state before the loop. After
/// each iteration `next` moves what it wrote (the entry of its own element) aside and puts back
/// what was there; `finish` makes all of it count.
template <class Container>
class Simultaneous {
public:
    explicit Simultaneous(Container& variable)
        : variable_(&variable)
        , before_(variable)
        , after_(variable) {}

    void next(const typename Container::key_type& element) {
        copy_entry(*variable_, after_, element);
        copy_entry(before_, *variable_, element);
    }

    void finish() { *variable_ = std::move(after_); }

private:
    Container* variable_;
    Container before_;
    Container after_;
};

} // namespace muster::runtime
