#pragma once

#include "checker/eval/choice_script.hpp"
#include "checker/eval/evaluator.hpp"
#include "checker/eval/fixed.hpp"
#include "checker/eval/integer_points.hpp"
#include "checker/eval/workspace.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace muster::checker {

/// Thrown inside the evaluator where evaluation cannot go on, and caught by whoever began it. It
/// never leaves the checker: the evaluator and the explorer turn it into a value.
struct Undefined {
    Failure failure;
};

/// Thrown inside the evaluator once its time is over, and caught by whoever limited it.
struct OutOfTime {};

/// Thrown inside the evaluator where a function has no value yet, and caught by the search for its
/// interpretations.
struct NoValueYet {
    spec::FunctionId function;
    std::size_t call = 0; // into its table
};

/// How a block, or a whole step, ended.
enum class Flow {
    next,     // it ran to its end
    returned, // by `return`
    dead,     // it has no outcome: `fresh` has nothing left, or a given choice does not fit
    disabled, // its guard does not hold
};

class Interpreter;

/// Told of what a step does while it runs.
class StepObserver {
public:
    virtual ~StepObserver() = default;
    /// The truth of a guard, a timing assumption, or the condition of an `if`, with the interpreter
    /// as it was when it found that out.
    virtual void decided(Interpreter& interpreter, spec::ExprId condition, bool truth) = 0;
    /// The same of the condition of an `if` inside of an expression that a step evaluates.
    virtual void branched(Interpreter& interpreter, spec::ExprId condition, bool truth) = 0;
    /// A block is about to be run.
    virtual void entered(spec::BlockId block) = 0;

protected:
    StepObserver() = default;
    StepObserver(const StepObserver&) = default;
    StepObserver& operator=(const StepObserver&) = default;
};

/// Walks expressions and statements. One step is: `begin`, then one of the step functions; what it
/// did is then in the workspace. Any of them may throw Undefined.
class Interpreter {
public:
    /// Both outlive the interpreter.
    Interpreter(const spec::TypedSpec& spec, const Universe& universe);

    [[nodiscard]] const Layout& layout() const { return layout_; }

    [[nodiscard]] const Universe& universe() const { return universe_; }

    [[nodiscard]] const Workspace& workspace() const { return workspace_; }

    /// From then on evaluation ends with OutOfTime, not long after this moment; none: it never
    /// does.
    void limit_time(std::optional<std::chrono::steady_clock::time_point> deadline) {
        deadline_ = deadline;
    }

    /// Who is told of what steps do from then on; null: nobody.
    void observe(StepObserver* observer) { observer_ = observer; }

    /// Starts a step from this state, which must outlive it.
    void begin(const State& base, ChoiceScript& script);

    /// The handlers that take this message, as indices into the role's: one, or several that are
    /// all marked `either`, and any of them runs. A failure if none does, or several that are not:
    /// then there is one handler, the one that the failure belongs to.
    struct Dispatch {
        std::vector<std::uint32_t> handlers;
        std::optional<Failure> failure;

        [[nodiscard]] bool takes(std::uint32_t handler) const;
    };

    Dispatch dispatch(spec::RoleId role, std::int64_t process, const SentMessage& message);

    Flow deliver(spec::RoleId role,
                 std::int64_t process,
                 std::uint32_t handler,
                 const SentMessage& message,
                 Origin origin);
    /// Whether every timing assumption lets this timer fire now.
    bool timing_allows(const ArmedTimer& timer);
    Flow fire(spec::RoleId role,
              std::int64_t process,
              std::uint32_t handler,
              const std::optional<Value>& key);
    Flow act(spec::RoleId role,
             std::int64_t process,
             std::uint32_t action,
             const std::vector<Value>& arguments);
    Flow crash(spec::RoleId role, std::int64_t process);
    Flow stop(const Process& process);
    Flow lose(const SentMessage& message);
    /// Cuts a connection and runs `on lost` at those of its ends that are given, in their order.
    Flow cut(const Connection& connection, const std::vector<Process>& ends);
    /// Runs `on lost` of one process, if it has such a handler.
    Flow lost(const Process& process, const Process& peer);
    /// Runs `on start` of one process.
    Flow start(spec::RoleId role, std::int64_t process);

    /// One state for every interpretation of the constants and functions that `fixed` leaves open
    /// and that satisfies every axiom. Nothing else is set in them.
    struct Interpretations {
        std::vector<State> states;
        bool are_given = true; // nothing was left open
        /// The axiom (into the spec's properties) that left no state, if there is none.
        std::optional<std::size_t> contradicted;
    };

    Interpretations interpretations(const Fixed& fixed);
    /// The same whether they satisfy the axioms or not.
    std::vector<State> candidates(const Fixed& fixed);

    /// While interpretations are built, tables are not whole: a call that finds no value there ends
    /// in NoValueYet, or in what the def says that is fixed for the function. Null: they are whole.
    void build(const Fixed* fixed) { building_ = fixed; }

    /// Gives the functions their values that are fixed by defs.
    void define_functions(const Fixed& fixed, State& state);
    /// After `begin` on one of those: gives every variable its initial value and runs every
    /// `on start`.
    Flow initialise();

    /// The truth of a formula; `now` is the state after the step in progress.
    bool holds_after_step(spec::ExprId formula);
    /// The truth of a formula with `old` meaning `before`.
    bool holds(spec::ExprId formula, const State& before, const State& now);
    /// What an expression is in a state.
    Value value_in(spec::ExprId id, const State& state);
    /// The same with `old` meaning `before`.
    Value value_in(spec::ExprId id, const State& before, const State& now);
    /// A variable's initial value, for one process.
    Value initial_value(spec::VariableId variable, std::int64_t process);

    void bind(spec::LocalId local, Value value) { locals_[local.value] = std::move(value); }

    /// What a name was bound to last. After a quantifier that ended early, at what ended it.
    [[nodiscard]] const Value& bound(spec::LocalId local) const { return locals_[local.value]; }

    Value eval(spec::ExprId id);
    /// Every value of a type on the universe, ascending.
    const std::vector<Value>& values_of(spec::TypeId type);

    /// By sort: how often `fresh` found nothing left since the interpreter was made.
    [[nodiscard]] const std::vector<std::uint64_t>& exhausted() const { return exhausted_; }

    /// By what a binder binds that ranges over integers: the least and the greatest that it was
    /// given, where more of them could make a difference.
    [[nodiscard]] const std::map<spec::LocalId, spec::IntegerRange>& tried_integers() const {
        return tried_integers_;
    }

    /// Goes on from where another interpreter for the same was. There are as many sorts.
    void go_on_from(std::vector<std::uint64_t> exhausted,
                    std::map<spec::LocalId, spec::IntegerRange> tried_integers) {
        exhausted_ = std::move(exhausted);
        tried_integers_ = std::move(tried_integers);
    }

private:
    /// Where names of state are looked up: a state, or one with a step in progress.
    struct View {
        const State* state = nullptr;
        const Workspace* step = nullptr;
    };

    // Expressions: eval_expr.cpp, eval_operator.cpp, eval_collection.cpp.
    bool truth(spec::ExprId id) { return eval(id).truth(); }

    /// Of what decides whether something in a step happens.
    bool decision(spec::ExprId id) {
        const bool result = truth(id);
        if (observer_ != nullptr) {
            observer_->decided(*this, id, result);
        }
        return result;
    }

    std::int64_t number(spec::ExprId id) { return eval(id).number(); }

    std::int64_t process_of(spec::ExprId id) { return id.valid() ? number(id) : 0; }

    Value eval_node(const spec::typed::BoolLiteral& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::IntLiteral& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::EnumLiteral& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::NoneLiteral& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::SomeExpr& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::LocalRef& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::ConstRef& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::VariableRef& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::Armed& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::FunctionCall& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::DefCall& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::Unary& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::Binary& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::IfElse& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::FieldAccess& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::OptionValue& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::IsOption& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::MapLookup& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::SetLiteral& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::MapLiteral& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::ListLiteral& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::Comprehension& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::Size& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::Keys& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::First& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::Quantifier& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::RecordLiteral& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::RecordUpdate& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::Old& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::MessagePattern& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::AllOf& node, const spec::typed::Expr& expr);
    Value eval_node(const spec::typed::Majority& node, const spec::typed::Expr& expr);
    Value eval_arithmetic(const spec::typed::Binary& node, const spec::typed::Expr& expr);
    bool is_in(const Value& element, const Value& container, spec::TypeId container_type) const;

    /// Calls `visit` for every one of the values until it returns false; tells whether it was
    /// never stopped. The local is bound during the call.
    template <class Values, class Visit>
    bool for_each_of(spec::LocalId local, const Values& values, Visit visit);
    /// The same for every value of a binder of this expression.
    template <class Visit>
    bool
    for_each_value(const spec::typed::Expr& expr, const spec::typed::Binder& binder, Visit visit);

    // Quantifiers over integers: eval_integers.cpp.
    struct IntegerBinder;
    /// What is known about one that ranges over integers; null for any other binder.
    IntegerBinder* integer_binder(const spec::typed::Expr& expr, const spec::typed::Binder& binder);
    /// The values that the quantifier must try in the formula being evaluated; they are kept in
    /// `more` where what is bound around the quantifier adds to those of the state.
    const std::vector<Value>& integer_values(IntegerBinder& binder, std::vector<Value>& more);
    void note_tried(const IntegerBinder& binder, const std::vector<std::int64_t>& tried);
    void renew(IntegerBinder& binder);
    std::vector<std::int64_t> integers_read(const IntegerPoints& points) const;
    void start_formula(View now, View before);
    bool quantify(const spec::typed::Expr& expr, std::size_t binder, bool stop_at);
    void comprehend(const spec::typed::Expr& expr,
                    std::size_t clause,
                    std::vector<Value>& heads,
                    std::vector<Value>& values);

    // Statements: eval_statement.cpp, eval_assignment.cpp.
    Flow run(spec::BlockId block);
    Flow run_node(const spec::typed::Assign& node, spec::Span span);
    Flow run_node(const spec::typed::AddElement& node, spec::Span span);
    Flow run_node(const spec::typed::RemoveElement& node, spec::Span span);
    Flow run_node(const spec::typed::Let& node, spec::Span span);
    Flow run_node(const spec::typed::Fresh& node, spec::Span span);
    Flow run_node(const spec::typed::If& node, spec::Span span);
    Flow run_node(const spec::typed::Send& node, spec::Span span);
    Flow run_node(const spec::typed::Reply& node, spec::Span span);
    Flow run_node(const spec::typed::StartTimer& node, spec::Span span);
    Flow run_node(const spec::typed::StopTimer& node, spec::Span span);
    Flow run_node(const spec::typed::Ignore& node, spec::Span span);
    Flow run_node(const spec::typed::Return& node, spec::Span span);
    Flow run_node(const spec::typed::Assert& node, spec::Span span);
    Flow run_node(const spec::typed::ProcedureCall& node, spec::Span span);
    Flow run_node(const spec::typed::For& node, spec::Span span);
    Flow run_node(const spec::typed::ForEach& node, spec::Span span);
    Flow run_node(const spec::typed::Pick& node, spec::Span span);
    /// What happens to the value at the end of a place's path; there is none yet where a key is
    /// added.
    using Change = std::function<Value(const Value* old, spec::TypeId type)>;
    enum class LastKey { may_be_new, must_be_there };

    struct PathUpdate {
        const spec::typed::Place& place;
        spec::Span span;
        LastKey last_key;
        const Change& change;
    };

    void update(const spec::typed::Place& place,
                spec::Span span,
                LastKey last_key,
                const Change& change);
    Value
    update_path(const PathUpdate& path, std::size_t step, spec::TypeId type, const Value* old);
    std::vector<Value> pick_options(const spec::typed::Pick& node);
    void send(spec::MessageId message,
              const std::vector<spec::ExprId>& fields,
              std::int64_t to,
              std::int64_t correlation);
    void open_constants(const Fixed& fixed, std::vector<State>& states);
    void open_functions(const Fixed& fixed, std::vector<State>& states);
    void check_definitions(const Fixed& fixed) const;
    [[nodiscard]] std::string largest_open(const Fixed& fixed);
    Value value_while_building(const spec::typed::FunctionCall& node,
                               std::size_t index,
                               std::vector<Value> arguments);
    std::vector<Value> table_of(const Fixed::Function& function, const State& state);
    /// Every state once with each of the values.
    void extend(std::vector<State>& states,
                const std::string& name,
                const std::vector<Value>& values,
                const std::function<void(State&, const Value&)>& place) const;
    ArmedTimer timer(spec::TimerId id, spec::ExprId key);
    void enter(spec::RoleId role, std::int64_t process);
    void bind_message(const spec::MessageHandler& handler, const SentMessage& message);
    bool accepts(const spec::MessageHandler& handler, const SentMessage& message);
    bool order_sends(std::size_t first,
                     const std::vector<Value>& elements,
                     std::vector<std::vector<SentMessage>> sends);

    /// Called wherever a loop goes round whose length the spec does not bound.
    void tick() {
        if (deadline_ && ++ticks_ % kTicksBetweenLooks == 0) {
            look_at_the_clock();
        }
    }

    void look_at_the_clock() const;
    [[noreturn]] void fail(Failure::Kind kind, std::string text, spec::Span span) const;

    const spec::TypedSpec& spec_;
    const Universe& universe_;
    Layout layout_;
    Workspace workspace_;
    std::vector<Value> locals_; // by LocalId: every binding occurrence has a place of its own
    View now_;
    View before_;
    std::int64_t process_ = 0; // the acting one
    ChoiceScript* script_ = nullptr;
    const Fixed* building_ = nullptr;
    StepObserver* observer_ = nullptr;
    static constexpr std::uint64_t kTicksBetweenLooks = 256;
    std::optional<std::chrono::steady_clock::time_point> deadline_;
    std::uint64_t ticks_ = 0;
    std::map<spec::TypeId, std::vector<Value>> values_;
    std::vector<std::uint64_t> exhausted_;
    std::vector<std::shared_ptr<IntegerBinder>> integer_binders_; // by LocalId; null: not asked yet
    std::map<spec::LocalId, spec::IntegerRange> tried_integers_;
    /// Counts evaluated formulas: nothing changes in the course of one. 0 while a step runs.
    std::uint64_t formula_ = 0;
    std::uint64_t formulas_ = 0;
};

} // namespace muster::checker
