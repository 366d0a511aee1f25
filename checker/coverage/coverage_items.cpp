#include "checker/coverage/coverage.hpp"
#include "spec/types/walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace muster::checker {
namespace {

using namespace spec::typed;
using Kind = CoverageItem::Kind;

class Collector {
public:
    Collector(const spec::TypedSpec& spec, const Coverage& coverage)
        : spec_(spec)
        , coverage_(coverage) {}

    std::vector<CoverageItem> collect() {
        for (const spec::RoleInfo& role : spec_.roles) {
            add_role(role);
        }
        for (const spec::ProcedureInfo& procedure : spec_.procedures) {
            add_body(Kind::procedure, procedure.name, procedure.span, procedure.body);
        }
        for (const auto& [def, reached] : called_) {
            add_branches_in(spec_.def(def).body, reached);
        }
        std::stable_sort(items_.begin(), items_.end(), [](const auto& a, const auto& b) {
            return a.span.begin < b.span.begin;
        });
        return std::move(items_);
    }

private:
    void add_role(const spec::RoleInfo& role) {
        if (role.on_start.valid()) {
            add_body(Kind::step, "on start", role.on_start_span, role.on_start);
        }
        for (const spec::MessageHandler& handler : role.handlers) {
            const std::string& name = spec_.message(handler.message).name;
            add_body(Kind::step,
                     name + (handler.otherwise ? " otherwise" : ""),
                     handler.span,
                     handler.body);
            add_guard(handler.guard);
        }
        for (const spec::TimerHandler& handler : role.timer_handlers) {
            add_body(Kind::step, spec_.timer(handler.timer).name, handler.span, handler.body);
        }
        for (const spec::LostHandler& handler : role.lost_handlers) {
            add_body(
                Kind::step, "on lost " + spec_.role(handler.peer).name, handler.span, handler.body);
        }
        for (const spec::ActionInfo& action : role.actions) {
            add_body(Kind::step, action.name, action.span, action.body);
            add_guard(action.guard);
        }
    }

    void add(Kind kind, spec::Span span, std::string name, bool covered, bool reached) {
        items_.push_back({kind, span, std::move(name), covered, reached});
    }

    void add_body(Kind kind, const std::string& name, spec::Span span, spec::BlockId body) {
        add(kind, span, name, coverage_.ran(body), true);
        add_block(body);
    }

    void add_guard(spec::ExprId guard) {
        if (!guard.valid()) {
            return;
        }
        const bool asked = coverage_.was(guard, true) || coverage_.was(guard, false);
        add(Kind::refusal, spec_.expr(guard).span, "", coverage_.was(guard, false), asked);
        add_conjuncts(guard);
        note_calls(guard, asked);
        add_branches_in(guard, asked);
    }

    void add_conjuncts(spec::ExprId condition) {
        const auto parts = conjuncts_of(spec_, condition);
        for (std::size_t i = 0; parts.size() > 1 && i < parts.size(); ++i) {
            add(Kind::conjunct,
                spec_.expr(parts[i]).span,
                "",
                coverage_.was_false_alone(parts[i]),
                coverage_.was(condition, false));
        }
    }

    void add_block(spec::BlockId block) {
        const bool reached = coverage_.ran(block);
        for (const Statement& statement : spec_.block(block).statements) {
            if (const auto* branch = std::get_if<If>(&statement.node)) {
                add_branches(branch->condition, reached);
            } else if (const auto* pick = std::get_if<Pick>(&statement.node)) {
                add_pick(*pick, statement.span, reached);
            } else if (const auto* all = std::get_if<For>(&statement.node)) {
                add(Kind::loop, statement.span, "", coverage_.ran(all->body), reached);
            } else if (const auto* each = std::get_if<ForEach>(&statement.node)) {
                add(Kind::loop, statement.span, "", coverage_.ran(each->body), reached);
            }
            spec::for_each_part(
                statement,
                [&](spec::ExprId expr) {
                    note_calls(expr, reached);
                    add_branches_in(expr, reached);
                },
                [&](spec::BlockId inner) { add_block(inner); });
        }
    }

    void add_branches(spec::ExprId condition, bool reached) {
        const spec::Span span = spec_.expr(condition).span;
        const bool was_true = coverage_.was(condition, true);
        const bool was_false = coverage_.was(condition, false);
        // Where the condition was never asked for, that neither happened is said once.
        add(Kind::true_branch, span, "", was_true, reached);
        add(Kind::false_branch, span, "", was_false, reached && (was_true || was_false));
        add_conjuncts(condition);
    }

    /// Calls visit(part, whether it was reached) for the expression and all that it is made of.
    /// What stands in a branch that was never taken was not reached.
    template <class Visit>
    void walk(spec::ExprId expr, bool reached, const Visit& visit) {
        visit(expr, reached);
        const auto* branches = std::get_if<IfElse>(&spec_.expr(expr).node);
        spec::for_each_part(spec_.expr(expr), [&](spec::ExprId part) {
            const bool is_branch = branches != nullptr && part != branches->condition;
            const bool is_taken =
                !is_branch || coverage_.was(branches->condition, part == branches->then_value);
            walk(part, reached && is_taken, visit);
        });
    }

    /// Of every `if` in an expression. Defs are looked at for themselves.
    void add_branches_in(spec::ExprId expr, bool reached) {
        walk(expr, reached, [&](spec::ExprId part, bool is_reached) {
            if (const auto* branches = std::get_if<IfElse>(&spec_.expr(part).node)) {
                add_branches(branches->condition, is_reached);
            }
        });
    }

    void note_calls(spec::ExprId expr, bool reached) {
        walk(expr, reached, [&](spec::ExprId part, bool is_reached) {
            const auto* call = std::get_if<DefCall>(&spec_.expr(part).node);
            if (call == nullptr) {
                return;
            }
            const auto [known, is_new] = called_.emplace(call->def, is_reached);
            if (is_new || (is_reached && !known->second)) {
                known->second = is_reached;
                note_calls(spec_.def(call->def).body, is_reached);
            }
        });
    }

    void add_pick(const Pick& pick, spec::Span span, bool reached) {
        add(Kind::loop, span, "", coverage_.ran(pick.body), reached);
        if (pick.else_block.valid()) {
            add(Kind::nothing, span, "", coverage_.ran(pick.else_block), reached);
        }
    }

    const spec::TypedSpec& spec_;
    const Coverage& coverage_;
    std::map<spec::DefId, bool> called_; // by steps, and whether one of these came so far
    std::vector<CoverageItem> items_;
};

} // namespace

std::vector<CoverageItem> coverage_items(const spec::TypedSpec& spec, const Coverage& coverage) {
    return Collector(spec, coverage).collect();
}

std::string describe(const CoverageItem& item) {
    switch (item.kind) {
    case Kind::step:
        return fmt::format("`{}` never happens", item.name);
    case Kind::procedure:
        return fmt::format("`{}` is never called", item.name);
    case Kind::true_branch:
        return "this condition is never true";
    case Kind::false_branch:
        return "this condition is never false";
    case Kind::refusal:
        return "this guard is never false";
    case Kind::conjunct:
        return "this part of the condition is never false alone";
    case Kind::nothing:
        return "there is always something to pick here";
    case Kind::loop:
        return "there is never anything here to run the body for";
    }
    return {};
}

} // namespace muster::checker
