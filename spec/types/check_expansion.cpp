#include "spec/types/rules.hpp"
#include "spec/types/walk.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

namespace {

constexpr std::uint64_t kMaxNodes = 1'000'000;
constexpr std::uint64_t kMaxStatements = 100'000;

/// Sums and products stay here once they are past every limit.
constexpr std::uint64_t kSaturated = std::uint64_t{1} << 31U;

std::uint64_t capped(std::uint64_t value) {
    return std::min(value, kSaturated);
}

/// What something comes to when everything that it uses has been put in.
struct Size {
    std::uint64_t nodes = 0;
    std::uint64_t statements = 0;

    void add(const Size& other, std::uint64_t times) {
        nodes = capped(nodes + other.nodes * times);
        statements = capped(statements + other.statements * times);
    }

    [[nodiscard]] bool is_small() const {
        return nodes <= kMaxNodes && statements <= kMaxStatements;
    }
};

/// The use that contributes most to a size.
struct Largest {
    std::string_view name;
    std::uint64_t uses = 0;
    std::uint64_t weight = 0;
};

/// Adds up sizes without expanding anything. Every expression and statement is looked at once: a
/// definition is measured when it is first used, together with how often its body mentions each
/// parameter, because that is how often an argument is put in.
class Measure {
public:
    Measure(const ResolvedSpec& spec, Diagnostics& diagnostics)
        : resolved_(spec)
        , spec_(spec.declared)
        , diagnostics_(diagnostics)
        , defs_(spec_.defs.size())
        , procedures_(spec_.procedures.size())
        , uses_(spec_.locals.size(), 0) {}

    void run() {
        for (std::uint32_t i = 0; i < spec_.defs.size(); ++i) {
            def(DefId{i});
        }
        for (std::uint32_t i = 0; i < spec_.procedures.size(); ++i) {
            procedure(ProcedureId{i});
        }
        for (const RoleInfo& role : spec_.roles) {
            measure_role(role);
        }
        for (const PropertyInfo& property : spec_.properties) {
            whole(property.name, property.span, {property.body}, {});
        }
        for (const LiveInfo& live : spec_.lives) {
            whole(live.name, live.span, {live.premise, live.conclusion}, {});
        }
        for (const TimingAssumption& timing : spec_.timing) {
            whole(timing.name, timing.span, {timing.condition}, {});
        }
    }

private:
    /// What is being measured: its size so far and where most of it comes from.
    struct Sum {
        Size size;
        Largest largest;
    };

    void measure_role(const RoleInfo& role) {
        for (const MessageHandler& handler : role.handlers) {
            const std::string& name = spec_.message(handler.message).name;
            whole(name, handler.span, {handler.guard}, handler.body);
        }
        for (const TimerHandler& handler : role.timer_handlers) {
            whole(spec_.timer(handler.timer).name, handler.span, {}, handler.body);
        }
        for (const LostHandler& handler : role.lost_handlers) {
            whole("lost", handler.span, {}, handler.body);
        }
        for (const ActionInfo& action : role.actions) {
            whole(action.name, action.span, {action.guard}, action.body);
        }
        if (role.on_start.valid()) {
            whole("start", role.on_start_span, {}, role.on_start);
        }
    }

    /// Something that nothing else uses.
    void whole(std::string_view name, Span span, const std::vector<ExprId>& exprs, BlockId body) {
        Sum sum;
        for (const ExprId id : exprs) {
            expr(id, 1, sum);
        }
        block(body, 1, sum);
        report_if_large(name, span, sum);
    }

    Size def(DefId id) {
        std::optional<Size>& known = defs_[id.value];
        if (!known) {
            Sum sum;
            expr(spec_.def(id).body, 1, sum);
            known = limited(spec_.def(id), resolved_.def_decls[id.value]->name.span, sum);
        }
        return *known;
    }

    Size procedure(ProcedureId id) {
        std::optional<Size>& known = procedures_[id.value];
        if (!known) {
            Sum sum;
            block(spec_.procedure(id).body, 1, sum);
            known = limited(spec_.procedure(id), spec_.procedure(id).span, sum);
        }
        return *known;
    }

    /// The size that whoever uses the definition should count. One that is too large counts as
    /// nothing, or all its users would be reported too.
    template <class Definition>
    Size limited(const Definition& definition, Span span, const Sum& sum) {
        if (sum.size.is_small()) {
            return sum.size;
        }
        report_if_large(definition.name, span, sum);
        for (const LocalId parameter : definition.parameters) {
            uses_[parameter.value] = 1;
        }
        return {1, 1};
    }

    void expr(ExprId id, std::uint64_t times, Sum& sum) {
        if (!id.valid()) {
            return;
        }
        const typed::Expr& node = spec_.expr(id);
        sum.size.add({1, 0}, times);
        if (const auto* local = std::get_if<typed::LocalRef>(&node.node)) {
            auto& uses = uses_[local->local.value];
            uses = capped(uses + times);
        }
        if (const auto* call = std::get_if<typed::DefCall>(&node.node)) {
            use(spec_.def(call->def).name, def(call->def), times, sum);
            expr(call->process, times, sum);
            arguments(call->arguments, spec_.def(call->def).parameters, times, sum);
            return;
        }
        for_each_part(node, [&](ExprId part) { expr(part, times, sum); });
    }

    void block(BlockId id, std::uint64_t times, Sum& sum) {
        if (!id.valid()) {
            return;
        }
        for (const typed::Statement& statement : spec_.block(id).statements) {
            sum.size.add({0, 1}, times);
            if (const auto* call = std::get_if<typed::ProcedureCall>(&statement.node)) {
                const ProcedureInfo& callee = spec_.procedure(call->procedure);
                use(callee.name, procedure(call->procedure), times, sum);
                arguments(call->arguments, callee.parameters, times, sum);
                continue;
            }
            for_each_part(
                statement,
                [&](ExprId part) { expr(part, times, sum); },
                [&](BlockId inner) { block(inner, times, sum); });
        }
    }

    void arguments(const std::vector<ExprId>& given,
                   const std::vector<LocalId>& parameters,
                   std::uint64_t times,
                   Sum& sum) {
        for (std::size_t i = 0; i < given.size(); ++i) {
            const std::uint64_t uses = uses_[parameters[i].value];
            expr(given[i], capped(times * std::max<std::uint64_t>(uses, 1)), sum);
        }
    }

    void use(std::string_view name, const Size& size, std::uint64_t times, Sum& sum) {
        sum.size.add(size, times);
        const std::uint64_t weight = capped((size.nodes + size.statements) * times);
        if (name == sum.largest.name) {
            sum.largest.uses = capped(sum.largest.uses + times);
            sum.largest.weight = capped(sum.largest.weight + weight);
        } else if (weight > sum.largest.weight) {
            sum.largest = {name, times, weight};
        }
    }

    void report_if_large(std::string_view name, Span span, const Sum& sum) {
        if (sum.size.is_small()) {
            return;
        }
        const bool by_nodes = sum.size.nodes > kMaxNodes;
        Diagnostic diagnostic{.code = Code::expansion_too_large,
                              .message =
                                  fmt::format("`{}` comes to more than {} {}",
                                              name,
                                              by_nodes ? kMaxNodes : kMaxStatements,
                                              by_nodes ? "parts of expressions" : "statements"),
                              .primary = {span, "with everything that it uses put in"},
                              .notes = {"defs and procedures are expanded where they are used"}};
        if (sum.largest.weight > 0) {
            diagnostic.notes.push_back(fmt::format(
                "most of it comes from `{}`, which is put in {} here",
                sum.largest.name,
                sum.largest.uses == 1 ? "once" : fmt::format("{} times", sum.largest.uses)));
        }
        diagnostic.help = "use the inner definition once; a handler can bind its value with `let`";
        diagnostics_.report(std::move(diagnostic));
    }

    const ResolvedSpec& resolved_;
    const TypedSpec& spec_;
    Diagnostics& diagnostics_;
    std::vector<std::optional<Size>> defs_;       // by def, once it is measured
    std::vector<std::optional<Size>> procedures_; // by procedure, likewise
    std::vector<std::uint64_t> uses_;             // by local
};

} // namespace

void check_expansion(const ResolvedSpec& spec, Diagnostics& diagnostics) {
    Measure(spec, diagnostics).run();
}

} // namespace muster::spec
