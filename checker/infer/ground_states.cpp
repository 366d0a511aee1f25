#include "checker/infer/ground_states.hpp"

#include "checker/eval/value_space.hpp"
#include "checker/infer/collect_integers.hpp"
#include "checker/infer/value_pattern.hpp"

#include <algorithm>
#include <set>

namespace muster::checker::infer {

using spec::TypeId;
using spec::TypeKind;

namespace {

/// Numbers equal things equally, in the order in which they first occur.
template <class Thing>
class Numbers {
public:
    std::uint32_t operator()(Thing thing) {
        return numbers_.try_emplace(std::move(thing), static_cast<std::uint32_t>(numbers_.size()))
            .first->second;
    }

private:
    std::map<Thing, std::uint32_t> numbers_;
};

} // namespace

GroundStates::GroundStates(const spec::TypedSpec& spec,
                           const std::vector<Predicate>& predicates,
                           Universe universe,
                           std::vector<State> states)
    : spec_(spec)
    , predicates_(predicates)
    , universe_(std::make_unique<Universe>(std::move(universe)))
    , states_(std::move(states)) {
    IntegerCollector integers(spec_);
    for (const State& state : states_) {
        integers.add(state);
    }
    integers_.assign(integers.found().begin(), integers.found().end());
    if (integers_.empty()) {
        integers_.push_back(0);
    }
    interpreter_ = std::make_unique<Interpreter>(spec_, *universe_);
    tables_.resize(predicates_.size());
    number_columns();
}

const std::vector<Value>& GroundStates::domain(TypeId type) {
    const auto found = domains_.find(type);
    if (found != domains_.end()) {
        return found->second;
    }
    auto values = all_values(spec_, *universe_, type, integers_);
    return domains_.emplace(type, values ? std::move(*values) : std::vector<Value>{}).first->second;
}

/// Columns are the variables, the timers, the messages, and what never changes.
void GroundStates::number_columns() {
    const std::size_t variables = spec_.variables.size();
    const std::size_t timers = spec_.timers.size();
    const std::size_t messages = spec_.messages.size();
    columns_.resize(variables + timers + messages + 1);
    for (std::size_t v = 0; v < variables; ++v) {
        Numbers<std::vector<Value>> number;
        for (const State& state : states_) {
            columns_[v].push_back(number(state.variables[v]));
        }
    }
    std::vector<Numbers<std::vector<ArmedTimer>>> timer_numbers(timers);
    std::vector<Numbers<std::pair<std::vector<SentMessage>, std::vector<SentMessage>>>>
        message_numbers(messages);
    Numbers<std::pair<std::vector<std::vector<Value>>, std::vector<Value>>> rigid;
    for (const State& state : states_) {
        std::vector<std::vector<ArmedTimer>> armed(timers);
        for (const ArmedTimer& timer : state.armed) {
            armed[timer.timer.value].push_back(timer);
        }
        for (std::size_t t = 0; t < timers; ++t) {
            columns_[variables + t].push_back(timer_numbers[t](std::move(armed[t])));
        }
        std::vector<std::pair<std::vector<SentMessage>, std::vector<SentMessage>>> split(messages);
        for (const SentMessage& message : state.sent) {
            split[message.message.value].first.push_back(message);
        }
        for (const auto* all : {&state.in_flight.loose, &state.in_flight.queued}) {
            for (const SentMessage& message : *all) {
                split[message.message.value].second.push_back(message);
            }
        }
        for (std::size_t m = 0; m < messages; ++m) {
            columns_[variables + timers + m].push_back(message_numbers[m](std::move(split[m])));
        }
        columns_.back().push_back(rigid({state.functions, state.constants}));
    }
}

GroundStates::Columns GroundStates::columns_of(const Predicate& predicate) const {
    Columns result;
    const auto variables = static_cast<std::uint32_t>(spec_.variables.size());
    const auto timers = static_cast<std::uint32_t>(spec_.timers.size());
    for (const spec::VariableId id : predicate.reads.variables) {
        result.push_back(id.value);
    }
    for (const spec::TimerId id : predicate.reads.timers) {
        result.push_back(variables + id.value);
    }
    for (const spec::MessageId id : predicate.reads.messages) {
        result.push_back(variables + timers + id.value);
    }
    if (predicate.reads_rigid) {
        result.push_back(static_cast<std::uint32_t>(columns_.size() - 1));
    }
    return result;
}

/// A number for each state, the same for those that agree in the columns; `first` has a state for
/// each number.
std::vector<std::uint32_t> GroundStates::group(const Columns& columns,
                                               std::vector<std::size_t>& first) {
    std::vector<std::uint32_t> result;
    result.reserve(states_.size());
    std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;
    std::vector<std::uint32_t> key(columns.size());
    for (std::size_t s = 0; s < states_.size(); ++s) {
        for (std::size_t c = 0; c < columns.size(); ++c) {
            key[c] = columns_[columns[c]][s];
        }
        const auto [at, added] =
            numbers.try_emplace(key, static_cast<std::uint32_t>(numbers.size()));
        if (added) {
            first.push_back(s);
        }
        result.push_back(at->second);
    }
    return result;
}

const GroundStates::Table& GroundStates::table(std::uint32_t predicate) {
    std::unique_ptr<Table>& table = tables_[predicate];
    if (table) {
        return *table;
    }
    table = std::make_unique<Table>();
    const Predicate& info = predicates_[predicate];
    for (const TypeId type : info.slots) {
        table->sizes.push_back(domain(type).size());
        table->rows *= table->sizes.back();
    }
    std::vector<std::size_t> first;
    table->group_of = group(columns_of(info), first);
    table->truths.resize(first.size() * table->rows, Truth::no);
    for (std::size_t g = 0; g < first.size(); ++g) {
        const std::span<Truth> row(table->truths.data() + g * table->rows, table->rows);
        if (info.message) {
            read_messages(info, first[g], row);
        } else {
            evaluate(info, first[g], row);
        }
    }
    return *table;
}

void GroundStates::evaluate(const Predicate& predicate, std::size_t state, std::span<Truth> row) {
    if (row.empty()) {
        return; // some variable has no value
    }
    const std::size_t slots = predicate.slots.size();
    std::vector<std::size_t> at(slots, 0);
    for (std::size_t s = 0; s < slots; ++s) {
        interpreter_->bind(predicate.parameters[s], domain(predicate.slots[s]).front());
    }
    for (Truth& truth : row) {
        truth = Truth::undefined;
        try {
            const bool defined =
                !predicate.undefined_unless.valid() ||
                interpreter_->value_in(predicate.undefined_unless, states_[state]).truth();
            if (defined) {
                truth = interpreter_->value_in(predicate.body, states_[state]).truth() ? Truth::yes
                                                                                       : Truth::no;
            }
        } catch (const Undefined&) { // a number leaves 64 bits
        }
        for (std::size_t s = slots; s-- > 0;) {
            at[s] = (at[s] + 1) % domain(predicate.slots[s]).size();
            interpreter_->bind(predicate.parameters[s], domain(predicate.slots[s])[at[s]]);
            if (at[s] != 0) {
                break;
            }
        }
    }
}

void GroundStates::read_messages(const Predicate& predicate,
                                 std::size_t state,
                                 std::span<Truth> row) {
    const MessageShape& shape = *predicate.message;
    const State& now = states_[state];
    const bool from_history =
        !shape.in_flight || spec_.message(shape.message).network == spec::NetworkKind::unreliable;
    const auto look = [&](const std::vector<SentMessage>& all) {
        for (const SentMessage& message : all) {
            if (message.message != shape.message) {
                continue;
            }
            std::vector<std::optional<Value>> slots(predicate.slots.size());
            bool fit = true;
            for (std::size_t f = 0; fit && f < shape.fields.size(); ++f) {
                fit = fits(shape.fields[f], message.fields[f], slots);
            }
            if (!fit) {
                continue;
            }
            if (shape.from) {
                slots[*shape.from] = Value::scalar(message.from);
            }
            if (shape.to) {
                slots[*shape.to] = Value::scalar(message.to);
            }
            std::size_t index = 0;
            for (std::size_t s = 0; s < slots.size(); ++s) {
                const auto& values = domain(predicate.slots[s]);
                const auto found = std::lower_bound(values.begin(), values.end(), *slots[s]);
                index = index * values.size() +
                        static_cast<std::size_t>(std::distance(values.begin(), found));
            }
            row[index] = Truth::yes;
        }
    };
    if (from_history) {
        look(now.sent);
    } else {
        look(now.in_flight.loose);
        look(now.in_flight.queued);
    }
}

Truth GroundStates::truth(std::uint32_t predicate,
                          std::span<const std::uint16_t> arguments,
                          std::size_t state) {
    const Table& known = table(predicate);
    std::size_t index = 0;
    for (std::size_t s = 0; s < known.sizes.size(); ++s) {
        index = index * known.sizes[s] + arguments[s];
    }
    return known.truths[known.group_of[state] * known.rows + index];
}

/// Looks for values of a clause's variables that make it false of a state, variable by variable.
class GroundStates::Refuter {
public:
    Refuter(GroundStates& states, const Clause& clause)
        : states_(states)
        , clause_(clause)
        , assignment_(clause.variables.size(), 0)
        , levels_(clause.variables.size() + 1) {
        for (const TypeId type : clause.variables) {
            sizes_.push_back(states.domain(type).size());
        }
        for (const Literal& literal : clause.literals) {
            std::size_t level = 0;
            for (const std::uint8_t argument : literal.arguments) {
                level = std::max<std::size_t>(level, argument + 1U);
            }
            levels_[level].push_back({&states.table(literal.predicate), &literal});
        }
    }

    bool refutes(std::size_t state) {
        state_ = state;
        return all_false(0) && search(0);
    }

    [[nodiscard]] const std::vector<std::uint16_t>& assignment() const { return assignment_; }

private:
    struct Check {
        const Table* table;
        const Literal* literal;
    };

    bool search(std::size_t variable) {
        if (variable == sizes_.size()) {
            return true;
        }
        for (std::size_t value = 0; value < sizes_[variable]; ++value) {
            assignment_[variable] = static_cast<std::uint16_t>(value);
            if (all_false(variable + 1) && search(variable + 1)) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool all_false(std::size_t level) const {
        return std::all_of(levels_[level].begin(), levels_[level].end(), [&](const Check& check) {
            std::size_t index = 0;
            for (std::size_t s = 0; s < check.table->sizes.size(); ++s) {
                index = index * check.table->sizes[s] + assignment_[check.literal->arguments[s]];
            }
            const Truth truth =
                check.table->truths[check.table->group_of[state_] * check.table->rows + index];
            return truth == (check.literal->positive ? Truth::no : Truth::yes);
        });
    }

    GroundStates& states_;
    const Clause& clause_;
    std::vector<std::uint16_t> assignment_;
    std::vector<std::vector<Check>> levels_; // by how many variables have a value
    std::vector<std::size_t> sizes_;
    std::size_t state_ = 0;
};

std::optional<Refutation> GroundStates::refute(const Clause& clause) {
    std::set<std::uint32_t> columns;
    for (const Literal& literal : clause.literals) {
        for (const std::uint32_t column : columns_of(predicates_[literal.predicate])) {
            columns.insert(column);
        }
    }
    const Columns key(columns.begin(), columns.end());
    auto found = representatives_.find(key);
    if (found == representatives_.end()) {
        std::vector<std::size_t> first;
        static_cast<void>(group(key, first));
        found = representatives_.emplace(key, std::move(first)).first;
    }
    Refuter refuter(*this, clause);
    for (const std::size_t state : found->second) {
        if (refuter.refutes(state)) {
            return Refutation{state, refuter.assignment()};
        }
    }
    return std::nullopt;
}

bool GroundStates::refutes(const Clause& clause, std::size_t state) {
    return Refuter(*this, clause).refutes(state);
}

} // namespace muster::checker::infer
