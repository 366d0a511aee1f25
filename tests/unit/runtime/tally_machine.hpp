#pragma once

#include "runtime/machine/outcome.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>

namespace muster::runtime::tally {

// A machine written by hand in the form of generated ones: it adds numbers up, by label and in all,
// parks requests, and answers what is parked when its timer fires. Labels can be borrowed for a
// time, after which a durable timer takes them away.

enum class Field { total, labels };

constexpr std::string_view name_of(Field field) {
    return field == Field::total ? "total" : "labels";
}

/// Adds to a label and to the total; answered with the total.
struct Add {
    std::string label;
    std::int64_t amount = 0;
};

/// Answered with the total when the timer fires.
struct Wait {
    std::int64_t duration_ms = 0;
};

struct Read {};

/// Never answered.
struct Ignore {};

/// Replaces all labels, and sets the total to zero.
struct Clear {};

/// Adds one to a label, which is taken away after a time, or not any more if that is 0.
struct Lend {
    std::string label;
    std::int64_t duration_ms = 0;
};

struct Total {
    std::int64_t total = 0;
};

struct Alarm {
    static constexpr std::string_view kName = "alarm";
    static constexpr bool kDurable = false;

    friend auto operator<=>(const Alarm&, const Alarm&) = default;
};

struct Lapse {
    static constexpr std::string_view kName = "lapse";
    static constexpr bool kDurable = true;
    std::string key;

    friend auto operator<=>(const Lapse&, const Lapse&) = default;
};

struct Audit {
    static constexpr std::string_view kName = "audit";
    static constexpr bool kDurable = true;

    friend auto operator<=>(const Audit&, const Audit&) = default;
};

using Request = std::uint64_t;

struct Hooks {};

struct Constants {
    std::int64_t first = 0;
};

class Machine {
public:
    static constexpr std::array kDurableFields{Field::total, Field::labels};

    Machine(Constants constants, Hooks& /*hooks*/)
        : constants_(constants) {}

    template <class Out>
    Outcome start(Out& out) {
        if (total_ > 0) {
            out.start_timer(Alarm{}, 1000);
        }
        return Outcome::handled;
    }

    template <class Out>
    Outcome handle(const Add& add, const std::string& /*from*/, Request request, Out& out) {
        if (add.amount > std::numeric_limits<std::int64_t>::max() - total_) {
            return Outcome::overflow;
        }
        total_ += add.amount;
        labels_[add.label] += add.amount;
        out.changed(Field::total);
        out.changed(Field::labels, add.label);
        if (labels_[add.label] == 0) {
            labels_.erase(add.label);
        }
        out.reply(Total{total_}, request);
        return Outcome::handled;
    }

    template <class Out>
    Outcome handle(const Wait& wait, const std::string& /*from*/, Request request, Out& out) {
        parked_.insert(request);
        out.start_timer(Alarm{}, wait.duration_ms);
        return Outcome::handled;
    }

    template <class Out>
    Outcome handle(const Read& /*read*/, const std::string& from, Request request, Out& out) {
        out.reply(Total{total_}, request);
        out.send(Total{total_}, from);
        return Outcome::handled;
    }

    template <class Out>
    Outcome
    handle(const Ignore& /*message*/, const std::string& /*from*/, Request /*r*/, Out& /*out*/) {
        return Outcome::ignored;
    }

    template <class Out>
    Outcome handle(const Clear& /*clear*/, const std::string& /*from*/, Request request, Out& out) {
        labels_.clear();
        total_ = 0;
        out.changed(Field::labels);
        out.changed(Field::total);
        out.stop_timer(Alarm{});
        out.reply(Total{0}, request);
        return Outcome::handled;
    }

    template <class Out>
    Outcome handle(const Lend& lend, const std::string& from, Request request, Out& out) {
        if (lend.duration_ms == 0) {
            out.stop_timer(Lapse{lend.label});
        } else {
            out.start_timer(Lapse{lend.label}, lend.duration_ms);
        }
        return handle(Add{lend.label, 1}, from, request, out);
    }

    /// Takes the label away and tells the library.
    template <class Out>
    Outcome fire(const Lapse& lapse, Out& out) {
        total_ -= labels_[lapse.key];
        labels_.erase(lapse.key);
        out.changed(Field::total);
        out.changed(Field::labels, lapse.key);
        out.send(Total{total_}, "library");
        return Outcome::handled;
    }

    template <class Out>
    Outcome fire(const Audit& /*audit*/, Out& out) {
        out.send(Total{total_}, "auditor");
        return Outcome::handled;
    }

    template <class Out>
    Outcome fire(const Alarm& /*alarm*/, Out& out) {
        for (const auto request : parked_) {
            out.reply(Total{total_}, request);
        }
        parked_.clear();
        return Outcome::handled;
    }

    [[nodiscard]] bool is_initial() const {
        return total_ == 0 && labels_.empty() && parked_.empty();
    }

    [[nodiscard]] std::optional<std::string> durable_entry(Field field,
                                                           std::string_view key) const {
        if (field == Field::total) {
            return std::to_string(total_);
        }
        const auto label = labels_.find(std::string(key));
        return label == labels_.end() ? std::nullopt : std::optional(std::to_string(label->second));
    }

    bool restore_entry(Field field, std::string_view key, std::string_view value) {
        if (value.empty() || value.find_first_not_of("0123456789") != std::string_view::npos) {
            return false;
        }
        (field == Field::total ? total_ : labels_[std::string(key)]) =
            std::stoll(std::string(value));
        return true;
    }

    template <class Visitor>
    void for_each_durable(Field field, Visitor visit) const {
        if (field == Field::total) {
            visit(std::string(), std::to_string(total_));
            return;
        }
        for (const auto& [label, amount] : labels_) {
            visit(label, std::to_string(amount));
        }
    }

    [[nodiscard]] std::int64_t total() const { return total_; }

    [[nodiscard]] const std::map<std::string, std::int64_t>& labels() const { return labels_; }

private:
    Constants constants_;
    std::int64_t total_ = 0;
    std::map<std::string, std::int64_t> labels_;
    std::set<Request> parked_;
};

} // namespace muster::runtime::tally
