#include "codegen/emit_given.hpp"

#include "codegen/model/cpp_type.hpp"
#include "codegen/model/least_value.hpp"

#include <algorithm>
#include <cctype>

namespace muster::codegen {

using spec::ConstId;
using spec::DefId;
using spec::FunctionId;
using spec::LocalId;
using spec::SortId;
using spec::TypeKind;

namespace {

constexpr std::size_t kElements = 3;

std::string lower_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char letter) {
        return static_cast<char>(std::tolower(letter));
    });
    return text;
}

bool is_drawn_fresh(const spec::TypedSpec& spec, SortId sort) {
    return std::any_of(spec.blocks.begin(), spec.blocks.end(), [&](const auto& block) {
        return std::any_of(
            block.statements.begin(), block.statements.end(), [&](const auto& statement) {
                const auto* fresh = std::get_if<spec::typed::Fresh>(&statement.node);
                return fresh != nullptr && fresh->sort == sort;
            });
    });
}

bool has_distinct_list(const spec::TypedSpec& spec, SortId sort) {
    for (std::uint32_t i = 0; i < spec.types.size(); ++i) {
        const auto& type = spec.types[spec::TypeId{i}];
        if (type.kind == TypeKind::distinct_list) {
            const auto& element = spec.types[type.first];
            if (element.kind == TypeKind::sort && element.declaration == sort.value) {
                return true;
            }
        }
    }
    return false;
}

std::vector<Doc> parameters_of(const RoleContext& context,
                               ExprEmitter& exprs,
                               const std::vector<LocalId>& locals,
                               const Usage* usage) {
    std::vector<Doc> docs;
    for (const LocalId local : locals) {
        const std::string name = exprs.declare(local);
        const bool used = usage == nullptr || usage->locals.count(local) > 0;
        docs.emplace_back(exprs.parameter(context.spec.local(local).type) +
                          (used ? ' ' + name : ""));
    }
    return docs;
}

} // namespace

GivenValues::GivenValues(const RoleContext& context)
    : context_(context)
    , spec_(context.spec)
    , named_(spec::names_in_test(context.spec, {})) {
    Usage usage;
    for (std::uint32_t i = 0; i < spec_.functions.size(); ++i) {
        const spec::FunctionValue* value = spec::value_in_test(spec_, {}, FunctionId{i});
        if (value != nullptr && value->def.valid()) {
            usage.defs.insert(value->def);
            context_.analysis.use(spec_.def(value->def).body, usage);
        }
    }
    for (const auto& property : spec_.properties) {
        if (property.kind == spec::PropertyKind::axiom) {
            context_.analysis.use(property.body, usage);
        }
    }
    defs_ = usage.defs;
}

// ---- sorts ----

// Those of the instance whose values are taken; else a letter and a number.
std::vector<std::string> GivenValues::names_of(SortId sort) const {
    std::vector<std::string> names;
    for (const LocalId local : named_.of_sort[sort.value]) {
        names.push_back(spec_.local(local).name);
    }
    if (!names.empty()) {
        return names;
    }
    const std::string whole = lower_case(spec_.sorts[sort.value].name);
    const bool shared = std::count_if(spec_.sorts.begin(), spec_.sorts.end(), [&](const auto& one) {
                            return lower_case(one.name).front() == whole.front();
                        }) > 1;
    for (std::size_t i = 1; i <= kElements; ++i) {
        names.push_back((shared ? whole : whole.substr(0, 1)) + std::to_string(i));
    }
    return names;
}

std::string GivenValues::first_element(SortId sort) const {
    return sort_name(spec_, sort) + "(\"" + names_of(sort).front() + "\")";
}

void GivenValues::emit_types(Writer& writer) const {
    if (!spec_.sorts.empty()) {
        writer.gap();
        writer.doc_comment("The sorts, with the names of the elements that random events mention.");
        writer.open("namespace sorts {");
        writer.gap();
        for (std::uint32_t i = 0; i < spec_.sorts.size(); ++i) {
            const SortId sort{i};
            std::vector<Doc> names;
            for (const std::string& name : names_of(sort)) {
                names.emplace_back('"' + name + '"');
            }
            const auto truth = [](bool value) {
                return std::string(value ? "true;" : "false;");
            };
            writer.open("struct " + sort_name(spec_, sort) + " {");
            writer.line("static constexpr std::string_view kName = \"" + spec_.sorts[i].name +
                        "\";");
            writer.line(call("static constexpr std::array<std::string_view, " +
                                 std::to_string(names.size()) + "> kElements{",
                             names,
                             "};"));
            writer.line("static constexpr bool kFresh = " + truth(is_drawn_fresh(spec_, sort)));
            writer.line("static constexpr bool kListsAreDistinct = " +
                        truth(has_distinct_list(spec_, sort)));
            writer.close("};");
            writer.gap();
        }
        writer.close("} // namespace sorts");
    }
    writer.gap();
    writer.doc_comment("The C++ types of values in model tests. An element has a `name`.");
    writer.open("struct Types {");
    for (const auto& sort : spec_.sorts) {
        const std::string name = type_identifier(sort.name);
        writer.line("using " + name + " = machine::Element<sorts::" + name + ">;");
    }
    writer.line("using Request = std::uint64_t;");
    writer.line("template <class T>");
    writer.line("using Set = std::set<T>;");
    writer.line("template <class Key, class Value>");
    writer.line("using Map = std::map<Key, Value>;");
    writer.line("template <class T>");
    writer.line("using List = std::vector<T>;");
    writer.close("};");
}

// ---- what the spec leaves open ----

void GivenValues::emit_defs(Writer& writer) const {
    if (defs_.empty()) {
        return;
    }
    writer.gap();
    writer.doc_comment("The defs that axioms, and the values that an instance gives to functions, "
                       "are written with.");
    writer.line("template <class GivenType>");
    writer.open("struct Defs {");
    writer.line("const GivenType& given;");
    for (const DefId id : defs_) {
        const auto& def = spec_.def(id);
        GivenExprEmitter exprs(context_, "given.", "");
        const Usage usage = context_.analysis.of(def.body);
        const std::vector<Doc> parameters = parameters_of(context_, exprs, def.parameters, &usage);
        writer.gap();
        writer.open(call("[[nodiscard]] " + exprs.type(spec_.expr(def.body).type) + ' ' +
                             identifier(def.name) + '(',
                         parameters,
                         ") const {"));
        writer.line(group(Doc("return ") + exprs.into(def.body) + Doc(";")));
        writer.close();
    }
    writer.close("};");
}

// For the values that an instance gives, which mention its elements.
GivenExprEmitter GivenValues::value_emitter() const {
    GivenExprEmitter exprs(context_, "", "");
    for (const auto& [local, number] : named_.numbers) {
        const SortId sort{spec_.types[spec_.local(local).type].declaration};
        exprs.alias(local, sort_name(spec_, sort) + "(\"" + spec_.local(local).name + "\")");
    }
    return exprs;
}

spec::ExprId GivenValues::value_of(ConstId id) const {
    return spec::value_in_test(spec_, {}, id);
}

void GivenValues::emit_constant(ConstId id, Writer& writer) const {
    const auto& info = spec_.constants[id.value];
    GivenExprEmitter exprs = value_emitter();
    Doc value;
    if (const spec::ExprId given = value_of(id); given.valid()) {
        value = exprs.into(given);
    } else {
        value = least_value(spec_, info.type, [this](SortId sort) { return first_element(sort); });
        for (const auto& instance : spec_.instances) {
            for (const auto& bound : instance.constant_bounds) {
                if (bound.constant == id && bound.range.low.has_value()) {
                    value = "std::int64_t{" + std::to_string(*bound.range.low) + '}';
                }
            }
        }
    }
    writer.doc_comment(info.doc);
    writer.line(Doc(exprs.type(info.type) + ' ' + identifier(info.name) + " = ") + value +
                Doc(";"));
}

void GivenValues::emit_function(FunctionId id, Writer& writer) const {
    const auto& function = spec_.functions[id.value];
    GivenExprEmitter exprs = value_emitter();
    const spec::FunctionValue* value = spec::value_in_test(spec_, {}, id);
    const Usage nothing;
    const std::vector<Doc> parameters =
        parameters_of(context_, exprs, function.parameters, value == nullptr ? &nothing : nullptr);
    std::vector<Doc> arguments;
    for (const LocalId parameter : function.parameters) {
        arguments.emplace_back(exprs.name_of(parameter));
    }
    const Doc least =
        least_value(spec_, function.result, [this](SortId sort) { return first_element(sort); });
    Doc result = least;
    if (value != nullptr && value->def.valid()) {
        result = call(
            "Defs<Given>{*this}." + identifier(spec_.def(value->def).name) + '(', arguments, ")");
    } else if (value != nullptr) {
        result = call("machine::find(", {exprs.plain(value->map), arguments.front()}, ")") +
                 call(".value_or(", {least}, ")");
    }
    writer.gap();
    writer.doc_comment(function.doc);
    if (value == nullptr) {
        writer.doc_comment("Nobody gives it values: always the same.");
    }
    writer.open(
        call("[[nodiscard]] " + exprs.type(function.result) + ' ' + identifier(function.name) + '(',
             parameters,
             ") const {"));
    writer.line(group(Doc("return ") + nest(result) + Doc(";")));
    writer.close();
}

void GivenValues::emit_given(Writer& writer) const {
    writer.gap();
    writer.doc_comment("What the spec leaves open, with the values that its instances give. Pass a "
                       "class of your own with the same members where the values matter.");
    writer.open("struct Given {");
    for (std::uint32_t i = 0; i < spec_.constants.size(); ++i) {
        emit_constant(ConstId{i}, writer);
    }
    for (std::uint32_t i = 0; i < spec_.functions.size(); ++i) {
        emit_function(FunctionId{i}, writer);
    }
    writer.close("};");
}

std::vector<std::string> GivenValues::without_value(const Usage& usage) const {
    std::vector<std::string> names;
    for (const ConstId id : usage.constants) {
        if (!value_of(id).valid()) {
            names.push_back(spec_.constants[id.value].name);
        }
    }
    for (const FunctionId id : usage.functions) {
        if (spec::value_in_test(spec_, {}, id) == nullptr) {
            names.push_back(spec_.functions[id.value].name);
        }
    }
    return names;
}

void GivenValues::emit_hooks(Writer& writer) const {
    writer.gap();
    writer.doc_comment("The hooks of a machine in a model test: what `Base` chooses, and what is "
                       "given.");
    writer.line("template <class Base, class GivenType>");
    writer.open("struct Hooks : Base {");
    writer.open("explicit Hooks(const GivenType& values)");
    writer.close("    : given(&values) {}");
    writer.gap();
    for (std::uint32_t i = 0; i < spec_.sorts.size(); ++i) {
        if (is_drawn_fresh(spec_, SortId{i})) {
            const std::string name = type_identifier(spec_.sorts[i].name);
            writer.line(name + " fresh_" + name + "() { return this->template fresh<" + name +
                        ">(); }");
            writer.gap();
        }
    }
    for (const auto& function : spec_.functions) {
        ExprEmitter exprs(context_);
        const std::vector<Doc> parameters =
            parameters_of(context_, exprs, function.parameters, nullptr);
        std::vector<Doc> arguments;
        for (const LocalId parameter : function.parameters) {
            arguments.emplace_back(exprs.name_of(parameter));
        }
        const std::string name = identifier(function.name);
        writer.open(call("[[nodiscard]] " + exprs.type(function.result) + ' ' + name + '(',
                         parameters,
                         ") const {"));
        writer.line(call("return given->" + name + '(', arguments, ");"));
        writer.close();
        writer.gap();
    }
    writer.line("const GivenType* given;");
    writer.close("};");
}

} // namespace muster::codegen
