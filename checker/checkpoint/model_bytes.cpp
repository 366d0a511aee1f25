#include "checker/checkpoint/model_bytes.hpp"

#include <algorithm>

namespace muster::checker {

using spec::TypeKind;

namespace {

/// No type of a spec is nested as deeply.
constexpr std::size_t kMaxDepth = 100;

bool is_ascending(std::span<const Value> items, std::size_t stride) {
    for (std::size_t i = stride; i < items.size(); i += stride) {
        if (!(items[i - stride] < items[i])) {
            return false;
        }
    }
    return true;
}

} // namespace

void write(ByteWriter& out, const Value& value) {
    out.truth(value.is_scalar());
    if (value.is_scalar()) {
        out.signed_number(value.number());
        return;
    }
    out.number(value.items().size());
    for (const Value& item : value.items()) {
        write(out, item);
    }
}

void write(ByteWriter& out, const std::vector<Value>& values) {
    out.number(values.size());
    for (const Value& value : values) {
        write(out, value);
    }
}

void write(ByteWriter& out, const SentMessage& message) {
    out.number(message.message.value);
    out.signed_number(message.from);
    out.signed_number(message.to);
    out.signed_number(message.correlation);
    for (const Value& field : message.fields) {
        write(out, field);
    }
}

void write(ByteWriter& out, const Failure& failure) {
    const auto write_span = [&](spec::Span span) {
        out.number(span.begin);
        out.number(span.end);
    };
    out.number(static_cast<std::uint64_t>(failure.kind));
    out.text(failure.text);
    write_span(failure.span);
    out.number(failure.called_from.size());
    for (const spec::Span span : failure.called_from) {
        write_span(span);
    }
}

void write(ByteWriter& out, const std::optional<Failure>& failure) {
    out.truth(failure.has_value());
    if (failure) {
        write(out, *failure);
    }
}

Value ModelReader::untyped(std::size_t depth) {
    if (depth > kMaxDepth) {
        ByteReader::fail("a value is nested too deeply");
    }
    if (in_.truth()) {
        return Value::scalar(in_.signed_number());
    }
    std::vector<Value> row;
    for (std::size_t left = in_.count(); left > 0; --left) {
        row.push_back(untyped(depth + 1));
    }
    return Value::row(std::move(row));
}

Value ModelReader::value(spec::TypeId type) {
    Value value = untyped(0);
    if (!fits(type, value)) {
        ByteReader::fail("a value is not of its type");
    }
    return value;
}

std::vector<Value> ModelReader::values() {
    std::vector<Value> values;
    for (std::size_t left = in_.count(); left > 0; --left) {
        values.push_back(untyped(0));
    }
    return values;
}

bool ModelReader::fits(spec::TypeId id, const Value& value) const {
    const spec::Type& type = spec_.types[id];
    const auto is_number_below = [&](std::size_t limit) {
        return value.is_scalar() && value.number() >= 0 &&
               static_cast<std::uint64_t>(value.number()) < limit;
    };
    switch (type.kind) {
    case TypeKind::boolean:
        return is_number_below(2);
    case TypeKind::integer:
        return value.is_scalar();
    case TypeKind::sort:
        return is_number_below(static_cast<std::size_t>(universe_.sort_sizes[type.declaration]));
    case TypeKind::enumeration:
        return is_number_below(spec_.enums[type.declaration].enumerators.size());
    case TypeKind::error:
        return false;
    default:
        return !value.is_scalar() && fits_row(type, value);
    }
}

bool ModelReader::fits_row(const spec::Type& type, const Value& value) const {
    const auto items = value.items();
    const auto all_fit = [&] {
        return std::all_of(
            items.begin(), items.end(), [&](const Value& item) { return fits(type.first, item); });
    };
    switch (type.kind) {
    case TypeKind::record: {
        const auto& fields = spec_.records[type.declaration].fields;
        return std::equal(items.begin(),
                          items.end(),
                          fields.begin(),
                          fields.end(),
                          [&](const Value& item, const spec::FieldInfo& field) {
                              return fits(field.type, item);
                          });
    }
    case TypeKind::option:
        return items.size() <= 1 && all_fit();
    case TypeKind::set:
        return all_fit() && is_ascending(items, 1);
    case TypeKind::map:
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (!fits(i % 2 == 0 ? type.first : type.second, items[i])) {
                return false;
            }
        }
        return items.size() % 2 == 0 && is_ascending(items, 2);
    case TypeKind::request: {
        const spec::RoleId from = spec_.messages[type.declaration].from;
        return items.size() == 2 && items[0].is_scalar() && items[1].is_scalar() &&
               items[0].number() >= 0 &&
               static_cast<std::uint64_t>(items[0].number()) < layout_.processes(from);
    }
    default: // lists
        return all_fit();
    }
}

std::int64_t ModelReader::process(spec::RoleId role) {
    const std::int64_t index = in_.signed_number();
    if (index < 0 || static_cast<std::uint64_t>(index) >= layout_.processes(role)) {
        ByteReader::fail("there is no such process");
    }
    return index;
}

SentMessage ModelReader::message() {
    SentMessage message;
    message.message = spec::MessageId{
        static_cast<std::uint32_t>(in_.number_below(spec_.messages.size(), "message"))};
    const spec::MessageInfo& info = spec_.message(message.message);
    message.from = process(info.from);
    message.to = process(info.to);
    message.correlation = in_.signed_number();
    for (const spec::FieldInfo& field : info.fields) {
        message.fields.push_back(value(field.type));
    }
    return message;
}

spec::Span ModelReader::span() {
    const auto end_of_sources = std::uint64_t{source_size_} + 1;
    spec::Span span;
    span.begin = static_cast<std::uint32_t>(in_.number_below(end_of_sources, "place"));
    span.end = static_cast<std::uint32_t>(in_.number_below(end_of_sources, "place"));
    if (span.end < span.begin) {
        ByteReader::fail("a place ends before it begins");
    }
    return span;
}

Failure ModelReader::failure() {
    constexpr auto kKinds = static_cast<std::uint64_t>(Failure::Kind::out_of_reach) + 1;
    Failure failure{};
    failure.kind = static_cast<Failure::Kind>(in_.number_below(kKinds, "kind of failure"));
    failure.text = in_.text();
    failure.span = span();
    for (std::size_t left = in_.count(); left > 0; --left) {
        failure.called_from.push_back(span());
    }
    return failure;
}

std::optional<Failure> ModelReader::failure_if_any() {
    return in_.truth() ? std::optional(failure()) : std::nullopt;
}

} // namespace muster::checker
