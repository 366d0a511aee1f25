#include "checker/product/parts.hpp"

#include "checker/eval/value_space.hpp"

#include <algorithm>

namespace muster::checker::product {

Places::Places(const spec::TypedSpec& spec, const Layout& layout) {
    std::uint32_t next = kInterpretation + 1;
    for (std::uint32_t r = 0; r < spec.roles.size(); ++r) {
        first_process_.push_back(next);
        const spec::RoleId role{r};
        for (std::size_t i = 0; i < layout.processes(role); ++i) {
            processes_.push_back({role, static_cast<std::int64_t>(i)});
        }
        next += static_cast<std::uint32_t>(layout.processes(role));
    }
    first_sent_ = next;
    loose_ = next + static_cast<std::uint32_t>(spec.messages.size());
}

std::size_t ValuesHash::operator()(const std::vector<Value>& values) const {
    std::uint64_t hash = values.size();
    for (const Value& value : values) {
        hash = mix_hash(hash, value.hash());
    }
    return hash;
}

std::size_t Parts::LocalHash::operator()(const LocalState& state) const {
    std::uint64_t hash = mix_hash(state.stopped ? 1 : 0, ValuesHash()(state.variables));
    for (const auto& [timer, key] : state.armed) {
        hash = mix_hash(mix_hash(hash, timer.value), key.hash());
    }
    return hash;
}

Parts::Parts(const spec::TypedSpec& spec, const Layout& layout, const Slice& slice)
    : spec_(spec)
    , layout_(layout)
    , slice_(slice)
    , recording_(spec, layout, slice)
    , places_(spec, layout)
    , locals_(spec.roles.size())
    , lists_(places_.count() - places_.first_of_network())
    , lengths_(lists_.size()) {
    for (std::uint32_t place = places_.first_of_network(); place < places_.count(); ++place) {
        list(place, Numbers());
    }
}

LocalState Parts::local_of(const State& state, const Process& process) const {
    LocalState local;
    for (const spec::VariableId variable : spec_.role(process.role).variables) {
        local.variables.push_back(
            state.variables[variable.value][static_cast<std::size_t>(process.index)]);
    }
    for (const ArmedTimer& armed : state.armed) {
        if (armed.process == process.index && spec_.timer(armed.timer).role == process.role) {
            local.armed.emplace_back(armed.timer, armed.key);
        }
    }
    local.stopped = is_stopped(state, process);
    return local;
}

Part Parts::local(spec::RoleId role, LocalState state) {
    const auto& variables = spec_.role(role).variables;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        if (!slice_.keep_variable[variables[i].value]) {
            state.variables[i] = default_value(spec_, spec_.variable(variables[i]).type);
        }
    }
    if (!slice_.keep_role[role.value]) {
        state.armed.clear();
    }
    state.stopped = state.stopped && slice_.keep_stopped[role.value];
    return locals_[role.value].intern(state);
}

const LocalState& Parts::local(spec::RoleId role, Part part) const {
    return locals_[role.value][part];
}

std::uint32_t Parts::select(spec::RoleId role, const std::vector<bool>& variables, bool armed) {
    const auto same = [&](const std::unique_ptr<Selection>& known) {
        return known->role == role && known->variables == variables && known->armed == armed;
    };
    const auto known = std::find_if(selections_.begin(), selections_.end(), same);
    if (known != selections_.end()) {
        return static_cast<std::uint32_t>(known - selections_.begin());
    }
    auto selection = std::make_unique<Selection>();
    selection->role = role;
    selection->variables = variables;
    selection->armed = armed;
    selections_.push_back(std::move(selection));
    return static_cast<std::uint32_t>(selections_.size() - 1);
}

std::uint32_t Parts::selected(std::uint32_t which, Part part) {
    Selection& selection = *selections_[which];
    if (part >= selection.of.size()) {
        selection.of.resize(std::max<std::size_t>(part + 1, 2 * selection.of.size()), kUnknown);
    }
    std::uint32_t& number = selection.of[part];
    if (number == kUnknown) {
        const LocalState& whole = local(selection.role, part);
        LocalState some;
        for (std::size_t i = 0; i < selection.variables.size(); ++i) {
            if (selection.variables[i]) {
                some.variables.push_back(whole.variables[i]);
            }
        }
        if (selection.armed) {
            some.armed = whole.armed;
        }
        number = selection.pool.intern(some);
    }
    return number;
}

std::optional<std::uint32_t> Parts::recorded(const SentMessage& message) {
    if (!recording_.is_recorded(message)) {
        return std::nullopt;
    }
    return messages_.intern(recording_.project(message));
}

void Parts::sort_messages(Numbers& messages) const {
    std::sort(messages.begin(), messages.end(), [&](std::uint32_t a, std::uint32_t b) {
        return messages_[a] < messages_[b];
    });
}

void Parts::make_set(Numbers& messages) const {
    sort_messages(messages);
    messages.erase(std::unique(messages.begin(), messages.end()), messages.end());
}

std::vector<SentMessage> Parts::messages(const Numbers& numbers) const {
    std::vector<SentMessage> result;
    result.reserve(numbers.size());
    for (const std::uint32_t number : numbers) {
        result.push_back(messages_[number]);
    }
    return result;
}

Parts::Numbers Parts::deliverable(const std::vector<SentMessage>& messages) {
    Numbers result;
    for (const SentMessage& message : messages) {
        if (slice_.messages[message.message.value].deliverable) {
            result.push_back(messages_.intern(message));
        }
    }
    return result;
}

std::uint32_t Parts::element_number(std::size_t sort, std::int64_t element) const {
    return static_cast<std::uint32_t>(static_cast<std::size_t>(element) * spec_.sorts.size() +
                                      sort);
}

std::vector<std::vector<std::int64_t>> Parts::used(Part part) const {
    std::vector<std::vector<std::int64_t>> result(spec_.sorts.size());
    for (const std::uint32_t number : list(places_.used(), part)) {
        result[number % spec_.sorts.size()].push_back(
            static_cast<std::int64_t>(number / spec_.sorts.size()));
    }
    return result;
}

Part Parts::interpretation_of(const State& state) {
    std::vector<Value> kept = state.constants;
    for (std::size_t f = 0; f < state.functions.size(); ++f) {
        if (slice_.keep_function[f]) {
            kept.insert(kept.end(), state.functions[f].begin(), state.functions[f].end());
        }
    }
    const Part part = interpretation_numbers_.intern(kept);
    if (part == interpretations_.size()) {
        State bare;
        bare.constants = state.constants;
        bare.functions = state.functions;
        interpretations_.push_back(std::move(bare));
    }
    return part;
}

Row Parts::pack(const State& state) {
    Row row(places_.count());
    row[Places::kInterpretation] = interpretation_of(state);
    for (const Process& process : places_.processes()) {
        row[places_.process(process.role, process.index)] =
            local(process.role, local_of(state, process));
    }
    std::vector<Numbers> sent(spec_.messages.size());
    for (const SentMessage& message : state.sent) {
        if (const auto number = recorded(message)) {
            sent[message.message.value].push_back(*number);
        }
    }
    for (std::uint32_t m = 0; m < spec_.messages.size(); ++m) {
        make_set(sent[m]);
        const std::uint32_t place = places_.sent(spec::MessageId{m});
        row[place] = list(place, sent[m]);
    }
    row[places_.loose()] = list(places_.loose(), deliverable(state.in_flight.loose));
    row[places_.queued()] = list(places_.queued(), deliverable(state.in_flight.queued));
    Numbers used;
    for (std::size_t sort = 0; sort < state.used.size(); ++sort) {
        for (const std::int64_t element : state.used[sort]) {
            used.push_back(element_number(sort, element));
        }
    }
    std::sort(used.begin(), used.end());
    row[places_.used()] = list(places_.used(), used);
    return row;
}

State Parts::unpack(const Row& row) const {
    State state = interpretations_[row[Places::kInterpretation]];
    state.variables.resize(spec_.variables.size());
    for (const Process& process : places_.processes()) {
        const LocalState& own =
            local(process.role, row[places_.process(process.role, process.index)]);
        const auto& variables = spec_.role(process.role).variables;
        for (std::size_t i = 0; i < variables.size(); ++i) {
            state.variables[variables[i].value].push_back(own.variables[i]);
        }
        for (const auto& [timer, key] : own.armed) {
            state.armed.push_back({timer, process.index, key});
        }
        if (own.stopped) {
            state.stopped.push_back(process);
        }
    }
    std::sort(state.armed.begin(), state.armed.end());
    for (std::uint32_t m = 0; m < spec_.messages.size(); ++m) {
        const std::uint32_t place = places_.sent(spec::MessageId{m});
        for (const std::uint32_t number : list(place, row[place])) {
            state.sent.push_back(messages_[number]);
        }
    }
    state.in_flight.loose = messages(list(places_.loose(), row[places_.loose()]));
    state.in_flight.queued = messages(list(places_.queued(), row[places_.queued()]));
    state.used = used(row[places_.used()]);
    return state;
}

} // namespace muster::checker::product
