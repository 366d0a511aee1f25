#pragma once

#include <cstddef>
#include <cstdint>

/// How an explorer asks compiled machines what they do: one function of C, and rows of words. A
/// machine is put into a state, one thing happens to it, and every way for that to end is told.
///
/// Values are written as words, by their type: a bool, an integer, or the number of an element of a
/// sort is one word; an enumerator is its number in the spec; a record its fields; an option 0, or
/// 1 and a value; a set or list its size and its elements; a map its size and its keys, each
/// followed by its value; a request its sender and its correlation. Sets and maps are in any order.
///
/// A question is
///
///     role, process, Occasion, number, handler, sender, correlation, correlations there are,
///     of every role: how many processes it has,
///     of every sort: how many elements `fresh` may still draw, and these,
///     of every constant: its value,
///     of every variable of the role, ghosts last: its value,
///     and the fields of the message, the key of the timer, the arguments of the action.
///
/// An answer, one for each way to choose, is
///
///     Ending; and only after `Ending::well`:
///     how many elements were drawn, and of each its sort and number,
///     how many messages were sent, and of each its kind, addressee, correlation and fields,
///     how often timers were started or stopped, and each time whether started, which, and its key,
///     of every variable, ghosts last: its value.
///
/// Roles, sorts, messages and whatever else are numbered as the typed spec has them.
namespace muster::runtime::exploration {

using Word = std::int64_t;

/// Which question and answer this is; part of the function's name, so that no other is found.
inline constexpr const char* kEntryPoint = "muster_exploration_step_1";

enum class Occasion : Word {
    message,        // `number` is its kind; of several `either` handlers, `handler` is to run
    timer,          // `number` is the timer; it is not armed any more
    action,         // `number` is the action, into the role's
    restart,        // a crash, and the start after it
    connection_cut, // `number` is the peer's role and `sender` its process
};

enum class Ending : Word {
    well,          // the event was handled or ignored
    disabled,      // it could not happen
    broken,        // an obligation of the spec does not hold
    overflow,      // a number left 64 bits
    nothing_fresh, // `fresh` had nothing left
    out_of_reach,  // a function has no value there on this instance
    other_handler, // the handler that was asked for is not one that may run
    too_many_ways, // there are more ways to choose than anybody can look at
};

/// Who asked. The pointer comes back with every call.
struct Asker {
    void* self = nullptr;
    /// The value of a function of the spec; false if it has none there. The result belongs to who
    /// is called and lives until the next call.
    bool (*call)(void* self,
                 Word function,
                 const Word* arguments,
                 std::size_t size,
                 const Word** result,
                 std::size_t* result_size) = nullptr;
    /// Takes one answer.
    void (*take)(void* self, const Word* answer, std::size_t size) = nullptr;
};

/// 0, or another number if the question makes no sense.
using Step = int (*)(const Word* question, std::size_t size, const Asker* asker);

} // namespace muster::runtime::exploration
