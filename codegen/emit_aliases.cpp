#include "codegen/emit_aliases.hpp"

#include "codegen/model/names.hpp"

namespace muster::codegen {

void emit_aliases(const spec::TypedSpec& spec, const std::string& scope, Writer& writer) {
    for (const auto& sort : spec.sorts) {
        const std::string name = type_identifier(sort.name);
        writer.line("using " + name + " = Types::" + name + ';');
    }
    writer.line("using Request = Types::Request;");
    writer.line("template <class T>");
    writer.line("using Set = Types::Set<T>;");
    writer.line("template <class Key, class Value>");
    writer.line("using Map = Types::Map<Key, Value>;");
    writer.line("template <class T>");
    writer.line("using List = Types::List<T>;");
    const auto alias = [&](const auto& declared) {
        for (const auto& info : declared) {
            const std::string name = type_identifier(info.name);
            writer.line("using " + name + " = ::" + scope + "::" + name + "<Types>;");
        }
    };
    alias(spec.records);
    alias(spec.messages);
}

} // namespace muster::codegen
