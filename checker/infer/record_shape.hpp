#pragma once

#include "checker/infer/recorded.hpp"
#include "checker/infer/substitute.hpp"

#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace muster::checker::infer {

/// What a record leaves in the state, said of variables instead of what the handler knew.
///
/// A variable stands for each part of the record that is an element, an integer or a set of
/// elements; `terms` says what it stands for. Constants and `none` stay.
class RecordShape {
public:
    struct Slot {
        spec::LocalId variable;
        spec::ExprId stands_for;
        bool is_option_value = false; // it stands for `stands_for.value`
    };

    RecordShape(ExprBuilder& builder, const PredicateOptions& options, const Record& record);

    /// False for what leaves nothing that can be spoken of.
    [[nodiscard]] bool is_usable() const { return is_usable_; }

    [[nodiscard]] const std::vector<Slot>& slots() const { return slots_; }

    /// A formula about what the handler knew, in the variables where it can be.
    [[nodiscard]] spec::ExprId translated(spec::ExprId id) const;

    /// The same for what a slot stands for: its parts are translated, it itself is not.
    [[nodiscard]] spec::ExprId translated_inside(const Slot& slot) const;

    /// What is in the state once it has been recorded, in these of the variables, and more where
    /// they are needed to say it.
    [[nodiscard]] spec::ExprId premise(const std::set<spec::LocalId>& named) const;

    /// Whether the premise says all of the value: it is made of variables and constants.
    [[nodiscard]] bool names_value() const { return names_value_; }

    /// Of a value that was assigned: that it is the one from the start. Invalid if there is none.
    [[nodiscard]] spec::ExprId untouched() const { return untouched_; }

private:
    void of_message(const PredicateOptions& options);
    void of_element();
    void of_entry();
    void of_value();
    /// The pattern of a value; invalid where it may be anything.
    spec::ExprId pattern(spec::ExprId value);
    spec::ExprId slot(spec::ExprId stands_for, spec::TypeId type, bool is_option_value);
    [[nodiscard]] bool is_closed(spec::ExprId id) const;
    /// Variables for the keys of the maps on the way to a place.
    void name_keys(spec::ExprId place);
    [[nodiscard]] bool is_plain(spec::TypeId type) const;
    void name_process();

    ExprBuilder& builder_;
    spec::TypedSpec& spec_;
    const Record& record_;
    bool is_usable_ = false;
    bool names_value_ = false;
    std::vector<Slot> slots_;
    TermSubstitution terms_;
    spec::typed::MessagePattern message_{}; // of a message
    spec::ExprId premise_;                  // of the others
    spec::ExprId brief_;                    // the same without saying which value it is, if it can
    std::set<spec::LocalId> value_;         // variables of the value
    spec::ExprId untouched_;
};

} // namespace muster::checker::infer
