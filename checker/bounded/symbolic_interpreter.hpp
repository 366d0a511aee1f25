#pragma once

#include "checker/bounded/effort.hpp"
#include "checker/bounded/symbolic_state.hpp"
#include "checker/bounded/unsupported.hpp"
#include "checker/engines/stop.hpp"
#include "checker/eval/integer_points.hpp"
#include "checker/eval/interpreter.hpp"
#include "checker/explore/slice.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace muster::checker::bounded {

/// What evaluation does to a run besides giving a value.
struct Mishaps {
    struct Mishap {
        Bit happens;
        Failure failure;
    };

    std::vector<Mishap> failures; // in the order of evaluation
    /// The run cannot go on here, though nothing is wrong with the spec: a number leaves 64 bits,
    /// `fresh` has nothing left, a function is applied outside of the instance.
    Bit lost;
};

/// What a step chose, in the order in which it did.
struct SymbolicChoice {
    Bit made;
    spec::TypeId type;
    Datum value;
};

/// All ways in which one kind of step can run from one state.
struct SymbolicStep {
    std::uint32_t step = 0; // into the system's
    Bit possible;           // it ends well
    SymbolicState after;
    std::vector<Mishaps::Mishap> failures; // each where the step is enabled
    std::vector<SymbolicChoice> choices;
    // The event; null where it has no such part.
    Datum process;
    std::shared_ptr<const SymbolicMessage> message;
    Datum timer_key;
    std::vector<Datum> arguments;
    Bit made_up;
    Datum peer;
};

/// Whether values of types that hold integers come from the instance's ranges or from everywhere.
enum class Inputs { as_bounded, any };

/// Runs the whole language on values that depend on a circuit, as `Interpreter` runs it on plain
/// ones: same order of evaluation, same choices, same mishaps. What it makes is therefore exact on
/// the instance; where a construct has no finite circuit it throws Unsupported.
class SymbolicInterpreter {
public:
    /// All outlive the interpreter.
    SymbolicInterpreter(Circuit& circuit,
                        const TransitionSystem& system,
                        const spec::InstanceInfo& instance,
                        const Universe& universe,
                        const Slice& slice,
                        Inputs inputs);

    [[nodiscard]] const Algebra& algebra() const { return algebra_; }

    [[nodiscard]] const Layout& layout() const { return layout_; }

    /// From then on it throws OutOfTime not long after the effort is spent, to which it adds its
    /// own, or this moment has come, or somebody has asked to stop, or once the circuit is very
    /// large. `stop` may be null; the others outlive the interpreter.
    void limit(Effort& effort,
               std::optional<std::chrono::steady_clock::time_point> deadline,
               const Stop* stop) {
        effort_ = &effort;
        deadline_ = deadline;
        stop_ = stop;
    }

    // Starts: symbolic_start.cpp.
    /// Fixes the interpretation of constants and functions; what `fixed` leaves open is chosen by
    /// the solver among those that satisfy the axioms, which are assumed of the circuit.
    void interpret(const Fixed& fixed);
    /// The states that runs start in.
    SymbolicStep start();

    [[nodiscard]] const std::vector<Datum>& constants() const { return constants_; }

    /// By function, for every combination of arguments; null for one that a def says.
    [[nodiscard]] const std::vector<std::vector<Datum>>& functions() const { return functions_; }

    // Steps: symbolic_steps.cpp.
    /// Every kind of step that the slice keeps, from this state. All of them choose by the same
    /// variables, as a run takes one of them.
    std::vector<SymbolicStep> steps(const SymbolicState& state);

    /// Whether the instance lets runs go on from this state.
    Bit is_inside(const SymbolicState& state);

    struct Judgement {
        Bit holds;
        Bit undefined;
        Bit lost;
    };

    Judgement judge(spec::ExprId formula, const SymbolicState& before, const SymbolicState& now);

    /// Flags of which exactly one holds, whichever the solver likes.
    Flags fresh_choice(std::size_t count);

    /// What of the instance has kept runs from going on, or may have: in words for a report.
    [[nodiscard]] const std::set<std::string>& limits() const { return limits_; }

private:
    /// Where a body runs: the paths on which it is still under way.
    struct Path {
        Bit live;
        SymbolicState state;
    };

    // Expressions: symbolic_expressions.cpp, symbolic_collections.cpp, symbolic_integers.cpp.
    Datum eval(spec::ExprId id);
    void look_at_the_limits();

    Bit truth(spec::ExprId id) { return eval(id)->flag; }

    Datum process_of(spec::ExprId id) { return id.valid() ? eval(id) : zero_; }

    /// Evaluates where the condition holds, too.
    template <class Evaluate>
    auto under(Bit condition, Evaluate evaluate) {
        const Bit around = std::exchange(context_, circuit_.conjunction(context_, condition));
        auto result = evaluate();
        context_ = around;
        return result;
    }

    void fail_if(Bit condition, Failure::Kind kind, std::string text, spec::Span span);
    /// Where the limit is one of the instance's, it is noted under this name.
    void lose_if(Bit condition, const std::string& limit);

    using Expr = spec::typed::Expr;
    Datum eval_node(const spec::typed::BoolLiteral& node, const Expr& expr);
    Datum eval_node(const spec::typed::IntLiteral& node, const Expr& expr);
    Datum eval_node(const spec::typed::EnumLiteral& node, const Expr& expr);
    Datum eval_node(const spec::typed::NoneLiteral& node, const Expr& expr);
    Datum eval_node(const spec::typed::SomeExpr& node, const Expr& expr);
    Datum eval_node(const spec::typed::LocalRef& node, const Expr& expr);
    Datum eval_node(const spec::typed::ConstRef& node, const Expr& expr);
    Datum eval_node(const spec::typed::VariableRef& node, const Expr& expr);
    Datum eval_node(const spec::typed::Armed& node, const Expr& expr);
    Datum eval_node(const spec::typed::FunctionCall& node, const Expr& expr);
    Datum eval_node(const spec::typed::DefCall& node, const Expr& expr);
    Datum eval_node(const spec::typed::Unary& node, const Expr& expr);
    Datum eval_node(const spec::typed::Binary& node, const Expr& expr);
    Datum eval_node(const spec::typed::IfElse& node, const Expr& expr);
    Datum eval_node(const spec::typed::FieldAccess& node, const Expr& expr);
    Datum eval_node(const spec::typed::OptionValue& node, const Expr& expr);
    Datum eval_node(const spec::typed::IsOption& node, const Expr& expr);
    Datum eval_node(const spec::typed::MapLookup& node, const Expr& expr);
    Datum eval_node(const spec::typed::SetLiteral& node, const Expr& expr);
    Datum eval_node(const spec::typed::MapLiteral& node, const Expr& expr);
    Datum eval_node(const spec::typed::ListLiteral& node, const Expr& expr);
    Datum eval_node(const spec::typed::Comprehension& node, const Expr& expr);
    Datum eval_node(const spec::typed::Size& node, const Expr& expr);
    Datum eval_node(const spec::typed::Keys& node, const Expr& expr);
    Datum eval_node(const spec::typed::First& node, const Expr& expr);
    Datum eval_node(const spec::typed::Quantifier& node, const Expr& expr);
    Datum eval_node(const spec::typed::RecordLiteral& node, const Expr& expr);
    Datum eval_node(const spec::typed::RecordUpdate& node, const Expr& expr);
    Datum eval_node(const spec::typed::Old& node, const Expr& expr);
    Datum eval_node(const spec::typed::MessagePattern& node, const Expr& expr);
    Datum eval_node(const spec::typed::AllOf& node, const Expr& expr);
    Datum eval_node(const spec::typed::Majority& node, const Expr& expr);
    Datum arithmetic(Arithmetic operation, const Datum& left, const Datum& right);
    Datum set_operation(spec::BinaryOp operator_, const Datum& left, const Datum& right);
    Bit is_in(const Datum& element,
              spec::TypeId element_type,
              const Datum& container,
              spec::TypeId container_type);
    /// Something of this type, where a value does not matter.
    const Datum& anything(spec::TypeId type);
    /// Of the values of all processes, the one that the index names.
    Datum of_process(const std::vector<Datum>& values, const Datum& process);

    /// One element of what a binder or a loop ranges over.
    struct Member {
        Bit present;
        Datum element;
    };

    std::vector<Member> members(spec::ExprId domain);
    std::vector<Member> members(const Expr& expr, const spec::typed::Binder& binder);
    const std::vector<Value>& values_of(spec::TypeId type);
    const std::vector<Datum>& data_of(spec::TypeId type);
    std::vector<Member> integer_members(const Expr& expr, const spec::typed::Binder& binder);
    Bit quantify(const Expr& expr, std::size_t binder, bool stop_at);
    void comprehend(const Expr& expr, std::size_t clause, Bit condition, std::vector<Entry>& found);

    // Statements: symbolic_statements.cpp, symbolic_assignment.cpp.
    void run(spec::BlockId block, Path& path);
    /// Runs a block that `return` leaves, and puts the paths together that it leaves on.
    void run_whole(spec::BlockId block, Path& path);
    Path joined(std::vector<Path> paths) const;
    void run_node(const spec::typed::Assign& node, Path& path, spec::Span span);
    void run_node(const spec::typed::AddElement& node, Path& path, spec::Span span);
    void run_node(const spec::typed::RemoveElement& node, Path& path, spec::Span span);
    void run_node(const spec::typed::Let& node, Path& path, spec::Span span);
    void run_node(const spec::typed::Fresh& node, Path& path, spec::Span span);
    void run_node(const spec::typed::If& node, Path& path, spec::Span span);
    void run_node(const spec::typed::Send& node, Path& path, spec::Span span);
    void run_node(const spec::typed::Reply& node, Path& path, spec::Span span);
    void run_node(const spec::typed::StartTimer& node, Path& path, spec::Span span);
    void run_node(const spec::typed::StopTimer& node, Path& path, spec::Span span);
    void run_node(const spec::typed::Ignore& node, Path& path, spec::Span span);
    void run_node(const spec::typed::Return& node, Path& path, spec::Span span);
    void run_node(const spec::typed::Assert& node, Path& path, spec::Span span);
    void run_node(const spec::typed::ProcedureCall& node, Path& path, spec::Span span);
    void run_node(const spec::typed::For& node, Path& path, spec::Span span);
    void run_node(const spec::typed::ForEach& node, Path& path, spec::Span span);
    void run_node(const spec::typed::Pick& node, Path& path, spec::Span span);
    std::vector<Member> pick_options(const spec::typed::Pick& node);
    void
    refuse_open_order(const std::vector<std::size_t>& before, const Path& path, spec::Span span);
    Datum choose_among(const std::vector<Member>& options, spec::TypeId type, Path& path);
    void send(spec::MessageId message,
              const std::vector<spec::ExprId>& fields,
              const Datum& to,
              const Datum& correlation,
              Path& path);
    void put_in_flight(SymbolicMessage message, Path& path);
    void set_timer(spec::TimerId timer, spec::ExprId key, bool armed, Path& path);
    enum class LastKey { may_be_new, must_be_there };
    using Change = std::function<Datum(const Datum& old, spec::TypeId type)>;

    struct PathUpdate {
        const spec::typed::Place& place;
        spec::Span span;
        LastKey last_key;
        const Change& change;
    };

    void update(const spec::typed::Place& place,
                Path& path,
                spec::Span span,
                LastKey last_key,
                const Change& change);
    Datum update_path(const PathUpdate& path,
                      std::size_t step,
                      spec::TypeId type,
                      const Datum& old,
                      Path& around);
    /// Writes values for the process that acts, whichever it is.
    void write(std::vector<Datum>& values, const std::function<Datum(const Datum&)>& change);
    void mark_used(spec::TypeId type, const Datum& datum, Bit condition, SymbolicState& state);
    void mark_used(spec::SortId sort, const Datum& element, Bit condition, SymbolicState& state);
    /// Takes what went wrong since it was last called off a path.
    void settle(Path& path);

    // Steps: symbolic_steps.cpp, symbolic_deliveries.cpp, symbolic_faults.cpp,
    // symbolic_bounds.cpp, symbolic_start.cpp.
    struct Delivery;

    /// When one handler takes a message, and how choosing it goes wrong.
    struct Taking {
        std::uint32_t handler = 0;
        Bit takes;
        std::vector<Mishaps::Mishap> failures;
    };

    using Dispatch = std::vector<Taking>;

    /// One end of a connection.
    struct End {
        spec::RoleId role;
        Datum process;
    };

    [[nodiscard]] SymbolicState blank() const;
    SymbolicStep begin(std::uint32_t step, const SymbolicState& state);
    void finish(SymbolicStep& step, Path path);
    void enter(spec::RoleId role, const Datum& process);
    Bit is_running(const SymbolicState& state, spec::RoleId role, const Datum& process);
    SymbolicMessage any_message(spec::MessageId message);
    Delivery any_delivery(spec::MessageId message, const SymbolicState& state);
    /// Takes what goes wrong off the paths.
    Dispatch dispatch(spec::RoleId role, const SymbolicMessage& message, Bit& live);
    void bind_message(const spec::MessageHandler& handler, const SymbolicMessage& message);
    void deliveries(spec::MessageId message,
                    const SymbolicState& state,
                    std::vector<SymbolicStep>& steps);
    SymbolicStep fire(std::uint32_t step, const SymbolicState& state);
    SymbolicStep act(std::uint32_t step, const SymbolicState& state);
    SymbolicStep crash(std::uint32_t step, const SymbolicState& state);
    SymbolicStep stop(std::uint32_t step, const SymbolicState& state);
    SymbolicStep lose(std::uint32_t step, const SymbolicState& state);
    SymbolicStep cut(std::uint32_t step, const SymbolicState& state);
    void run_lost(
        const End& end, const End& peer, Bit condition, const SymbolicState& state, Path& path);
    Flags fronts(const std::vector<Slot>& queued);
    Bit is_beyond(spec::TypeId type, const Datum& datum, const spec::IntegerRange& range);
    [[nodiscard]] bool is_tracked(spec::MessageId message) const;

    // What the solver chooses: symbolic_inputs.cpp.
    /// Where something comes in from outside.
    struct Opening {
        std::string path; // as an instance writes it
        spec::IntegerRange range;
    };

    Flags one_flag_each(std::size_t count);
    Flags by_digits(std::size_t count);
    Bit fresh_bit();
    Atom fresh_number();
    /// Another step from the same state may use the same variables.
    void reuse_choices();
    void forget_choices();
    Datum any_of(std::size_t count, std::int64_t first);
    Datum any_process(spec::RoleId role);
    Datum any_integer(const Opening& place);
    Datum any_value(spec::TypeId type, const Opening& place);
    Datum any_list(spec::TypeId type, const Opening& place);
    std::vector<Value> elements_of(spec::TypeId type, const Opening& place);
    Datum any_result(spec::TypeId type);
    Datum one_of(spec::TypeId type, const std::vector<Value>& values);

    static constexpr std::size_t kMaxCalls = 4096; // of one function

    static constexpr std::uint64_t kEvaluationsBetweenLooks = 256;
    static constexpr std::size_t kMaxGates = 20'000'000;
    // About as much as it takes Z3 to count as far.
    static constexpr std::uint64_t kEffortOfEvaluation = 1;
    static constexpr std::uint64_t kEffortOfGate = 10;

    Circuit& circuit_;
    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    const spec::InstanceInfo& instance_;
    const Universe& universe_;
    const Slice& slice_;
    Inputs inputs_;
    Algebra algebra_;
    Layout layout_;
    Datum zero_;
    std::vector<Datum> locals_; // by LocalId
    const SymbolicState* now_ = nullptr;
    const SymbolicState* before_ = nullptr;
    std::vector<Datum> constants_;
    std::vector<std::vector<Datum>> functions_;
    std::map<spec::FunctionId, spec::DefId> defined_;
    Bit context_ = Bit::constant(true); // where what is evaluated matters
    Mishaps mishaps_;
    Bit unsettled_;                        // went wrong since a path was last settled
    Bit admissible_ = Bit::constant(true); // what was chosen from outside is a value of its type
    std::set<std::string> limits_;
    std::vector<SymbolicChoice> choices_;
    Effort* effort_ = nullptr;
    std::optional<std::chrono::steady_clock::time_point> deadline_;
    const Stop* stop_ = nullptr;
    std::uint64_t evaluations_ = 0;
    std::size_t gates_counted_ = 0; // whose effort was spent
    std::vector<std::vector<Path>> returns_;
    Datum process_; // that acts
    std::map<spec::TypeId, std::vector<Value>> values_;
    std::map<spec::TypeId, std::vector<Datum>> data_;
    std::map<spec::TypeId, Datum> anything_;

    /// The variables that steps from one state share, and how many of them this step has taken.
    struct Pool {
        std::vector<Flags> choices;
        std::size_t taken = 0;
    };

    std::map<std::size_t, Pool> pools_; // by how many there are to choose from
    std::vector<Bit> pool_bits_;
    std::size_t pool_bits_taken_ = 0;
    std::vector<Atom> pool_numbers_;
    std::size_t pool_numbers_taken_ = 0;
};

} // namespace muster::checker::bounded
