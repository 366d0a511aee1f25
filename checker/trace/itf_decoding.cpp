#include "checker/trace/itf_decoding.hpp"

#include "checker/eval/collections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace muster::checker::itf {

namespace {

// The deepest nesting of brackets outside of texts. A parser that met it first could run out of
// stack.
std::size_t depth_of(std::string_view text) {
    std::size_t depth = 0;
    std::size_t deepest = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            i += c == '\\' ? 1 : 0;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '[' || c == '{') {
            deepest = std::max(deepest, ++depth);
        } else if ((c == ']' || c == '}') && depth > 0) {
            --depth;
        }
    }
    return deepest;
}

Value read_raw(const Node& node) {
    if (!node.json().is_array()) {
        return Value::scalar(node.number());
    }
    return Value::row(read_choices(node));
}

} // namespace

Json parse(std::string_view text) {
    if (text.size() > kMaxBytes) {
        throw Unreadable{"", fmt::format("it has more than {} bytes", kMaxBytes)};
    }
    if (depth_of(text) > kMaxDepth) {
        throw Unreadable{"", fmt::format("it is nested more than {} levels deep", kMaxDepth)};
    }
    try {
        return Json::parse(text);
    } catch (const Json::parse_error& error) {
        throw Unreadable{"", fmt::format("it is no JSON from byte {} on", error.byte)};
    }
}

void Node::fail(const std::string& text) const {
    throw Unreadable{path_, text};
}

bool Node::has(const std::string& key) const {
    return json_->is_object() && json_->contains(key);
}

Node Node::at(const std::string& key) const {
    if (!json_->is_object()) {
        fail("an object is expected");
    }
    const auto found = json_->find(key);
    if (found == json_->end()) {
        fail(fmt::format("there is no `{}`", key));
    }
    std::string escaped; // as JSON pointers have it
    for (const char c : key) {
        escaped += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    }
    return {*found, fmt::format("{}/{}", path_, escaped)};
}

std::vector<Node> Node::items() const {
    if (!json_->is_array()) {
        fail("a list is expected");
    }
    std::vector<Node> items;
    for (std::size_t i = 0; i < json_->size(); ++i) {
        items.emplace_back((*json_)[i], fmt::format("{}/{}", path_, i));
    }
    return items;
}

std::string Node::text() const {
    if (!json_->is_string()) {
        fail("a text is expected");
    }
    return json_->get<std::string>();
}

bool Node::truth() const {
    if (!json_->is_boolean()) {
        fail("true or false is expected");
    }
    return json_->get<bool>();
}

std::int64_t Node::number() const {
    if (json_->is_number_unsigned() &&
        json_->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) {
        fail("the number does not fit into 64 bits");
    }
    if (json_->is_number_integer()) {
        return json_->get<std::int64_t>();
    }
    const std::string digits = at("#bigint").text();
    std::int64_t number = 0;
    const char* end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, number);
    if (error != std::errc() || rest != end) {
        fail("a number of at most 64 bits is expected");
    }
    return number;
}

std::int64_t Node::number_in(std::int64_t low, std::int64_t high) const {
    const std::int64_t result = number();
    if (result < low || result > high) {
        fail(fmt::format("a number from {} to {} is expected", low, high));
    }
    return result;
}

Universe read_universe(const spec::TypedSpec& spec, const Node& node) {
    Universe universe;
    const Node sorts = node.at("sorts");
    for (const spec::SortInfo& sort : spec.sorts) {
        const Node elements = sorts.at(sort.name);
        std::vector<std::string> names;
        for (const Node& element : elements.items()) {
            names.push_back(element.text());
        }
        if (names.empty() || names.size() > kMaxElements) {
            elements.fail(fmt::format("1 to {} elements are expected", kMaxElements));
        }
        if (std::set<std::string>(names.begin(), names.end()).size() != names.size()) {
            elements.fail("an element occurs twice");
        }
        universe.sort_sizes.push_back(static_cast<std::int64_t>(names.size()));
        universe.element_names.push_back(std::move(names));
    }
    const Node integers = node.at("integers");
    for (const Node& number : integers.items()) {
        universe.integers.push_back(number.number());
    }
    const auto& all = universe.integers;
    if (all.size() > kMaxIntegers ||
        std::adjacent_find(all.begin(), all.end(), std::greater_equal<>()) != all.end()) {
        integers.fail(fmt::format("at most {} ascending numbers are expected", kMaxIntegers));
    }
    universe.correlations = node.at("correlations").number_in(1, kMaxCorrelations);
    if (const Node bound = node.at("max in flight"); !bound.json().is_null()) {
        universe.max_in_flight = static_cast<std::uint32_t>(bound.number_in(0, UINT32_MAX));
    }
    return universe;
}

std::vector<Value> read_choices(const Node& node) {
    std::vector<Value> values;
    for (const Node& item : node.items()) {
        values.push_back(read_raw(item));
    }
    return values;
}

Decoder::Decoder(const TransitionSystem& system, const Universe& universe)
    : system_(system)
    , spec_(*system.spec)
    , universe_(universe)
    , names_(element_names(spec_, universe)) {}

std::int64_t Decoder::element(spec::SortId sort, const Node& node) const {
    const auto& names = names_[sort.value];
    const auto found = std::find(names.begin(), names.end(), node.text());
    if (found == names.end()) {
        node.fail(fmt::format("the universe has no such {}", spec_.sorts[sort.value].name));
    }
    return found - names.begin();
}

std::int64_t Decoder::process(spec::RoleId id, const Node& node) const {
    const spec::RoleInfo& role = spec_.role(id);
    if (role.index.valid()) {
        return element(role.index, node);
    }
    if (node.text() != role.name) {
        node.fail(fmt::format("`{}` is expected", role.name));
    }
    return 0;
}

std::vector<Value> Decoder::fields(const std::vector<spec::FieldInfo>& fields,
                                   const Node& node) const {
    std::vector<Value> values;
    for (const spec::FieldInfo& field : fields) {
        values.push_back(value(field.type, node.at(field.name)));
    }
    if (node.json().size() != fields.size()) {
        node.fail(fmt::format("{} fields are expected", fields.size()));
    }
    return values;
}

SentMessage Decoder::message(const Node& node) const {
    const Node tag = node.at("tag");
    const std::string name = tag.text();
    const auto found = std::find_if(spec_.messages.begin(),
                                    spec_.messages.end(),
                                    [&](const auto& message) { return message.name == name; });
    if (found == spec_.messages.end()) {
        tag.fail("the spec has no such message");
    }
    const Node content = node.at("value");
    SentMessage message;
    message.message = spec::MessageId{static_cast<std::uint32_t>(found - spec_.messages.begin())};
    message.from = process(found->from, content.at("from"));
    message.to = process(found->to, content.at("to"));
    if (found->is_request || found->is_reply) {
        message.correlation = content.at("correlation").number_in(0, universe_.correlations - 1);
    }
    message.fields = fields(found->fields, content.at("fields"));
    return message;
}

std::vector<Value> Decoder::list(spec::TypeId type, const Node& node) const {
    std::vector<Value> values;
    for (const Node& item : node.items()) {
        values.push_back(value(type, item));
    }
    return values;
}

Value Decoder::option(const spec::Type& type, const Node& node) const {
    const Node tag = node.at("tag");
    if (tag.text() == "None") {
        return Value::none();
    }
    if (tag.text() != "Some") {
        tag.fail("`Some` or `None` is expected");
    }
    return Value::some(value(type.first, node.at("value")));
}

Value Decoder::map(const spec::Type& type, const Node& node) const {
    std::vector<std::pair<Value, Value>> entries;
    for (const Node& entry : node.at("#map").items()) {
        const std::vector<Node> pair = entry.items();
        if (pair.size() != 2) {
            entry.fail("a key and its value are expected");
        }
        entries.emplace_back(value(type.first, pair[0]), value(type.second, pair[1]));
    }
    std::sort(entries.begin(), entries.end());
    std::vector<Value> row;
    for (auto& [key, value] : entries) {
        if (!row.empty() && row[row.size() - 2] == key) {
            node.fail("a key occurs twice");
        }
        row.push_back(std::move(key));
        row.push_back(std::move(value));
    }
    return Value::row(std::move(row));
}

Value Decoder::value(spec::TypeId id, const Node& node) const {
    const spec::Type& type = spec_.types[id];
    switch (type.kind) {
    case spec::TypeKind::error:
        node.fail("this has no type");
    case spec::TypeKind::boolean:
        return Value::boolean(node.truth());
    case spec::TypeKind::integer:
        return Value::scalar(node.number());
    case spec::TypeKind::sort:
        return Value::scalar(element(spec::SortId{type.declaration}, node));
    case spec::TypeKind::enumeration: {
        const auto& names = spec_.enums[type.declaration].enumerators;
        const auto found = std::find(names.begin(), names.end(), node.text());
        if (found == names.end()) {
            node.fail(fmt::format("{} has no such value", spec_.enums[type.declaration].name));
        }
        return Value::scalar(found - names.begin());
    }
    case spec::TypeKind::request:
        return Value::row(
            {Value::scalar(process(spec_.messages[type.declaration].from, node.at("from"))),
             Value::scalar(node.at("correlation").number_in(0, universe_.correlations - 1))});
    case spec::TypeKind::record:
        return Value::row(fields(spec_.records[type.declaration].fields, node));
    case spec::TypeKind::option:
        return option(type, node);
    case spec::TypeKind::set:
        return make_set(list(type.first, node.at("#set")));
    case spec::TypeKind::map:
        return map(type, node);
    case spec::TypeKind::list:
        return Value::row(list(type.first, node));
    case spec::TypeKind::distinct_list: {
        std::vector<Value> items = list(type.first, node);
        if (make_set(items).items().size() != items.size()) {
            node.fail("an element occurs twice");
        }
        return Value::row(std::move(items));
    }
    }
    node.fail("this has no type");
}

Event Decoder::event(std::uint32_t index, const Node& node) const {
    const Step& step = system_.steps[index];
    const spec::RoleInfo& role = spec_.role(step.role);
    Event event;
    event.step = index;
    event.process = process(step.role, node.at("process"));
    event.choices = read_choices(node.at("choices"));
    if (step.kind == StepKind::deliver || step.kind == StepKind::lose) {
        event.message = message(node.at("message"));
        event.origin = node.at("made up").truth() ? Origin::made_up : Origin::network;
    }
    if (step.kind == StepKind::cut) {
        event.peer = process(step.peer, node.at("peer"));
    }
    if (step.kind == StepKind::fire) {
        const spec::TypeId key = spec_.timer(role.timer_handlers[step.index].timer).key_type;
        if (key.valid()) {
            event.timer_key = value(key, node.at("key"));
        }
    }
    if (step.kind == StepKind::act) {
        const Node arguments = node.at("arguments");
        for (const spec::LocalId id : role.actions[step.index].parameters) {
            const spec::LocalInfo& parameter = spec_.local(id);
            event.arguments.push_back(value(parameter.type, arguments.at(parameter.name)));
        }
    }
    return event;
}

} // namespace muster::checker::itf
