#include "codegen/wire/emit_table.hpp"

#include "codegen/model/writer.hpp"
#include "codegen/wire/cpp_text.hpp"
#include "codegen/wire/emit_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace muster::codegen::wire {

namespace {

constexpr const char* kSources = "runtime/kafka/messages/";

/// The descriptions of APIs, by key.
std::vector<Description> apis_by_key(std::vector<Description> descriptions) {
    std::erase_if(descriptions, [](const Description& each) { return !each.api; });
    std::sort(descriptions.begin(), descriptions.end(), [](const auto& left, const auto& right) {
        return left.api->key < right.api->key;
    });
    return descriptions;
}

std::string first_flexible(const Message& message) {
    return message.first_flexible ? std::to_string(*message.first_flexible) : "kNeverFlexible";
}

} // namespace

std::string emit_api_table(std::vector<Description> descriptions) {
    const auto apis = apis_by_key(std::move(descriptions));
    Writer writer;
    writer.line("#pragma once");
    writer.line();
    writer.line("#include \"runtime/kafka/wire/described_api.hpp\"");
    writer.line();
    writer.line("#include <array>");
    writer.line("#include <cstdint>");
    writer.line();
    writer.line("namespace muster::runtime::kafka {");
    writer.line();
    writer.doc_comment("The APIs whose messages are described; numbers are Kafka's.");
    writer.open("enum class ApiKey : std::int16_t {");
    for (const Description& each : apis) {
        writer.line(fmt::format("{} = {},", snake_case(each.api->name), each.api->key));
    }
    writer.close("};");
    writer.line();
    writer.doc_comment("Every described API with the versions of its messages, by key.");
    writer.open(fmt::format("inline constexpr std::array<DescribedApi, {}> kDescribedApis{{{{",
                            apis.size()));
    for (const Description& each : apis) {
        const Message& request = each.messages.front();
        writer.line(fmt::format("{{ApiKey::{}, \"{}\", {{{}, {}}}, {}}},",
                                snake_case(each.api->name),
                                each.api->name,
                                request.versions.first,
                                request.versions.last,
                                first_flexible(request)));
    }
    writer.close("}};");
    writer.line();
    writer.line("} // namespace muster::runtime::kafka");
    return banner(kSources) + std::move(writer).finish();
}

std::string emit_all_messages(std::vector<Description> descriptions) {
    const auto apis = apis_by_key(std::move(descriptions));
    std::vector<std::string> includes{"apis"};
    for (const Description& each : apis) {
        includes.push_back(each.name);
    }
    std::sort(includes.begin(), includes.end());
    Writer writer;
    writer.line("#pragma once");
    writer.line();
    for (const std::string& include : includes) {
        writer.line(fmt::format("#include \"{}{}.hpp\"", kOutputFolder, include));
    }
    writer.line();
    writer.line("namespace muster::runtime::kafka {");
    writer.line();
    writer.doc_comment("Calls `use(request, response)` with default values of the two messages of "
                       "that API.");
    writer.line("template <class Use>");
    writer.open("void with_messages(ApiKey key, Use use) {");
    writer.line("switch (key) {");
    for (const Description& each : apis) {
        writer.line(fmt::format("case ApiKey::{}:", snake_case(each.api->name)));
        writer.line(fmt::format(
            "    return use({}{{}}, {}{{}});", each.messages[0].name, each.messages[1].name));
    }
    writer.line("}");
    writer.close();
    writer.line();
    writer.line("} // namespace muster::runtime::kafka");
    return banner(kSources) + std::move(writer).finish();
}

} // namespace muster::codegen::wire
