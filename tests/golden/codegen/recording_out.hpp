#pragma once

#include "runtime/machine/outcome.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace muster::codegen {

// An `out` for tests: notes in words what a machine asked for, in order.
struct RecordingOut {
    std::vector<std::string> said;

    template <class Message, class... To>
    void send(const Message&, const To&... to) {
        std::string line = "send " + std::string(Message::kName);
        ((line += " to " + to), ...);
        said.push_back(line);
    }

    template <class Message, class Request>
    void reply(const Message&, const Request&) {
        said.push_back("reply " + std::string(Message::kName));
    }

    template <class Timer>
    void start_timer(const Timer&, std::int64_t duration_ms) {
        said.push_back("start " + std::string(Timer::kName) + ' ' + std::to_string(duration_ms));
    }

    template <class Timer>
    void stop_timer(const Timer&) {
        said.push_back("stop " + std::string(Timer::kName));
    }

    template <class Field>
    void changed(Field field) {
        said.push_back("changed " + std::string(name_of(field)));
    }

    template <class Field>
    void changed(Field field, const std::string& key) {
        // A string's encoding begins with its length.
        said.push_back("changed " + std::string(name_of(field)) + ' ' + key.substr(4));
    }

    std::vector<std::string> take() {
        std::vector<std::string> taken;
        taken.swap(said);
        return taken;
    }
};

using Said = std::vector<std::string>;
using runtime::Outcome;

} // namespace muster::codegen
