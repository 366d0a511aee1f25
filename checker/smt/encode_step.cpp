#include "checker/smt/encode_step.hpp"

namespace muster::checker::smt {

namespace {

/// A delivery before any handler has been chosen: the message, who it comes from, where it goes.
struct Delivery {
    EventSymbols event;
    Terms facts;
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
        const spec::MessageInfo& message = spec_.message(id);
        const TrackedMessage& tracked = vocabulary_.relevance().messages[id.value];
        Delivery result;
        result.event.me = process(role_id_, "me");
        result.event.sender = process(message.from, "sender");
        const bool known = tracked.tracked && !vocabulary_.system().is_arbitrary(message.from);
        Terms row;
        if (known && tracked.from && result.event.sender)
            row.push_back(*result.event.sender->term);
        if (known && tracked.to && result.event.me)
            row.push_back(*result.event.me->term);
        for (std::size_t f = 0; f < message.fields.size(); ++f) {
            const spec::FieldInfo& field = message.fields[f];
            const bool in_row = known && tracked.fields[f];
            Sym value = in_row ? vocabulary_.unknown(field.type, field.name)
                               : anything(field.type, field.name, result.facts);
            if (in_row) {
                // Behind an absent option nothing is sent: what lemmas say of `none` fits this row.
                row = append(std::move(row), vocabulary_.atoms(value));
                result.facts.push_back(same_rows(
                    vocabulary_.ctx(), vocabulary_.atoms(value), vocabulary_.flatten(value)));
            }
            result.event.fields.push_back(std::move(value));
        }
        const SymbolicState start(vocabulary_);
        if (known)
            result.conditions.push_back(start.read(vocabulary_.message(id), row));
        if (request.valid()) {
            result.event.request = vocabulary_.unknown(request, "request");
            if (result.event.sender) {
                result.conditions.push_back(
                    same(vocabulary_.sender_of(request)(*result.event.request->term),
                         *result.event.sender->term));
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

    EncodedStep run(const Step& step, const Feasible& feasible) {
        EncodedStep result;
        Path path{SymbolicState(vocabulary_)};
        switch (step.kind) {
        case StepKind::deliver:
            return run_delivery(step, feasible);
        case StepKind::fire:
            return run_timer(step, feasible);
        case StepKind::act:
            return run_action(step, feasible);
        case StepKind::crash:
            return run_crash(feasible);
        case StepKind::stop:
        case StepKind::lose:
        case StepKind::cut:
            return result; // changes nothing; the process only does less
        }
        return result;
    }

private:
    std::optional<Sym> process(spec::RoleId role, const char* name) {
        const spec::SortId index = spec_.role(role).index;
        if (!index.valid())
            return std::nullopt;
        Sym result;
        result.type = spec_.local(spec_.role(role).me).type;
        result.term = vocabulary_.fresh_constant(name, vocabulary_.element_sort(index));
        return result;
    }

    Sym anything(spec::TypeId type, const std::string& name, Terms& facts) {
        const Layout layout = vocabulary_.unknown_layout(type, name, facts);
        return view(vocabulary_, layout, {}, SymbolicState(vocabulary_));
    }

    EncodedStep finish(EncodedStep step, Path path, spec::BlockId body, Executor& executor) {
        step.paths = executor.run(body, std::move(path));
        step.obligations = executor.take_obligations();
        return step;
    }

    EncodedStep run_delivery(const Step& step, const Feasible& feasible) {
        const spec::MessageHandler& handler = role_.handlers.at(step.index);
        Delivery delivery = deliver(handler.message, request_type(handler.message));
        EncodedStep result;
        result.event = delivery.event;
        result.facts = delivery.facts;
        Path path{SymbolicState(vocabulary_)};
        path.env = bind(handler, result.event, bind_me(result.event));
        path.conditions = delivery.conditions;
        Actor actor{role_id_, result.event.me, result.event.fields};
        Executor executor(encoder_, actor, feasible);
        if (handler.otherwise) {
            for (const spec::MessageHandler* other : handlers_of(handler.message)) {
                if (!other->otherwise)
                    path.conditions.push_back(negation(guard_of(*other, result.event)));
            }
        } else if (handler.guard.valid()) {
            path.conditions.push_back(*executor.evaluate(handler.guard, path).term);
        }
        return finish(std::move(result), std::move(path), handler.body, executor);
    }

    EncodedStep run_timer(const Step& step, const Feasible& feasible) {
        const spec::TimerHandler& handler = role_.timer_handlers.at(step.index);
        const SymbolicState start(vocabulary_);
        EncodedStep result;
        result.event.me = process(role_id_, "me");
        Path path{start};
        path.env = bind_me(result.event);
        Terms row;
        if (result.event.me)
            row.push_back(*result.event.me->term);
        if (handler.key.valid()) {
            const spec::LocalInfo& key = spec_.local(handler.key);
            result.event.timer_key = vocabulary_.unknown(key.type, key.name);
            path.env = path.env.with(handler.key, *result.event.timer_key);
            row = append(std::move(row), vocabulary_.flatten(*result.event.timer_key));
        }
        const ComponentId timer = vocabulary_.timer(handler.timer);
        path.conditions.push_back(start.read(timer, row));
        z3::context& ctx = vocabulary_.ctx();
        path.state.set(timer, Closure([start, timer, row, &ctx](const Terms& arguments) {
                           return both(start.read(timer, arguments),
                                       negation(same_rows(ctx, arguments, row)));
                       }));
        std::vector<Sym> event;
        if (result.event.timer_key)
            event.push_back(*result.event.timer_key);
        Executor executor(encoder_, Actor{role_id_, result.event.me, event}, feasible);
        return finish(std::move(result), std::move(path), handler.body, executor);
    }

    EncodedStep run_action(const Step& step, const Feasible& feasible) {
        const spec::ActionInfo& action = role_.actions.at(step.index);
        EncodedStep result;
        result.event.me = process(role_id_, "me");
        Path path{SymbolicState(vocabulary_)};
        path.env = bind_me(result.event);
        for (spec::LocalId parameter : action.parameters) {
            const spec::LocalInfo& local = spec_.local(parameter);
            // A container gets an identity, as it may be sent.
            Sym value = vocabulary_.unknown(local.type, local.name);
            path.env = path.env.with(parameter, value);
            result.event.arguments.push_back(std::move(value));
        }
        Executor executor(
            encoder_, Actor{role_id_, result.event.me, result.event.arguments}, feasible);
        if (action.guard.valid())
            path.conditions.push_back(*executor.evaluate(action.guard, path).term);
        return finish(std::move(result), std::move(path), action.body, executor);
    }

    EncodedStep run_crash(const Feasible& feasible) {
        EncodedStep result;
        result.event.me = process(role_id_, "me");
        Path path{SymbolicState(vocabulary_)};
        path.env = bind_me(result.event);
        Executor executor(encoder_, Actor{role_id_, result.event.me, {}}, feasible);
        executor.reset(path);
        return finish(std::move(result), std::move(path), role_.on_start, executor);
    }

    ExprEncoder& encoder_;
    Vocabulary& vocabulary_;
    const spec::TypedSpec& spec_;
    spec::RoleId role_id_;
    const spec::RoleInfo& role_;
};

} // namespace

EncodedStep encode_step(ExprEncoder& encoder, const Step& step, const Feasible& feasible) {
    return StepEncoder(encoder, step.role).run(step, feasible);
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
        Delivery delivery = step.deliver(message, step.request_type(message));
        bool total = false;
        Terms guards;
        spec::Span span = spec.role(role).span;
        for (const spec::MessageHandler* handler : step.handlers_of(message)) {
            span = handler->span;
            if (handler->otherwise) {
                total = true;
                continue;
            }
            const z3::expr guard = step.guard_of(*handler, delivery.event);
            for (const z3::expr& earlier : guards) {
                result.push_back({Kind::ambiguous,
                                  role,
                                  message,
                                  handler->span,
                                  delivery.event,
                                  delivery.facts,
                                  delivery.conditions,
                                  negation(both(earlier, guard))});
            }
            guards.push_back(guard);
        }
        if (!total) {
            result.push_back({Kind::unhandled,
                              role,
                              message,
                              span,
                              delivery.event,
                              delivery.facts,
                              delivery.conditions,
                              disjunction(ctx, guards)});
        }
    }
    return result;
}

} // namespace muster::checker::smt
