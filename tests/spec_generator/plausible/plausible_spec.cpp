#include "tests/spec_generator/plausible/plausible_spec.hpp"

#include "tests/spec_generator/plausible/candidate_properties.hpp"
#include "tests/spec_generator/plausible/careful_statements.hpp"
#include "tests/spec_generator/plausible/plausible_vocabulary.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace muster::test {
namespace generator {
namespace {

using Kind = Type::Kind;
using Lines = std::vector<std::string>;

std::string list_of(const std::vector<Named>& all) {
    std::string text;
    for (const Named& each : all) {
        text += (text.empty() ? "" : ", ") + each.name + ": " + each.type.text();
    }
    return text;
}

class PlausibleSpecWriter {
public:
    explicit PlausibleSpecWriter(Decisions& decisions)
        : decisions_(decisions)
        , vocabulary_(plausible_vocabulary(decisions))
        , expressions_(vocabulary_, decisions)
        , statements_(vocabulary_, expressions_, decisions) {}

    PlausibleSpec run(std::size_t candidates) {
        line("protocol generated");
        write_types();
        write_functions();
        write_messages();
        for (Role& role : vocabulary_.roles) {
            write_role(role);
        }
        write_faults();
        write_timing();
        write_instances();
        CandidateProperties properties(vocabulary_, expressions_, decisions_);
        for (std::size_t i = 0; i < candidates; ++i) {
            auto [kind, formula] = properties.next();
            const bool is_weaker = kind != "cover" && !faults_.empty() && decisions_.one_in(12);
            spec_.candidates.push_back(
                {kind, formula, is_weaker ? " without " + decisions_.one_of(faults_) : ""});
        }
        return std::move(spec_);
    }

private:
    void line(std::string text) { spec_.lines.push_back(std::move(text)); }

    // What follows the head of a block: its lines, the first of which is the brace.
    void block(const std::string& head, Lines lines) {
        lines.front() = head + " {";
        for (std::string& each : lines) {
            line(std::move(each));
        }
    }

    void write_types() {
        for (const std::string& name : vocabulary_.sorts) {
            line("sort " + name);
        }
        if (!vocabulary_.enumerators.empty()) {
            line("enum E { Red, Green, Blue }");
        }
        for (const Record& record : vocabulary_.records) {
            line("record " + record.name + " { " + list_of(record.fields) + " }");
        }
        for (const Named& constant : vocabulary_.constants) {
            line("const " + constant.name + ": " + constant.type.text());
        }
        if (has_constant("limit") && decisions_.one_in(2)) {
            line("axiom positive: limit >= 1");
        }
    }

    bool has_constant(const std::string& name) const {
        const auto& all = vocabulary_.constants;
        return std::any_of(
            all.begin(), all.end(), [&](const Named& each) { return each.name == name; });
    }

    void write_functions() {
        static const std::vector<std::string> kOfAbove = {
            "axiom transitive: forall x, y, z: A. above(x, y) and above(y, z) implies above(x, z)",
            "axiom irreflexive: forall x: A. not above(x, x)",
            "axiom total: forall x, y: A. x == y or above(x, y) or above(y, x)",
            "axiom asymmetric: forall x, y: A. above(x, y) implies not above(y, x)"};
        for (const Function& function : vocabulary_.functions) {
            line("function " + function.name + "(" + list_of(function.parameters) +
                 "): " + function.result.text());
            if (function.name == "next" && decisions_.one_in(2)) {
                line("axiom injective: forall x, y: A. next(x) == next(y) implies x == y");
            }
            if (function.name == "rank") {
                line("axiom small: forall x: A. rank(x) >= 0 and rank(x) <= 1");
            }
            for (const std::string& axiom : kOfAbove) {
                if (function.name == "above" && decisions_.one_in(2)) {
                    line(axiom);
                }
            }
        }
    }

    void write_messages() {
        if (decisions_.one_in(3)) {
            line(decisions_.one_in(2) ? "network fifo" : "network once");
        }
        for (const Message& message : vocabulary_.messages) {
            line("message " + message.name + " from " + message.from + " to " + message.to + " { " +
                 list_of(message.fields) + " }" +
                 (message.network.empty() ? "" : " via " + message.network));
        }
    }

    void write_role(Role& role) {
        line("role " + role.name + (role.index.empty() ? "" : "[me: " + role.index + "]") + " {");
        write_state(role);
        Scope scope;
        scope.role = &role;
        if (decisions_.one_in(6)) {
            const std::string name = expressions_.fresh_name("d");
            line("def " + name + " = " + expressions_.condition(scope, 1));
            role.defs.push_back({name, boolean()});
        }
        statements_.set_procedures({});
        if (decisions_.one_in(8)) {
            const std::string name = expressions_.fresh_name("go");
            block("procedure " + name + "()", statements_.block(scope, 1));
            statements_.set_procedures({name});
        }
        if (decisions_.one_in(8)) {
            block("on start", statements_.block(scope, 1));
        }
        for (const Timer& timer : role.timers) {
            const Scope inner = timer.key.empty() ? scope : scope.with({"k", timer.key[0]});
            block("on " + timer.name + (timer.key.empty() ? "" : "(k)"),
                  statements_.block(inner, 2));
        }
        for (const Message& message : vocabulary_.messages) {
            if (message.to == role.name) {
                write_handlers(message, scope);
            }
        }
        const std::size_t actions =
            role.name == "client" ? 1 + decisions_.below(2) : decisions_.below(2);
        for (std::size_t i = 0; i < actions; ++i) {
            write_action(scope);
        }
        line("}");
    }

    void write_state(const Role& role) {
        Scope bare; // what initial values may read
        const Role nothing;
        bare.role = &nothing;
        for (const Named& variable : role.variables) {
            const bool starts_empty =
                variable.type.kind == Kind::set || variable.type.kind == Kind::map ||
                variable.type.kind == Kind::list || variable.type.kind == Kind::distinct;
            const std::string initial =
                starts_empty                          ? ""
                : variable.type.kind == Kind::integer ? " = 0"
                : variable.type.kind == Kind::option
                    ? " = none"
                    : " = " + expressions_.value(variable.type, bare, 0).value_or("");
            line((decisions_.one_in(2) ? "durable " : "var ") + variable.name + ": " +
                 variable.type.text() + initial);
        }
        for (const Named& ghost : role.ghosts) {
            line("ghost " + ghost.name + ": " + ghost.type.text() +
                 (ghost.type.kind == Kind::integer ? " = 0" : ""));
        }
        for (const Timer& timer : role.timers) {
            line((decisions_.one_in(3) ? "durable timer " : "timer ") + timer.name +
                 (timer.key.empty() ? "" : "[k: " + timer.key[0].text() + "]") + " for 2s");
        }
    }

    void write_handlers(const Message& message, const Scope& scope) {
        Scope inner = scope;
        std::string parameters;
        for (const Named& field : message.fields) {
            const std::string name = expressions_.fresh_name("m");
            parameters += (parameters.empty() ? "" : ", ") + field.name + ": " + name;
            inner.locals.push_back({name, field.type});
        }
        std::string head = "on " + message.name + "(" + parameters + ")";
        const std::string& sender = vocabulary_.role(message.from).index;
        if (!sender.empty()) {
            const std::string name = expressions_.fresh_name("s");
            head += " from " + name;
            inner.locals.push_back({name, sort(sender)});
        }
        std::optional<CarefulStatements::Request> request;
        if (message.is_request) {
            const std::string name = expressions_.fresh_name("r");
            head += " as " + name;
            inner.locals.push_back({name, generator::request(message.name)});
            request.emplace();
            for (const Message& reply : vocabulary_.messages) {
                if (reply.request == message.name) {
                    request->reply = &reply;
                }
            }
        }
        const std::string guard =
            decisions_.one_in(2) ? expressions_.condition(inner, 1) : std::string();
        const std::string either = decisions_.one_in(12) ? "either " : "";
        block(either + head + (guard.empty() ? "" : " when " + guard),
              statements_.block(inner, 2, request));
        if (!either.empty()) {
            block(either + head, statements_.block(inner, 1, request));
        } else if (!guard.empty() && !decisions_.one_in(15)) {
            if (decisions_.one_in(3)) {
                block("on " + message.name + "() otherwise", statements_.block(scope, 1));
            } else {
                line("on " + message.name + "() otherwise { ignore }");
            }
        }
        write_lost(message, scope);
    }

    void write_lost(const Message& message, const Scope& scope) {
        const std::string& sender = vocabulary_.role(message.from).index;
        if (message.network != "fifo" || message.from == message.to || sender.empty() ||
            has_lost_[scope.role->name] || !decisions_.one_in(2)) {
            return;
        }
        has_lost_[scope.role->name] = true;
        block("on lost peer of " + message.from,
              statements_.block(scope.with({"peer", sort(sender)}), 1));
    }

    void write_action(const Scope& scope) {
        std::vector<Named> parameters;
        for (std::size_t count = decisions_.below(3); count > 0; --count) {
            const std::string name = expressions_.fresh_name("n");
            parameters.push_back(
                {name,
                 decisions_.one_in(4) ? integer() : sort(decisions_.one_of(vocabulary_.sorts))});
        }
        Scope inner = scope;
        inner.locals.insert(inner.locals.end(), parameters.begin(), parameters.end());
        const std::string name = expressions_.fresh_name("act");
        const std::string guard =
            decisions_.one_in(2) ? " when " + expressions_.condition(inner, 1) : "";
        block("action " + name + (parameters.empty() ? "" : "(" + list_of(parameters) + ")") +
                  guard,
              statements_.block(inner, 2));
        for (const Named& parameter : parameters) {
            if (parameter.type == integer()) {
                bounds_.push_back(scope.role->name + "." + name + "." + parameter.name +
                                  " in 0 .. 1");
            }
        }
    }

    void write_faults() {
        for (const Role& role : vocabulary_.roles) {
            if (decisions_.one_in(4)) {
                faults_.push_back("crash " + role.name);
            }
            if (decisions_.one_in(10)) {
                faults_.push_back("stop " + role.name);
            }
            if (decisions_.one_in(12)) {
                faults_.push_back("arbitrary " + role.name);
                bound_fields_of(role);
            }
        }
        for (const std::string& fault : faults_) {
            line("fault " + fault);
        }
    }

    void bound_fields_of(const Role& role) {
        for (const Message& message : vocabulary_.messages) {
            for (const Named& field : message.fields) {
                if (message.from == role.name && has_integers(field.type)) {
                    bounds_.push_back(message.name + "." + field.name + " in 0 .. 1");
                }
            }
        }
    }

    bool has_integers(const Type& type) const {
        if (type.kind == Kind::integer) {
            return true;
        }
        if (type.kind == Kind::record) {
            const auto& fields = vocabulary_.record(type.name).fields;
            return std::any_of(fields.begin(), fields.end(), [&](const Named& field) {
                return has_integers(field.type);
            });
        }
        return std::any_of(type.parts.begin(), type.parts.end(), [&](const Type& part) {
            return has_integers(part);
        });
    }

    void write_timing() {
        for (const Role& role : vocabulary_.roles) {
            for (const Timer& timer : role.timers) {
                if (role.index.empty() && timer.key.empty() && decisions_.one_in(8)) {
                    line("assume timing late_" + timer.name + ": " + role.name + "." + timer.name +
                         " fires only when " + expressions_.condition(Scope{}, 1));
                }
            }
        }
    }

    void write_instances() {
        std::string bounds;
        for (const Role& role : vocabulary_.roles) {
            for (const auto* all : {&role.variables, &role.ghosts}) {
                for (const Named& variable : *all) {
                    if (has_integers(variable.type)) {
                        bounds += ", " + role.name + "." + variable.name + " in -1 .. 2";
                    }
                }
            }
        }
        for (const std::string& bound : bounds_) {
            bounds += ", " + bound;
        }
        if (has_constant("limit")) {
            bounds += ", limit in 1 .. 2";
        }
        const auto instance = [&](const std::string& name, int a, int b, int in_flight) {
            std::string sizes = "A = " + std::to_string(a);
            if (vocabulary_.sorts.size() > 1) {
                sizes += ", B = " + std::to_string(b);
            }
            line("instance " + name + " { " + sizes +
                 ", in flight <= " + std::to_string(in_flight) + bounds + " }");
        };
        instance("one", 1, 2, 3);
        instance("two", 2, 2, 2);
        instance("three", 3, 1, 2);
    }

    Decisions& decisions_;
    Vocabulary vocabulary_;
    DefinedExpressions expressions_;
    CarefulStatements statements_;
    PlausibleSpec spec_;
    std::vector<std::string> faults_;
    std::vector<std::string> bounds_; // of what comes from outside
    std::map<std::string, bool> has_lost_;
};

} // namespace
} // namespace generator

std::string PlausibleSpec::text(const std::vector<std::size_t>& chosen) const {
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    for (const std::size_t i : chosen) {
        const Candidate& candidate = candidates[i];
        text += candidate.kind + " p" + std::to_string(i) + candidate.without + ": " +
                candidate.formula + "\n";
    }
    return text;
}

PlausibleSpec generate_plausible_spec(Decisions& decisions, std::size_t candidates) {
    return generator::PlausibleSpecWriter(decisions).run(candidates);
}

} // namespace muster::test
