#pragma once

#include "checker/trace/itf_encoding.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Reads what `Encoder` writes. The text comes from outside: everything is looked at before it is
/// used, and what does not fit is thrown as an `Unreadable` that `replay_itf` catches.
namespace muster::checker::itf {

/// Where the text is not what it should be, as a JSON pointer, and why.
struct Unreadable {
    std::string path;
    std::string text;
};

inline constexpr std::size_t kMaxBytes = std::size_t{64} << 20U;
inline constexpr std::size_t kMaxDepth = 100;
inline constexpr std::size_t kMaxElements = 1'000; // of a sort
inline constexpr std::size_t kMaxIntegers = std::size_t{1} << 16U;
inline constexpr std::int64_t kMaxCorrelations = 1'000;

/// The text as JSON, if it is neither too long nor nested too deeply.
Json parse(std::string_view text);

/// One place of a document, with the way to it.
class Node {
public:
    Node(const Json& json, std::string path)
        : json_(&json)
        , path_(std::move(path)) {}

    [[nodiscard]] const Json& json() const { return *json_; }

    [[nodiscard]] bool has(const std::string& key) const;
    [[nodiscard]] Node at(const std::string& key) const;
    /// Of a list.
    [[nodiscard]] std::vector<Node> items() const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool truth() const;
    /// A number, or one in {"#bigint": …}.
    [[nodiscard]] std::int64_t number() const;
    [[nodiscard]] std::int64_t number_in(std::int64_t low, std::int64_t high) const;
    [[noreturn]] void fail(const std::string& text) const;

private:
    const Json* json_;
    std::string path_;
};

Universe read_universe(const spec::TypedSpec& spec, const Node& node);
/// Values without types: a number or a row.
std::vector<Value> read_choices(const Node& node);

/// Reads values and events of one system on one universe.
class Decoder {
public:
    /// The system outlives the decoder.
    Decoder(const TransitionSystem& system, const Universe& universe);

    [[nodiscard]] Value value(spec::TypeId type, const Node& node) const;
    /// `event.step` must have been found; the rest is read.
    [[nodiscard]] Event event(std::uint32_t step, const Node& node) const;

private:
    [[nodiscard]] std::int64_t element(spec::SortId sort, const Node& node) const;
    [[nodiscard]] std::int64_t process(spec::RoleId role, const Node& node) const;
    [[nodiscard]] SentMessage message(const Node& node) const;
    [[nodiscard]] std::vector<Value> list(spec::TypeId type, const Node& node) const;
    [[nodiscard]] Value option(const spec::Type& type, const Node& node) const;
    [[nodiscard]] Value map(const spec::Type& type, const Node& node) const;
    [[nodiscard]] std::vector<Value> fields(const std::vector<spec::FieldInfo>& fields,
                                            const Node& node) const;

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    Universe universe_;
    Names names_;
};

} // namespace muster::checker::itf
