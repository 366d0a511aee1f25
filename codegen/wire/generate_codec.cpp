#include "codegen/wire/generate_codec.hpp"

#include "codegen/wire/emit_header.hpp"
#include "codegen/wire/emit_source.hpp"
#include "codegen/wire/emit_table.hpp"
#include "codegen/wire/parse.hpp"
#include "spec/source/source_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <system_error>

namespace muster::codegen::wire {

namespace {

namespace fs = std::filesystem;

tl::expected<std::vector<fs::path>, std::string> description_files(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> files;
    for (auto entry = fs::directory_iterator(folder, error); entry != fs::directory_iterator();
         entry.increment(error)) {
        if (entry->path().extension() == ".messages") {
            files.push_back(entry->path());
        }
    }
    if (error) {
        return tl::unexpected(fmt::format("{}: {}\n", folder.string(), error.message()));
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// What is wrong with the files together; each alone makes sense.
std::string clashes(const std::vector<Description>& descriptions) {
    std::string text;
    std::map<int, std::string> keys;
    std::map<std::string, std::string> names;
    for (const Description& each : descriptions) {
        for (const Message& message : each.messages) {
            const auto [other, is_new] = names.emplace(message.name, each.name);
            if (!is_new) {
                text += fmt::format("{}.messages and {}.messages both describe `{}`\n"
                                    "    help: leave one of them out\n",
                                    other->second,
                                    each.name,
                                    message.name);
            }
        }
        if (!each.api) {
            continue;
        }
        const auto [other, is_new] = keys.emplace(each.api->key, each.name);
        if (!is_new) {
            text += fmt::format("{}.messages and {}.messages both describe the API {}\n"
                                "    help: look up the numbers of the two APIs\n",
                                other->second,
                                each.name,
                                each.api->key);
        }
    }
    return text;
}

} // namespace

tl::expected<std::vector<Description>, std::string> read_descriptions(const fs::path& folder) {
    const auto files = description_files(folder);
    if (!files) {
        return tl::unexpected(files.error());
    }
    std::vector<Description> descriptions;
    std::string wrong;
    for (const fs::path& path : *files) {
        const auto file = spec::load_source(path);
        if (!file) {
            wrong += file.error().file + ": " + file.error().message + '\n';
            continue;
        }
        auto description = parse_description(*file);
        if (description) {
            descriptions.push_back(*std::move(description));
        } else {
            wrong += render(*file, description.error());
        }
    }
    wrong += clashes(descriptions);
    if (!wrong.empty()) {
        return tl::unexpected(std::move(wrong));
    }
    return descriptions;
}

std::vector<GeneratedFile> generate_codec(const std::vector<Description>& descriptions) {
    std::vector<GeneratedFile> files;
    for (const Description& each : descriptions) {
        files.push_back({each.name + ".hpp", emit_header(each)});
        files.push_back({each.name + ".cpp", emit_source(each)});
    }
    files.push_back({"apis.hpp", emit_api_table(descriptions)});
    files.push_back({"all_messages.hpp", emit_all_messages(descriptions)});
    std::sort(files.begin(), files.end(), [](const auto& left, const auto& right) {
        return left.path < right.path;
    });
    return files;
}

} // namespace muster::codegen::wire
