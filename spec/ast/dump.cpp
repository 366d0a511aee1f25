#include "spec/ast/dump.hpp"

#include "spec/ast/dump_expr.hpp"
#include "spec/ast/words.hpp"

#include <string_view>

namespace muster::spec {
namespace {

using namespace ast;

std::string_view text_of(VariableKind kind) {
    switch (kind) {
    case VariableKind::volatile_:
        return "var";
    case VariableKind::durable:
        return "durable";
    case VariableKind::ghost:
        return "ghost";
    }
    return {};
}

std::string_view text_of(NetworkKind kind) {
    switch (kind) {
    case NetworkKind::unreliable:
        return "unreliable";
    case NetworkKind::once:
        return "once";
    case NetworkKind::fifo:
        return "fifo";
    }
    return {};
}

/// What is put in front of the word that a declaration begins with.
std::string_view text_of(Fairness fairness) {
    switch (fairness) {
    case Fairness::unmarked:
        return "";
    case Fairness::fair:
        return "fair-";
    case Fairness::unfair:
        return "unfair-";
    }
    return {};
}

class FileDumper : private ExprDumper {
public:
    explicit FileDumper(const ParsedFile& file)
        : ExprDumper(file) {}

    std::string run() {
        put("(protocol ", file().protocol.text, ")\n");
        for (const Declaration& declaration : file().declarations) {
            std::visit([&](const auto& node) { decl(node); }, declaration.node);
            put("\n");
        }
        return take();
    }

private:
    // ---- statements ----

    void block(const Block& block) {
        put("(do");
        for (const Statement& statement : block.statements) {
            put(" ");
            std::visit([&](const auto& node) { this->statement(node); }, statement.node);
        }
        put(")");
    }

    void statement(const Assign& assign) {
        const std::string_view op = assign.op == AssignOp::set   ? "="
                                    : assign.op == AssignOp::add ? "+="
                                                                 : "-=";
        list(op, assign.target, assign.value);
    }

    void statement(const Let& let) {
        put("(let ", let.name.text);
        part(let.value);
        put(")");
    }

    void statement(const Fresh& fresh) {
        put("(fresh ", fresh.name.text, " ", fresh.sort.text, ")");
    }

    void statement(const If& choice) {
        put("(if");
        part(choice.condition);
        put(" ");
        block(choice.then_block);
        otherwise(choice.else_block);
        put(")");
    }

    void otherwise(const std::optional<Block>& other) {
        if (other) {
            put(" else ");
            block(*other);
        }
    }

    void statement(const Send& send) {
        put("(send ", send.message.text);
        fields(send.fields);
        keyed("to", send.to);
        put(")");
    }

    void statement(const Reply& reply) {
        put("(reply ", reply.message.text);
        fields(reply.fields);
        keyed("to", reply.to);
        put(")");
    }

    void statement(const StartTimer& start) {
        put("(start");
        part(start.timer);
        keyed("for", start.duration);
        put(")");
    }

    void statement(const StopTimer& stop) { list("stop", stop.timer); }

    void statement(const Ignore& /*ignore*/) { put("(ignore)"); }

    void statement(const Return& /*return*/) { put("(return)"); }

    void statement(const Assert& assertion) { list("assert", assertion.condition); }

    void statement(const ProcedureCall& call) {
        put("(call ", call.name.text);
        for (const ExprId argument : call.arguments) {
            part(argument);
        }
        put(")");
    }

    void statement(const For& loop) {
        put(loop.sequential ? "(for-each " : "(for ");
        binder(loop.binder);
        put(" ");
        block(loop.body);
        put(")");
    }

    void statement(const Pick& pick) {
        put("(pick ");
        binder(pick.binder);
        keyed("where", pick.condition);
        keyed(pick.order == PickOrder::min ? "by-min" : "by-max", pick.key);
        put(" ");
        block(pick.body);
        otherwise(pick.else_block);
        put(")");
    }

    // ---- declarations ----

    void parameter(const Parameter& parameter) {
        put("(", parameter.name.text, " ");
        type(parameter.type);
        put(")");
    }

    void parameters(const std::vector<Parameter>& list) {
        put(" (");
        for (std::size_t i = 0; i < list.size(); ++i) {
            put(i == 0 ? "" : " ");
            parameter(list[i]);
        }
        put(")");
    }

    void declared_fields(const std::vector<Field>& list) {
        for (const Field& field : list) {
            put(" (", field.name.text, " ");
            type(field.type);
            keyed("=", field.default_value);
            put(")");
        }
    }

    void fault(const Fault& fault) { put(word(fault.kind), " ", fault.role.text); }

    void without(const std::vector<Fault>& excluded) {
        for (const Fault& each : excluded) {
            put(" (without ");
            fault(each);
            put(")");
        }
    }

    void path(const std::vector<Name>& names) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            put(i == 0 ? "" : ".", names[i].text);
        }
    }

    /// A name with another one in brackets behind it, if there is one.
    void indexed(const Name& name, const std::optional<Name>& index) {
        put(name.text);
        if (index) {
            put("[", index->text, "]");
        }
    }

    void decl(const ImportDecl& import) { put("(import \"", import.path, "\")"); }

    void decl(const NetworkDecl& network) { put("(network ", text_of(network.kind), ")"); }

    void decl(const SortDecl& sort) { put("(sort ", sort.name.text, ")"); }

    void decl(const EnumDecl& enumeration) {
        put("(enum ", enumeration.name.text);
        for (const Enumerator& enumerator : enumeration.enumerators) {
            put(" ", enumerator.name.text);
            if (enumerator.number) {
                put("=", std::to_string(*enumerator.number));
            }
        }
        put(")");
    }

    void decl(const RecordDecl& record) {
        put("(record ", record.name.text);
        declared_fields(record.fields);
        put(")");
    }

    void decl(const ConstDecl& constant) {
        put("(const ", constant.name.text, " ");
        type(constant.type);
        put(")");
    }

    void decl(const FunctionDecl& function) {
        put("(function ", function.name.text);
        parameters(function.parameters);
        put(" ");
        type(function.result);
        put(")");
    }

    void decl(const DefDecl& def) {
        put("(def ", def.name.text);
        parameters(def.parameters);
        part(def.body);
        put(")");
    }

    void decl(const MessageDecl& message) {
        put("(", text_of(message.fairness), "message ", message.name.text);
        put(" ", message.from.text, " ", message.to.text);
        declared_fields(message.fields);
        if (message.via) {
            put(" via ", text_of(*message.via));
        }
        put(")");
    }

    void decl(const VariableDecl& variable) {
        put("(", text_of(variable.kind), " ", variable.name.text, " ");
        type(variable.type);
        keyed("=", variable.initial);
        put(")");
    }

    void decl(const TimerDecl& timer) {
        put("(", text_of(timer.fairness), timer.durable ? "durable-timer " : "timer ");
        put(timer.name.text);
        if (timer.key) {
            put(" ");
            parameter(*timer.key);
        }
        if (timer.duration_ms) {
            put(" for ", std::to_string(*timer.duration_ms));
        }
        put(")");
    }

    void decl(const ProcedureDecl& procedure) {
        put("(procedure ", procedure.name.text);
        parameters(procedure.parameters);
        put(" ");
        block(procedure.body);
        put(")");
    }

    void decl(const HandlerDecl& handler) {
        put(handler.either ? "(either-on " : "(on ", handler.event.text);
        if (handler.has_parentheses) {
            put(" (");
            for (std::size_t i = 0; i < handler.parameters.size(); ++i) {
                const HandlerParameter& named = handler.parameters[i];
                put(i == 0 ? "" : " ", named.field.text);
                if (named.renamed) {
                    put(":", named.renamed->text);
                }
            }
            put(")");
        }
        if (handler.sender) {
            put(" from ", handler.sender->text);
        }
        if (handler.request) {
            put(" as ", handler.request->text);
        }
        keyed("when", handler.guard);
        put(handler.otherwise ? " otherwise " : " ");
        block(handler.body);
        put(")");
    }

    void decl(const LostDecl& lost) {
        put("(on-lost ", lost.peer.text);
        if (lost.role) {
            put(" of ", lost.role->text);
        }
        put(" ");
        block(lost.body);
        put(")");
    }

    void decl(const ActionDecl& action) {
        put("(", text_of(action.fairness), "action ", action.name.text);
        parameters(action.parameters);
        keyed("when", action.guard);
        put(" ");
        block(action.body);
        put(")");
    }

    void decl(const RoleDecl& role) {
        put("(role ", role.name.text);
        if (role.index) {
            put(" ");
            parameter(*role.index);
        }
        for (const Member& member : role.members) {
            put("\n  ");
            std::visit([&](const auto& node) { decl(node); }, member.node);
        }
        put(")");
    }

    void decl(const FaultDecl& declared) {
        put("(", text_of(declared.fairness), "fault ");
        fault(declared.fault);
        put(")");
    }

    void decl(const PropertyDecl& property) {
        put("(", word(property.kind), " ", property.name.text);
        without(property.without);
        part(property.body);
        put(")");
    }

    void decl(const LiveDecl& live) {
        put("(live ", live.name.text);
        parameters(live.parameters);
        without(live.without);
        part(live.premise);
        part(live.conclusion);
        if (!live.quiet.empty()) {
            put(" (quiet");
            for (const QuietItem& item : live.quiet) {
                put(" ");
                quiet(item);
            }
            put(")");
        }
        put(")");
    }

    void quiet(const QuietItem& item) {
        static constexpr std::string_view kWords[] = {"action", "fault", "timer", "lose", "cut"};
        put("(", kWords[static_cast<std::size_t>(item.kind)], " ");
        path(item.path);
        if (item.fault) {
            fault(*item.fault);
        }
        put(")");
    }

    void decl(const TimingDecl& timing) {
        put("(assume-timing ", timing.name.text, " ");
        indexed(timing.role, timing.process);
        put(".");
        indexed(timing.timer, timing.key);
        part(timing.condition);
        put(")");
    }

    void decl(const InstanceDecl& instance) {
        put("(instance ", instance.name.text);
        for (const InstanceItem& item : instance.items) {
            put(" (");
            path(item.path);
            bound(item);
            put(")");
        }
        put(")");
    }

    void bound(const InstanceItem& item) {
        switch (item.kind) {
        case BoundKind::in_flight:
            put("in-flight <= ", std::to_string(item.high));
            break;
        case BoundKind::duplicates:
            put("duplicates <= ", std::to_string(item.high));
            break;
        case BoundKind::equal:
            keyed("=", item.value);
            break;
        case BoundKind::at_least:
            put(" >= ", std::to_string(item.low));
            break;
        case BoundKind::at_most:
            put(" <= ", std::to_string(item.high));
            break;
        case BoundKind::range:
            put(" in ", std::to_string(item.low), " .. ", std::to_string(item.high));
            break;
        }
    }

    void decl(const TestDecl& test) {
        put("(test \"", test.title, "\" ");
        indexed(test.role, test.process);
        if (test.after) {
            put(" (after \"", test.after->text, "\")");
        }
        for (const TestLine& line : test.lines) {
            put(" ");
            std::visit([&](const auto& node) { this->line(node); }, line.node);
        }
        put(")");
    }

    void line(const TestEvent& event) {
        put("(", event.refused ? "refuse " : "", event.event.text);
        fields(event.fields);
        if (event.from) {
            put(" from ", event.from->text);
        }
        put(")");
    }

    void line(const TestLost& lost) {
        put("(lost ", lost.peer.text);
        if (lost.role) {
            put(" of ", lost.role->text);
        }
        put(")");
    }

    void line(const TestGiven& given) {
        put("(given ", given.name.text);
        part(given.value);
        put(")");
    }

    void line(const TestExpect& expect) { list("expect", expect.condition); }

    void line(const TestExpectSends& expect) {
        put("(expect-sends ", expect.message ? expect.message->text : "nothing");
        fields(expect.fields);
        keyed("to", expect.to);
        put(")");
    }
};

} // namespace

std::string dump(const ParsedFile& file) {
    return FileDumper(file).run();
}

std::string dump_expr(const ParsedFile& file, ast::ExprId id) {
    ExprDumper dumper(file);
    dumper.expr(id);
    return dumper.take();
}

} // namespace muster::spec
