#include "checker/smt/encode_step.hpp"

#include "checker/smt/encode_network.hpp"

namespace muster::checker::smt {

namespace {

/// A delivery before any handler has been chosen: the message, who it comes from, where it goes.
struct Delivery {
    AnyMessage message;
    Terms conditions;
};

class StepEncoder {
public:
    StepEncoder(ExprEncoder& encoder, spec::RoleId role)
        : encoder_(encoder)
        , vocabulary_(encoder.vocabulary())
        , spec_(vocabulary_.spec())
        , role_id_(role)
        , role_(spec_.role(role)) {}

    Delivery deliver(spec::MessageId id, spec::TypeId request) {
        Delivery result{any_message(encoder_, id), {}};
        EventSymbols& event = result.message.event;
        result.conditions = can_arrive(vocabulary_, id, result.message);
        const SymbolicState start(vocabulary_);
        result.conditions.push_back(is_running(vocabulary_, start, role_id_, event.me));
        if (request.valid()) {
            event.request = vocabulary_.unknown(request, "request");
            if (event.sender) {
                result.conditions.push_back(same(
                    vocabulary_.sender_of(request)(*event.request->term), *event.sender->term));
            }
        }
        return result;
    }

    Env bind(const spec::MessageHandler& handler, const EventSymbols& event, Env env) {
        for (std::size_t f = 0; f < handler.fields.size(); ++f)
            env = env.with(handler.fields[f], event.fields[f]);
        if (handler.sender.valid() && event.sender)
            env = env.with(handler.sender, *event.sender);
        if (handler.request.valid() && event.request)
            env = env.with(handler.request, *event.request);
        return env;
    }

    Env bind_me(const EventSymbols& event) {
        Env env;
        return event.me ? env.with(role_.me, *event.me) : env;
    }

    /// The handlers of a message in this role.
    std::vector<const spec::MessageHandler*> handlers_of(spec::MessageId message) {
        std::vector<const spec::MessageHandler*> result;
        for (const spec::MessageHandler& handler : role_.handlers) {
            if (handler.message == message)
                result.push_back(&handler);
        }
        return result;
    }

    spec::TypeId request_type(spec::MessageId message) {
        for (const spec::MessageHandler* handler : handlers_of(message)) {
            if (handler->request.valid())
                return spec_.local(handler->request).type;
        }
        return {};
    }

    z3::expr guard_of(const spec::MessageHandler& handler, const EventSymbols& event) {
        if (!handler.guard.valid())
            return truth(vocabulary_.ctx(), true);
        return encoder_.term(handler.guard, guard_scope(handler, event));
    }

    Scope guard_scope(const spec::MessageHandler& handler, const EventSymbols& event) {
        return Scope{
            bind(handler, event, bind_me(event)), SymbolicState(vocabulary_), std::nullopt, false};
    }

    EncodedStep run(const Step& step, const Surroundings& around) {
        switch (step.kind) {
        case StepKind::deliver:
            return run_delivery(step, around);
        case StepKind::fire:
            return run_timer(step, around);
        case StepKind::act:
            return run_action(step, around);
        case StepKind::crash:
            return run_crash(around);
        case StepKind::stop:
            return run_stop();
        case StepKind::lose:
            return encode_loss(encoder_, step);
        case StepKind::cut:
            break;
        }
        return encode_cut(encoder_, step, around);
    }

private:
    /// A process of the role that has not stopped, and where it is known in the path.
    std::optional<Sym> actor(Path& path) {
        const std::optional<Sym> me = unknown_process(vocabulary_, role_id_, "me");
        path.conditions.push_back(is_running(vocabulary_, path.state, role_id_, me));
        if (me)
            path.env = path.env.with(role_.me, *me);
        return me;
    }

    EncodedStep finish(EncodedStep step, Path path, spec::BlockId body, Executor& executor) {
        step.paths = executor.run(body, std::move(path));
        step.stations = executor.take_stations();
        step.obligations = executor.take_obligations();
        return step;
    }

    EncodedStep run_delivery(const Step& step, const Surroundings& around) {
        const spec::MessageHandler& handler = role_.handlers.at(step.index);
        Delivery delivery = deliver(handler.message, request_type(handler.message));
        EncodedStep result;
        result.event = delivery.message.event;
        result.facts = delivery.message.facts;
        Path path{SymbolicState(vocabulary_)};
        path.env = bind(handler, result.event, bind_me(result.event));
        path.conditions = delivery.conditions;
        Actor actor{role_id_, result.event.me, result.event.fields};
        Executor executor(encoder_, actor, around);
        if (handler.otherwise) {
            for (const spec::MessageHandler* other : handlers_of(handler.message)) {
                if (!other->otherwise)
                    path.conditions.push_back(negation(guard_of(*other, result.event)));
            }
        } else if (handler.guard.valid()) {
            path.conditions.push_back(*executor.evaluate(handler.guard, path).term);
        }
        take(vocabulary_, path.state, handler.message, delivery.message);
        return finish(std::move(result), std::move(path), handler.body, executor);
    }

    EncodedStep run_timer(const Step& step, const Surroundings& around) {
        const spec::TimerHandler& handler = role_.timer_handlers.at(step.index);
        const SymbolicState start(vocabulary_);
        EncodedStep result;
        Path path{start};
        result.event.me = actor(path);
        Terms row;
        if (result.event.me)
            row.push_back(*result.event.me->term);
        std::vector<Sym> event;
        if (handler.key.valid()) {
            const spec::LocalInfo& key = spec_.local(handler.key);
            result.event.timer_key = vocabulary_.unknown(key.type, key.name);
            path.env = path.env.with(handler.key, *result.event.timer_key);
            row = append(std::move(row), vocabulary_.flatten(*result.event.timer_key));
            event.push_back(*result.event.timer_key);
        }
        const ComponentId timer = vocabulary_.timer(handler.timer);
        path.conditions.push_back(start.read(timer, row));
        Executor executor(encoder_, Actor{role_id_, result.event.me, event}, around);
        assume_timing(handler.timer, result.event, executor, path);
        z3::context& ctx = vocabulary_.ctx();
        path.state.set(timer, Closure([start, timer, row, &ctx](const Terms& arguments) {
                           return both(start.read(timer, arguments),
                                       negation(same_rows(ctx, arguments, row)));
                       }));
        return finish(std::move(result), std::move(path), handler.body, executor);
    }

    /// A timer fires only where every assumption about it holds.
    void
    assume_timing(spec::TimerId timer, const EventSymbols& event, Executor& executor, Path& path) {
        for (const spec::TimingAssumption& assumption : spec_.timing) {
            if (assumption.timer != timer)
                continue;
            const Env env = path.env;
            if (assumption.process.valid())
                path.env = path.env.with(assumption.process, *event.me);
            if (assumption.key.valid())
                path.env = path.env.with(assumption.key, *event.timer_key);
            path.conditions.push_back(*executor.evaluate(assumption.condition, path).term);
            path.env = env;
        }
    }

    EncodedStep run_action(const Step& step, const Surroundings& around) {
        const spec::ActionInfo& action = role_.actions.at(step.index);
        EncodedStep result;
        Path path{SymbolicState(vocabulary_)};
        result.event.me = actor(path);
        for (spec::LocalId parameter : action.parameters) {
            const spec::LocalInfo& local = spec_.local(parameter);
            // A container gets an identity, as it may be sent.
            Sym value = vocabulary_.unknown(local.type, local.name);
            path.env = path.env.with(parameter, value);
            result.event.arguments.push_back(std::move(value));
        }
        Executor executor(
            encoder_, Actor{role_id_, result.event.me, result.event.arguments}, around);
        if (action.guard.valid())
            path.conditions.push_back(*executor.evaluate(action.guard, path).term);
        return finish(std::move(result), std::move(path), action.body, executor);
    }

    EncodedStep run_crash(const Surroundings& around) {
        EncodedStep result;
        Path path{SymbolicState(vocabulary_)};
        result.event.me = actor(path);
        Executor executor(encoder_, Actor{role_id_, result.event.me, {}}, around);
        executor.reset(path);
        return finish(std::move(result), std::move(path), role_.on_start, executor);
    }

    EncodedStep run_stop() {
        EncodedStep result;
        Path path{SymbolicState(vocabulary_)};
        result.event.me = actor(path);
        const SymbolicState before = path.state;
        const Terms row = result.event.me ? Terms{*result.event.me->term} : Terms{};
        const ComponentId stopped = vocabulary_.stopped(role_id_).value();
        path.state.set(stopped, Closure([=, &ctx = vocabulary_.ctx()](const Terms& terms) {
                           return either(before.read(stopped, terms), same_rows(ctx, terms, row));
                       }));
        result.paths.push_back(std::move(path));
        return result;
    }

    ExprEncoder& encoder_;
    Vocabulary& vocabulary_;
    const spec::TypedSpec& spec_;
    spec::RoleId role_id_;
    const spec::RoleInfo& role_;
};

} // namespace

EncodedStep encode_step(ExprEncoder& encoder, const Step& step, const Surroundings& around) {
    return StepEncoder(encoder, step.role).run(step, around);
}

std::vector<HandlerObligation> handler_obligations(ExprEncoder& encoder, spec::RoleId role) {
    using Kind = HandlerObligation::Kind;
    z3::context& ctx = encoder.vocabulary().ctx();
    const spec::TypedSpec& spec = encoder.vocabulary().spec();
    StepEncoder step(encoder, role);
    std::vector<HandlerObligation> result;
    for (std::uint32_t m = 0; m < spec.messages.size(); ++m) {
        if (spec.messages[m].to != role)
            continue;
        const spec::MessageId message{m};
        encoder.vocabulary().begin_names("handlers of " + spec.message(message).name);
        Delivery delivery = step.deliver(message, step.request_type(message));
        const std::size_t first = result.size();
        bool total = false;
        std::vector<std::pair<const spec::MessageHandler*, z3::expr>> guards;
        spec::Span span = spec.role(role).span;
        for (const spec::MessageHandler* handler : step.handlers_of(message)) {
            span = handler->span;
            if (handler->otherwise) {
                total = true;
                continue;
            }
            const z3::expr guard = step.guard_of(*handler, delivery.message.event);
            for (const auto& [other, earlier] : guards) {
                if (handler->either && other->either)
                    continue;
                result.push_back({Kind::ambiguous,
                                  role,
                                  message,
                                  handler->span,
                                  delivery.message.event,
                                  delivery.message.facts,
                                  delivery.conditions,
                                  negation(both(earlier, guard)),
                                  {}});
            }
            guards.emplace_back(handler, guard);
        }
        if (!total) {
            Terms any;
            for (const auto& [handler, guard] : guards)
                any.push_back(guard);
            result.push_back({Kind::unhandled,
                              role,
                              message,
                              span,
                              delivery.message.event,
                              delivery.message.facts,
                              delivery.conditions,
                              disjunction(ctx, any),
                              {}});
        }
        // What the guards introduced is known once all of them have been evaluated.
        const Terms known = encoder.take_facts();
        const std::set<std::string> abstractions = encoder.take_abstractions();
        for (std::size_t i = first; i < result.size(); ++i) {
            result[i].facts = append(std::move(result[i].facts), known);
            result[i].abstractions = abstractions;
        }
    }
    return result;
}

} // namespace muster::checker::smt
