#include "checker/eval/collections.hpp"
#include "checker/trace/render_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace muster::checker {
namespace {

class Renderer {
public:
    Renderer(const spec::TypedSpec& spec, ElementNames& names)
        : spec_(spec)
        , names_(names) {}

    [[nodiscard]] std::string render(spec::TypeId id, const Value& value) const {
        const spec::Type& type = spec_.types[id];
        switch (type.kind) {
        case spec::TypeKind::error:
            return "?";
        case spec::TypeKind::boolean:
            return value.truth() ? "true" : "false";
        case spec::TypeKind::integer:
            return std::to_string(value.number());
        case spec::TypeKind::sort:
            return names_.name(spec::SortId{type.declaration}, value.number());
        case spec::TypeKind::enumeration:
            return spec_.enums[type.declaration]
                .enumerators[static_cast<std::size_t>(value.number())];
        case spec::TypeKind::record:
            return record(spec_.records[type.declaration], value);
        case spec::TypeKind::option:
            return value.items().empty()
                       ? "none"
                       : fmt::format("some({})", render(type.first, value.items()[0]));
        case spec::TypeKind::set:
            return fmt::format("{{{}}}", elements(type.first, value));
        case spec::TypeKind::map:
            return map(type, value);
        case spec::TypeKind::list:
        case spec::TypeKind::distinct_list:
            return fmt::format("[{}]", elements(type.first, value));
        case spec::TypeKind::request:
            return request(spec_.messages[type.declaration], value);
        }
        return "?";
    }

private:
    [[nodiscard]] std::string elements(spec::TypeId type, const Value& value) const {
        std::vector<std::string> parts;
        for (const Value& item : value.items()) {
            parts.push_back(render(type, item));
        }
        return fmt::format("{}", fmt::join(parts, ", "));
    }

    [[nodiscard]] std::string record(const spec::RecordInfo& info, const Value& value) const {
        std::vector<std::string> parts;
        for (std::size_t i = 0; i < info.fields.size(); ++i) {
            parts.push_back(fmt::format(
                "{}: {}", info.fields[i].name, render(info.fields[i].type, value.items()[i])));
        }
        return fmt::format("{} {{ {} }}", info.name, fmt::join(parts, ", "));
    }

    [[nodiscard]] std::string map(const spec::Type& type, const Value& value) const {
        std::vector<std::string> parts;
        for (std::size_t i = 0; i < map_size(value); ++i) {
            // One at a time, so that names are given from left to right.
            const std::string key = render(type.first, map_key(value, i));
            parts.push_back(fmt::format("{} -> {}", key, render(type.second, map_value(value, i))));
        }
        return fmt::format("{{{}}}", fmt::join(parts, ", "));
    }

    [[nodiscard]] std::string request(const spec::MessageInfo& message, const Value& value) const {
        const spec::RoleInfo& role = spec_.role(message.from);
        const std::string sender =
            role.index.valid() ? names_.name(role.index, value.items()[0].number()) : role.name;
        const std::int64_t correlation = value.items()[1].number();
        return fmt::format("{} of {}{}",
                           message.name,
                           sender,
                           correlation == 0 ? "" : fmt::format(" #{}", correlation + 1));
    }

    const spec::TypedSpec& spec_;
    ElementNames& names_;
};

} // namespace

std::string render_value(const spec::TypedSpec& spec,
                         spec::TypeId type,
                         const Value& value,
                         ElementNames& names) {
    return Renderer(spec, names).render(type, value);
}

} // namespace muster::checker
