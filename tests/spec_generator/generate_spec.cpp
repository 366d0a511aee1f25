#include "tests/spec_generator/generate_spec.hpp"

#include "tests/spec_generator/statements.hpp"

#include <map>
#include <utility>

namespace muster::test {
namespace generator {
namespace {

using Kind = Type::Kind;

constexpr int kDepth = 3;

// Writes one spec: first what is declared, so that everything may refer to everything, then the
// text.
class SpecWriter {
public:
    explicit SpecWriter(Decisions& decisions)
        : decisions_(decisions)
        , expressions_(vocabulary_, decisions)
        , statements_(vocabulary_, expressions_, decisions) {}

    std::string run() {
        declare();
        text_ = "/// A generated protocol.\nprotocol generated" + gap();
        write_types();
        for (const Message& message : vocabulary_.messages) {
            write_message(message);
        }
        for (const Role& role : vocabulary_.roles) {
            write_role(role);
        }
        write_faults();
        write_properties();
        write_instance();
        for (const Role& role : vocabulary_.roles) {
            write_test(role);
        }
        return text_;
    }

private:
    std::string gap() {
        static const std::vector<std::string> kAll = {
            "\n", "\n\n", "\n\n\n\n", "  // a remark\n", "\n\n// a remark\n// of two lines\n\n"};
        return decisions_.one_of(kAll);
    }

    void declare() {
        vocabulary_.sorts = {"A", "B"};
        vocabulary_.enumerators = {"Red", "Green", "Blue"};
        vocabulary_.records = {{"R", {{"owner", sort("A")}, {"count", integer()}}},
                               {"S", {{"last", option(sort("B"))}, {"seen", set(sort("A"))}}}};
        vocabulary_.constants = {{"one_a", sort("A")},
                                 {"one_b", sort("B")},
                                 {"first_color", {Kind::enumeration, "E", {}}}};
        vocabulary_.functions = {{"near", {{"a", sort("A")}}, boolean()}};
        vocabulary_.messages = {{"Ask", "client", "server", fields(), false},
                                {"Tell", "server", "client", fields(), false},
                                {"Gossip", "client", "client", fields(), false}};
        vocabulary_.roles = {role("server", ""), role("client", "A")};
    }

    Type any_type() {
        switch (decisions_.below(8)) {
        case 0:
            return set(expressions_.some_scalar());
        case 1:
            return option(expressions_.some_scalar());
        case 2:
            return map(sort("A"), expressions_.some_scalar());
        case 3:
            return map(sort("B"), set(sort("A")));
        case 4:
            return {Kind::record, decisions_.one_in(2) ? "R" : "S", {}};
        case 5:
            return distinct(sort("A"));
        case 6:
            return list(integer());
        default:
            return expressions_.some_scalar();
        }
    }

    std::vector<Named> fields() {
        std::vector<Named> all;
        const std::size_t count = decisions_.below(3);
        for (std::size_t i = 0; i < count; ++i) {
            all.push_back({expressions_.fresh_name("f"), expressions_.some_scalar()});
        }
        return all;
    }

    Role role(const std::string& name, const std::string& index) {
        Role role{name, index, {}, {}, {}, {}};
        const std::size_t count = 1 + decisions_.below(5);
        for (std::size_t i = 0; i < count; ++i) {
            role.variables.push_back({expressions_.fresh_name("x"), any_type()});
        }
        if (decisions_.one_in(2)) {
            role.ghosts.push_back({expressions_.fresh_name("g"), integer()});
        }
        if (decisions_.one_in(2)) {
            role.timers.push_back({expressions_.fresh_name("t"), {}, decisions_.one_in(2)});
        }
        if (decisions_.one_in(2)) {
            role.timers.push_back(
                {expressions_.fresh_name("t"), {sort("B")}, decisions_.one_in(2)});
        }
        return role;
    }

    void line(const std::string& text) { text_ += text + gap(); }

    std::string expression(const Type& type, const Scope& scope) {
        return expressions_.write(type, scope, kDepth);
    }

    static std::string list_of(const std::vector<Named>& all) {
        std::string text;
        for (const Named& each : all) {
            text += (text.empty() ? "" : ", ") + each.name + ": " + each.type.text();
        }
        return text;
    }

    void write_types() {
        for (const std::string& name : vocabulary_.sorts) {
            line("sort " + name);
        }
        line("enum E { Red, Green = 7, Blue }");
        for (const Record& record : vocabulary_.records) {
            line("record " + record.name + " { " + list_of(record.fields) + " }");
        }
        for (const Named& constant : vocabulary_.constants) {
            line("const " + constant.name + ": " + constant.type.text());
        }
        line("function near(a: A): bool");
        line("axiom reflexive: forall a: A. near(a) or not near(a)");
        if (decisions_.one_in(2)) {
            line(decisions_.one_in(2) ? "network once" : "network fifo");
        }
    }

    void write_message(const Message& message) {
        static const std::vector<std::string> kNetworks = {
            "", "", "", " via once", " via fifo", " via unreliable"};
        line("message " + message.name + " from " + message.from + " to " + message.to + " { " +
             list_of(message.fields) + " }" + decisions_.one_of(kNetworks));
    }

    void write_role(const Role& role) {
        text_ += "role " + role.name + (role.index.empty() ? "" : "[me: " + role.index + "]") +
                 " {" + gap();
        Scope scope;
        scope.role = &role;
        Scope bare; // what initial values may read
        const Role nothing;
        bare.role = &nothing;
        for (const Named& variable : role.variables) {
            line((decisions_.one_in(2) ? "durable " : "var ") + variable.name + ": " +
                 variable.type.text() + " = " + expressions_.write(variable.type, bare, 0));
        }
        for (const Named& ghost : role.ghosts) {
            line("ghost " + ghost.name + ": " + ghost.type.text() + " = 0");
        }
        for (const Timer& timer : role.timers) {
            line((decisions_.one_in(3) ? "durable timer " : "timer ") + timer.name +
                 (timer.key.empty() ? "" : "[k: " + timer.key[0].text() + "]") +
                 (timer.has_duration ? " for 2s" : ""));
            const Scope inner = timer.key.empty() ? scope : scope.with({"k", timer.key[0]});
            line("on " + timer.name + (timer.key.empty() ? " " : "(k) ") +
                 statements_.block(inner, kDepth));
        }
        if (decisions_.one_in(2)) {
            line("on start " + statements_.block(scope, 1));
        }
        write_handlers(role, scope);
        const std::vector<Named> arguments = fields();
        Scope inner = scope;
        inner.locals = arguments;
        const std::string action = expressions_.fresh_name("a");
        actions_.insert({role.name, {action, arguments}});
        line("action " + action + (arguments.empty() ? "" : "(" + list_of(arguments) + ")") +
             (decisions_.one_in(2) ? " when " + expression(boolean(), inner) : "") + " " +
             statements_.block(inner, kDepth));
        text_ += "}" + gap();
    }

    void write_handlers(const Role& role, const Scope& scope) {
        for (const Message& message : vocabulary_.messages) {
            if (message.to != role.name) {
                continue;
            }
            Scope inner = scope;
            std::string parameters;
            for (const Named& field : message.fields) {
                const std::string name = expressions_.fresh_name("m");
                parameters += (parameters.empty() ? "" : ", ") + field.name + ": " + name;
                inner.locals.push_back({name, field.type});
            }
            std::string header = "on " + message.name + "(" + parameters + ")";
            const std::string& sender = vocabulary_.role(message.from).index;
            if (!sender.empty() && decisions_.one_in(2)) {
                header += " from c";
                inner.locals.push_back({"c", sort(sender)});
            }
            if (decisions_.one_in(2)) {
                line(header + " when " + expression(boolean(), inner) + " " +
                     statements_.block(inner, kDepth));
                line("on " + message.name + "() otherwise " + statements_.block(scope, 1));
            } else {
                line(header + " " + statements_.block(inner, kDepth));
            }
        }
    }

    void write_faults() {
        static const std::vector<std::string> kFaults = {
            "fault crash server", "fault stop client", "fault crash client"};
        for (const std::string& fault : kFaults) {
            if (decisions_.one_in(3)) {
                line(fault);
            }
        }
    }

    void write_properties() {
        static const std::vector<std::string> kKinds = {"invariant", "lemma", "cover", "step"};
        const std::size_t count = decisions_.below(4);
        for (std::size_t i = 0; i < count; ++i) {
            const std::string& kind = decisions_.one_of(kKinds);
            Scope scope;
            scope.two_states = kind == "step";
            scope.locals = {{"a", sort("A")}, {"b", sort("B")}};
            line(kind + " " + expressions_.fresh_name("p") + ": forall a: A, b: B. " +
                 expression(boolean(), scope));
        }
    }

    void write_instance() {
        std::string items = "A = 2, B = {u, v}, one_a = 0, one_b = u, first_color = Red";
        // Elements are written by name only, so the first one of A must have a name too.
        items.replace(items.find("A = 2"), 5, "A = {m, n}");
        items.replace(items.find("one_a = 0"), 9, "one_a = m");
        items += ", near = { m -> true, n -> false }, in flight <= 2";
        for (const Role& role : vocabulary_.roles) {
            for (const Named& variable : role.variables) {
                if (variable.type == integer()) {
                    items += ", " + role.name + "." + variable.name + " <= 2";
                }
            }
        }
        for (const auto& [role, action] : actions_) {
            for (const Named& parameter : action.second) {
                if (parameter.type == integer()) {
                    items += ", " + role + "." + action.first + "." + parameter.name + " in 0 .. 1";
                }
            }
        }
        line("instance small { " + items + " }");
    }

    void write_test(const Role& role) {
        const std::string title = "of a " + role.name;
        write_test_of(title, role, role.index.empty() ? "" : "[p]");
        if (decisions_.one_in(4)) {
            write_test_of(title + ", later", role, " after \"" + title + "\"");
        }
    }

    void write_test_of(const std::string& title, const Role& role, const std::string& more) {
        text_ += "test \"" + title + "\" of " + role.name + more + " {" + gap();
        Scope scope;
        scope.role = &role;
        const std::size_t count = decisions_.below(6);
        for (std::size_t i = 0; i < count; ++i) {
            if (decisions_.one_in(3)) {
                line("expect " + expectation(role, scope));
            } else {
                line((decisions_.one_in(3) ? "refuse " : "") + event(role, scope));
            }
        }
        text_ += "}" + gap();
    }

    std::string expectation(const Role& role, const Scope& scope) {
        if (role.timers.empty() || decisions_.one_in(2)) {
            return expression(boolean(), scope);
        }
        const Timer& timer = decisions_.one_of(role.timers);
        return "armed(" + timer.name +
               (timer.key.empty() ? "" : "[" + expression(timer.key[0], scope) + "]") + ")";
    }

    std::string event(const Role& role, const Scope& scope) {
        if (!role.timers.empty() && decisions_.one_in(3)) {
            const Timer& timer = decisions_.one_of(role.timers);
            return timer.name +
                   (timer.key.empty() ? "" : "(" + expression(timer.key[0], scope) + ")");
        }
        if (decisions_.one_in(2)) {
            const auto& [action, parameters] = actions_.at(role.name);
            return action + (parameters.empty() ? "" : "(" + values(parameters, scope) + ")");
        }
        std::vector<Message> received;
        for (const Message& message : vocabulary_.messages) {
            if (message.to == role.name) {
                received.push_back(message);
            }
        }
        const Message& message = decisions_.one_of(received);
        return message.name + "(" + values(message.fields, scope) + ")" +
               (vocabulary_.role(message.from).index.empty() ? "" : " from q");
    }

    std::string values(const std::vector<Named>& names, const Scope& scope) {
        std::string text;
        for (const Named& each : names) {
            text += (text.empty() ? "" : ", ") + each.name + ": " + expression(each.type, scope);
        }
        return text;
    }

    Decisions& decisions_;
    Vocabulary vocabulary_;
    std::map<std::string, std::pair<std::string, std::vector<Named>>> actions_; // by role
    ExpressionWriter expressions_;
    StatementWriter statements_;
    std::string text_;
};

} // namespace
} // namespace generator

std::string generate_spec(Decisions& decisions) {
    return generator::SpecWriter(decisions).run();
}

} // namespace muster::test
