#pragma once

#include "checker/smt/encode_expr.hpp"

#include <functional>
#include <string>
#include <vector>

/// The symbolic execution of handler bodies. A path is a conjunction of conditions with the state
/// that straight-line code makes of the one before; it splits where the code branches, so that each
/// path touches few components. Small branches without consequences for control are merged.
namespace muster::checker::smt {

/// A send inside a loop, in terms of the loop's element. `elements` are those of the closed loops
/// that it stood in: there is one such send for each of their values.
struct LoopSend {
    z3::expr guard;
    spec::MessageId message;
    Terms arguments;
    Terms elements;
};

/// The `for` whose body is being executed, for one symbolic element.
struct Loop {
    /// Of every loop that the body stands in, the outermost first.
    Terms elements;
    /// At which argument each written component has each of the elements.
    std::map<ComponentId, std::vector<std::size_t>> positions;
    std::vector<LoopSend> sends;
    /// Under which conditions of the body the current statement runs.
    Terms guards;
};

struct Path {
    explicit Path(SymbolicState start)
        : state(std::move(start)) {}

    Terms conditions;
    /// Definitions of symbols that the path introduced.
    Terms definitions;
    SymbolicState state;
    Env env;
    bool returned = false;
    std::set<std::string> abstractions;
    /// What `fresh` gave so far.
    Terms fresh;
    /// The state from which the path has gone on since the last loop in order; none before.
    std::optional<SymbolicState> since;
    std::optional<Loop> loop;
};

/// Something that must hold wherever a path comes by: an operation is defined, an assertion holds.
struct PathObligation {
    enum class Kind { undefined, assertion, nothing_to_pick };
    Kind kind;
    Terms conditions; // of the path up to here, definitions included
    z3::expr formula;
    spec::Span span;
    std::set<std::string> abstractions;
};

/// The step that a body belongs to: who acts, and what `fresh` must differ from.
struct Actor {
    spec::RoleId role;
    std::optional<Sym> me;  // of an indexed role
    std::vector<Sym> event; // the parameters of the event
};

/// What is known where bodies run.
struct Surroundings {
    /// Whether the conditions of a path can hold together; it may say yes in doubt.
    std::function<bool(const Path&)> feasible;
    /// What may be assumed of a state in the middle of a handler, if `stations` keep it. Empty
    /// where nothing is known of such states.
    std::function<Terms(const SymbolicState&)> invariants;
};

class Executor {
public:
    Executor(ExprEncoder& encoder, Actor actor, Surroundings around)
        : encoder_(encoder)
        , vocabulary_(encoder.vocabulary())
        , ctx_(vocabulary_.ctx())
        , actor_(std::move(actor))
        , around_(std::move(around)) {}

    std::vector<Path> run(spec::BlockId block, Path path);
    /// Runs a block for every process of the actor's indexed role at once.
    Path run_for_all(spec::BlockId block, Path path);
    /// What a crash does to the acting process, before `on start`.
    void reset(Path& path);

    [[nodiscard]] std::vector<PathObligation> take_obligations() {
        return std::exchange(obligations_, {});
    }

    /// Paths that end before a loop in order or after one of its iterations. The loop goes on from
    /// any state that satisfies the invariants, so these states must satisfy them.
    [[nodiscard]] std::vector<Path> take_stations() { return std::exchange(stations_, {}); }

    /// The value of an expression where a path stands; what it needs is an obligation.
    Sym evaluate(spec::ExprId id, Path& path);

private:
    using Paths = std::vector<Path>;

    Paths run_statement(const spec::typed::Statement& statement, Path path);
    Paths run_if(const spec::typed::If& branch, Path path);
    Paths run_pick(const spec::typed::Pick& pick, Path path, spec::Span span);
    Paths run_for(const spec::typed::For& loop, Path path, spec::Span span);
    Paths run_for_each(const spec::typed::ForEach& loop, Path path, spec::Span span);
    /// Goes on in any state that satisfies the invariants.
    void forget_state(Path& path);
    Paths run_call(const spec::typed::ProcedureCall& call, Path path);
    void run_send(const spec::typed::Send& statement, Path& path);
    void run_reply(const spec::typed::Reply& statement, Path& path);
    void run_fresh(const spec::typed::Fresh& fresh, Path& path, spec::Span span);
    void run_assign(const spec::typed::Assign& assign, Path& path, spec::Span span);
    void run_element(const spec::typed::Place& place,
                     spec::ExprId element,
                     bool present,
                     Path& path,
                     spec::Span span);
    void set_timer(spec::TimerId timer, spec::ExprId key, bool armed, Path& path, spec::Span span);
    void send(spec::MessageId message,
              const std::vector<spec::ExprId>& fields,
              const std::optional<z3::expr>& to,
              Path& path);

    /// The layout and prefix that a place names; intermediate keys become obligations.
    struct Target {
        const Layout* layout;
        Terms prefix;
        /// Set when the last step of the path is a key: the domain gets it as well.
        std::optional<ComponentId> domain;
    };

    Target locate(const spec::typed::Place& place, Path& path, spec::Span span);
    void write_value(const Target& target, const Sym& value, Path& path, spec::Span span);
    void write(ComponentId component,
               const Terms& prefix,
               const Closure& value,
               Path& path,
               spec::Span span);
    void close_loop(const Path& body, const Sym& domain, Path& path);
    void send_for_all(const LoopSend& sent, Path& path);
    void note_write(ComponentId component, const Terms& prefix, Loop& loop, spec::Span span) const;
    static void note_positions(ComponentId component,
                               std::vector<std::size_t> positions,
                               Loop& loop,
                               spec::Span span);
    Path merge(const z3::expr& condition, const Path& base, Path yes, Path no);
    bool is_small(spec::BlockId block) const;
    void require(PathObligation::Kind kind, const z3::expr& formula, spec::Span span, Path& path);
    void absorb(Path& path);
    Terms process_of_actor() const;
    /// The identity of a container for a message; introduced and defined where it has none.
    Sym with_identity(const Sym& value, Path& path);

    ExprEncoder& encoder_;
    Vocabulary& vocabulary_;
    z3::context& ctx_;
    Actor actor_;
    Surroundings around_;
    std::vector<PathObligation> obligations_;
    std::vector<Path> stations_;
};

/// That an element of a sort occurs nowhere in a value.
z3::expr absent_from(Vocabulary& vocabulary, const Sym& value, const z3::expr& element);
/// That it occurs nowhere in a state or in a tracked message, one formula for each place.
Terms absent(Vocabulary& vocabulary, const SymbolicState& state, const z3::expr& element);

} // namespace muster::checker::smt
