#include "codegen/wire/parse.hpp"

#include "codegen/wire/check.hpp"
#include "codegen/wire/scanner.hpp"
#include "spec/diagnostics/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <utility>

namespace muster::codegen::wire {

namespace {

constexpr std::size_t kMaxDepth = 16;

const std::vector<std::pair<std::string, Primitive>>& primitives() {
    static const std::vector<std::pair<std::string, Primitive>> kAll{
        {"bool", Primitive::boolean},
        {"int8", Primitive::int8},
        {"int16", Primitive::int16},
        {"int32", Primitive::int32},
        {"int64", Primitive::int64},
        {"uuid", Primitive::uuid},
        {"error", Primitive::error_code},
        {"string", Primitive::string},
        {"bytes", Primitive::bytes},
    };
    return kAll;
}

bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

/// A descent through the grammar that the page about descriptions states. The first mistake makes
/// every further token the end of the file, so that the descent comes to an end by itself.
class Parser {
public:
    explicit Parser(std::vector<Token> tokens)
        : tokens_(std::move(tokens)) {}

    tl::expected<Description, Mistake> run() {
        Description description;
        std::string doc = take_doc();
        if (is_word("api")) {
            parse_api(std::move(doc), description);
        } else {
            parse_message(std::move(doc), description);
            while (!is_end()) {
                doc = take_doc();
                parse_message(std::move(doc), description);
            }
        }
        if (!is_end()) {
            fail("expected the end of the file, found " + describe(current()),
                 "an API has one request and one response; describe another API in its own file");
        }
        if (mistake_) {
            return tl::unexpected(*std::move(mistake_));
        }
        return description;
    }

private:
    struct Head {
        VersionRange versions;
        std::optional<int> first_flexible;
    };

    [[nodiscard]] const Token& current() const { return mistake_ ? tokens_.back() : tokens_[at_]; }

    [[nodiscard]] bool is_end() const { return current().kind == Token::Kind::end; }

    [[nodiscard]] bool is_word(std::string_view word) const {
        return current().kind == Token::Kind::word && current().text == word;
    }

    [[nodiscard]] bool is_mark(char mark) const {
        return current().kind == Token::Kind::mark && current().text.front() == mark;
    }

    void fail(std::string message, std::string help) {
        if (!mistake_) {
            mistake_ = Mistake{current().offset, std::move(message), std::move(help)};
        }
    }

    void expected(std::string_view what, std::string help) {
        fail(fmt::format("expected {}, found {}", what, describe(current())), std::move(help));
    }

    void advance() {
        if (!is_end()) {
            ++at_;
        }
    }

    bool take_mark(char mark) {
        const bool found = is_mark(mark);
        if (found) {
            advance();
        }
        return found;
    }

    void expect_mark(char mark, std::string help) {
        if (!take_mark(mark)) {
            expected(fmt::format("`{}`", mark), std::move(help));
        }
    }

    void expect_word(std::string_view word, std::string help) {
        if (is_word(word)) {
            advance();
        } else {
            expected(fmt::format("`{}`", word), std::move(help));
        }
    }

    std::string expect_name(std::string_view what, std::string help) {
        if (current().kind != Token::Kind::word) {
            expected(what, std::move(help));
            return {};
        }
        std::string name = current().text;
        advance();
        return name;
    }

    std::int64_t expect_number(std::string_view what, std::int64_t limit) {
        if (current().kind != Token::Kind::number) {
            expected(what, "write it in decimal digits");
            return 0;
        }
        std::int64_t value = 0;
        for (const char digit : current().text) {
            const std::int64_t next = digit - '0';
            if (value > (limit - next) / 10) {
                fail(fmt::format("{} is more than {}", current().text, limit),
                     fmt::format("{} is {} at most", what, limit));
                return 0;
            }
            value = value * 10 + next;
        }
        advance();
        return value;
    }

    int expect_version() {
        return static_cast<int>(
            expect_number("a version", std::numeric_limits<std::int16_t>::max()));
    }

    /// The comments in front of what is described next.
    std::string take_doc() {
        std::string doc;
        while (current().kind == Token::Kind::doc) {
            doc += (doc.empty() ? "" : "\n") + current().text;
            advance();
        }
        return doc;
    }

    /// `3`, `3-5` or `3+`; the last ends with the versions of the message.
    VersionRange parse_range(int last_version) {
        VersionRange range;
        range.first = expect_version();
        range.last = range.first;
        if (take_mark('+')) {
            range.last = std::max(last_version, range.first);
        } else if (take_mark('-')) {
            range.last = expect_version();
        }
        return range;
    }

    Head parse_head() {
        constexpr const char* kHelp = "write `, versions 0-9, flexible 6+` or `flexible none`";
        Head head;
        expect_mark(',', kHelp);
        expect_word("versions", kHelp);
        head.versions.first = expect_version();
        head.versions.last = take_mark('-') ? expect_version() : head.versions.first;
        expect_mark(',', kHelp);
        expect_word("flexible", kHelp);
        if (is_word("none")) {
            advance();
            return head;
        }
        head.first_flexible = expect_version();
        expect_mark('+', "all versions from the first flexible one on are flexible: `flexible 6+`");
        return head;
    }

    void parse_api(std::string doc, Description& description) {
        advance();
        Api api;
        api.name = expect_name("the name of the API", "write `api JoinGroup = 11`");
        expect_mark('=', "an API has a number: `api JoinGroup = 11`");
        api.key = static_cast<int>(
            expect_number("the number of the API", std::numeric_limits<std::int16_t>::max()));
        const Head head = parse_head();
        for (const std::string kind : {"Request", "Response"}) {
            const std::string own_doc = take_doc();
            const std::string word = kind == "Request" ? "request" : "response";
            Message message = message_of(head);
            message.offset = current().offset;
            message.name = api.name + kind;
            message.doc = doc.empty() || own_doc.empty() ? doc + own_doc : doc + "\n\n" + own_doc;
            expect_word(word, "an API is described by `request { … }` and then `response { … }`");
            parse_body(message);
            description.messages.push_back(std::move(message));
            doc.clear(); // What is said of the API stands at its request.
        }
        description.api = std::move(api);
    }

    void parse_message(std::string doc, Description& description) {
        expect_word("message", "a file describes an `api` or one `message` after the other");
        const std::uint32_t offset = current().offset;
        std::string name =
            expect_name("the name of the message", "write `message RequestHeader, versions 1-2`");
        Message message = message_of(parse_head());
        message.offset = offset;
        message.name = std::move(name);
        message.doc = std::move(doc);
        parse_body(message);
        description.messages.push_back(std::move(message));
    }

    static Message message_of(const Head& head) {
        Message message;
        message.versions = head.versions;
        message.first_flexible = head.first_flexible;
        return message;
    }

    void parse_body(Message& message) {
        message_ = &message;
        message.fields = parse_block();
        message_ = nullptr;
    }

    std::vector<Field> parse_block() {
        std::vector<Field> fields;
        expect_mark('{', "fields stand between `{` and `}`");
        if (depth_++ > kMaxDepth) { // The block of the message is the first.
            fail(fmt::format("structs are nested more than {} deep", kMaxDepth),
                 "describe them with fewer levels");
        }
        while (!is_end() && !is_mark('}')) {
            fields.push_back(parse_field());
        }
        --depth_;
        expect_mark('}', "close what the last `{` opens");
        return fields;
    }

    Field parse_field() {
        Field field;
        field.doc = take_doc();
        field.offset = current().offset;
        field.name = expect_name("a field or `}`", "a field is described by `name: type`");
        expect_mark(':', "the type of a field stands behind a colon: `name: string`");
        const std::uint32_t type_offset = current().offset;
        field.type = parse_type();
        if (take_mark('=')) {
            field.default_value = parse_default();
        }
        field.versions = message_->versions;
        parse_attributes(field);
        if (is_mark('{')) {
            parse_struct(field, type_offset);
        }
        if (field.nullable && std::holds_alternative<std::monostate>(field.default_value)) {
            field.default_value = Null{};
        }
        return field;
    }

    FieldType parse_type() {
        FieldType type;
        type.is_array = take_mark('[');
        const std::string help = "types are bool, int8, int16, int32, int64, uuid, error, string, "
                                 "bytes, structs such as Topic, and arrays of them: `[Topic]`";
        const Token name = current();
        if (name.kind != Token::Kind::word) {
            expected("a type", help);
            return type;
        }
        const auto known = std::find_if(primitives().begin(),
                                        primitives().end(),
                                        [&](const auto& each) { return each.first == name.text; });
        if (known != primitives().end()) {
            type.element = known->second;
        } else if (is_capital(name.text.front())) {
            type.element = name.text;
        } else {
            const std::string near = spec::did_you_mean(name.text, primitive_names());
            fail("there is no type `" + name.text + '`', near.empty() ? help : near);
        }
        advance();
        if (type.is_array) {
            expect_mark(']', "close the type of an array: `[string]`");
        }
        return type;
    }

    static std::vector<std::string> primitive_names() {
        std::vector<std::string> names;
        for (const auto& [name, primitive] : primitives()) {
            names.push_back(name);
        }
        return names;
    }

    DefaultValue parse_default() {
        constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
        const Token token = current();
        if (token.kind == Token::Kind::text) {
            advance();
            return token.text;
        }
        for (const bool value : {false, true}) {
            if (is_word(value ? "true" : "false")) {
                advance();
                return value;
            }
        }
        if (is_word("null")) {
            advance();
            return Null{};
        }
        if (take_mark('-')) {
            return -expect_number("a number", kMost);
        }
        if (token.kind == Token::Kind::number) {
            return expect_number("a number", kMost);
        }
        expected("a default", "defaults are numbers, true, false, null and texts in quotes");
        return {};
    }

    void parse_attributes(Field& field) {
        const int last_version = message_->versions.last;
        bool is_always_nullable = false;
        while (take_mark(',')) {
            if (is_word("in")) {
                advance();
                field.versions = parse_range(last_version);
            } else if (is_word("nullable")) {
                advance();
                is_always_nullable = current().kind != Token::Kind::number;
                if (!is_always_nullable) {
                    field.nullable = parse_range(last_version);
                }
            } else if (is_word("tag")) {
                advance();
                field.tag = static_cast<std::uint32_t>(
                    expect_number("a tag", std::numeric_limits<std::int16_t>::max()));
            } else if (is_word("ignorable")) {
                advance();
                field.is_ignorable = true;
            } else if (is_word("plain")) {
                advance();
                field.is_plain = true;
            } else {
                const std::string near = spec::did_you_mean(
                    current().text, {"in", "nullable", "tag", "ignorable", "plain"});
                expected("what a comma adds to a field",
                         near.empty() ? "that is `in 5+`, `nullable`, `nullable 7+`, `tag 0`, "
                                        "`ignorable` or `plain`"
                                      : near);
            }
        }
        if (is_always_nullable) {
            field.nullable = field.versions; // which may have been stated behind it
        }
    }

    void parse_struct(const Field& field, std::uint32_t type_offset) {
        const auto* name = std::get_if<std::string>(&field.type.element);
        if (name == nullptr) {
            fail("fields are described for a primitive type",
                 "give the struct a name: `topics: [Topic] { … }`");
            return;
        }
        Struct described;
        described.name = *name;
        described.offset = type_offset;
        described.fields = parse_block();
        message_->structs.push_back(std::move(described));
    }

    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
    std::optional<Mistake> mistake_;
    Message* message_ = nullptr; // what is being described
};

} // namespace

tl::expected<Description, std::vector<Mistake>> parse_description(const spec::SourceFile& file) {
    auto tokens = scan(file.text());
    if (!tokens) {
        return tl::unexpected(std::vector{tokens.error()});
    }
    auto description = Parser(*std::move(tokens)).run();
    if (!description) {
        return tl::unexpected(std::vector{description.error()});
    }
    description->name = std::filesystem::path(file.name()).stem().string();
    auto mistakes = check(*description);
    if (!mistakes.empty()) {
        return tl::unexpected(std::move(mistakes));
    }
    return *std::move(description);
}

} // namespace muster::codegen::wire
