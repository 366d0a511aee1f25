#include "codegen/model/cpp_type.hpp"
#include "codegen/model/least_value.hpp"
#include "codegen/model/string_literal.hpp"
#include "codegen/recorded/emit_run.hpp"

/// The hooks of the machines in a recorded run: its elements, and the functions as tables.
namespace muster::codegen {

using spec::TypeKind;

void RunEmitter::emit_fresh(spec::SortId sort) {
    const Json& sorts = member(member(meta_, "universe"), "sorts");
    std::vector<Doc> elements;
    for (const Json& element : array_of(member(sorts, spec_.sorts[sort.value].name))) {
        elements.emplace_back(string_literal(text_of(element)));
    }
    const std::string name = sort_name(spec_, sort);
    writer_.line(call(name + " fresh_" + name + "() { return fresh({", elements, "}); }"));
}

// The values that a parameter has in the run, as C++, in the order of a function's table.
std::vector<std::string> RunEmitter::values_of(spec::TypeId id) {
    const spec::Type& type = spec_.types[id];
    std::vector<std::string> values;
    if (type.kind == TypeKind::boolean) {
        return {"false", "true"};
    }
    if (type.kind == TypeKind::sort) {
        const Json& sorts = member(member(meta_, "universe"), "sorts");
        for (const Json& element : array_of(member(sorts, spec_.sorts[type.declaration].name))) {
            values.push_back(reader_.code(id, element));
        }
        return values;
    }
    if (type.kind == TypeKind::enumeration) {
        for (const std::string& enumerator : spec_.enums[type.declaration].enumerators) {
            values.push_back(reader_.code(id, Json(enumerator)));
        }
        return values;
    }
    if (type.kind == TypeKind::integer) {
        for (const Json& number : array_of(member(member(meta_, "universe"), "integers"))) {
            values.push_back(reader_.code(id, number));
        }
        return values;
    }
    throw UnreadableRun("a function of `" + spec_.type_name(id) + "` cannot be repeated");
}

// The last parameter changes fastest.
std::vector<std::string> RunEmitter::arguments_in_order(const spec::FunctionInfo& function,
                                                        const Json& table) {
    std::vector<std::string> rows{""};
    for (const spec::LocalId parameter : function.parameters) {
        std::vector<std::string> longer;
        for (const std::string& row : rows) {
            for (const std::string& value : values_of(spec_.local(parameter).type)) {
                longer.push_back(row.empty() ? value : row + ", " + value);
            }
        }
        rows = std::move(longer);
    }
    if (array_of(table).size() != rows.size()) {
        throw UnreadableRun("the function `" + function.name + "` has " +
                            std::to_string(table.size()) + " values and needs " +
                            std::to_string(rows.size()));
    }
    return rows;
}

void RunEmitter::emit_function(spec::FunctionId id) {
    const auto& function = spec_.functions[id.value];
    const Json& table = member(member(meta_, "functions"), function.name);
    const std::vector<std::string> rows = arguments_in_order(function, table);
    const std::string result = cpp_type(spec_, function.result, Where::in_class);
    NameScope names;
    names.reserve("table");
    std::vector<Doc> parameters;
    std::vector<Doc> arguments;
    std::string types;
    for (const spec::LocalId parameter : function.parameters) {
        const auto& local = spec_.local(parameter);
        const std::string name = names.claim(local.name);
        parameters.emplace_back(cpp_parameter(spec_, local.type, Where::in_class) + ' ' + name);
        arguments.emplace_back(name);
        types += (types.empty() ? "" : ", ") + cpp_type(spec_, local.type, Where::in_class);
    }
    std::vector<Doc> entries;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        entries.push_back(call(
            "{",
            {"std::tuple<" + types + ">(" + rows[i] + ')', reader_.code(function.result, table[i])},
            "}"));
    }
    const Doc least = least_value(
        spec_, function.result, [&](spec::SortId sort) { return sort_name(spec_, sort) + "()"; });
    writer_.gap();
    writer_.open(
        call("[[nodiscard]] " + result + ' ' + identifier(function.name) + '(', parameters, ") {"));
    writer_.line(
        call("const std::map<std::tuple<" + types + ">, " + result + "> table{", entries, "};"));
    writer_.line(call("return machine::find(table, ",
                      {call("std::tuple<" + types + ">(", arguments, ")")},
                      ")") +
                 call(".value_or(", {least}, ");"));
    writer_.close();
}

void RunEmitter::emit_hooks() {
    std::set<spec::SortId> fresh;
    std::set<spec::FunctionId> functions;
    for (const auto& role : roles_) {
        fresh.insert(role->usage.fresh.begin(), role->usage.fresh.end());
        functions.insert(role->usage.functions.begin(), role->usage.functions.end());
    }
    writer_.open("struct Hooks : machine::RunHooks {");
    for (const spec::SortId sort : fresh) {
        emit_fresh(sort);
    }
    for (const spec::FunctionId function : functions) {
        emit_function(function);
    }
    writer_.close("};");
}

} // namespace muster::codegen
