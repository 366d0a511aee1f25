#include "codegen/emit_statement.hpp"

#include "codegen/model/string_literal.hpp"
#include "spec/ast/overloaded.hpp"
#include "spec/outline/spec_text.hpp"

#include <algorithm>
#include <utility>

namespace muster::codegen {

using namespace spec::typed;
using spec::BlockId;
using spec::ExprId;
using spec::LocalId;
using spec::overloaded;

bool StatementEmitter::only_ignores(BlockId block) const {
    const auto& statements = context_.spec.block(block).statements;
    return std::all_of(statements.begin(), statements.end(), [](const Statement& statement) {
        return std::holds_alternative<Ignore>(statement.node);
    });
}

std::string StatementEmitter::writer_name(spec::VariableId variable, WriteForm form) const {
    return context_.writers.at({variable, form});
}

std::string StatementEmitter::unused(LocalId local) const {
    return context_.named_locals.count(local) > 0 ? "" : "[[maybe_unused]] ";
}

bool StatementEmitter::block(BlockId id) {
    exprs_.push();
    bool ends = false;
    for (const Statement& statement : context_.spec.block(id).statements) {
        if (ends) {
            break; // what stands behind a `return` never runs
        }
        ends = this->statement(statement);
    }
    exprs_.pop();
    return ends;
}

bool StatementEmitter::statement(const Statement& statement) {
    const bool ghost = !in_ghosts_ && context_.analysis.is_ghost(statement, tainted_);
    const bool is_let = std::holds_alternative<Let>(statement.node);
    if (ghost && !is_let) {
        writer_.open("if constexpr (Ghosts) {");
        in_ghosts_ = true;
        node(statement);
        in_ghosts_ = false;
        writer_.close();
        return false;
    }
    if (ghost) {
        tainted_.insert(std::get<Let>(statement.node).local);
    }
    return node(statement);
}

bool StatementEmitter::node(const Statement& statement) {
    bool ends = false;
    std::visit(
        overloaded{
            [&](const Assign& node) { assign(node); },
            [&](const AddElement& node) { add(node); },
            [&](const RemoveElement& node) { remove(node); },
            [&](const Let& node) { let(node); },
            [&](const Fresh& node) {
                const auto& local = context_.spec.local(node.local);
                const std::string value =
                    "hooks_->fresh_" + type_identifier(context_.spec.sorts[node.sort.value].name) +
                    "()";
                const std::string name = exprs_.declare(node.local);
                writer_.line(unused(node.local) + "const " + exprs_.type(local.type) + ' ' + name +
                             " = " + value + ';');
            },
            [&](const If& node) { ends = branch(node); },
            [&](const Send& node) { send(node); },
            [&](const Reply& node) { reply(node); },
            [&](const StartTimer& node) {
                timer("start_timer", node.timer, node.key, node.duration);
            },
            [&](const StopTimer& node) { timer("stop_timer", node.timer, node.key, {}); },
            [](const Ignore&) {},
            [&](const Return&) {
                writer_.line(on_return_);
                ends = true;
            },
            [&](const Assert& node) {
                writer_.line(call(
                    "machine::obligation(",
                    {exprs_.plain(node.condition),
                     string_literal("assert " + spec::spec_text(context_.spec, node.condition))},
                    ");"));
            },
            [&](const ProcedureCall& node) {
                std::vector<Doc> docs;
                for (const ExprId argument : node.arguments) {
                    docs.push_back(exprs_.argument(argument));
                }
                docs.emplace_back("out");
                writer_.line(call(context_.procedures.at(node.procedure) + '(', docs, ");"));
            },
            [&](const For& node) { loop(node, statement.span); },
            [&](const ForEach& node) { loop(node); },
            [&](const Pick& node) { ends = pick(node); },
        },
        statement.node);
    return ends;
}

// ---- writes ----

/// What the first `end` steps of the path lead to, as code. `entry` is the entry that the first key
/// names, or the whole variable if the path begins with a field.
Doc StatementEmitter::part(const Place& place, std::size_t end) {
    std::size_t step = std::holds_alternative<PlaceKey>(place.path.front()) ? 1 : 0;
    spec::TypeId type = context_.spec.variable(place.variable).type;
    if (step == 1) {
        type = context_.spec.types[type].second;
    }
    Doc code("entry");
    for (; step < end; ++step) {
        const auto& types = context_.spec.types;
        if (const auto* field = std::get_if<PlaceField>(&place.path[step])) {
            const auto& info = context_.spec.records[types[type].declaration].fields[field->field];
            code = code + Doc('.' + field_identifier(context_.spec, info.name));
            type = info.type;
        } else {
            const ExprId key = std::get<PlaceKey>(place.path[step]).key;
            code = call("machine::at(", {code, exprs_.into(key)}, ")");
            type = types[type].second;
        }
    }
    return code;
}

/// What is at the place.
spec::TypeKind StatementEmitter::kind_of(const Place& place) const {
    const auto& types = context_.spec.types;
    spec::TypeId type = context_.spec.variable(place.variable).type;
    for (const auto& step : place.path) {
        const auto* field = std::get_if<PlaceField>(&step);
        type = field != nullptr
                   ? context_.spec.records[types[type].declaration].fields[field->field].type
                   : types[type].second;
    }
    return types[type].kind;
}

/// Alters a part of a variable in place: `operation` is the statement that does it.
void StatementEmitter::write_part(const Place& place,
                                  WriteForm form,
                                  const Doc& operation,
                                  std::string_view close) {
    std::vector<Doc> docs;
    if (form == WriteForm::modify_entry) {
        docs.push_back(exprs_.argument(std::get<PlaceKey>(place.path.front()).key));
    }
    docs.push_back(group(Doc("[&](auto& entry) {") + nest(line() + operation + Doc(close)) +
                         line() + Doc("}")));
    docs.emplace_back("out");
    writer_.line(call_with_lambda(writer_name(place.variable, form) + '(', docs) + Doc(";"));
}

void StatementEmitter::assign(const Assign& node) {
    const WriteForm form = form_of(node);
    const std::string open = writer_name(node.place.variable, form) + '(';
    if (form == WriteForm::assign) {
        writer_.line(call(open, {exprs_.into(node.value), "out"}, ");"));
    } else if (form == WriteForm::put) {
        const ExprId key = std::get<PlaceKey>(node.place.path.front()).key;
        writer_.line(call(open, {exprs_.argument(key), exprs_.into(node.value), "out"}, ");"));
    } else if (const auto* key = std::get_if<PlaceKey>(&node.place.path.back())) {
        const Doc target = part(node.place, node.place.path.size() - 1);
        write_part(node.place,
                   form,
                   target + call(".insert_or_assign(",
                                 {exprs_.plain(key->key), exprs_.plain(node.value)},
                                 ")"),
                   ";");
    } else {
        const Doc target = part(node.place, node.place.path.size());
        write_part(node.place, form, target + Doc(" = ") + exprs_.into(node.value), ";");
    }
}

void StatementEmitter::add(const AddElement& node) {
    const WriteForm form = form_of(node);
    if (form == WriteForm::insert) {
        writer_.line(call(writer_name(node.place.variable, form) + '(',
                          {exprs_.argument(node.element), "out"},
                          ");"));
        return;
    }
    const Doc target = part(node.place, node.place.path.size());
    const Doc element = exprs_.plain(node.element);
    switch (kind_of(node.place)) {
    case spec::TypeKind::list:
        write_part(node.place, form, target + call(".push_back(", {element}, ")"), ";");
        break;
    case spec::TypeKind::distinct_list:
        write_part(node.place, form, call("machine::append_new(", {target, element}, ")"), ";");
        break;
    default:
        write_part(node.place, form, target + call(".insert(", {element}, ")"), ";");
    }
}

void StatementEmitter::remove(const RemoveElement& node) {
    const WriteForm form = form_of(node);
    if (form == WriteForm::erase) {
        writer_.line(call(writer_name(node.place.variable, form) + '(',
                          {exprs_.argument(node.element), "out"},
                          ");"));
        return;
    }
    const Doc target = part(node.place, node.place.path.size());
    const spec::TypeKind kind = kind_of(node.place);
    const bool list = kind == spec::TypeKind::list || kind == spec::TypeKind::distinct_list;
    // A copy of the element: it may be a part of the list that it is removed from.
    const Doc element = list ? exprs_.argument(node.element) : exprs_.plain(node.element);
    write_part(node.place,
               form,
               list ? call("machine::remove_all(", {target, element}, ")")
                    : target + call(".erase(", {element}, ")"),
               ";");
}

// ---- names and branches ----

void StatementEmitter::let(const Let& node) {
    const auto& local = context_.spec.local(node.local);
    const bool ghost = tainted_.count(node.local) > 0 && !in_ghosts_;
    // A C++ name is visible in its own initialiser already, so it is taken first.
    const std::string name = exprs_.declare(node.local);
    const Doc value = ghost ? exprs_.plain(node.value) : exprs_.into(node.value);
    const bool part_of_local =
        context_.analysis.is_place(node.value) && !context_.analysis.is_state_place(node.value);
    if (ghost) {
        writer_.open("[[maybe_unused]] const auto " + name + " = [&] {");
        writer_.open("if constexpr (Ghosts) {");
        writer_.line(Doc("return ") + value + Doc(";"));
        writer_.reopen("} else {");
        writer_.line("return machine::NoGhosts{};");
        writer_.close();
        writer_.close("}();");
        return;
    }
    const std::string type =
        part_of_local ? exprs_.parameter(local.type) : "const " + exprs_.type(local.type);
    const std::string constant = type.starts_with("const ") ? type : "const " + type;
    const std::string head = unused(node.local) + constant + ' ' + name + " =";
    const auto& kind = context_.spec.expr(node.value).node;
    const bool operation =
        std::holds_alternative<Binary>(kind) || std::holds_alternative<IfElse>(kind);
    writer_.line(operation ? group(Doc(head) + nest(line() + value + Doc(";")))
                           : Doc(head + ' ') + value + Doc(";"));
}

bool StatementEmitter::branch(const If& node) {
    writer_.open(group(Doc("if (") + nest(exprs_.condition(node.condition)) + Doc(") {")));
    bool ends = block(node.then_block);
    const If* last = &node;
    bool has_else = false;
    while (last->else_block.valid() && !has_else) {
        const auto& rest = context_.spec.block(last->else_block).statements;
        const auto* next = rest.size() == 1 ? std::get_if<If>(&rest.front().node) : nullptr;
        if (next == nullptr ||
            (!in_ghosts_ && context_.analysis.is_ghost(rest.front(), tainted_))) {
            has_else = true;
            break;
        }
        writer_.reopen(
            group(Doc("} else if (") + nest(exprs_.condition(next->condition)) + Doc(") {")));
        ends = block(next->then_block) && ends;
        last = next;
    }
    if (has_else && !only_ignores(last->else_block)) {
        writer_.reopen("} else {");
        ends = block(last->else_block) && ends;
    } else {
        ends = false;
    }
    writer_.close();
    return ends;
}

// ---- messages and timers ----

void StatementEmitter::send(const Send& node) {
    const auto& message = context_.spec.message(node.message);
    std::vector<Doc> docs{
        exprs_.aggregate(type_identifier(message.name), message.fields, node.fields)};
    if (node.to.valid()) {
        docs.push_back(exprs_.plain(node.to));
    }
    writer_.line(call("out.send(", docs, ");"));
}

void StatementEmitter::reply(const Reply& node) {
    const auto& message = context_.spec.message(node.message);
    const Doc value = exprs_.aggregate(type_identifier(message.name), message.fields, node.fields);
    writer_.line(call("out.reply(", {value, exprs_.plain(node.request)}, ");"));
}

void StatementEmitter::timer(std::string_view command,
                             spec::TimerId id,
                             ExprId key,
                             ExprId duration) {
    const auto& info = context_.spec.timer(id);
    std::vector<Doc> fields;
    if (key.valid()) {
        fields.push_back(exprs_.plain(key));
    }
    std::vector<Doc> docs{call(context_.timer_type(id) + '{', fields, "}")};
    if (command == "start_timer") {
        docs.push_back(duration.valid() ? exprs_.plain(duration)
                                        : Doc(std::to_string(info.duration_ms.value_or(0))));
    }
    writer_.line(call("out." + std::string(command) + '(', docs, ");"));
}

// ---- choices ----

Doc StatementEmitter::pick_call(const Pick& node) {
    std::string function = "machine::pick";
    std::vector<Doc> docs{"*hooks_", exprs_.range(node.domain)};
    if (node.order == spec::PickOrder::max) {
        function += "_max";
    } else if (node.order == spec::PickOrder::min) {
        function += "_min";
    }
    if (node.condition.valid()) {
        function += "_if";
        docs.push_back(exprs_.lambda(node.local, {node.condition}));
    }
    if (node.order != spec::PickOrder::any) {
        docs.push_back(exprs_.lambda(node.local, {node.key}));
    }
    const std::string open =
        function + '<' + exprs_.type(context_.spec.local(node.local).type) + ">(";
    return docs.size() == 3 ? call_with_lambda(open, docs) : call(open, docs, ")");
}

bool StatementEmitter::pick(const Pick& node) {
    const auto& local = context_.spec.local(node.local);
    exprs_.push();
    bool ends = false;
    if (!node.else_block.valid()) {
        const Doc text =
            string_literal("pick " + local.name + " in " +
                           spec::spec_text(context_.spec, node.domain) + ": there is none");
        // In its condition it has a name of its own.
        const bool is_named = context_.analysis.of(node.body).locals.contains(node.local);
        writer_.open("{");
        const std::string name = exprs_.declare(node.local);
        writer_.line(Doc((is_named ? "const " : "[[maybe_unused]] const ") +
                         exprs_.type(local.type) + ' ' + name + " = ") +
                     call("machine::must(", {pick_call(node), text}, ");"));
        exprs_.alias(node.local, name);
        ends = block(node.body);
    } else {
        // The name is visible in its own initialiser and in the `else` branch as well.
        const std::string picked = exprs_.unique(local.name);
        writer_.open(
            group(Doc("if (const auto " + picked + " = ") + nest(pick_call(node)) + Doc(") {")));
        exprs_.alias(node.local, '*' + picked);
        ends = block(node.body);
        if (only_ignores(node.else_block)) {
            ends = false;
        } else {
            writer_.reopen("} else {");
            ends = block(node.else_block) && ends;
        }
    }
    exprs_.pop();
    writer_.close();
    return ends;
}

} // namespace muster::codegen
