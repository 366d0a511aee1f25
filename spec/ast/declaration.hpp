#pragma once

#include "spec/ast/name.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The syntax of what a file declares besides roles, properties and scenarios.
namespace muster::spec::ast {

struct Parameter {
    Name name;
    TypeId type;
};

struct Field {
    Name name;
    TypeId type;
    ExprId default_value; // invalid when there is none
    std::string doc;
};

/// `import "file.muster"`; the path as it is written.
struct ImportDecl {
    std::string path;
    Span path_span;
};

/// What the network may do with a message: repeat, reorder and lose it; deliver each send at most
/// once, in any order; keep the order between each pair of processes until their connection is
/// cut.
enum class NetworkKind { unreliable, once, fifo };

/// `network once`: for every message that does not say `via`.
struct NetworkDecl {
    NetworkKind kind = NetworkKind::unreliable;
    Span span;
};

/// What fairness `live` properties may count on, where it differs from the rule of the construct.
enum class Fairness { unmarked, fair, unfair };

struct SortDecl {
    Name name;
};

struct Enumerator {
    Name name;
    std::optional<std::int64_t> number;
};

struct EnumDecl {
    Name name;
    std::vector<Enumerator> enumerators;
};

struct RecordDecl {
    Name name;
    std::vector<Field> fields;
};

struct ConstDecl {
    Name name;
    TypeId type;
};

struct FunctionDecl {
    Name name;
    std::vector<Parameter> parameters;
    TypeId result;
};

struct DefDecl {
    Name name;
    std::vector<Parameter> parameters;
    ExprId body;
};

struct MessageDecl {
    Name name;
    Name from;
    Name to;
    std::vector<Field> fields;
    std::optional<NetworkKind> via;
    Fairness fairness = Fairness::unmarked;
};

} // namespace muster::spec::ast
