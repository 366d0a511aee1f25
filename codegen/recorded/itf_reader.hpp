#pragma once

#include "spec/types/typed_spec.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace muster::codegen {

using Json = nlohmann::ordered_json;

/// The file is not a run of this spec that Muster wrote; `what()` says why.
class UnreadableRun : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The member of an object, which must be there.
const Json& member(const Json& object, const std::string& key);
const std::string& text_of(const Json& json);
const Json& array_of(const Json& json);
/// The list in {"#set": …} or {"#map": …}.
const Json& tagged(const Json& json, const std::string& tag);

/// Reads the values of a run in the Informal Trace Format, as `muster check --itf` writes them, by
/// their types in the spec. Whatever does not fit throws UnreadableRun.
class ItfReader {
public:
    explicit ItfReader(const spec::TypedSpec& spec)
        : spec_(spec) {}

    /// As runtime/machine/test/words.hpp writes it.
    [[nodiscard]] std::string words(spec::TypeId type, const Json& json);
    /// As C++, in a scope with short names for the protocol's types.
    [[nodiscard]] std::string code(spec::TypeId type, const Json& json);
    /// `Granted(token: 1)`
    [[nodiscard]] std::string message_words(spec::MessageId message, const Json& fields);
    [[nodiscard]] std::string message_code(spec::MessageId message, const Json& fields);

    [[nodiscard]] static std::int64_t number(const Json& json);
    /// A number for every request of the run: the same sender and correlation are the same.
    [[nodiscard]] std::size_t request(const std::string& from, std::int64_t correlation);

private:
    using Texts = std::vector<std::string>;
    [[nodiscard]] std::string enumerator(const spec::Type& type, const Json& json) const;
    [[nodiscard]] std::size_t request(const Json& json);
    [[nodiscard]] Texts each_in_words(spec::TypeId type, const Json& list);
    [[nodiscard]] std::string list_code(spec::TypeId type, const Json& list);
    [[nodiscard]] std::string map_code(spec::TypeId type, const Json& json);
    [[nodiscard]] std::string fields_words(const std::vector<spec::FieldInfo>& fields,
                                           const Json& json);
    [[nodiscard]] std::string fields_code(const std::vector<spec::FieldInfo>& fields,
                                          const Json& json);

    const spec::TypedSpec& spec_;
    std::map<std::pair<std::string, std::int64_t>, std::size_t> requests_;
};

} // namespace muster::codegen
