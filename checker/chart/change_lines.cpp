#include "checker/chart/change_lines.hpp"

#include "checker/eval/collections.hpp"
#include "checker/trace/render_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace muster::checker {

namespace {

class ChangeTeller {
public:
    ChangeTeller(const spec::TypedSpec& spec, ElementNames& names)
        : spec_(spec)
        , names_(names) {}

    std::vector<std::string>
    tell(const std::string& name, spec::TypeId id, const Value& before, const Value& after) {
        const spec::Type& type = spec_.types[id];
        if (type.kind == spec::TypeKind::set) {
            elements(name, '+', type.first, set_difference(after, before));
            elements(name, '-', type.first, set_difference(before, after));
        } else if (type.kind == spec::TypeKind::map) {
            entries(name, type, before, after);
        } else {
            const std::string from = render_value(spec_, id, before, names_);
            lines_.push_back(
                fmt::format("{} = {} → {}", name, from, render_value(spec_, id, after, names_)));
        }
        return std::move(lines_);
    }

private:
    void elements(const std::string& name, char sign, spec::TypeId type, const Value& set) {
        std::vector<std::string> parts;
        for (const Value& item : set.items()) {
            parts.push_back(render_value(spec_, type, item, names_));
        }
        if (!parts.empty()) {
            lines_.push_back(fmt::format("{} {} {}", name, sign, fmt::join(parts, ", ")));
        }
    }

    void entries(const std::string& name,
                 const spec::Type& type,
                 const Value& before,
                 const Value& after) {
        for (std::size_t i = 0; i < map_size(after); ++i) {
            const Value& value = map_value(after, i);
            const Value* old = map_find(before, map_key(after, i));
            if (old != nullptr && *old == value) {
                continue;
            }
            const std::string key = render_value(spec_, type.first, map_key(after, i), names_);
            const std::string from =
                old == nullptr ? "" : render_value(spec_, type.second, *old, names_) + " → ";
            lines_.push_back(fmt::format(
                "{}[{}] = {}{}", name, key, from, render_value(spec_, type.second, value, names_)));
        }
        elements(name, '-', type.first, set_difference(map_keys(before), map_keys(after)));
    }

    const spec::TypedSpec& spec_;
    ElementNames& names_;
    std::vector<std::string> lines_;
};

} // namespace

std::vector<std::string> change_lines(const spec::TypedSpec& spec,
                                      const spec::VariableInfo& variable,
                                      const Value& before,
                                      const Value& after,
                                      ElementNames& names) {
    return ChangeTeller(spec, names).tell(variable.name, variable.type, before, after);
}

} // namespace muster::checker
