#include "checker/smt/encode_network.hpp"

namespace muster::checker::smt {

std::optional<Sym> unknown_process(Vocabulary& vocabulary, spec::RoleId role, const char* name) {
    const spec::RoleInfo& info = vocabulary.spec().role(role);
    if (!info.index.valid())
        return std::nullopt;
    Sym result;
    result.type = vocabulary.spec().local(info.me).type;
    result.term = vocabulary.fresh_constant(name, vocabulary.element_sort(info.index));
    return result;
}

namespace {

Sym anything(Vocabulary& vocabulary, spec::TypeId type, const std::string& name, Terms& facts) {
    const Layout layout = vocabulary.unknown_layout(type, name, facts);
    return view(vocabulary, layout, {}, SymbolicState(vocabulary));
}

Terms terms_of(const std::optional<Sym>& process) {
    return process ? Terms{*process->term} : Terms{};
}

} // namespace

AnyMessage any_message(ExprEncoder& encoder, spec::MessageId id) {
    Vocabulary& vocabulary = encoder.vocabulary();
    const spec::MessageInfo& message = vocabulary.spec().message(id);
    const TrackedMessage& tracked = vocabulary.relevance().messages[id.value];
    AnyMessage result;
    result.event.me = unknown_process(vocabulary, message.to, "me");
    result.event.sender = unknown_process(vocabulary, message.from, "sender");
    const bool known = tracked.tracked && !vocabulary.system().is_arbitrary(message.from);
    Terms row;
    if (known && tracked.from)
        row = terms_of(result.event.sender);
    if (known && tracked.to)
        row = append(std::move(row), terms_of(result.event.me));
    for (std::size_t f = 0; f < message.fields.size(); ++f) {
        const spec::FieldInfo& field = message.fields[f];
        const bool in_row = known && tracked.fields[f];
        Sym value = in_row ? vocabulary.unknown(field.type, field.name)
                           : anything(vocabulary, field.type, field.name, result.facts);
        if (in_row) {
            // Behind an absent option nothing is sent: what lemmas say of `none` fits this row.
            row = append(std::move(row), vocabulary.atoms(value));
            result.facts.push_back(
                same_rows(vocabulary.ctx(), vocabulary.atoms(value), vocabulary.flatten(value)));
        }
        result.event.fields.push_back(std::move(value));
    }
    if (known)
        result.row = std::move(row);
    return result;
}

Terms can_arrive(Vocabulary& vocabulary, spec::MessageId id, const AnyMessage& message) {
    if (!message.row)
        return {};
    const SymbolicState start(vocabulary);
    if (const auto in_flight = vocabulary.in_flight(id))
        return {start.read(*in_flight, *message.row) > 0};
    return {start.read(*vocabulary.sent(id), *message.row)};
}

void take(Vocabulary& vocabulary,
          SymbolicState& state,
          spec::MessageId id,
          const AnyMessage& message) {
    const auto in_flight = vocabulary.in_flight(id);
    if (message.row && in_flight)
        change_count(vocabulary, state, *in_flight, *message.row, -1);
}

void change_count(Vocabulary& vocabulary,
                  SymbolicState& state,
                  ComponentId in_flight,
                  const Terms& row,
                  int difference) {
    const SymbolicState before = state;
    state.set(in_flight, Closure([=, &ctx = vocabulary.ctx()](const Terms& terms) {
                  const z3::expr count = before.read(in_flight, terms);
                  return choice(same_rows(ctx, terms, row), count + difference, count);
              }));
}

z3::expr is_running(Vocabulary& vocabulary,
                    const SymbolicState& state,
                    spec::RoleId role,
                    const std::optional<Sym>& process) {
    const auto stopped = vocabulary.stopped(role);
    if (!stopped)
        return truth(vocabulary.ctx(), true);
    return negation(state.read(*stopped, terms_of(process)));
}

EncodedStep encode_loss(ExprEncoder& encoder, const Step& step) {
    Vocabulary& vocabulary = encoder.vocabulary();
    const AnyMessage message = any_message(encoder, step.message);
    EncodedStep result;
    result.event = message.event;
    result.facts = message.facts;
    Path path{SymbolicState(vocabulary)};
    path.conditions = can_arrive(vocabulary, step.message, message);
    take(vocabulary, path.state, step.message, message);
    result.paths.push_back(std::move(path));
    return result;
}

namespace {

class CutEncoder {
public:
    CutEncoder(ExprEncoder& encoder, const Step& step, const Surroundings& around)
        : encoder_(encoder)
        , vocabulary_(encoder.vocabulary())
        , spec_(vocabulary_.spec())
        , around_(around)
        , one_{step.role, unknown_process(vocabulary_, step.role, "me")}
        , other_{step.peer, unknown_process(vocabulary_, step.peer, "peer")} {}

    EncodedStep run() {
        result_.event.me = one_.process;
        result_.event.peer = other_.process;
        Path path{SymbolicState(vocabulary_)};
        for (std::uint32_t m = 0; m < spec_.messages.size(); ++m)
            cut(spec::MessageId{m}, path.state);
        std::vector<Path> paths;
        paths.push_back(std::move(path));
        paths = run_lost(std::move(paths), one_, other_, truth(vocabulary_.ctx(), true));
        // A process that is cut from itself runs its handler once.
        z3::expr two_ends = truth(vocabulary_.ctx(), true);
        if (one_.role == other_.role)
            two_ends = one_.process ? negation(same(*one_.process->term, *other_.process->term))
                                    : truth(vocabulary_.ctx(), false);
        result_.paths = run_lost(std::move(paths), other_, one_, two_ends);
        return std::move(result_);
    }

private:
    struct End {
        spec::RoleId role;
        std::optional<Sym> process;
    };

    /// Nothing of this message is in flight between the two any more.
    void cut(spec::MessageId id, SymbolicState& state) {
        const spec::MessageInfo& message = spec_.message(id);
        const auto in_flight = vocabulary_.in_flight(id);
        if (message.network != spec::NetworkKind::fifo || !in_flight)
            return;
        std::vector<Terms> directions;
        if (message.from == one_.role && message.to == other_.role)
            directions.push_back(append(terms_of(one_.process), terms_of(other_.process)));
        if (message.from == other_.role && message.to == one_.role)
            directions.push_back(append(terms_of(other_.process), terms_of(one_.process)));
        if (directions.empty())
            return;
        const SymbolicState before = state;
        state.set(*in_flight, Closure([=, &ctx = vocabulary_.ctx()](const Terms& row) {
            Terms cases;
            for (const Terms& ends : directions) {
                const auto middle = row.begin() + static_cast<std::ptrdiff_t>(ends.size());
                cases.push_back(same_rows(ctx, Terms(row.begin(), middle), ends));
            }
            return choice(disjunction(ctx, cases), ctx.int_val(0), before.read(*in_flight, row));
        }));
    }

    /// `on lost` at one end, where it has such a handler, runs, and `runs` holds.
    std::vector<Path>
    run_lost(std::vector<Path> paths, const End& end, const End& peer, const z3::expr& runs) {
        const spec::LostHandler* handler = lost_handler(spec_, end.role, peer.role);
        if (handler == nullptr)
            return paths;
        Executor executor(encoder_, Actor{end.role, end.process, {}}, around_);
        std::vector<Path> result;
        for (Path& path : paths) {
            const z3::expr active =
                both(runs, is_running(vocabulary_, path.state, end.role, end.process));
            if (!active.is_true()) {
                Path idle = path;
                idle.conditions.push_back(negation(active));
                result.push_back(std::move(idle));
            }
            if (active.is_false())
                continue;
            path.conditions.push_back(active);
            if (end.process)
                path.env = path.env.with(spec_.role(end.role).me, *end.process);
            if (handler->process.valid())
                path.env = path.env.with(handler->process, *peer.process);
            for (Path& finished : executor.run(handler->body, std::move(path))) {
                finished.returned = false;
                result.push_back(std::move(finished));
            }
        }
        for (Path& station : executor.take_stations())
            result_.stations.push_back(std::move(station));
        for (PathObligation& obligation : executor.take_obligations())
            result_.obligations.push_back(std::move(obligation));
        return result;
    }

    ExprEncoder& encoder_;
    Vocabulary& vocabulary_;
    const spec::TypedSpec& spec_;
    const Surroundings& around_;
    End one_;
    End other_;
    EncodedStep result_;
};

} // namespace

EncodedStep encode_cut(ExprEncoder& encoder, const Step& step, const Surroundings& around) {
    return CutEncoder(encoder, step, around).run();
}

} // namespace muster::checker::smt
