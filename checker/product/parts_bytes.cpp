#include "checker/product/parts.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>

namespace muster::checker::product {

namespace {

void expect(bool condition, const char* otherwise) {
    if (!condition) {
        ByteReader::fail(otherwise);
    }
}

} // namespace

std::size_t Parts::count(std::uint32_t place) const {
    if (place == Places::kInterpretation) {
        return interpretations_.size();
    }
    if (place < places_.first_of_network()) {
        return locals_[places_.processes()[place - 1].role.value].size();
    }
    return lists_[place - places_.first_of_network()].size();
}

void Parts::write(ByteWriter& out, const LocalState& state) const {
    for (const Value& value : state.variables) {
        checker::write(out, value);
    }
    out.number(state.armed.size());
    for (const auto& [timer, key] : state.armed) {
        out.number(timer.value);
        if (spec_.timer(timer).key_type.valid()) {
            checker::write(out, key);
        }
    }
    out.truth(state.stopped);
}

void Parts::write(ByteWriter& out, const std::vector<State>& interpretations) const {
    out.number(interpretations_.size());
    std::size_t at = 0;
    for (const State& known : interpretations_) {
        while (interpretations[at].constants != known.constants ||
               interpretations[at].functions != known.functions) {
            ++at;
            MUSTER_ASSERT(at < interpretations.size(), "an interpretation is none of the instance");
        }
        out.number(at);
    }
    for (const auto& pool : locals_) {
        out.number(pool.size());
        for (std::uint32_t number = 0; number < pool.size(); ++number) {
            write(out, pool[number]);
        }
    }
    out.number(messages_.size());
    for (std::uint32_t number = 0; number < messages_.size(); ++number) {
        checker::write(out, messages_[number]);
    }
    for (const auto& pool : lists_) {
        out.number(pool.size());
        for (std::uint32_t part = 0; part < pool.size(); ++part) {
            out.number(pool[part].size());
            for (const std::uint32_t number : pool[part]) {
                out.number(number);
            }
        }
    }
}

void Parts::read(ModelReader& model, ByteReader& in, const std::vector<State>& interpretations) {
    read_interpretations(in, interpretations);
    for (std::uint32_t role = 0; role < locals_.size(); ++role) {
        const std::size_t count = in.count();
        for (std::uint32_t number = 0; number < count; ++number) {
            const LocalState state = read_local(spec::RoleId{role}, model, in);
            expect(locals_[role].intern(state) == number, "a local state is there twice");
        }
    }
    const std::size_t count = in.count();
    for (std::uint32_t number = 0; number < count; ++number) {
        expect(messages_.intern(model.message()) == number, "a message is there twice");
    }
    for (std::uint32_t place = places_.first_of_network(); place < places_.count(); ++place) {
        read_lists(place, model.universe(), in);
    }
}

void Parts::read_interpretations(ByteReader& in, const std::vector<State>& interpretations) {
    const std::size_t count = in.count();
    for (std::size_t number = 0; number < count; ++number) {
        const auto which = in.number_below(interpretations.size(), "interpretation");
        expect(interpretation_of(interpretations[which]) == number,
               "an interpretation is there twice");
    }
}

LocalState Parts::read_local(spec::RoleId role, ModelReader& model, ByteReader& in) const {
    LocalState state;
    for (const spec::VariableId variable : spec_.role(role).variables) {
        state.variables.push_back(model.value(spec_.variable(variable).type));
    }
    const std::size_t armed = in.count();
    for (std::size_t i = 0; i < armed; ++i) {
        const spec::TimerId timer{
            static_cast<std::uint32_t>(in.number_below(spec_.timers.size(), "timer"))};
        const spec::TimerInfo& info = spec_.timer(timer);
        expect(info.role == role, "a timer is armed that is another role's");
        state.armed.emplace_back(timer,
                                 info.key_type.valid() ? model.value(info.key_type) : Value());
        expect(i == 0 || state.armed[i - 1] < state.armed[i], "timers are not in their order");
    }
    state.stopped = in.truth();
    return state;
}

void Parts::read_lists(std::uint32_t place, const Universe& universe, ByteReader& in) {
    const auto is_element = [&](std::uint32_t number) {
        const std::size_t sort = number % spec_.sorts.size();
        return std::int64_t{number} / static_cast<std::int64_t>(spec_.sorts.size()) <
               universe.sort_sizes[sort];
    };
    const bool is_used = place == places_.used();
    const bool is_sent = place < places_.loose();
    const std::size_t count = in.count();
    for (Part part = 0; part < count; ++part) {
        Numbers numbers(in.count());
        for (std::uint32_t& number : numbers) {
            number = static_cast<std::uint32_t>(
                in.number_below(is_used ? std::uint64_t{kUnknown} : messages_.size(),
                                is_used ? "element" : "message"));
            expect(!is_sent || message(number).message == places_.message_at(place),
                   "a message was sent as one of another kind");
            expect(!is_used || (!spec_.sorts.empty() && is_element(number)),
                   "an element is used that there is not");
        }
        expect(list(place, numbers) == part, "the same messages are there twice");
    }
}

} // namespace muster::checker::product
