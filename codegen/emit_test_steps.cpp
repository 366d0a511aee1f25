#include "codegen/emit_test.hpp"
#include "codegen/model/string_literal.hpp"
#include "spec/diagnostics/internal_error.hpp"
#include "spec/outline/spec_text.hpp"
#include "spec/types/walk.hpp"

#include <algorithm>

/// The lines of a test.
namespace muster::codegen {

using namespace spec::typed;
using spec::ExprId;

void TestEmitter::begin_event(const std::vector<ExprId>& mentioned) {
    writer_.gap();
    note_used(mentioned);
    writer_.line("out.next_event();");
}

// `fresh` gives none of the elements that have occurred.
void TestEmitter::note_used(const std::vector<ExprId>& mentioned) {
    std::map<spec::SortId, std::vector<Doc>> used;
    const auto visit = [&](const auto& self, ExprId id) -> void {
        if (!id.valid()) {
            return;
        }
        const Expr& expr = spec_.expr(id);
        const auto& type = spec_.types[expr.type];
        if (std::holds_alternative<LocalRef>(expr.node) && type.kind == spec::TypeKind::sort) {
            used[spec::SortId{type.declaration}].push_back(exprs_.plain(id));
        }
        spec::for_each_part(expr, [&](ExprId part) { self(self, part); });
    };
    for (const ExprId id : mentioned) {
        visit(visit, id);
    }
    for (const auto& [sort, elements] : used) {
        if (context_.usage.fresh.count(sort) > 0) {
            writer_.line(
                call("hooks.use(\"" + spec_.sorts[sort.value].name + "\", {", elements, "});"));
        }
    }
}

void TestEmitter::run(const Doc& call_text, const std::string& what) {
    writer_.line(
        call("ASSERT_TRUE(machine::ran(", {call_text}, ")) << " + string_literal(what) + ';'));
}

std::string
TestEmitter::message_text(spec::MessageId message,
                          const std::vector<std::pair<std::uint32_t, ExprId>>& fields) const {
    const auto& info = spec_.message(message);
    std::string text;
    for (const auto& [field, value] : fields) {
        if (value != info.fields[field].default_value) {
            text += (text.empty() ? "" : ", ") + info.fields[field].name + ": " +
                    spec::spec_text(spec_, value);
        }
    }
    return info.name + '(' + text + ')';
}

bool TestEmitter::has_handler(spec::MessageId message) const {
    const auto& handlers = context_.role.handlers;
    return std::any_of(handlers.begin(), handlers.end(), [&](const auto& handler) {
        return handler.message == message;
    });
}

/// The call that delivers the message, and what the spec says.
std::pair<Doc, std::string> TestEmitter::handle(const spec::TestMessage& line) {
    const auto& info = spec_.message(line.message);
    std::vector<std::pair<std::uint32_t, ExprId>> fields;
    for (std::uint32_t i = 0; i < line.fields.size(); ++i) {
        fields.emplace_back(i, line.fields[i]);
    }
    std::string text = message_text(line.message, fields);
    std::vector<Doc> docs{exprs_.aggregate(type_identifier(info.name), info.fields, line.fields)};
    std::string from;
    if (line.from.valid()) {
        from = render(exprs_.plain(line.from), 0, Writer::kWidth);
        docs.emplace_back(from);
        text += " from " + spec::spec_text(spec_, line.from);
    }
    if (info.is_request) {
        docs.emplace_back("out.request(" + from + ')');
    }
    docs.emplace_back("out");
    return {call("subject.handle(", docs, ")"), text};
}

void TestEmitter::take(const spec::TestMessage& line) {
    std::vector<ExprId> mentioned = line.fields;
    mentioned.push_back(line.from);
    begin_event(mentioned);
    const auto [delivery, text] = handle(line);
    if (!has_handler(line.message)) {
        writer_.line("FAIL() << " + string_literal(text + ": no handler takes it") + ';');
        return;
    }
    run(delivery, text);
}

void TestEmitter::refuse_event(const spec::TestMessage& line) {
    if (!has_handler(line.message)) {
        writer_.comment("No handler takes " + spec_.message(line.message).name + " at all.");
        return;
    }
    const auto [delivery, text] = handle(line);
    refused(delivery, text);
}

/// The timer itself, and what the spec says.
std::pair<Doc, std::string> TestEmitter::timer(const spec::TestTimer& line) {
    std::string text = spec_.timer(line.timer).name;
    std::vector<Doc> key;
    if (line.key.valid()) {
        key.push_back(exprs_.into(line.key));
        text += '(' + spec::spec_text(spec_, line.key) + ')';
    }
    return {call(context_.timer_type(line.timer) + '{', key, "}"), text};
}

void TestEmitter::take(const spec::TestTimer& line) {
    begin_event({line.key});
    const auto [timer, text] = this->timer(line);
    const auto& handlers = context_.role.timer_handlers;
    if (std::none_of(handlers.begin(), handlers.end(), [&](const auto& handler) {
            return handler.timer == line.timer;
        })) {
        writer_.line("FAIL() << " + string_literal(text + ": it has no handler") + ';');
        return;
    }
    writer_.line(call("ASSERT_TRUE(out.expire(",
                      {timer},
                      ")) << " + string_literal(text + ": it is not armed") + ';'));
    run(call("subject.fire(", {timer, "out"}, ")"), text);
}

void TestEmitter::refuse_event(const spec::TestTimer& line) {
    const auto [timer, text] = this->timer(line);
    writer_.line(call("ASSERT_FALSE(out.is_armed(",
                      {timer},
                      ")) << " + string_literal("refuse " + text + ": it is armed") + ';'));
}

/// The call of the action's method, and what the spec says.
std::pair<Doc, std::string> TestEmitter::act(const spec::TestAction& line) {
    std::string text;
    std::vector<Doc> docs;
    for (const ExprId argument : line.arguments) {
        text += (text.empty() ? "" : ", ") + spec::spec_text(spec_, argument);
        docs.push_back(exprs_.into(argument));
    }
    docs.emplace_back("out");
    return {call("subject." + context_.actions[line.action] + '(', docs, ")"),
            context_.role.actions[line.action].name + '(' + text + ')'};
}

void TestEmitter::take(const spec::TestAction& line) {
    begin_event(line.arguments);
    const auto [action, text] = act(line);
    run(action, text);
}

void TestEmitter::refuse_event(const spec::TestAction& line) {
    const auto [action, text] = act(line);
    refused(action, text);
}

template <class Line>
void TestEmitter::refuse_event(const Line& /*line*/) {
    MUSTER_ASSERT(false, "only events can be refused");
}

/// What is refused is no event: what was sent before it stays what `expect sends` is about.
void TestEmitter::refused(const Doc& call_text, const std::string& what) {
    writer_.line(call("ASSERT_TRUE(machine::refused(",
                      {call_text},
                      ")) << " + string_literal("refuse " + what + ": it is not refused") + ';'));
}

void TestEmitter::take(const spec::TestCrash&) {
    begin_event({});
    writer_.line("out.crash();");
    writer_.line("ASSERT_TRUE(machine::reload(subject, make())) << \"crash\";");
    run("subject.start(out)", "start after a crash");
}

void TestEmitter::take(const spec::TestLost& line) {
    begin_event({line.process});
    const auto& handler = context_.role.lost_handlers[line.handler];
    std::string text = "lost " + spec_.role(handler.peer).name;
    std::vector<Doc> process;
    if (line.process.valid()) {
        process.push_back(exprs_.into(line.process));
        text += ' ' + spec::spec_text(spec_, line.process);
    }
    run(call("subject.lost(",
             {call(context_.peer_type(handler.peer) + '{', process, "}"), "out"},
             ")"),
        text);
}

void TestEmitter::take(const spec::TestExpectation& line) {
    // In brackets: a comma between braces would end the macro's argument.
    writer_.line(
        call("EXPECT_TRUE((",
             {exprs_.plain(line.condition)},
             ")) << " + string_literal("expect " + spec::spec_text(spec_, line.condition)) + ';'));
}

void TestEmitter::take(const spec::TestSends& line) {
    if (!line.message.valid()) {
        writer_.line("EXPECT_TRUE(out.sends_nothing()) << \"expect sends nothing\";");
        return;
    }
    std::vector<Doc> docs{exprs_.fits(line.message, line.fields)};
    std::string text = "expect sends " + message_text(line.message, line.fields);
    if (line.to.valid()) {
        docs.push_back(exprs_.plain(line.to));
        text += " to " + spec::spec_text(spec_, line.to);
    }
    writer_.line(
        call("EXPECT_TRUE((out.sends<" + type_identifier(spec_.message(line.message).name) + ">(",
             docs,
             "))) << " + string_literal(text) + ';'));
}

void TestEmitter::step(const spec::TestStep& step) {
    std::visit([&](const auto& line) { step.refused ? refuse_event(line) : take(line); },
               step.node);
}

} // namespace muster::codegen
