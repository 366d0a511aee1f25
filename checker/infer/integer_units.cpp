#include "checker/infer/integer_units.hpp"

#include "spec/types/walk.hpp"

#include <fmt/format.h>

#include <utility>

namespace muster::checker::infer {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::BlockId;
using spec::ExprId;
using spec::TypeId;
using spec::TypeKind;

namespace {

/// Where the integers of a value stand: a root and the way into the value, as a text.
using Path = std::string;

Path of_local(spec::LocalId id) {
    return fmt::format("local {}", id.value);
}

Path of_variable(spec::VariableId id) {
    return fmt::format("variable {}", id.value);
}

Path of_message_field(spec::MessageId id, std::size_t field) {
    return fmt::format("message {} {}", id.value, field);
}

Path of_record_field(std::uint32_t record, std::size_t field) {
    return fmt::format("record {} {}", record, field);
}

bool is_declared(const Path& path) {
    return !path.starts_with("local") && !path.starts_with("value");
}

} // namespace

/// Walks over expressions and statements and brings their places together.
class IntegerUnits::Reader {
public:
    explicit Reader(IntegerUnits& units)
        : units_(units)
        , spec_(units.spec_) {}

    void read_spec() {
        declare();
        for (std::uint32_t v = 0; v < spec_.variables.size(); ++v) {
            const spec::VariableInfo& variable = spec_.variables[v];
            same(of_variable(spec::VariableId{v}), read(variable.initial), variable.type);
        }
        for (const spec::DefInfo& def : spec_.defs) {
            static_cast<void>(read(def.body));
        }
        for (const spec::ProcedureInfo& procedure : spec_.procedures) {
            read(procedure.body);
        }
        for (const spec::RoleInfo& role : spec_.roles) {
            read_role(role);
        }
        for (const spec::PropertyInfo& property : spec_.properties) {
            static_cast<void>(read(property.body));
        }
        for (const spec::TimingAssumption& assumption : spec_.timing) {
            static_cast<void>(read(assumption.condition));
        }
    }

    /// Where the value of the expression stands.
    Path read(ExprId id) {
        const typed::Expr& expr = spec_.expr(id);
        return std::visit([&](const auto& node) { return read(node, expr); }, expr.node);
    }

private:
    /// Every place gets its number before there are questions.
    void declare() {
        const auto known = [&](const Path& path, TypeId type) {
            same(path, path, type);
        };
        for (std::uint32_t v = 0; v < spec_.variables.size(); ++v) {
            known(of_variable(spec::VariableId{v}), spec_.variables[v].type);
        }
        for (std::uint32_t m = 0; m < spec_.messages.size(); ++m) {
            for (std::size_t f = 0; f < spec_.messages[m].fields.size(); ++f) {
                known(of_message_field(spec::MessageId{m}, f), spec_.messages[m].fields[f].type);
            }
        }
        for (std::uint32_t r = 0; r < spec_.records.size(); ++r) {
            for (std::size_t f = 0; f < spec_.records[r].fields.size(); ++f) {
                known(of_record_field(r, f), spec_.records[r].fields[f].type);
            }
        }
        for (std::uint32_t c = 0; c < spec_.constants.size(); ++c) {
            known(fmt::format("constant {}", c), spec_.constants[c].type);
        }
        for (std::uint32_t f = 0; f < spec_.functions.size(); ++f) {
            known(fmt::format("function {}", f), spec_.functions[f].result);
        }
    }

    void read_role(const spec::RoleInfo& role) {
        for (const spec::MessageHandler& handler : role.handlers) {
            for (std::size_t f = 0; f < handler.fields.size(); ++f) {
                same(of_local(handler.fields[f]),
                     of_message_field(handler.message, f),
                     spec_.local(handler.fields[f]).type);
            }
            optional(handler.guard);
            read(handler.body);
        }
        for (const spec::TimerHandler& handler : role.timer_handlers) {
            if (handler.key.valid()) {
                same(of_local(handler.key), of_timer(handler.timer), spec_.local(handler.key).type);
            }
            read(handler.body);
        }
        for (const spec::LostHandler& handler : role.lost_handlers) {
            read(handler.body);
        }
        for (const spec::ActionInfo& action : role.actions) {
            optional(action.guard);
            read(action.body);
        }
        if (role.on_start.valid()) {
            read(role.on_start);
        }
    }

    static Path of_timer(spec::TimerId id) { return fmt::format("timer {}", id.value); }

    Path nowhere() { return fmt::format("value {}", next_value_++); }

    void optional(ExprId id) {
        if (id.valid()) {
            static_cast<void>(read(id));
        }
    }

    /// The integers in two values of one type count the same.
    void same(const Path& a, const Path& b, TypeId type) {
        const spec::Type info = spec_.types[type];
        switch (info.kind) {
        case TypeKind::integer:
            units_.unite(units_.place(a), units_.place(b));
            return;
        case TypeKind::option:
        case TypeKind::set:
        case TypeKind::list:
        case TypeKind::distinct_list:
            same(a + "/in", b + "/in", info.first);
            return;
        case TypeKind::map:
            same(a + "/in", b + "/in", info.first);
            same(a + "/at", b + "/at", info.second);
            return;
        default: // records have one place for each field, wherever they stand
            return;
        }
    }

    Path all_parts(const typed::Expr& expr) {
        spec::for_each_part(expr, [&](ExprId part) { static_cast<void>(read(part)); });
        return nowhere();
    }

    template <class Node>
    Path read(const Node&, const typed::Expr& expr) {
        return all_parts(expr);
    }

    Path read(const typed::SomeExpr& e, const typed::Expr&) {
        const Path result = nowhere();
        same(result + "/in", read(e.value), spec_.expr(e.value).type);
        return result;
    }

    Path read(const typed::LocalRef& e, const typed::Expr&) { return of_local(e.local); }

    Path read(const typed::ConstRef& e, const typed::Expr&) {
        return fmt::format("constant {}", e.constant.value);
    }

    Path read(const typed::VariableRef& e, const typed::Expr&) {
        optional(e.process);
        return of_variable(e.variable);
    }

    Path read(const typed::Armed& e, const typed::Expr&) {
        if (e.key.valid()) {
            same(read(e.key), of_timer(e.timer), spec_.expr(e.key).type);
        }
        return nowhere();
    }

    Path read(const typed::FunctionCall& e, const typed::Expr&) {
        arguments(e.arguments, spec_.functions[e.function.value].parameters);
        return fmt::format("function {}", e.function.value);
    }

    Path read(const typed::DefCall& e, const typed::Expr& expr) {
        const spec::DefInfo& def = spec_.def(e.def);
        arguments(e.arguments, def.parameters);
        const Path result = fmt::format("def {}", e.def.value);
        same(result, read(def.body), expr.type);
        return result;
    }

    void arguments(const std::vector<ExprId>& given, const std::vector<spec::LocalId>& parameters) {
        for (std::size_t i = 0; i < given.size(); ++i) {
            same(read(given[i]), of_local(parameters[i]), spec_.expr(given[i]).type);
        }
    }

    Path read(const typed::Unary& e, const typed::Expr&) { return read(e.operand); }

    Path read(const typed::Binary& e, const typed::Expr& expr) {
        const TypeId type = spec_.expr(e.left).type;
        const Path left = read(e.left);
        const Path right = read(e.right);
        if (e.op == BinaryOp::in) {
            same(left, right + "/in", type);
        } else if (e.op == BinaryOp::multiply) {
            return nowhere();
        } else if (type != spec_.types.boolean()) {
            same(left, right, type);
        }
        return expr.type == type ? left : nowhere();
    }

    Path read(const typed::IfElse& e, const typed::Expr& expr) {
        static_cast<void>(read(e.condition));
        const Path result = read(e.then_value);
        same(result, read(e.else_value), expr.type);
        return result;
    }

    Path read(const typed::FieldAccess& e, const typed::Expr&) {
        static_cast<void>(read(e.object));
        return of_record_field(spec_.type_of(e.object).declaration, e.field);
    }

    Path read(const typed::OptionValue& e, const typed::Expr&) { return read(e.option) + "/in"; }

    Path read(const typed::MapLookup& e, const typed::Expr& expr) {
        const Path map = read(e.map);
        same(read(e.key), map + "/in", spec_.expr(e.key).type);
        if (!e.optional) {
            return map + "/at";
        }
        const Path result = nowhere();
        same(result + "/in", map + "/at", spec_.types[expr.type].first);
        return result;
    }

    Path read(const typed::SetLiteral& e, const typed::Expr&) { return collected(e.elements); }

    Path read(const typed::ListLiteral& e, const typed::Expr&) { return collected(e.elements); }

    Path collected(const std::vector<ExprId>& elements) {
        const Path result = nowhere();
        for (const ExprId element : elements) {
            same(result + "/in", read(element), spec_.expr(element).type);
        }
        return result;
    }

    Path read(const typed::MapLiteral& e, const typed::Expr&) {
        const Path result = nowhere();
        for (const auto& [key, value] : e.entries) {
            same(result + "/in", read(key), spec_.expr(key).type);
            same(result + "/at", read(value), spec_.expr(value).type);
        }
        return result;
    }

    Path read(const typed::Comprehension& e, const typed::Expr&) {
        for (const auto& clause : e.clauses) {
            if (const auto* binder = std::get_if<typed::Binder>(&clause)) {
                bind(*binder);
            } else {
                static_cast<void>(read(std::get<ExprId>(clause)));
            }
        }
        const Path result = nowhere();
        same(result + "/in", read(e.head), spec_.expr(e.head).type);
        if (e.value.valid()) {
            same(result + "/at", read(e.value), spec_.expr(e.value).type);
        }
        return result;
    }

    void bind(const typed::Binder& binder) {
        if (binder.domain.valid()) {
            bind(binder.local, binder.domain);
        }
    }

    void bind(spec::LocalId local, ExprId domain) {
        same(of_local(local), read(domain) + "/in", spec_.local(local).type);
    }

    Path read(const typed::Keys& e, const typed::Expr&) { return read(e.map); }

    Path read(const typed::First& e, const typed::Expr&) {
        bind(e.local, e.list);
        optional(e.condition);
        return of_local(e.local);
    }

    Path read(const typed::Quantifier& e, const typed::Expr&) {
        for (const typed::Binder& binder : e.binders) {
            bind(binder);
        }
        static_cast<void>(read(e.body));
        return nowhere();
    }

    Path read(const typed::RecordLiteral& e, const typed::Expr& expr) {
        for (std::size_t f = 0; f < e.fields.size(); ++f) {
            same(of_record_field(spec_.types[expr.type].declaration, f),
                 read(e.fields[f]),
                 spec_.expr(e.fields[f]).type);
        }
        return nowhere();
    }

    Path read(const typed::RecordUpdate& e, const typed::Expr& expr) {
        static_cast<void>(read(e.object));
        for (const auto& [field, value] : e.fields) {
            same(of_record_field(spec_.types[expr.type].declaration, field),
                 read(value),
                 spec_.expr(value).type);
        }
        return nowhere();
    }

    Path read(const typed::Old& e, const typed::Expr&) { return read(e.value); }

    Path read(const typed::MessagePattern& e, const typed::Expr&) {
        for (const auto& [field, value] : e.fields) {
            same(of_message_field(e.message, field), read(value), spec_.expr(value).type);
        }
        optional(e.from);
        optional(e.to);
        return nowhere();
    }

    // ---- statements ----

    void read(BlockId id) {
        for (const typed::Statement& statement : spec_.block(id).statements) {
            std::visit([&](const auto& node) { read(node, statement); }, statement.node);
        }
    }

    template <class Node>
    void read(const Node&, const typed::Statement& statement) {
        spec::for_each_part(
            statement,
            [&](ExprId part) { static_cast<void>(read(part)); },
            [&](BlockId part) { read(part); });
    }

    /// The place that an assignment writes, and the type that stands there.
    std::pair<Path, TypeId> target(const typed::Place& place) {
        Path path = of_variable(place.variable);
        TypeId type = spec_.variable(place.variable).type;
        for (const auto& part : place.path) {
            const spec::Type info = spec_.types[type];
            if (const auto* field = std::get_if<typed::PlaceField>(&part)) {
                path = of_record_field(info.declaration, field->field);
                type = spec_.records[info.declaration].fields[field->field].type;
            } else {
                const ExprId key = std::get<typed::PlaceKey>(part).key;
                same(path + "/in", read(key), info.first);
                path += "/at";
                type = info.second;
            }
        }
        return {path, type};
    }

    void read(const typed::Assign& s, const typed::Statement&) {
        const auto [path, type] = target(s.place);
        same(path, read(s.value), type);
    }

    void read(const typed::AddElement& s, const typed::Statement&) { element(s.place, s.element); }

    void read(const typed::RemoveElement& s, const typed::Statement&) {
        element(s.place, s.element);
    }

    void element(const typed::Place& place, ExprId value) {
        same(target(place).first + "/in", read(value), spec_.expr(value).type);
    }

    void read(const typed::Let& s, const typed::Statement&) {
        same(of_local(s.local), read(s.value), spec_.local(s.local).type);
    }

    void read(const typed::Send& s, const typed::Statement&) {
        send(s.message, s.fields);
        optional(s.to);
    }

    void read(const typed::Reply& s, const typed::Statement&) {
        send(s.message, s.fields);
        static_cast<void>(read(s.request));
    }

    void send(spec::MessageId message, const std::vector<ExprId>& fields) {
        for (std::size_t f = 0; f < fields.size(); ++f) {
            same(of_message_field(message, f), read(fields[f]), spec_.expr(fields[f]).type);
        }
    }

    void read(const typed::StartTimer& s, const typed::Statement&) {
        if (s.key.valid()) {
            same(read(s.key), of_timer(s.timer), spec_.expr(s.key).type);
        }
        if (s.duration.valid()) {
            same(read(s.duration), "milliseconds", spec_.types.integer());
        }
    }

    void read(const typed::StopTimer& s, const typed::Statement&) {
        if (s.key.valid()) {
            same(read(s.key), of_timer(s.timer), spec_.expr(s.key).type);
        }
    }

    void read(const typed::ProcedureCall& s, const typed::Statement&) {
        arguments(s.arguments, spec_.procedures[s.procedure.value].parameters);
    }

    void read(const typed::For& s, const typed::Statement&) {
        bind(s.local, s.domain);
        read(s.body);
    }

    void read(const typed::ForEach& s, const typed::Statement&) {
        bind(s.local, s.list);
        read(s.body);
    }

    void read(const typed::Pick& s, const typed::Statement&) {
        bind(s.local, s.domain);
        optional(s.condition);
        optional(s.key);
        read(s.body);
        if (s.else_block.valid()) {
            read(s.else_block);
        }
    }

    IntegerUnits& units_;
    const spec::TypedSpec& spec_;
    std::size_t next_value_ = 0;
};

IntegerUnits::IntegerUnits(const spec::TypedSpec& spec)
    : spec_(spec) {
    Reader(*this).read_spec();
    // Values without a place are numbered anew by every reader.
    std::erase_if(places_, [](const auto& place) { return place.first.starts_with("value"); });
}

IntegerUnits::Use IntegerUnits::use(ExprId body,
                                    const std::vector<spec::LocalId>& parameters) const {
    IntegerUnits with = *this;
    with.joined_declared_ = false;
    static_cast<void>(Reader(with).read(body));
    Use result{!with.joined_declared_, {}};
    for (const spec::LocalId parameter : parameters) {
        std::optional<std::uint32_t> unit;
        const auto found = with.places_.find(of_local(parameter));
        if (found != with.places_.end() && with.is_declared_[with.find(found->second)]) {
            unit = with.find(found->second);
        }
        result.units.push_back(unit);
    }
    return result;
}

std::optional<std::uint32_t> IntegerUnits::unit_of(ExprId integer) const {
    IntegerUnits with = *this;
    const Node root = with.find(with.place(Reader(with).read(integer)));
    return with.is_declared_[root] ? std::optional(root) : std::nullopt;
}

IntegerUnits::Node IntegerUnits::find(Node node) const {
    while (parent_[node] != node) {
        node = parent_[node];
    }
    return node;
}

/// The older one stays the root, so that what is added for a question never renames a unit.
void IntegerUnits::unite(Node a, Node b) {
    a = find(a);
    b = find(b);
    if (a == b) {
        return;
    }
    if (b < a) {
        std::swap(a, b);
    }
    joined_declared_ = joined_declared_ || (is_declared_[a] && is_declared_[b]);
    parent_[b] = a;
    is_declared_[a] = is_declared_[a] || is_declared_[b];
}

IntegerUnits::Node IntegerUnits::place(const std::string& key) {
    const auto [at, added] = places_.try_emplace(key, static_cast<Node>(parent_.size()));
    if (added) {
        parent_.push_back(at->second);
        is_declared_.push_back(is_declared(key));
    }
    return at->second;
}

} // namespace muster::checker::infer
