#pragma once

#include "spec/diagnostics/diagnostic.hpp"
#include "spec/resolve/resolve.hpp"

#include <map>
#include <optional>
#include <set>
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
    /// In `on lost c` of a peer that has one process, `c` names nothing; invalid elsewhere.
    LocalId unindexed_peer;
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
    /// Whether a def may be used where properties alone may look; a report if not.
    bool check_looks(DefId def, const ast::Name& use);
    void check_procedures();
    /// Reports messages that go the wrong way: the sender has the handler, the receiver has none.
    void check_directions();
    /// The handler of a role for a message, in the syntax.
    [[nodiscard]] const ast::HandlerDecl* handler_for(RoleId role, std::string_view message) const;
    void find_requests();
    void find_requests_in(const ast::Block& block, bool& replies) const;
    void check_role(std::size_t index);
    void check_handlers_exist();
    void check_properties();
    std::vector<FaultInfo> check_without(const std::vector<ast::Fault>& faults);
    std::optional<FaultInfo> find_fault(const ast::Fault& fault);

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

    // ---- connections: check_connection.cpp ----
    /// Enters the peers of each role: those that exchange `fifo` messages with it.
    void find_peers();
    void check_lost(const ast::LostDecl& decl, RoleId role, const std::string& doc);
    /// The peer that `on lost c` or `lost a` in a test means.
    std::optional<RoleId> find_peer(RoleId role, const std::optional<ast::Name>& named, Span span);

    // ---- live properties and timing assumptions: check_live.cpp, check_timing.cpp ----
    void check_live(std::size_t index);
    std::optional<QuietItem> check_quiet(const ast::QuietItem& item);
    std::optional<QuietItem> check_quiet_member(const ast::QuietItem& item, SymbolKind kind);
    std::optional<QuietItem> check_quiet_network(const ast::QuietItem& item);
    void check_timing(std::size_t index);
    /// The binder of a process or key, visible from here on; invalid where there is none, with a
    /// report if there should be one.
    LocalId bind_timing(const std::optional<ast::Name>& name, TypeId type, const ast::Name& owner);

    // ---- statements: check_statement.cpp, check_message.cpp ----
    BlockId check_block(const ast::Block& block);
    void check_statement(const ast::Statement& statement, std::vector<typed::Statement>& out);
    std::optional<typed::Place> check_place(ast::ExprId target, TypeId& type);
    void check_assign(const ast::Assign& assign, Span span, std::vector<typed::Statement>& out);
    /// The one element or key that `+=` or `-=` takes on a container of this type.
    ExprId expect_element(const ast::Assign& assign, TypeId container);
    void check_let(const ast::Let& let, Span span, std::vector<typed::Statement>& out);
    void check_fresh(const ast::Fresh& fresh, Span span, std::vector<typed::Statement>& out);
    void check_if(const ast::If& branch, Span span, std::vector<typed::Statement>& out);
    void check_for(const ast::For& loop, Span span, std::vector<typed::Statement>& out);
    void check_for_each(const ast::For& loop, Span span, std::vector<typed::Statement>& out);
    void check_pick(const ast::Pick& pick, Span span, std::vector<typed::Statement>& out);
    void check_call(const ast::ProcedureCall& call, Span span, std::vector<typed::Statement>& out);
    void check_send(const ast::Send& send, Span span, std::vector<typed::Statement>& out);
    void check_reply(const ast::Reply& reply, Span span, std::vector<typed::Statement>& out);
    /// The timer of this name; a report if the role has none.
    std::optional<TimerId> find_timer(RoleId role, const ast::Name& name);
    /// The timer and key that `t` or `t[k]` means here.
    bool check_timer(ast::ExprId target, TimerId& timer, ExprId& key);
    std::vector<ExprId>
    check_message_fields(MessageId message, const std::vector<ast::FieldInit>& fields, Span span);
    /// Reports fields that are given without their names.
    void report_unnamed(MessageId message, const std::vector<ast::FieldInit>& fields);
    /// The same where fields may be left out; in the order in which they are written.
    std::vector<std::pair<std::uint32_t, ExprId>>
    check_named_fields(MessageId message, const std::vector<ast::FieldInit>& fields);

    struct FieldOwner {
        std::string_view kind; // "record", "message"
        std::string_view name;
        const std::vector<FieldInfo>* fields;
    };

    /// The position of a field; a report if there is none.
    std::optional<std::uint32_t> find_field(const FieldOwner& owner, const ast::Name& name);
    std::optional<std::uint32_t> find_message_field(MessageId message, const ast::Name& name);
    std::optional<std::uint32_t> find_record_field(const Type& record, const ast::Name& name);
    /// The index of the process that a message goes to; invalid for a role without an index.
    ExprId check_addressee(MessageId message, ast::ExprId to);
    std::optional<MessageId> find_message(const ast::Name& name);
    std::optional<RoleId> find_role(const ast::Name& name, std::string_view why);

    // ---- expressions: check_expr.cpp and its neighbours ----
    /// Types an expression. The hint is what is expected there, or invalid; it gives a type to
    /// `none`, `{}` and enumerators, and is not enforced.
    ExprId infer(ast::ExprId id, TypeId hint = {});
    /// Types an expression and reports it when it does not have this type.
    ExprId expect(ast::ExprId id, TypeId type);

    ExprId expect_boolean(ast::ExprId id) { return expect(id, types_.boolean()); }

    /// Whether the expression has a type only where one is expected.
    bool needs_hint(ast::ExprId id) const;
    bool all_need_hint(const std::vector<ast::ExprId>& ids) const;

    ExprId infer_name(const ast::Name& name, TypeId hint);
    ExprId infer_enumerator(const ast::Name& name, TypeId hint);
    ExprId unknown_name(const ast::Name& name, TypeId hint);
    /// What to write instead of a name that is not declared; empty if that cannot be told.
    [[nodiscard]] std::string help_for_unknown(const std::string& name) const;
    /// A name for an element of a sort, where a value of that type is needed.
    ExprId expect_name(const ast::Name& name, TypeId type);
    /// Tests name elements by using them.
    LocalId declare_element(const ast::Name& name, TypeId sort);
    std::vector<std::string> visible_names() const;
    ExprId infer_none(Span span, TypeId hint);
    ExprId infer_some(const ast::SomeExpr& some, Span span, TypeId hint);
    ExprId infer_is_option(const ast::IsOption& is, Span span);
    ExprId infer_old(const ast::Old& old, Span span, TypeId hint);
    ExprId infer_all(const ast::AllOf& all, Span span);
    ExprId infer_unary(const ast::Unary& unary, Span span);
    ExprId infer_binary(const ast::Binary& binary, Span span, TypeId hint);
    ExprId infer_arithmetic(const ast::Binary& binary, Span span);
    ExprId infer_equality(const ast::Binary& binary, Span span);
    /// Some two elements of a literal are not different; invalid if it has no two, or if that is
    /// no `distinct list` literal.
    ExprId repeats(ExprId literal, Span span);
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
    ExprId infer_majority(const ast::Call& call, Span span);
    ExprId infer_set_literal(const ast::SetLiteral& literal, Span span, TypeId hint);
    /// What is expected of an element, key or content where the whole is expected to have a type,
    /// which `fits` what is written. Where that type is not known, nothing is said of the parts.
    [[nodiscard]] TypeId hint_of_part(TypeId hint, bool fits) const;
    ExprId infer_empty_literal(Span span, TypeId hint);
    ExprId infer_list_literal(const ast::ListLiteral& literal, Span span, TypeId hint);
    /// Reports elements of a `distinct list` that are written alike.
    void report_repeated(const ast::ListLiteral& literal);
    ExprId infer_map_literal(const ast::MapLiteral& literal, Span span, TypeId hint);
    /// Types expressions that must have one type, which is that of the first that has one by
    /// itself unless a hint says; the error type if it cannot be told.
    std::vector<ExprId>
    infer_alike(const std::vector<ast::ExprId>& elements, TypeId hint, TypeId& type);
    /// Whether a value of this type may be an element, key or option; a report if not.
    bool check_flat(TypeId type, Span span, std::string_view rule);
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
    /// What tells the processes of a role apart: its sort, the error type where that or the role
    /// is not known, and invalid for a role without an index.
    [[nodiscard]] TypeId index_type(RoleId role) const;
    /// A binder over a finite collection or a type; its name is visible from here on.
    typed::Binder bind(const ast::Binder& binder);
    ExprId check_process(RoleId role, ast::ExprId index, Span span);
    /// Reports the name of a role where the index of one of its processes is needed.
    void report_missing_index(RoleId role, Span span);
    /// The `i` of `R[i]` where `i` alone names a process of the role: empty if it is no name, and
    /// nothing if the process is not written so.
    [[nodiscard]] std::optional<std::string> written_index(RoleId role, ast::ExprId process) const;

    // ---- given values: check_value.cpp ----
    /// Each enters the value of a constant or function into a list of those given so far.
    void check_const_value(const ast::Name& name,
                           ConstId constant,
                           ast::ExprId value,
                           std::vector<ConstValue>& given);
    void check_function_value(const ast::Name& name,
                              FunctionId function,
                              ast::ExprId value,
                              std::vector<FunctionValue>& given);
    void check_function_map(FunctionValue& result, const ast::Name& name, ast::ExprId value);
    void check_function_def(FunctionValue& result, const ast::Name& name, ast::ExprId value);
    /// Given values are written out, so that they mean the same in every state.
    void require_written_out(ExprId id);
    void report_given_twice(const ast::Name& name);

    // ---- instances: check_instance.cpp, check_bound.cpp ----
    void check_instance(std::size_t index);
    void check_instance_item(const ast::InstanceItem& item, InstanceInfo& instance);
    bool names_a_sort(const ast::InstanceItem& item) const;
    void check_sort_size(const ast::InstanceItem& item, InstanceInfo& instance);
    std::vector<LocalId> check_elements(const ast::SetLiteral& literal, SortId sort);
    /// An item that names nothing is probably a sort: its elements are known, of an unknown type.
    void declare_elements_of_unknown(const ast::InstanceItem& item);
    void check_network_bound(const ast::InstanceItem& item, InstanceInfo& instance);
    /// Each takes an item with a path of a certain length.
    void bound_value(const ast::InstanceItem& item, InstanceInfo& instance);
    void bound_variable_or_field(const ast::InstanceItem& item, InstanceInfo& instance);
    void bound_argument(const ast::InstanceItem& item, InstanceInfo& instance);
    void unknown_in_instance(const ast::Name& name,
                             std::string message,
                             const std::vector<std::string>& known);
    /// Whether an integer is in there to be bounded; a report if not.
    bool check_bounds_integer(const ast::InstanceItem& item, TypeId type);
    [[nodiscard]] bool holds_integer(TypeId type) const;
    /// Adds what an item says to the range that earlier items gave.
    void narrow(IntegerRange& range, const ast::InstanceItem& item);
    [[nodiscard]] std::optional<std::int64_t> written_integer(ast::ExprId id) const;

    // ---- tests: check_test.cpp, check_test_stages.cpp, check_test_event.cpp ----
    void check_test(std::size_t index);
    /// The test and those that it goes on from, the first of all at the front.
    std::vector<const ast::TestDecl*> stages_of(std::size_t index);
    /// The test above it that it goes on from; a report if there is none.
    std::optional<std::size_t> find_earlier_test(const ast::TestDecl& decl);
    void declare_process(const std::vector<const ast::TestDecl*>& stages, TestInfo& test);
    void check_test_givens(const ast::TestDecl& decl, TestInfo& test);
    void check_test_lines(const ast::TestDecl& decl, TestInfo& test);
    void report_known(const ast::Name& process);
    void check_test_given(const ast::TestGiven& given, TestInfo& test);
    void check_test_lost(const ast::TestLost& lost, Span span, TestInfo& test);
    void check_test_sends(const ast::TestExpectSends& sends, Span span, TestInfo& test);
    void check_test_event(const ast::TestEvent& event, Span span, TestInfo& test);
    void check_test_timer(const ast::TestEvent& event, TimerId timer, Span span, TestInfo& test);
    void
    check_test_action(const ast::TestEvent& event, std::uint32_t action, Span span, TestInfo& test);
    /// Which parameter an argument of an action is for.
    std::optional<std::size_t> find_argument(const ast::TestEvent& event,
                                             std::size_t position,
                                             const std::vector<LocalId>& parameters);
    void
    check_test_message(const ast::TestEvent& event, MessageId message, Span span, TestInfo& test);
    void report_no_event(const ast::Name& name, RoleId role);

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

    /// What a local of this name would hide: another one, or a variable.
    struct Hidden {
        std::string_view what;
        Span span;
    };

    [[nodiscard]] std::optional<Hidden> hidden_by(std::string_view name) const;
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
    std::vector<LocalId> locals_;                           // visible now, innermost last
    std::vector<std::vector<RoleId>> peers_;                // by role, sorted
    std::vector<std::optional<Span>> otherwise_handlers_;   // by message, the first
    std::vector<std::optional<Span>> first_timer_handlers_; // by timer

    /// Which bounds on messages the instance that is being checked has given so far.
    struct GivenBounds {
        bool in_flight = false;
        bool duplicates = false;
    };

    GivenBounds given_;

    // Of the tests checked so far:
    std::map<std::string, std::vector<std::size_t>> earlier_tests_; // by title
    std::map<std::size_t, std::optional<std::size_t>> test_before_; // that each goes on from
    std::set<std::size_t> tests_with_errors_;
    std::size_t inherited_test_lines_ = 0;

    enum class DefState { unchecked, in_progress, checked };
    std::vector<DefState> def_states_; // by def
    /// How deep defs refer to defs below each one, and below the one that is being checked.
    std::vector<std::uint32_t> def_heights_; // by def
    std::uint32_t def_height_ = 0;
    std::uint32_t def_depth_ = 0; // of those that are in progress
    /// Whether each def, and the one that is being checked, looks at the state of roles and at
    /// messages as properties do.
    std::vector<bool> def_looks_; // by def
    bool looks_ = false;

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
