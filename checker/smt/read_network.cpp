#include "checker/eval/network.hpp"
#include "checker/eval/value_space.hpp"
#include "checker/smt/read_model.hpp"

#include <algorithm>

namespace muster::checker::smt {

using spec::TypeId;

namespace {

/// Rows of a relation that are looked at; a model with more is not worth reading.
constexpr std::size_t kMaxRows = 200'000;
constexpr std::int64_t kMaxCopies = 16;

} // namespace

void ModelReader::read_messages(spec::MessageId id, State& state) {
    const TrackedMessage& tracked = vocabulary_.relevance().messages[id.value];
    if (!tracked.tracked)
        return;
    const spec::MessageInfo& message = spec_.message(id);

    struct Row {
        SentMessage message;
        Terms terms;
    };

    std::vector<Row> rows{{SentMessage{id, 0, 0, 0, {}}, {}}};
    const auto widen = [&](const auto& choices, const auto& extend) {
        std::vector<Row> wider;
        for (const Row& row : rows) {
            for (const auto& choice : choices) {
                wider.push_back(row);
                extend(wider.back(), choice);
            }
        }
        if (wider.size() > kMaxRows)
            throw Unsupported("a counterexample with too many possible messages", {});
        rows = std::move(wider);
    };
    const auto processes = [&](spec::RoleId role, std::int64_t SentMessage::*place) {
        std::vector<std::size_t> all_processes(process_count(role));
        for (std::size_t p = 0; p < all_processes.size(); ++p)
            all_processes[p] = p;
        widen(all_processes, [&](Row& row, std::size_t p) {
            row.message.*place = static_cast<std::int64_t>(p);
            row.terms.push_back(sorts_[spec_.role(role).index.value][p]);
        });
    };
    if (tracked.from && vocabulary_.is_indexed(message.from))
        processes(message.from, &SentMessage::from);
    if (tracked.to && vocabulary_.is_indexed(message.to))
        processes(message.to, &SentMessage::to);
    for (std::size_t f = 0; f < message.fields.size(); ++f) {
        const TypeId type = message.fields[f].type;
        if (!tracked.fields[f]) {
            for (Row& row : rows)
                row.message.fields.push_back(default_value(spec_, type));
            continue;
        }
        widen(all(type), [&](Row& row, const Element& element) {
            row.message.fields.push_back(element.first);
            row.terms = append(std::move(row.terms), element.second);
        });
    }
    for (const Row& row : rows) {
        if (const auto sent = vocabulary_.sent(id); sent && holds(symbols_.read(*sent, row.terms)))
            state.sent.push_back(row.message);
        if (const auto in_flight = vocabulary_.in_flight(id))
            read_copies(row.message, symbols_.read(*in_flight, row.terms), state);
    }
}

void ModelReader::read_copies(const SentMessage& message, const z3::expr& count, State& state) {
    std::int64_t copies = 0;
    if (!eval(count).is_numeral_i64(copies) || copies > kMaxCopies)
        throw Unsupported("a counterexample with too many equal messages in flight", {});
    const bool queued = spec_.message(message.message).network == spec::NetworkKind::fifo;
    auto& place = queued ? state.in_flight.queued : state.in_flight.loose;
    for (std::int64_t i = 0; i < copies; ++i)
        place.push_back(message);
    if (copies > 0)
        state.sent.push_back(message);
}

void ModelReader::read_message(spec::MessageId id,
                               const EventSymbols& symbols,
                               Event& event,
                               State& state) {
    const TrackedMessage& tracked = vocabulary_.relevance().messages[id.value];
    const spec::MessageInfo& info = spec_.message(id);
    const bool arbitrary = vocabulary_.system().is_arbitrary(info.from);
    SentMessage message{id, 0, event.process, 0, {}};
    if (symbols.sender)
        message.from = value(*symbols.sender).number();
    if (symbols.request)
        message.correlation = value(*symbols.request).items()[1].number();
    for (std::size_t f = 0; f < symbols.fields.size(); ++f) {
        const bool dropped = tracked.tracked && !arbitrary && !tracked.fields[f];
        message.fields.push_back(dropped ? default_value(spec_, info.fields[f].type)
                                         : value(symbols.fields[f]));
    }
    if (arbitrary)
        event.origin = Origin::made_up;
    else
        put_in_flight(message, state);
    event.message = std::move(message);
}

void ModelReader::put_in_flight(const SentMessage& message, State& state) const {
    const auto place = std::lower_bound(state.sent.begin(), state.sent.end(), message);
    if (place == state.sent.end() || *place != message)
        state.sent.insert(place, message);
    const spec::NetworkKind network = spec_.message(message.message).network;
    if (network == spec::NetworkKind::unreliable)
        return;
    // The model knows no correlations: the message takes the place of one that differs in nothing
    // else. In a queue it goes to the front, as the model knows no order either.
    const bool queued = network == spec::NetworkKind::fifo;
    auto& all = queued ? state.in_flight.queued : state.in_flight.loose;
    const auto copy = std::find_if(all.begin(), all.end(), [&](SentMessage other) {
        other.correlation = message.correlation;
        return other == message;
    });
    if (copy != all.end())
        all.erase(copy);
    all.insert(all.begin(), message);
    if (queued)
        sort_queues(all);
    else
        std::sort(all.begin(), all.end());
}

void ModelReader::sort_queues(std::vector<SentMessage>& queued) const {
    const auto key = [&](const SentMessage& message) {
        return std::pair(sender(spec_, message), addressee(spec_, message));
    };
    std::stable_sort(queued.begin(), queued.end(), [&](const auto& a, const auto& b) {
        return key(a) < key(b);
    });
}

} // namespace muster::checker::smt
