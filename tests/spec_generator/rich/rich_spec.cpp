#include "tests/spec_generator/rich/rich_spec.hpp"

#include "tests/spec_generator/rich/rich_statements.hpp"

namespace muster::test {
namespace generator {
namespace {

using Kind = Type::Kind;

constexpr int kDepth = 2;

class RichSpecWriter {
public:
    explicit RichSpecWriter(Decisions& decisions)
        : decisions_(decisions)
        , names_(decisions)
        , expressions_(vocabulary_, names_, decisions)
        , statements_(vocabulary_, expressions_, names_, decisions) {}

    std::string run() {
        declare();
        line("protocol generated");
        write_types();
        write_messages();
        for (Role& role : vocabulary_.roles) {
            write_role(role);
        }
        for (const Role& role : vocabulary_.roles) {
            if (decisions_.one_in(3)) {
                line("fault crash " + role.name);
            }
        }
        write_instance();
        return text_;
    }

private:
    void line(const std::string& text) { text_ += text + "\n"; }

    static std::string list_of(const std::vector<Named>& all) {
        std::string text;
        for (const Named& each : all) {
            text += (text.empty() ? "" : ", ") + each.name + ": " + each.type.text();
        }
        return text;
    }

    void declare() {
        vocabulary_.sorts = {names_.name("A"), names_.name("B")};
        vocabulary_.enumerators = {names_.name("Red"), names_.name("Green"), names_.name("Blue")};
        enum_ = {Kind::enumeration, names_.name("E"), {}};
        const Type a = sort(vocabulary_.sorts[0]);
        pair_ = {Kind::record, names_.name("K"), {}};
        rich_ = {Kind::record, names_.name("R"), {}};
        vocabulary_.records = {{pair_.name, {{names_.name("f"), a}, {names_.name("f"), integer()}}},
                               {rich_.name,
                                {{names_.name("f"), option(pair_)},
                                 {names_.name("f"), option(a)},
                                 {names_.name("f"), set(a)},
                                 {names_.name("f"), list(integer())},
                                 {names_.name("f"), map(a, enum_)}}}};
        if (decisions_.one_in(2)) {
            vocabulary_.constants.push_back({names_.name("c"), a});
        }
        if (decisions_.one_in(2)) {
            vocabulary_.constants.push_back({names_.name("c"), integer()});
        }
        if (decisions_.one_in(3)) {
            vocabulary_.functions.push_back({names_.name("g"), {{names_.name("a"), a}}, boolean()});
        }
        if (decisions_.one_in(3)) {
            vocabulary_.functions.push_back({names_.name("g"), {{names_.name("a"), a}}, a});
        }
        const std::string server = names_.name("server");
        const std::string client = names_.name("client");
        messages(server, client);
        vocabulary_.roles = {role(server, ""), role(client, vocabulary_.sorts[0])};
    }

    void messages(const std::string& server, const std::string& client) {
        const auto add = [&](const std::string& from, const std::string& to) {
            Message message{names_.name("M"), from, to, {}, false, {}, {}};
            for (std::size_t count = decisions_.below(3); count > 0; --count) {
                message.fields.push_back({names_.name("f"), any_type()});
            }
            vocabulary_.messages.push_back(std::move(message));
        };
        add(client, server);
        add(server, client);
        add(client, client);
        if (decisions_.one_in(2)) {
            add(client, server);
            vocabulary_.messages.back().is_request = true;
            const std::string request = vocabulary_.messages.back().name;
            add(server, client);
            vocabulary_.messages.back().request = request;
        }
    }

    Type scalar() {
        switch (decisions_.below(6)) {
        case 0:
            return boolean();
        case 1:
            return integer();
        case 2:
            return enum_;
        case 3:
            return pair_;
        default:
            return sort(decisions_.one_of(vocabulary_.sorts));
        }
    }

    Type any_type() {
        switch (decisions_.below(12)) {
        case 0:
        case 1:
            return set(scalar());
        case 2:
            return option(scalar());
        case 3:
            return map(scalar(), scalar());
        case 4:
            return map(scalar(), set(scalar()));
        case 5:
            return map(scalar(), rich_);
        case 6:
            return map(sort(vocabulary_.sorts[0]), map(scalar(), scalar()));
        case 7:
            return rich_;
        case 8:
            return distinct(scalar());
        case 9:
            return list(scalar());
        default:
            return scalar();
        }
    }

    Role role(const std::string& name, const std::string& index) {
        Role role{name, index, {}, {}, {}, {}};
        for (std::size_t count = 2 + decisions_.below(4); count > 0; --count) {
            role.variables.push_back({names_.name("x"), any_type()});
        }
        for (const Message& message : vocabulary_.messages) {
            if (message.is_request && message.to == name) {
                role.variables.push_back(
                    {names_.name("x"), map(sort(vocabulary_.sorts[0]), request(message.name))});
            }
        }
        if (decisions_.one_in(2)) {
            role.ghosts.push_back(
                {names_.name("g"), decisions_.one_in(2) ? integer() : set(scalar())});
        }
        if (decisions_.one_in(2)) {
            role.timers.push_back({names_.name("t"), {}, true});
        }
        if (decisions_.one_in(2)) {
            role.timers.push_back({names_.name("t"), {scalar()}, true});
        }
        return role;
    }

    void write_types() {
        for (const std::string& name : vocabulary_.sorts) {
            line("sort " + name);
        }
        line("enum " + enum_.name + " { " + vocabulary_.enumerators[0] + " = -3, " +
             vocabulary_.enumerators[1] + ", " + vocabulary_.enumerators[2] + " = 70000 }");
        for (const Record& record : vocabulary_.records) {
            line("record " + record.name + " { " + list_of(record.fields) + " }");
        }
        for (const Named& constant : vocabulary_.constants) {
            line("const " + constant.name + ": " + constant.type.text());
        }
        for (const Function& function : vocabulary_.functions) {
            line("function " + function.name + "(" + list_of(function.parameters) +
                 "): " + function.result.text());
        }
        if (decisions_.one_in(3)) {
            write_def(nullptr);
        }
    }

    void write_def(const Role* role) {
        Scope scope;
        const Role nothing;
        scope.role = role == nullptr ? &nothing : role;
        const std::string name = names_.name("d");
        std::vector<Named> parameters;
        for (std::size_t count = decisions_.below(3); count > 0; --count) {
            parameters.push_back({names_.name("n"), scalar()});
        }
        scope.locals = parameters;
        const Type type = decisions_.one_in(2) ? boolean() : integer();
        const auto body = expressions_.value(type, scope, kDepth);
        line("def " + name + (parameters.empty() ? "" : "(" + list_of(parameters) + ")") + " = " +
             body.value_or("0"));
        expressions_.add({name, parameters, type});
    }

    void write_messages() {
        static const std::vector<std::string> kNetworks = {
            "", "", " via once", " via fifo", " via unreliable"};
        for (const Message& message : vocabulary_.messages) {
            std::string fields;
            for (const Named& field : message.fields) {
                fields += (fields.empty() ? "" : ", ") + field.name + ": " + field.type.text() +
                          (field.type == integer() ? " = -1" : "");
            }
            line("message " + message.name + " from " + message.from + " to " + message.to + " { " +
                 fields + " }" +
                 (message.is_request || message.is_reply() ? "" : decisions_.one_of(kNetworks)));
        }
    }

    // What a variable begins with where it is not simply empty.
    std::string initial(const Type& type) {
        switch (type.kind) {
        case Kind::boolean:
            return " = false";
        case Kind::integer:
            return " = 1";
        case Kind::enumeration:
            return " = " + decisions_.one_of(vocabulary_.enumerators);
        case Kind::option:
            return " = none";
        case Kind::set:
            return decisions_.one_in(2) || type.parts[0] != integer() ? "" : " = {1, 2}";
        case Kind::record: {
            std::string fields;
            for (const Named& field : vocabulary_.record(type.name).fields) {
                const bool is_list = field.type.kind == Kind::list;
                const std::string empty = is_list ? "[]" : "{}";
                fields += (fields.empty() ? "" : ", ") + field.name + ": " +
                          (field.type.kind == Kind::option ? "none" : empty);
            }
            return " = " + type.name + " { " + fields + " }";
        }
        default:
            return "";
        }
    }

    // There is no element of a sort to begin with.
    [[nodiscard]] bool has_initial(const Type& type) const {
        return type.kind != Kind::sort && type != pair_;
    }

    void write_state(Role& role) {
        for (Named& variable : role.variables) {
            if (!has_initial(variable.type)) {
                variable.type = option(variable.type);
            }
            line((decisions_.one_in(2) ? "durable " : "var ") + variable.name + ": " +
                 variable.type.text() + initial(variable.type));
        }
        for (const Named& ghost : role.ghosts) {
            line("ghost " + ghost.name + ": " + ghost.type.text() +
                 (ghost.type == integer() ? " = 0" : ""));
        }
        for (const Timer& timer : role.timers) {
            line((decisions_.one_in(3) ? "durable timer " : "timer ") + timer.name +
                 (timer.key.empty() ? ""
                                    : "[" + names_.name("k") + ": " + timer.key[0].text() + "]") +
                 " for 2s");
        }
    }

    void write_role(Role& role) {
        line("role " + role.name + (role.index.empty() ? "" : "[me: " + role.index + "]") + " {");
        write_state(role);
        Scope scope;
        scope.role = &role;
        const std::size_t definitions = expressions_.definitions();
        for (std::size_t count = decisions_.below(3); count > 0; --count) {
            write_def(&role);
        }
        write_procedures(scope);
        if (decisions_.one_in(3)) {
            line("on start " + statements_.block(scope, 1));
        }
        for (const Timer& timer : role.timers) {
            const std::string key = names_.name("k");
            line("on " + timer.name + (timer.key.empty() ? "" : "(" + key + ")") + " " +
                 statements_.block(timer.key.empty() ? scope : scope.with({key, timer.key[0]}), 2));
        }
        for (const Message& message : vocabulary_.messages) {
            if (message.to == role.name) {
                write_handlers(message, scope);
            }
        }
        for (std::size_t count = 1 + decisions_.below(2); count > 0; --count) {
            write_action(scope);
        }
        line("}");
        expressions_.forget_definitions(definitions);
    }

    void write_procedures(const Scope& scope) {
        statements_.set_procedures({});
        std::vector<RichStatements::Procedure> all;
        for (std::size_t count = decisions_.below(3); count > 0; --count) {
            RichStatements::Procedure procedure{names_.name("go"), {}};
            for (std::size_t left = decisions_.below(3); left > 0; --left) {
                procedure.parameters.push_back({names_.name("n"), any_type()});
            }
            Scope inner = scope;
            inner.locals = procedure.parameters;
            line("procedure " + procedure.name + "(" + list_of(procedure.parameters) + ") " +
                 statements_.block(inner, 2));
            all.push_back(std::move(procedure));
        }
        statements_.set_procedures(std::move(all));
    }

    void write_handlers(const Message& message, const Scope& scope) {
        Scope inner = scope;
        std::string parameters;
        for (const Named& field : message.fields) {
            if (decisions_.one_in(5)) {
                inner.locals.push_back({"msg." + field.name, field.type});
                continue;
            }
            const std::string name = names_.name("m");
            parameters += (parameters.empty() ? "" : ", ") + field.name + ": " + name;
            inner.locals.push_back({name, field.type});
        }
        std::string head = "on " + message.name + "(" + parameters + ")";
        const std::string& sender = vocabulary_.role(message.from).index;
        if (!sender.empty() && !decisions_.one_in(3)) {
            const std::string name = names_.name("s");
            head += " from " + name;
            inner.locals.push_back({name, sort(sender)});
        }
        const Message* reply = nullptr;
        if (message.is_request) {
            const std::string name = names_.name("r");
            head += " as " + name;
            inner.locals.push_back({name, request(message.name)});
            for (const Message& each : vocabulary_.messages) {
                reply = each.request == message.name ? &each : reply;
            }
        }
        const bool has_guard = decisions_.one_in(2);
        const std::string either = decisions_.one_in(6) ? "either " : "";
        line(either + head + (has_guard ? " when " + expressions_.condition(inner, kDepth) : "") +
             " " + statements_.block(inner, 2, reply));
        if (!either.empty()) {
            line(either + head + " " + statements_.block(inner, 1, reply));
        } else if (has_guard) {
            line("on " + message.name + "() otherwise " + statements_.block(scope, 1, reply));
        }
    }

    void write_action(const Scope& scope) {
        std::vector<Named> parameters;
        for (std::size_t count = decisions_.below(3); count > 0; --count) {
            parameters.push_back({names_.name("n"), scalar()});
        }
        Scope inner = scope;
        inner.locals = parameters;
        const std::string name = names_.name("act");
        line("action " + name + (parameters.empty() ? "" : "(" + list_of(parameters) + ")") +
             (decisions_.one_in(3) ? " when " + expressions_.condition(inner, kDepth) : "") + " " +
             statements_.block(inner, 2));
        for (const Named& parameter : parameters) {
            if (parameter.type == integer() || parameter.type == pair_) {
                bounds_ +=
                    ", " + scope.role->name + "." + name + "." + parameter.name + " in 0 .. 1";
            }
        }
    }

    void write_instance() {
        std::string items = vocabulary_.sorts[0] + " = 2, " + vocabulary_.sorts[1] +
                            " = 3, in flight <= 2" + bounds_;
        for (const Named& constant : vocabulary_.constants) {
            if (constant.type == integer()) {
                items += ", " + constant.name + " = 2";
            }
        }
        line("instance small { " + items + " }");
    }

    Decisions& decisions_;
    Names names_;
    Vocabulary vocabulary_;
    RichExpressions expressions_;
    RichStatements statements_;
    Type enum_;
    Type pair_; // of scalars
    Type rich_; // with everything that a record may have
    std::string bounds_;
    std::string text_;
};

} // namespace
} // namespace generator

std::string generate_rich_spec(Decisions& decisions) {
    return generator::RichSpecWriter(decisions).run();
}

} // namespace muster::test
