#pragma once

#include <string>
#include <vector>

/// What the generator of specs knows about the spec that it is writing.
namespace muster::test::generator {

struct Type {
    enum class Kind {
        boolean,
        integer,
        sort,
        enumeration,
        record,
        option,
        set,
        map,
        list,
        distinct,
        request
    };
    Kind kind = Kind::boolean;
    std::string name; // of a sort, enum or record; of the message that a request is
    std::vector<Type> parts;

    bool operator==(const Type&) const = default;

    [[nodiscard]] std::string text() const;
    /// Whether a set may have elements of this type.
    [[nodiscard]] bool is_scalar() const;
};

Type boolean();
Type integer();
Type sort(const std::string& name);
Type option(Type of);
Type set(Type of);
Type map(Type key, Type value);
Type distinct(Type of);
Type list(Type of);
Type request(const std::string& message);

/// A name with a type: a variable, a parameter, a field.
struct Named {
    std::string name;
    Type type;
};

struct Message {
    std::string name;
    std::string from;
    std::string to;
    std::vector<Named> fields;
    bool is_request = false;
    std::string request{}; // which it answers, if it is a reply
    std::string network{}; // empty: that of the protocol

    [[nodiscard]] bool is_reply() const { return !request.empty(); }
};

struct Timer {
    std::string name;
    std::vector<Type> key; // none or one
    bool has_duration = false;
};

struct Role {
    std::string name;
    std::string index; // the sort, or empty
    std::vector<Named> variables;
    std::vector<Named> ghosts;
    std::vector<Timer> timers;
    std::vector<Named> defs; // without parameters
};

struct Record {
    std::string name;
    std::vector<Named> fields;
};

struct Function {
    std::string name;
    std::vector<Named> parameters;
    Type result;
};

struct Vocabulary {
    std::vector<std::string> sorts;
    std::vector<std::string> enumerators; // of the one enum, E
    std::vector<Record> records;
    std::vector<Named> constants;
    std::vector<Function> functions;
    std::vector<Message> messages;
    std::vector<Role> roles;

    [[nodiscard]] const Role& role(const std::string& name) const;
    [[nodiscard]] const Record& record(const std::string& name) const;
};

/// What an expression may refer to where it stands.
struct Scope {
    std::vector<Named> locals;
    const Role* role = nullptr; // whose behaviour it belongs to; null in properties
    bool two_states = false;    // `old` has a meaning

    [[nodiscard]] Scope with(const Named& local) const;
};

} // namespace muster::test::generator
