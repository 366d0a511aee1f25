#include "codegen/recorded/itf_reader.hpp"

#include "codegen/model/cpp_type.hpp"
#include "codegen/model/names.hpp"
#include "codegen/model/string_literal.hpp"

#include <algorithm>

namespace muster::codegen {

using spec::TypeKind;

namespace {

std::string joined(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) {
        all += (all.empty() ? "" : ", ") + text;
    }
    return all;
}

// What has no order is told with the shorter texts first.
std::string unordered(std::vector<std::string> texts) {
    std::sort(texts.begin(), texts.end(), [](const std::string& left, const std::string& right) {
        return std::pair(left.size(), left) < std::pair(right.size(), right);
    });
    return '{' + joined(texts) + '}';
}

// The value in {"tag": "Some", "value": …}; null for None.
const Json* held(const Json& json) {
    const std::string& tag = text_of(member(json, "tag"));
    if (tag == "None") {
        return nullptr;
    }
    if (tag != "Some") {
        throw UnreadableRun("an option is Some or None, and not `" + tag + '`');
    }
    return &member(json, "value");
}

std::pair<const Json*, const Json*> entry_of(const Json& json) {
    if (array_of(json).size() != 2) {
        throw UnreadableRun("an entry of a map has a key and a value");
    }
    return {&json[0], &json[1]};
}

} // namespace

const Json& member(const Json& object, const std::string& key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (!object.is_object() || found == object.end()) {
        throw UnreadableRun("`" + key + "` is missing");
    }
    return *found;
}

const std::string& text_of(const Json& json) {
    if (!json.is_string()) {
        throw UnreadableRun("a text is missing");
    }
    return json.get_ref<const std::string&>();
}

const Json& array_of(const Json& json) {
    if (!json.is_array()) {
        throw UnreadableRun("a list is missing");
    }
    return json;
}

const Json& tagged(const Json& json, const std::string& tag) {
    return array_of(member(json, tag));
}

std::int64_t ItfReader::number(const Json& json) {
    const Json& digits = json.is_object() ? member(json, "#bigint") : json;
    if (digits.is_number_integer()) {
        return digits.get<std::int64_t>();
    }
    try {
        std::size_t end = 0;
        const std::int64_t value = std::stoll(text_of(digits), &end);
        if (end == text_of(digits).size()) {
            return value;
        }
    } catch (const std::logic_error&) {
        // reported below
    }
    throw UnreadableRun("`" + text_of(digits) + "` is no number of 64 bits");
}

std::size_t ItfReader::request(const std::string& from, std::int64_t correlation) {
    return requests_.emplace(std::pair(from, correlation), requests_.size()).first->second;
}

std::size_t ItfReader::request(const Json& json) {
    return request(text_of(member(json, "from")), number(member(json, "correlation")));
}

std::string ItfReader::enumerator(const spec::Type& type, const Json& json) const {
    const auto& names = spec_.enums[type.declaration].enumerators;
    if (std::find(names.begin(), names.end(), text_of(json)) == names.end()) {
        throw UnreadableRun("`" + text_of(json) + "` is no value of `" +
                            spec_.enums[type.declaration].name + '`');
    }
    return text_of(json);
}

// ---- words ----

ItfReader::Texts ItfReader::each_in_words(spec::TypeId type, const Json& list) {
    Texts texts;
    for (const Json& item : array_of(list)) {
        texts.push_back(words(type, item));
    }
    return texts;
}

std::string ItfReader::fields_words(const std::vector<spec::FieldInfo>& fields, const Json& json) {
    Texts texts;
    for (const auto& field : fields) {
        texts.push_back(field.name + ": " + words(field.type, member(json, field.name)));
    }
    return joined(texts);
}

std::string ItfReader::message_words(spec::MessageId message, const Json& fields) {
    const auto& info = spec_.message(message);
    return type_identifier(info.name) + '(' + fields_words(info.fields, fields) + ')';
}

std::string ItfReader::words(spec::TypeId id, const Json& json) {
    const spec::Type& type = spec_.types[id];
    switch (type.kind) {
    case TypeKind::boolean:
        return json == true ? "true" : "false";
    case TypeKind::integer:
        return std::to_string(number(json));
    case TypeKind::sort:
        return text_of(json);
    case TypeKind::enumeration:
        return enumerator(type, json);
    case TypeKind::request:
        return std::to_string(request(json));
    case TypeKind::record:
        return "{ " + fields_words(spec_.records[type.declaration].fields, json) + " }";
    case TypeKind::option: {
        const Json* value = held(json);
        return value == nullptr ? "none" : "some(" + words(type.first, *value) + ')';
    }
    case TypeKind::set:
        return unordered(each_in_words(type.first, tagged(json, "#set")));
    case TypeKind::map: {
        Texts texts;
        for (const Json& entry : tagged(json, "#map")) {
            const auto [key, value] = entry_of(entry);
            texts.push_back(words(type.first, *key) + " -> " + words(type.second, *value));
        }
        return unordered(std::move(texts));
    }
    case TypeKind::list:
    case TypeKind::distinct_list:
        return '[' + joined(each_in_words(type.first, json)) + ']';
    case TypeKind::error:
        break;
    }
    throw UnreadableRun("a value has no type");
}

// ---- C++ ----

std::string ItfReader::fields_code(const std::vector<spec::FieldInfo>& fields, const Json& json) {
    Texts texts;
    for (const auto& field : fields) {
        texts.push_back('.' + field_identifier(spec_, field.name) + " = " +
                        code(field.type, member(json, field.name)));
    }
    return '{' + joined(texts) + '}';
}

std::string ItfReader::message_code(spec::MessageId message, const Json& fields) {
    const auto& info = spec_.message(message);
    return type_identifier(info.name) + fields_code(info.fields, fields);
}

std::string ItfReader::list_code(spec::TypeId id, const Json& list) {
    Texts texts;
    for (const Json& item : array_of(list)) {
        texts.push_back(code(spec_.types[id].first, item));
    }
    return cpp_type(spec_, id, Where::in_class) + '{' + joined(texts) + '}';
}

std::string ItfReader::map_code(spec::TypeId id, const Json& json) {
    const spec::Type& type = spec_.types[id];
    const std::string pair = "std::pair<const " + cpp_type(spec_, type.first, Where::in_class) +
                             ", " + cpp_type(spec_, type.second, Where::in_class) + '>';
    Texts texts;
    for (const Json& entry : tagged(json, "#map")) {
        const auto [key, value] = entry_of(entry);
        texts.push_back(pair + '(' + code(type.first, *key) + ", " + code(type.second, *value) +
                        ')');
    }
    return cpp_type(spec_, id, Where::in_class) + '{' + joined(texts) + '}';
}

std::string ItfReader::code(spec::TypeId id, const Json& json) {
    const spec::Type& type = spec_.types[id];
    const std::string name = cpp_type(spec_, id, Where::in_class);
    switch (type.kind) {
    case TypeKind::boolean:
        return json == true ? "true" : "false";
    case TypeKind::integer:
        return name + '{' + std::to_string(number(json)) + '}';
    case TypeKind::sort:
        return name + '(' + string_literal(text_of(json)) + ')';
    case TypeKind::enumeration:
        return name + "::" + identifier(enumerator(type, json));
    case TypeKind::request:
        return name + '{' + std::to_string(request(json)) + '}';
    case TypeKind::record:
        return name + fields_code(spec_.records[type.declaration].fields, json);
    case TypeKind::option: {
        const Json* value = held(json);
        return name + (value == nullptr ? "()" : '(' + code(type.first, *value) + ')');
    }
    case TypeKind::set:
        return list_code(id, tagged(json, "#set"));
    case TypeKind::map:
        return map_code(id, json);
    case TypeKind::list:
    case TypeKind::distinct_list:
        return list_code(id, json);
    case TypeKind::error:
        break;
    }
    throw UnreadableRun("a value has no type");
}

} // namespace muster::codegen
