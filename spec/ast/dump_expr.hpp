#pragma once

#include "spec/ast/ast.hpp"

#include <string>
#include <string_view>

namespace muster::spec::ast {

/// Writes types and expressions as s-expressions; everything is appended to one text. The dump of
/// whole files builds on it.
class ExprDumper {
public:
    explicit ExprDumper(const ParsedFile& file)
        : file_(file) {}

    void type(TypeId id);
    void expr(ExprId id);

    [[nodiscard]] std::string take() { return std::move(out_); }

protected:
    template <class... Parts>
    void put(const Parts&... parts) {
        ((out_ += parts), ...);
    }

    /// `(head a b …)`; parts that were left out are not shown.
    template <class... Ids>
    void list(std::string_view head, Ids... ids) {
        put("(", head);
        (part(ids), ...);
        put(")");
    }

    void part(ExprId id);
    /// A part that may be missing, after its keyword.
    void keyed(std::string_view key, ExprId id);
    void fields(const std::vector<FieldInit>& inits);
    void binder(const Binder& binder);

    [[nodiscard]] const ParsedFile& file() const { return file_; }

private:
    template <class... Ids>
    void type_list(std::string_view head, Ids... ids) {
        put("(", head);
        ((put(" "), type(ids)), ...);
        put(")");
    }

    void node(const BoolLiteral& literal);
    void node(const IntLiteral& literal);
    void node(const NoneLiteral& none);
    void node(const NameRef& ref);
    void node(const SomeExpr& some);
    void node(const Unary& unary);
    void node(const Binary& binary);
    void node(const IfElse& choice);
    void node(const FieldAccess& access);
    void node(const Index& index);
    void node(const IsOption& is);
    void node(const Call& call);
    void node(const SetLiteral& set);
    void node(const Comprehension& comprehension);
    void node(const First& first);
    void node(const Quantifier& quantifier);
    void node(const RecordLiteral& record);
    void node(const RecordUpdate& update);
    void node(const Old& old);
    void node(const Armed& armed);
    void node(const MessagePattern& pattern);
    void node(const AllOf& all);
    void node(const ListLiteral& literal);
    void node(const MapLiteral& map);
    const ParsedFile& file_;
    std::string out_;
};

} // namespace muster::spec::ast
