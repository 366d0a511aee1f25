#pragma once

#include "runtime/machine/test/words.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace muster::runtime {

/// The timers that are armed, in words; whether each stays armed through a crash.
using ArmedTimers = std::map<std::string, bool>;

/// Takes down what one event makes a machine, or an implementation under test, do. This is the
/// `out` of both.
class Effects {
public:
    template <class Message>
    void send(const Message& message) {
        sent_.push_back("send " + in_words(message));
        mention(message);
    }

    template <class Message, class Process>
    void send(const Message& message, const Process& to) {
        sent_.push_back("send " + in_words(message) + " to " + in_words(to));
        mention(message);
        mention(to);
    }

    template <class Message, class Request>
    void reply(const Message& message, const Request& request) {
        sent_.push_back("reply " + in_words(message) + " to request " + in_words(request));
        mention(message);
    }

    template <class Timer>
    void start_timer(const Timer& timer, std::int64_t duration_ms) {
        timers_[in_words(timer)] = {duration_ms, Timer::kDurable};
        mention(timer);
    }

    template <class Timer>
    void stop_timer(const Timer& timer) {
        timers_[in_words(timer)] = {};
    }

    /// An implementation need not say what it writes to disk.
    template <class... Entry>
    void changed(const Entry&...) {}

    /// Tells of an element that was made by `fresh` and is in nothing else that this event does.
    template <class Tag>
    void made(const Element<Tag>& element) {
        mention(element);
    }

    /// What was done, in words, in a fixed order. The order of sends means nothing; of a timer only
    /// what was said last counts, and to stop one that is not armed is nothing.
    [[nodiscard]] std::vector<std::string> lines(const ArmedTimers& armed_before) const {
        std::vector<std::string> all = sent_;
        std::sort(all.begin(), all.end());
        for (const auto& [timer, setting] : timers_) {
            if (setting.duration_ms.has_value()) {
                all.push_back("start " + timer + " for " + std::to_string(*setting.duration_ms) +
                              " ms");
            } else if (armed_before.contains(timer)) {
                all.push_back("stop " + timer);
            }
        }
        return all;
    }

    void arm(ArmedTimers& armed) const {
        for (const auto& [timer, setting] : timers_) {
            armed.erase(timer);
            if (setting.duration_ms.has_value()) {
                armed.emplace(timer, setting.durable);
            }
        }
    }

    /// By sort: the elements that occur in what was done, each once, in the order of their first
    /// occurrence.
    [[nodiscard]] const std::map<std::string_view, std::vector<std::string>>& mentioned() const {
        return mentioned_;
    }

private:
    struct Setting {
        std::optional<std::int64_t> duration_ms; // nothing: stopped
        bool durable = false;
    };

    template <class T>
    void mention(T value) {
        change_elements(value, [&]<class E>(const E& element) {
            auto& names = mentioned_[E::Sort::kName];
            if (std::find(names.begin(), names.end(), element.name) == names.end()) {
                names.push_back(element.name);
            }
        });
    }

    std::vector<std::string> sent_;
    std::map<std::string, Setting> timers_;
    std::map<std::string_view, std::vector<std::string>> mentioned_;
};

} // namespace muster::runtime
