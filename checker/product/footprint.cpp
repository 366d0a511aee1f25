#include "checker/product/footprint.hpp"

#include "spec/types/walk.hpp"

#include <algorithm>

namespace muster::checker::product {
namespace {

using namespace spec::typed;

class Collector {
public:
    Collector(const spec::TypedSpec& spec, const Parts& parts, Footprint& found)
        : spec_(spec)
        , parts_(parts)
        , found_(found) {}

    void visit(spec::ExprId id, const Bindings& bindings) {
        const Expr& expr = spec_.expr(id);
        if (const auto* variable = std::get_if<VariableRef>(&expr.node)) {
            const spec::RoleId role = spec_.variable(variable->variable).role;
            const auto& all = spec_.role(role).variables;
            const auto index = static_cast<std::size_t>(
                std::find(all.begin(), all.end(), variable->variable) - all.begin());
            each(role, variable->process, bindings, [&](Footprint::Local& local) {
                local.variables[index] = true;
            });
        } else if (const auto* armed = std::get_if<Armed>(&expr.node)) {
            each(spec_.timer(armed->timer).role,
                 armed->process,
                 bindings,
                 [](Footprint::Local& local) { local.armed = true; });
        } else if (const auto* pattern = std::get_if<MessagePattern>(&expr.node)) {
            note(*pattern);
        } else if (const auto* call = std::get_if<DefCall>(&expr.node)) {
            visit_def(*call, bindings);
        }
        spec::for_each_part(expr, [&](spec::ExprId part) { visit(part, bindings); });
    }

private:
    [[nodiscard]] std::optional<Value> value_of(spec::ExprId id, const Bindings& bindings) const {
        if (!id.valid()) {
            return std::nullopt;
        }
        const auto* local = std::get_if<LocalRef>(&spec_.expr(id).node);
        const auto bound = local == nullptr ? bindings.end() : bindings.find(local->local);
        return bound == bindings.end() ? std::nullopt : std::optional(bound->second);
    }

    template <class Note>
    void each(spec::RoleId role, spec::ExprId process, const Bindings& bindings, Note note) {
        const auto known = value_of(process, bindings);
        const auto count = static_cast<std::int64_t>(parts_.layout().processes(role));
        for (std::int64_t i = 0; i < count; ++i) {
            if (known && known->number() != i) {
                continue;
            }
            Footprint::Local& local = found_.processes[parts_.places().process(role, i)];
            local.variables.resize(spec_.role(role).variables.size());
            note(local);
        }
    }

    void note(const MessagePattern& pattern) {
        const Places& places = parts_.places();
        if (pattern.in_flight && leaves_the_network(parts_.layout().carrier(pattern.message))) {
            found_.others.insert(places.loose());
            found_.others.insert(places.queued());
        } else {
            found_.others.insert(places.sent(pattern.message));
        }
    }

    void visit_def(const DefCall& call, const Bindings& bindings) {
        const spec::DefInfo& def = spec_.def(call.def);
        Bindings inside;
        if (const auto process = value_of(call.process, bindings); process && def.me.valid()) {
            inside.emplace(def.me, *process);
        }
        for (std::size_t i = 0; i < def.parameters.size(); ++i) {
            if (const auto value = value_of(call.arguments[i], bindings)) {
                inside.emplace(def.parameters[i], *value);
            }
        }
        visit(def.body, inside);
    }

    const spec::TypedSpec& spec_;
    const Parts& parts_;
    Footprint& found_;
};

} // namespace

Footprint footprint(const spec::TypedSpec& spec,
                    const Parts& parts,
                    spec::ExprId formula,
                    const Bindings& bindings) {
    Footprint found;
    Collector(spec, parts, found).visit(formula, bindings);
    return found;
}

} // namespace muster::checker::product
