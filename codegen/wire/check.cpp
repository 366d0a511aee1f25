#include "codegen/wire/check.hpp"

#include "codegen/model/names.hpp"
#include "codegen/wire/least_size.hpp"
#include "spec/diagnostics/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace muster::codegen::wire {

namespace {

std::string text_of(VersionRange range) {
    return range.first == range.last ? std::to_string(range.first)
                                     : fmt::format("{}-{}", range.first, range.last);
}

bool is_snake_case(std::string_view name) {
    return std::all_of(name.begin(), name.end(), [](char c) {
        return std::islower(static_cast<unsigned char>(c)) != 0 ||
               std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '_';
    });
}

bool is_pascal_case(std::string_view name) {
    return std::isupper(static_cast<unsigned char>(name.front())) != 0 &&
           name.find('_') == std::string_view::npos;
}

/// The smallest and the largest value of an integer type, or nothing for any other type.
std::optional<std::pair<std::int64_t, std::int64_t>> limits_of(const FieldType& type) {
    const auto limits = []<class Integer>(Integer) {
        return std::pair<std::int64_t, std::int64_t>(std::numeric_limits<Integer>::min(),
                                                     std::numeric_limits<Integer>::max());
    };
    if (type.is(Primitive::int8)) {
        return limits(std::int8_t{});
    }
    if (type.is(Primitive::int16)) {
        return limits(std::int16_t{});
    }
    if (type.is(Primitive::int32)) {
        return limits(std::int32_t{});
    }
    if (type.is(Primitive::int64)) {
        return limits(std::int64_t{});
    }
    return std::nullopt;
}

bool can_be_null(const FieldType& type) {
    return type.is_array || type.is(Primitive::string) || type.is(Primitive::bytes);
}

/// Looks at one message.
class MessageChecker {
public:
    MessageChecker(const Message& message, std::vector<Mistake>& mistakes)
        : message_(message)
        , mistakes_(mistakes) {}

    void run() {
        check_type_name(message_.name, message_.offset);
        check_range("the message", message_.versions, message_.offset);
        if (message_.first_flexible && !message_.versions.contains(*message_.first_flexible)) {
            report(message_.offset,
                   fmt::format("flexible versions begin with {}, which `{}` does not have",
                               *message_.first_flexible,
                               message_.name),
                   "name one of its versions, or say `flexible none`");
        }
        for (const Struct& each : message_.structs) {
            // Names are looked up among the structs in front, which are those that are complete.
            check_type_name(each.name, each.offset);
            check_fields(each.fields);
            if (!known_.insert(each.name).second) {
                report(
                    each.offset,
                    fmt::format("`{}` has two structs of the name `{}`", message_.name, each.name),
                    "describe it once, and leave out the block where it is meant again");
            }
        }
        check_fields(message_.fields);
        if (sizes_can_be_computed_) {
            check_element_sizes();
        }
    }

private:
    void report(std::uint32_t offset, std::string message, std::string help) {
        mistakes_.push_back({offset, std::move(message), std::move(help)});
    }

    void check_type_name(const std::string& name, std::uint32_t offset) {
        // Of the types that generated fields have, these lie in the namespace of the messages.
        const bool is_taken = name == "Bytes" || name == "ErrorCode" || name == "Uuid";
        if (!is_pascal_case(name) || is_taken) {
            report(offset,
                   fmt::format("`{}` cannot be the name of a struct", name),
                   is_taken ? "generated code has a type of that name; choose another"
                            : "use words with capitals, as in `JoinGroup`");
        }
    }

    void check_range(std::string_view what, VersionRange range, std::uint32_t offset) {
        if (range.last < range.first) {
            report(
                offset,
                fmt::format("{} has no versions: {} is before {}", what, range.last, range.first),
                "write the lower version first");
        }
    }

    void check_fields(const std::vector<Field>& fields) {
        std::set<std::string> names;
        std::map<std::uint32_t, std::string> tags;
        for (const Field& field : fields) {
            check_name(field, names);
            check_struct(field);
            check_versions(field);
            check_default(field);
            check_form(field, tags);
        }
    }

    void check_name(const Field& field, std::set<std::string>& names) {
        if (!is_snake_case(field.name)) {
            report(field.offset,
                   fmt::format("`{}` is not written as fields are", field.name),
                   "use small letters, digits and `_`, as in `group_id`");
        } else if (identifier(field.name) != field.name || field.name.starts_with("_")) {
            report(field.offset,
                   fmt::format("`{}` means something else in C++", field.name),
                   "choose another name");
        }
        if (!names.insert(field.name).second) {
            report(field.offset,
                   fmt::format("there are two fields `{}`", field.name),
                   "a field that changes in some version needs a name of its own for each form");
        }
    }

    void check_struct(const Field& field) {
        const auto* name = std::get_if<std::string>(&field.type.element);
        if (name == nullptr || known_.contains(*name)) {
            return;
        }
        sizes_can_be_computed_ = false;
        const bool comes_later = message_.find(*name) != nullptr;
        const std::string near =
            spec::did_you_mean(*name, std::vector<std::string>(known_.begin(), known_.end()));
        report(field.offset,
               comes_later ? fmt::format("`{}` is used before it is complete", *name)
                           : fmt::format("`{}` has no struct `{}`", message_.name, *name),
               comes_later || near.empty()
                   ? "describe its fields in a block where the first field has it"
                   : near);
    }

    void check_versions(const Field& field) {
        check_range(fmt::format("`{}`", field.name), field.versions, field.offset);
        if (!message_.versions.contains(field.versions)) {
            report(field.offset,
                   fmt::format("`{}` is in versions {}, but the message has {} only",
                               field.name,
                               text_of(field.versions),
                               text_of(message_.versions)),
                   "keep to the versions of the message");
        }
        if (!field.nullable) {
            return;
        }
        check_range(
            fmt::format("that `{}` is nullable", field.name), *field.nullable, field.offset);
        if (!can_be_null(field.type)) {
            report(field.offset,
                   fmt::format("`{}` cannot be null on the wire", field.name),
                   "only strings, bytes and arrays can; leave out `nullable`");
        }
        if (!field.versions.contains(*field.nullable)) {
            report(field.offset,
                   fmt::format("`{}` is nullable in versions {}, but there in {} only",
                               field.name,
                               text_of(*field.nullable),
                               text_of(field.versions)),
                   "keep to the versions of the field");
        }
    }

    void check_default(const Field& field) {
        const auto& value = field.default_value;
        bool fits = std::holds_alternative<std::monostate>(value);
        const auto limits = limits_of(field.type);
        std::string help = limits ? fmt::format("it takes {} to {}", limits->first, limits->second)
                                  : "only numbers, truth values and texts have a default";
        if (std::holds_alternative<Null>(value)) {
            fits = field.nullable.has_value();
            help = "say that it is `nullable`";
        } else if (const auto* number = std::get_if<std::int64_t>(&value)) {
            fits = limits && limits->first <= *number && *number <= limits->second;
        } else if (std::holds_alternative<bool>(value)) {
            fits = field.type.is(Primitive::boolean);
        } else if (const auto* text = std::get_if<std::string>(&value)) {
            fits = field.type.is(Primitive::string) && text->find('\\') == std::string::npos;
        }
        if (!fits) {
            report(field.offset, fmt::format("`{}` cannot have that default", field.name), help);
        }
    }

    void check_form(const Field& field, std::map<std::uint32_t, std::string>& tags) {
        if (field.is_plain && !(field.type.is(Primitive::string) && field.nullable)) {
            report(field.offset,
                   fmt::format("`{}` cannot be plain", field.name),
                   "leave out `plain`, which is for strings that can be null");
        }
        if (field.type.is_array && std::holds_alternative<Primitive>(field.type.element) &&
            std::get<Primitive>(field.type.element) == Primitive::bytes) {
            report(field.offset,
                   fmt::format("`{}` is an array of bytes", field.name),
                   "put the bytes into a struct");
        }
        if (!field.tag) {
            return;
        }
        if (!message_.is_flexible(field.versions.first)) {
            report(field.offset,
                   fmt::format("`{}` is tagged, but version {} has no tagged fields",
                               field.name,
                               field.versions.first),
                   "a tagged field begins in a flexible version: `in 3+`");
        }
        const auto [other, is_new] = tags.emplace(*field.tag, field.name);
        if (!is_new) {
            report(field.offset,
                   fmt::format("`{}` and `{}` have the same tag", other->second, field.name),
                   "give each tagged field of a struct a number of its own");
        }
    }

    /// A count of elements without bytes could not be held against anything.
    void check_element_sizes() {
        check_element_sizes(message_.fields);
        for (const Struct& each : message_.structs) {
            check_element_sizes(each.fields);
        }
    }

    void check_element_sizes(const std::vector<Field>& fields) {
        for (const Field& field : fields) {
            for (int version = field.versions.first;
                 field.type.is_array && version <= field.versions.last;
                 ++version) {
                if (least_element_size(message_, field.type, version) == 0) {
                    report(field.offset,
                           fmt::format("the elements of `{}` take no bytes in version {}",
                                       field.name,
                                       version),
                           "their number could not be checked; narrow the versions of the array");
                    break;
                }
            }
        }
    }

    const Message& message_;
    std::vector<Mistake>& mistakes_;
    std::set<std::string> known_;
    bool sizes_can_be_computed_ = true;
};

} // namespace

std::vector<Mistake> check(const Description& description) {
    std::vector<Mistake> mistakes;
    std::set<std::string> names;
    for (const Message& message : description.messages) {
        MessageChecker(message, mistakes).run();
        if (!names.insert(message.name).second) {
            mistakes.push_back({message.offset,
                                fmt::format("there are two messages `{}`", message.name),
                                "give each a name of its own"});
        }
    }
    return mistakes;
}

} // namespace muster::codegen::wire
