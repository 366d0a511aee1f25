#include "checker/infer/message_predicates.hpp"

#include "checker/infer/value_pattern.hpp"

#include <optional>
#include <set>
#include <utility>

namespace muster::checker::infer {

namespace typed = spec::typed;
using spec::ExprId;

namespace {

constexpr std::size_t kMaxWholeMessageSlots = 6;

class MessagePredicates {
public:
    MessagePredicates(ExprBuilder& builder, const PredicateOptions& options)
        : builder_(builder)
        , spec_(builder.spec())
        , options_(options) {}

    std::vector<Predicate> run() {
        for (std::uint32_t m = 0; m < spec_.messages.size(); ++m) {
            if (!options_.messages[m]) {
                continue;
            }
            const bool unreliable = spec_.messages[m].network == spec::NetworkKind::unreliable;
            if (unreliable || options_.history[m]) {
                add_shapes(spec::MessageId{m}, false);
            }
            if (!unreliable) {
                add_shapes(spec::MessageId{m}, true);
            }
        }
        return std::move(result_);
    }

private:
    /// The message with every choice of which fields and ends to name, the most first.
    void add_shapes(spec::MessageId id, bool in_flight) {
        const spec::MessageInfo info = spec_.message(id);
        std::vector<std::size_t> open; // what can be named: fields, then the two ends
        for (std::size_t f = 0; f < info.fields.size(); ++f) {
            if (!patterns_of(spec_, info.fields[f].type).empty()) {
                open.push_back(f);
            }
        }
        const std::size_t from = info.fields.size();
        const std::size_t to = from + 1;
        if (spec_.role(info.from).index.valid()) {
            open.push_back(from);
        }
        if (spec_.role(info.to).index.valid()) {
            open.push_back(to);
        }
        if (open.size() > 12) {
            open.resize(12);
        }
        for (std::uint32_t named = 0; named < (1U << open.size()); ++named) {
            const auto count = static_cast<std::size_t>(__builtin_popcount(named));
            if (count > 3 && count < open.size()) {
                continue;
            }
            std::set<std::size_t> places;
            for (std::size_t i = 0; i < open.size(); ++i) {
                if ((named >> i & 1U) != 0) {
                    places.insert(open[i]);
                }
            }
            add_shape(id, info, places, in_flight, places.size() == open.size());
        }
    }

    void add_shape(spec::MessageId id,
                   const spec::MessageInfo& info,
                   const std::set<std::size_t>& named,
                   bool in_flight,
                   bool is_whole) {
        std::vector<SlottedPattern> rows{{}};
        for (std::size_t f = 0; f < info.fields.size(); ++f) {
            rows = product(rows,
                           named.contains(f) ? patterns_of(spec_, info.fields[f].type)
                                             : std::vector<SlottedPattern>{{}});
        }
        for (SlottedPattern& row : rows) {
            MessageShape shape{id, in_flight, row.pattern.parts, {}, {}};
            const auto end = [&](std::size_t place, spec::RoleId role) {
                std::optional<std::size_t> slot;
                if (named.contains(place)) {
                    slot = row.slots.size();
                    row.slots.push_back(spec_.types.sort(spec_.role(role).index));
                }
                return slot;
            };
            shape.from = end(info.fields.size(), info.from);
            shape.to = end(info.fields.size() + 1, info.to);
            shape.is_whole = is_whole;
            if (row.slots.size() > kMaxWholeMessageSlots) {
                continue;
            }
            Predicate predicate;
            predicate.slots = row.slots;
            predicate.reads.messages.insert(id);
            predicate.message = shape;
            predicate.says_something_is_there = true;
            ExprBuilder& builder = builder_;
            predicate.build = [&builder, shape](const Exprs& all) {
                typed::MessagePattern node{shape.in_flight, shape.message, {}, {}, {}};
                for (std::uint32_t f = 0; f < shape.fields.size(); ++f) {
                    if (shape.fields[f].kind != ValuePattern::Kind::anything) {
                        node.fields.emplace_back(f, pattern_expr(builder, shape.fields[f], all));
                    }
                }
                node.from = shape.from ? all[*shape.from] : ExprId{};
                node.to = shape.to ? all[*shape.to] : ExprId{};
                return builder.truth(std::move(node));
            };
            result_.push_back(std::move(predicate));
        }
    }

    ExprBuilder& builder_;
    spec::TypedSpec& spec_;
    const PredicateOptions& options_;
    std::vector<Predicate> result_;
};

} // namespace

std::vector<Predicate> message_predicates(ExprBuilder& builder, const PredicateOptions& options) {
    return MessagePredicates(builder, options).run();
}

} // namespace muster::checker::infer
