#include "spec/diagnostics/suggest.hpp"
#include "spec/resolve/lookup.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

std::optional<MessageId> TypeChecker::find_message(const ast::Name& name) {
    return spec::find_message(resolved_, name, "a message is needed here", diagnostics_);
}

std::optional<RoleId> TypeChecker::find_role(const ast::Name& name, std::string_view why) {
    return spec::find_role(resolved_, name, why, diagnostics_);
}

std::optional<std::uint32_t> TypeChecker::find_field(const FieldOwner& owner,
                                                     const ast::Name& name) {
    const auto& fields = *owner.fields;
    const auto found = std::find_if(fields.begin(), fields.end(), [&](const FieldInfo& field) {
        return field.name == name.text;
    });
    if (found != fields.end()) {
        return static_cast<std::uint32_t>(found - fields.begin());
    }
    std::vector<std::string> names;
    names.reserve(fields.size());
    for (const FieldInfo& field : fields) {
        names.push_back(field.name);
    }
    diagnostics_.report(
        {.code = Code::unknown_field,
         .message = fmt::format("{} `{}` has no field `{}`", owner.kind, owner.name, name.text),
         .primary = {name.span, ""},
         .help = did_you_mean(name.text, names),
         .cause = fmt::format("{}.{}", owner.name, name.text)});
    return std::nullopt;
}

std::optional<std::uint32_t> TypeChecker::find_record_field(const Type& record,
                                                            const ast::Name& name) {
    const RecordInfo& info = typed_.records[record.declaration];
    return find_field({"record", info.name, &info.fields}, name);
}

std::optional<std::uint32_t> TypeChecker::find_message_field(MessageId message,
                                                             const ast::Name& name) {
    const MessageInfo& info = typed_.message(message);
    return find_field({"message", info.name, &info.fields}, name);
}

std::vector<std::pair<std::uint32_t, ExprId>>
TypeChecker::check_named_fields(MessageId message, const std::vector<ast::FieldInit>& fields) {
    std::vector<std::pair<std::uint32_t, ExprId>> values;
    for (const ast::FieldInit& init : fields) {
        const auto index = find_message_field(message, init.name);
        if (!index) {
            infer(init.value, types_.error());
            continue;
        }
        const TypeId type = typed_.message(message).fields[*index].type;
        values.emplace_back(*index, expect(init.value, type));
    }
    return values;
}

std::vector<ExprId> TypeChecker::check_message_fields(MessageId message,
                                                      const std::vector<ast::FieldInit>& fields,
                                                      Span span) {
    const std::size_t count = typed_.message(message).fields.size();
    std::vector<ExprId> values(count);
    const bool unnamed = std::any_of(fields.begin(), fields.end(), [](const ast::FieldInit& init) {
        return init.name.text.empty();
    });
    if (unnamed) {
        report_unnamed(message, fields);
    }
    bool misspelt = unnamed;
    for (const ast::FieldInit& init : fields) {
        if (init.name.text.empty()) {
            continue;
        }
        const auto index = find_message_field(message, init.name);
        if (!index) {
            infer(init.value, types_.error());
            misspelt = true;
            continue;
        }
        if (values[*index].valid()) {
            diagnostics_.report(
                {.code = Code::duplicate_name,
                 .message = fmt::format("field `{}` is given twice", init.name.text),
                 .primary = {init.name.span, ""}});
        }
        values[*index] = expect(init.value, typed_.message(message).fields[*index].type);
    }
    for (std::size_t i = 0; i < count; ++i) {
        const FieldInfo& field = typed_.message(message).fields[i];
        if (values[i].valid()) {
            continue;
        }
        values[i] = field.default_value;
        if (field.default_value.valid()) {
            continue;
        }
        if (!misspelt) { // otherwise it is probably the one that was meant
            diagnostics_.report({.code = Code::missing_field,
                                 .message = fmt::format("field `{}` of `{}` has no value",
                                                        field.name,
                                                        typed_.message(message).name),
                                 .primary = {span, "it has no default"}});
        }
        values[i] = error(span);
    }
    return values;
}

void TypeChecker::report_unnamed(MessageId message, const std::vector<ast::FieldInit>& fields) {
    const MessageInfo& info = typed_.message(message);
    std::string named;
    Span place{};
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const ast::FieldInit& init = fields[i];
        if (init.name.text.empty() && place == Span{}) {
            place = span_of(init.value);
        }
        const auto number = written_integer(init.value);
        const auto* name = std::get_if<ast::NameRef>(&file_.expr(init.value).node);
        std::string value = number ? std::to_string(*number) : name ? name->name.text : "…";
        const std::string& field =
            init.name.text.empty() && i < info.fields.size() ? info.fields[i].name : init.name.text;
        named += fmt::format("{}{}: {}", named.empty() ? "" : ", ", field, value);
    }
    diagnostics_.report(
        {.code = Code::unknown_field,
         .message = fmt::format("the fields of message `{}` are given by name", info.name),
         .primary = {place, "which field is this?"},
         .help = fields.size() > info.fields.size()
                     ? ""
                     : fmt::format("write `{}({})`", info.name, named)});
}

ExprId TypeChecker::check_addressee(MessageId message, ast::ExprId to) {
    const RoleId addressee = typed_.message(message).to;
    const RoleInfo& role = typed_.role(addressee);
    if (index_type(addressee).valid()) {
        return check_process(addressee, to, span_of(to));
    }
    const auto* name = std::get_if<ast::NameRef>(&file_.expr(to).node);
    if (name == nullptr || name->name.text != role.name) {
        diagnostics_.report(
            {.code = Code::wrong_kind_of_name,
             .message = fmt::format("`{}` goes to `{}`", typed_.message(message).name, role.name),
             .primary = {span_of(to), ""},
             .help = fmt::format("write `to {}`", role.name)});
    }
    return ExprId{};
}

void TypeChecker::check_send(const ast::Send& send, Span span, std::vector<typed::Statement>& out) {
    const auto message = find_message(send.message);
    if (!message) {
        return;
    }
    const RoleId from = typed_.message(*message).from;
    const RoleId to = typed_.message(*message).to;
    if (!from.valid() || !to.valid()) {
        return;
    }
    if (from != around_.role) {
        not_allowed(send.message.span,
                    fmt::format("`{}` is not sent by this role", send.message.text),
                    fmt::format("it is declared from `{}`", typed_.role(from).name));
    }
    auto fields = check_message_fields(*message, send.fields, span);
    const ExprId addressee = check_addressee(*message, send.to);
    out.push_back({typed::Send{*message, std::move(fields), addressee}, span});
}

void TypeChecker::check_reply(const ast::Reply& reply,
                              Span span,
                              std::vector<typed::Statement>& out) {
    const auto message = find_message(reply.message);
    if (!message) {
        return;
    }
    auto fields = check_message_fields(*message, reply.fields, span);
    ExprId request;
    if (reply.to.valid()) {
        request = infer(reply.to);
    } else if (around_.request.valid()) {
        request = local_ref(around_.request, span);
    } else {
        not_allowed(span,
                    "there is no request to reply to here",
                    "a plain `reply` answers the message that a handler handles; elsewhere write "
                    "`reply … to r` with a request");
        return;
    }
    const Type type = kind_of(request);
    if (type.kind != TypeKind::request) {
        needs(span_of(reply.to), "a request", type_of(request));
        return;
    }
    const MessageInfo& asked = typed_.messages[type.declaration];
    const MessageInfo& answer = typed_.message(*message);
    const bool known =
        answer.from.valid() && answer.to.valid() && asked.from.valid() && asked.to.valid();
    if (known && (answer.from != asked.to || answer.to != asked.from)) {
        diagnostics_.report(
            {.code = Code::not_allowed_here,
             .message = fmt::format("`{}` cannot answer a `{}`", answer.name, asked.name),
             .primary = {reply.message.span, ""},
             .notes = {"an answer goes from the role that received the request to the one that "
                       "sent it"}});
        return;
    }
    typed_.messages[message->value].is_reply = true;
    out.push_back({typed::Reply{*message, std::move(fields), request}, span});
}

ExprId TypeChecker::infer_pattern(const ast::MessagePattern& pattern, Span span) {
    if (!around_.property) {
        not_allowed(span,
                    "`sent` and `in_flight` are for properties",
                    "behaviour cannot look into the network");
        return error(span);
    }
    looks_ = true;
    const auto message = find_message(pattern.message);
    if (!message) {
        return error(span);
    }
    typed::MessagePattern result{};
    result.in_flight = pattern.in_flight;
    result.message = *message;
    result.fields = check_named_fields(*message, pattern.fields);
    const MessageInfo info = typed_.message(*message);
    if (pattern.from.valid() && info.from.valid()) {
        result.from = check_process(info.from, pattern.from, span_of(pattern.from));
    }
    if (pattern.to.valid() && info.to.valid()) {
        result.to = check_process(info.to, pattern.to, span_of(pattern.to));
    }
    return make(std::move(result), types_.boolean(), span);
}

} // namespace muster::spec
