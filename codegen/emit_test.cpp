#include "codegen/emit_test.hpp"

#include "codegen/emit_role.hpp"
#include "codegen/model/cpp_type.hpp"
#include "codegen/model/least_value.hpp"
#include "codegen/model/string_literal.hpp"
#include "spec/ast/overloaded.hpp"
#include "spec/types/test_names.hpp"
#include "spec/types/walk.hpp"

#include <algorithm>
#include <utility>

/// What stands before the events of a test: elements, constants, functions, defs, the machine.
namespace muster::codegen {

using namespace spec::typed;
using spec::ConstId;
using spec::DefId;
using spec::ExprId;
using spec::FunctionId;
using spec::LocalId;
using spec::overloaded;
using spec::SortId;
using spec::TypeKind;

namespace {

/// The expressions of one line of a test.
std::vector<ExprId> expressions_of(const spec::TestStep& step) {
    std::vector<ExprId> exprs = std::visit(
        overloaded{
            [](const spec::TestMessage& line) {
                std::vector<ExprId> all = line.fields;
                all.push_back(line.from);
                return all;
            },
            [](const spec::TestTimer& line) { return std::vector{line.key}; },
            [](const spec::TestAction& line) { return line.arguments; },
            [](const spec::TestCrash&) { return std::vector<ExprId>{}; },
            [](const spec::TestLost& line) { return std::vector{line.process}; },
            [](const spec::TestExpectation& line) { return std::vector{line.condition}; },
            [](const spec::TestSends& line) {
                std::vector<ExprId> all{line.to};
                for (const auto& field : line.fields) {
                    all.push_back(field.second);
                }
                return all;
            },
        },
        step.node);
    std::erase_if(exprs, [](ExprId expr) { return !expr.valid(); });
    return exprs;
}

} // namespace

TestEmitter::TestEmitter(const RoleContext& context, const spec::TestInfo& test, Writer& writer)
    : context_(context)
    , spec_(context.spec)
    , test_(test)
    , writer_(writer)
    , elements_(context.spec, test)
    , grounds_(spec::grounds_of(context.spec, test))
    , exprs_(context, names_)
    , usage_(context.usage) {
    for (const char* name : {"choices", "hooks", "make", "subject"}) {
        exprs_.reserve(name);
    }
    for (const auto& role : spec_.roles) {
        exprs_.reserve(type_identifier(role.name));
    }
}

// ---- what the test uses ----

void TestEmitter::collect() {
    // Defs that only the machine uses are no concern of the test.
    usage_.defs.clear();
    for (const spec::TestStep& step : test_.steps) {
        for (const ExprId expr : expressions_of(step)) {
            context_.analysis.use(expr, usage_);
            collect_bare_sorts(expr);
        }
    }
    for (const spec::TestAxiom& axiom : grounds_.axioms) {
        const ExprId body = spec_.properties[axiom.property].body;
        context_.analysis.use(body, usage_);
        collect_bare_sorts(body);
    }
    std::set<FunctionId> done;
    while (done != usage_.functions) {
        const std::set<FunctionId> found = usage_.functions;
        for (const FunctionId function : found) {
            if (done.insert(function).second) {
                use_function(function);
            }
        }
    }
}

void TestEmitter::use_function(FunctionId function) {
    const spec::FunctionValue* value = spec::value_in_test(spec_, test_, function);
    if (value == nullptr) {
        return;
    }
    const ExprId body = value->def.valid() ? spec_.def(value->def).body : value->map;
    context_.analysis.use(body, usage_);
    collect_bare_sorts(body);
}

void TestEmitter::collect_bare_sorts(ExprId id) {
    const Expr& expr = spec_.expr(id);
    const auto look_at = [&](const Binder& binder) {
        const auto& type = spec_.types[spec_.local(binder.local).type];
        if (!binder.domain.valid() && type.kind == TypeKind::sort) {
            bare_sorts_.insert(SortId{type.declaration});
        }
    };
    if (const auto* quantifier = std::get_if<Quantifier>(&expr.node)) {
        std::for_each(quantifier->binders.begin(), quantifier->binders.end(), look_at);
    } else if (const auto* comprehension = std::get_if<Comprehension>(&expr.node)) {
        for (const auto& clause : comprehension->clauses) {
            if (const auto* binder = std::get_if<Binder>(&clause)) {
                look_at(*binder);
            }
        }
    } else if (const auto* call = std::get_if<DefCall>(&expr.node)) {
        if (searched_.insert(call->def).second) {
            collect_bare_sorts(spec_.def(call->def).body);
        }
    }
    spec::for_each_part(expr, [this](ExprId part) { collect_bare_sorts(part); });
}

// ---- declarations ----

void TestEmitter::declare_element(LocalId element) {
    const std::string name = exprs_.declare(element);
    elements_.rename(element, name);
    writer_.line("const " + exprs_.type(spec_.local(element).type) + ' ' + name + " = \"" +
                 spec_.local(element).name + "\";");
}

void TestEmitter::declare_elements() {
    for (const LocalId element : test_.elements) {
        declare_element(element);
    }
    for (const auto& elements : elements_.names().of_sort) {
        for (const LocalId element : elements) {
            if (std::find(test_.elements.begin(), test_.elements.end(), element) ==
                test_.elements.end()) {
                declare_element(element); // an instance names it
            }
        }
    }
    for (const auto& [local, number] : elements_.names().numbers) {
        const SortId sort{spec_.types[spec_.local(local).type].declaration};
        if (elements_.names().of_sort[sort.value][number] != local) {
            exprs_.alias(local, elements_.element(sort, number));
        }
    }
    if (context_.role.index.valid()) {
        exprs_.alias(context_.role.me,
                     test_.process.valid()
                         ? exprs_.name_of(test_.process)
                         : elements_.element(context_.role.index, elements_.process()));
    }
    const auto declare_set = [&](const std::string& name, SortId sort) {
        std::string unique = exprs_.unique(name);
        const std::string type = "Set<" + sort_name(spec_, sort) + '>';
        const std::vector<std::string> named = elements_.named(sort);
        writer_.line(Doc("const " + type + ' ' + unique + " = ") +
                     call("machine::elements<" + type + ">(",
                          {string_literal(spec_.sorts[sort.value].name),
                           call("{", {named.begin(), named.end()}, "}"),
                           std::to_string(elements_.count(sort) - named.size())},
                          ");"));
        return unique;
    };
    for (const SortId sort : bare_sorts_) {
        names_.elements[sort] = declare_set("every_" + spec_.sorts[sort.value].name, sort);
    }
    for (const spec::RoleId role : usage_.all_of) {
        names_.processes[role] =
            declare_set("all_" + spec_.role(role).name, spec_.role(role).index);
    }
    for (std::uint32_t i = 0; i < spec_.sorts.size(); ++i) {
        const SortId sort{i};
        if (context_.usage.fresh.count(sort) > 0 && !elements_.named(sort).empty()) {
            const std::vector<std::string> named = elements_.named(sort);
            writer_.line(call("hooks.name(\"" + spec_.sorts[i].name + "\", {",
                              {named.begin(), named.end()},
                              "});"));
        }
    }
}

void TestEmitter::declare_constants() {
    std::vector<ExprId> values;
    for (const ConstId id : usage_.constants) {
        const auto& info = spec_.constants[id.value];
        const ExprId value = spec::value_in_test(spec_, test_, id);
        const Doc text = value.valid() ? exprs_.into(value) : least(info.type);
        const std::string name = exprs_.unique(info.name);
        names_.constants[id] = name;
        writer_.line(Doc("const " + exprs_.type(info.type) + ' ' + name + " = ") + text + Doc(";"));
        if (value.valid()) {
            values.push_back(value);
        }
    }
    note_used(values);
}

Doc TestEmitter::least(spec::TypeId id) {
    return least_value(spec_, id, [this](SortId sort) { return elements_.element(sort, 0); });
}

Doc TestEmitter::lambda(const std::vector<LocalId>& parameters, ExprId body) {
    exprs_.push();
    const Usage usage = context_.analysis.of(body);
    std::vector<Doc> docs;
    for (const LocalId parameter : parameters) {
        const std::string name = exprs_.declare(parameter);
        docs.emplace_back(exprs_.parameter(spec_.local(parameter).type) +
                          (usage.locals.count(parameter) > 0 ? ' ' + name : ""));
    }
    const std::string end = ") -> " + exprs_.type(spec_.expr(body).type) + " {";
    const Doc value = exprs_.into(body);
    exprs_.pop();
    return group(call("[&](", docs, end) +
                 nest(line() + group(Doc("return ") + nest(value) + Doc(";"))) + line() + Doc("}"));
}

void TestEmitter::declare_functions() {
    for (const FunctionId function : usage_.functions) {
        declare_function(function);
    }
}

void TestEmitter::declare_function(FunctionId id) {
    const auto& function = spec_.functions[id.value];
    const std::string head = "hooks." + identifier(function.name) + " = ";
    const spec::FunctionValue* value = spec::value_in_test(spec_, test_, id);
    if (value != nullptr && value->def.valid()) {
        const auto& def = spec_.def(value->def);
        writer_.line(Doc(head) + lambda(def.parameters, def.body) + Doc(";"));
        return;
    }
    exprs_.push();
    std::vector<Doc> parameters;
    std::string argument;
    for (const LocalId parameter : function.parameters) {
        argument = exprs_.unique(spec_.local(parameter).name);
        parameters.emplace_back(exprs_.parameter(spec_.local(parameter).type) +
                                (value != nullptr ? ' ' + argument : ""));
    }
    const Doc result = value != nullptr
                           ? call("machine::find(", {exprs_.plain(value->map), argument}, ")") +
                                 call(".value_or(", {least(function.result)}, ")")
                           : least(function.result);
    exprs_.pop();
    writer_.line(group(Doc(head) +
                       call("[&](", parameters, ") -> " + exprs_.type(function.result) + " {") +
                       nest(line() + Doc("return ") + result + Doc(";")) + line() + Doc("};")));
}

void TestEmitter::declare_defs(bool of_role) {
    for (const DefId def : usage_.defs) {
        if (spec_.def(def).role.valid() == of_role) {
            declare_def(def);
        }
    }
}

// A def stands behind those that it calls.
void TestEmitter::declare_def(DefId id) {
    if (names_.defs.count(id) > 0) {
        return;
    }
    const auto& def = spec_.def(id);
    for (const DefId called : context_.analysis.of(def.body).defs) {
        declare_def(called);
    }
    if (def.me.valid() && context_.role.me.valid()) {
        exprs_.alias(def.me, exprs_.name_of(context_.role.me));
    }
    const std::string name = exprs_.unique(def.name);
    writer_.line(Doc("const auto " + name + " = ") + lambda(def.parameters, def.body) + Doc(";"));
    names_.defs[id] = name;
}

void TestEmitter::check_axioms() {
    for (const spec::TestAxiom& axiom : grounds_.axioms) {
        const auto& property = spec_.properties[axiom.property];
        std::string text = string_literal(axiom.reason);
        for (const std::string& hint : axiom.hints) {
            text += " << '\\n' << " + string_literal(hint);
        }
        writer_.line(call("ASSERT_TRUE((", {exprs_.plain(property.body)}, ")) << " + text + ';'));
    }
}

std::vector<Doc> TestEmitter::subject_arguments() {
    std::vector<Doc> docs;
    if (context_.role.index.valid()) {
        docs.emplace_back(exprs_.name_of(context_.role.me));
    }
    if (!context_.usage.constants.empty()) {
        std::vector<Doc> fields;
        for (const ConstId id : context_.usage.constants) {
            fields.emplace_back('.' + field_identifier(spec_, spec_.constants[id.value].name) +
                                " = " + names_.constants.at(id));
        }
        docs.push_back(call(constants_type(context_) + '{', fields, "}"));
    }
    for (const spec::RoleId role : context_.usage.all_of) {
        docs.emplace_back(names_.processes.at(role));
    }
    docs.emplace_back("hooks");
    return docs;
}

void TestEmitter::declare_subject() {
    const bool crashes = std::any_of(test_.steps.begin(), test_.steps.end(), [](const auto& step) {
        return std::holds_alternative<spec::TestCrash>(step.node);
    });
    const std::string type = context_.class_name + "<Types, Hooks, true>";
    if (crashes) {
        writer_.line(group(Doc("const auto make = [&] {") +
                           nest(line() + call("return " + type + '(', subject_arguments(), ");")) +
                           line() + Doc("};")));
        writer_.line("auto subject = make();");
    } else {
        writer_.line(call(type + " subject(", subject_arguments(), ");"));
    }
}

void TestEmitter::emit(const std::string& suite, const std::string& name) {
    collect();
    writer_.gap();
    writer_.comment(test_.title);
    writer_.open("TEST(" + suite + ", " + name + ") {");
    for (const std::string& remark : grounds_.remarks) {
        writer_.line("SCOPED_TRACE(" + string_literal(remark) + ");");
    }
    writer_.line("machine::Choices choices;");
    writer_.open("do {");
    writer_.line("Hooks hooks(choices);");
    writer_.line("machine::TestOut out;");
    declare_elements();
    declare_constants();
    declare_defs(false);
    declare_functions();
    check_axioms();
    declare_subject();
    declare_defs(true);
    run("subject.start(out)", "start");
    for (const spec::TestStep& each : test_.steps) {
        step(each);
    }
    writer_.close("} while (choices.advance() && !HasFailure());");
    writer_.line("EXPECT_FALSE(choices.gave_up()) << \"the role has too many ways to choose for a "
                 "test\";");
    writer_.close();
}

} // namespace muster::codegen
