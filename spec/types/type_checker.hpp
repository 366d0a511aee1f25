#pragma once

#include "spec/diagnostics/diagnostic.hpp"
#include "spec/resolve/resolve.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Internal to the type checker: the class whose members are spread over `check_*.cpp`, one file
/// for each kind of syntax.
namespace muster::spec {

/// What the syntax at hand may use.
struct Surroundings {
    /// The role whose state plain names mean; invalid in properties and axioms.
    RoleId role;
    /// `armed`, `sent`, other roles' state: in properties.
    bool property = false;
    /// `old`: in step properties.
    bool two_states = false;
    /// Unknown names stand for elements: in tests.
    TestInfo* test = nullptr;
    /// The request that a plain `reply` answers; invalid where there is none.
    LocalId request;
    /// `msg.f`: the fields of the message that is being handled.
    const MessageHandler* handler = nullptr;
};

class TypeChecker {
public:
    TypeChecker(ResolvedSpec& spec, Diagnostics& diagnostics)
        : resolved_(spec)
        , typed_(spec.declared)
        , types_(spec.declared.types)
        , file_(spec.file)
        , diagnostics_(diagnostics) {}

    /// Checks every body, in source order.
    void run();

private:
    // ---- declarations: check_declaration.cpp ----
    void check_message_defaults();
    void check_variables();
    void check_defs();
    /// Checks the body of a def if that has not happened yet. Returns false, and reports it, if
    /// its check is under way: then the def refers to itself.
    bool check_def(DefId id, Span use);
    void report_long_def_chain(Span span);
    void check_procedures();
    void find_requests();
    void find_requests_in(const ast::Block& block, bool& replies) const;
    void check_role(std::size_t index);
    void check_handlers_exist();
    void check_properties();
    std::vector<FaultInfo> check_without(const ast::PropertyDecl& property);

    // ---- handlers and actions: check_handler.cpp ----
    void check_handler(const ast::HandlerDecl& decl, RoleId role, const ast::Member& member);
    void check_message_handler(const ast::HandlerDecl& decl,
                               RoleId role,
                               MessageId message,
                               const std::string& doc);
    std::vector<LocalId> bind_fields(const ast::HandlerDecl& decl, MessageId message);
    void bind_sender(const ast::HandlerDecl& decl, MessageHandler& handler);
    void bind_request(const ast::HandlerDecl& decl, MessageHandler& handler);
    void check_timer_handler(const ast::HandlerDecl& decl,
                             RoleId role,
                             TimerId timer,
                             const std::string& doc);
    void check_on_start(const ast::HandlerDecl& decl, RoleId role);
    void check_action(const ast::ActionDecl& decl, RoleId role, std::size_t index);

    // ---- statements: check_statement.cpp, check_message.cpp ----
    BlockId check_block(const ast::Block& block);
    void check_statement(const ast::Statement& statement, std::vector<typed::Statement>& out);
    std::optional<typed::Place> check_place(ast::ExprId target, TypeId& type);
    void check_assign(const ast::Assign& assign, Span span, std::vector<typed::Statement>& out);
    void check_let(const ast::Let& let, Span span, std::vector<typed::Statement>& out);
    void check_fresh(const ast::Fresh& fresh, Span span, std::vector<typed::Statement>& out);
    void check_if(const ast::If& branch, Span span, std::vector<typed::Statement>& out);
    void check_for(const ast::For& loop, Span span, std::vector<typed::Statement>& out);
    void check_pick(const ast::Pick& pick, Span span, std::vector<typed::Statement>& out);
    void check_call(const ast::ProcedureCall& call, Span span, std::vector<typed::Statement>& out);
    void check_send(const ast::Send& send, Span span, std::vector<typed::Statement>& out);
    void check_reply(const ast::Reply& reply, Span span, std::vector<typed::Statement>& out);
    /// The timer and key that `t` or `t[k]` means here.
    bool check_timer(ast::ExprId target, TimerId& timer, ExprId& key);
    std::vector<ExprId>
    check_message_fields(MessageId message, const std::vector<ast::FieldInit>& fields, Span span);
    std::optional<MessageId> find_message(const ast::Name& name);

    // ---- expressions: check_expr.cpp and its neighbours ----
    /// Types an expression. The hint is what is expected there, or invalid; it gives a type to
    /// `none`, `{}` and enumerators, and is not enforced.
    ExprId infer(ast::ExprId id, TypeId hint = {});
    /// Types an expression and reports it when it does not have this type.
    ExprId expect(ast::ExprId id, TypeId type);

    ExprId expect_boolean(ast::ExprId id) { return expect(id, types_.boolean()); }

    /// Whether the expression has a type only where one is expected.
    bool needs_hint(ast::ExprId id) const;

    ExprId infer_name(const ast::Name& name, TypeId hint);
    ExprId infer_enumerator(const ast::Name& name, TypeId hint);
    ExprId unknown_name(const ast::Name& name, TypeId hint);
    std::vector<std::string> visible_names() const;
    ExprId infer_none(Span span, TypeId hint);
    ExprId infer_some(const ast::SomeExpr& some, Span span, TypeId hint);
    ExprId infer_is_option(const ast::IsOption& is, Span span);
    ExprId infer_old(const ast::Old& old, Span span, TypeId hint);
    ExprId infer_all(const ast::AllOf& all, Span span);
    ExprId infer_unary(const ast::Unary& unary, Span span);
    ExprId infer_binary(const ast::Binary& binary, Span span, TypeId hint);
    ExprId infer_equality(const ast::Binary& binary, Span span);
    ExprId infer_membership(const ast::Binary& binary, Span span);
    ExprId infer_set_operation(const ast::Binary& binary, Span span, TypeId hint);
    ExprId infer_if(const ast::IfElse& choice, Span span, TypeId hint);
    ExprId infer_field(const ast::FieldAccess& access, Span span);
    /// `role.x` and `role[i].x`; nothing if the object does not name a role.
    std::optional<ExprId> infer_role_member(const ast::FieldAccess& access, Span span);
    ExprId role_member(RoleId role, ExprId process, const ast::Name& name, Span span);
    ExprId infer_index(const ast::Index& index, Span span);
    ExprId infer_call(const ast::Call& call, Span span, TypeId hint);
    ExprId infer_size_or_keys(const ast::Call& call, Span span);
    ExprId infer_set_literal(const ast::SetLiteral& literal, Span span, TypeId hint);
    ExprId infer_comprehension(const ast::Comprehension& expr, Span span, TypeId hint);
    void bind_clauses(const ast::Comprehension& expr, typed::Comprehension& result);
    ExprId infer_first(const ast::First& first, Span span);
    ExprId infer_quantifier(const ast::Quantifier& quantifier, Span span);
    ExprId infer_record_literal(const ast::RecordLiteral& literal, Span span);
    ExprId infer_record_update(const ast::RecordUpdate& update, Span span);
    ExprId infer_armed(const ast::Armed& armed, Span span);
    ExprId infer_pattern(const ast::MessagePattern& pattern, Span span);
    ExprId infer_option_value(ExprId option, Span span);
    std::vector<ExprId> check_arguments(const std::vector<ast::ExprId>& arguments,
                                        const std::vector<LocalId>& parameters,
                                        const ast::Name& callee);
    /// A binder over a finite collection or a type; its name is visible from here on.
    typed::Binder bind(const ast::Binder& binder);
    ExprId check_process(RoleId role, ast::ExprId index, Span span);

    // ---- instances and tests: check_instance.cpp, check_test.cpp ----
    void check_instance(std::size_t index);
    void check_instance_item(const ast::InstanceItem& item, InstanceInfo& instance);
    /// Each takes an item with a path of a certain length, and returns what is wrong with it.
    std::string bound_size_or_value(const ast::InstanceItem& item, InstanceInfo& instance);
    std::string bound_variable_or_field(const ast::InstanceItem& item, InstanceInfo& instance);
    std::string bound_argument(const ast::InstanceItem& item, InstanceInfo& instance);
    void check_test(std::size_t index);
    void check_test_event(const ast::TestEvent& event, Span span, TestInfo& test);
    void check_test_timer(const ast::TestEvent& event, TimerId timer, Span span, TestInfo& test);
    void
    check_test_action(const ast::TestEvent& event, std::uint32_t action, Span span, TestInfo& test);
    void check_test_message(const ast::TestEvent& event, Span span, TestInfo& test);

    // ---- scopes: scope.cpp ----
    /// Opens a scope of local names for as long as it lives.
    class Scope {
    public:
        explicit Scope(TypeChecker& checker)
            : checker_(checker)
            , depth_(checker.locals_.size()) {}

        ~Scope() { checker_.locals_.resize(depth_); }

        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        TypeChecker& checker_;
        std::size_t depth_;
    };

    /// A new local; reports it if the name hides another one or a variable.
    LocalId declare_local(const ast::Name& name, TypeId type);
    /// Makes a local that exists already (a parameter) visible.
    void show_local(LocalId local);
    std::optional<LocalId> find_local(std::string_view name) const;
    const Symbol* find_in_role(std::string_view name) const;
    void report_hiding(std::string_view name, Span span);
    /// Makes the role's own process (`me`) visible, if it has an index.
    void show_me(RoleId role);

    // ---- small tools: scope.cpp ----
    ExprId make(decltype(typed::Expr::node) node, TypeId type, Span span);

    ExprId error(Span span) { return make(typed::BoolLiteral{}, types_.error(), span); }

    ExprId local_ref(LocalId local, Span span);
    /// The acting process, or invalid for a role without an index.
    ExprId own_process(Span span);

    [[nodiscard]] TypeId type_of(ExprId id) const { return typed_.expr(id).type; }

    [[nodiscard]] const Type& kind_of(ExprId id) const { return types_[type_of(id)]; }

    [[nodiscard]] bool is_error(TypeId id) const { return id == types_.error(); }

    [[nodiscard]] bool is_error(ExprId id) const { return is_error(type_of(id)); }

    [[nodiscard]] std::string name_of(TypeId id) const { return typed_.type_name(id); }

    void mismatch(Span span, TypeId expected, TypeId found);
    void needs(Span span, std::string_view what, TypeId found);
    void not_allowed(Span span, std::string message, std::string note);

    [[nodiscard]] Span span_of(ast::ExprId id) const { return file_.expr(id).span; }

    ResolvedSpec& resolved_;
    TypedSpec& typed_;
    TypeTable& types_;
    const ParsedFile& file_;
    Diagnostics& diagnostics_;
    Surroundings around_;
    std::vector<LocalId> locals_; // visible now, innermost last
    enum class DefState { unchecked, in_progress, checked };
    std::vector<DefState> def_states_; // by def
    /// How deep defs refer to defs below each one, and below the one that is being checked.
    std::vector<std::uint32_t> def_heights_; // by def
    std::uint32_t def_height_ = 0;
    std::uint32_t def_depth_ = 0; // of those that are in progress

    friend class Surround;
};

/// Replaces the surroundings for as long as it lives.
class Surround {
public:
    Surround(TypeChecker& checker, Surroundings surroundings)
        : checker_(checker)
        , saved_(checker.around_) {
        checker.around_ = surroundings;
    }

    ~Surround() { checker_.around_ = saved_; }

    Surround(const Surround&) = delete;
    Surround& operator=(const Surround&) = delete;

private:
    TypeChecker& checker_;
    Surroundings saved_;
};

} // namespace muster::spec
