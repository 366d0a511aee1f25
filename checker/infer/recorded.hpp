#pragma once

#include "checker/infer/predicate.hpp"
#include "checker/system/transition_system.hpp"

#include <set>
#include <utility>
#include <vector>

namespace muster::checker::infer {

/// Two expressions that are equal once a step is over: a place that it assigned, and what to.
struct Equation {
    spec::ExprId place; // a variable, or `m[k]`
    spec::ExprId value;
};

/// One statement of a handler that records something: a message that is sent, an element that is
/// put into a set, an entry of a map, a value that is assigned. All expressions are over the
/// parameters of the handler, the elements that loops and picks range over, and `me`; what `let`
/// and procedures name is written out.
struct Record {
    enum class Kind { message, element, entry, value };
    Kind kind = Kind::value;
    spec::MessageId message;           // of a message
    std::vector<spec::ExprId> fields;  // of a message
    spec::ExprId to;                   // of a message; invalid where it is not known
    spec::LocalId me;                  // the acting process; invalid for a role without an index
    spec::ExprId place;                // of the others: the set, the map, the variable
    spec::ExprId key;                  // of an entry
    spec::ExprId value;                // of the others
    std::set<spec::LocalId> fresh;     // those that `fresh` drew
    std::vector<spec::ExprId> facts;   // what held on the way to the statement, or right behind it
    std::vector<Equation> assignments; // on the way, before the statement and behind it
};

/// Every record of every step of the system, in source order.
///
/// Facts and equations are taken from the text alone: one may speak of a variable that was assigned
/// after it held. They are guesses, and whoever uses them has them proved.
std::vector<Record> collect_records(ExprBuilder& builder, const TransitionSystem& system);

} // namespace muster::checker::infer
