#include "spec/types/dump.hpp"

#include "spec/ast/overloaded.hpp"
#include "spec/types/dump_parts.hpp"

#include <fmt/format.h>

namespace muster::spec {

namespace {

class Dumper {
public:
    explicit Dumper(const TypedSpec& spec)
        : spec_(spec) {}

    std::string run() {
        line(0, fmt::format("(protocol {}", spec_.name));
        for (const MessageInfo& message : spec_.messages) {
            dump_message(message);
        }
        for (const DefInfo& def : spec_.defs) {
            line(1, fmt::format("(def {}{} {})", def.name, locals(def.parameters), expr(def.body)));
        }
        for (const RoleInfo& role : spec_.roles) {
            dump_role(role);
        }
        for (const PropertyInfo& property : spec_.properties) {
            line(1, fmt::format("(property {} {})", property.name, expr(property.body)));
        }
        out_ += dump_rules(spec_);
        out_ += dump_scenarios(spec_);
        out_ += ")\n";
        return std::move(out_);
    }

private:
    void line(int depth, const std::string& text) {
        out_.append(static_cast<std::size_t>(depth) * 2, ' ');
        out_ += text;
        out_ += '\n';
    }

    std::string expr(ExprId id) const { return dump(spec_, id); }

    std::string local(LocalId id) const {
        return id.valid() ? fmt::format("{}#{}", spec_.local(id).name, id.value) : "_";
    }

    std::string locals(const std::vector<LocalId>& ids) const {
        std::string out;
        for (const LocalId id : ids) {
            out += ' ';
            out += local(id);
        }
        return out;
    }

    std::string exprs(const std::vector<ExprId>& ids) const {
        std::string out;
        for (const ExprId id : ids) {
            out += ' ';
            out += expr(id);
        }
        return out;
    }

    /// Only what the resolved dump does not show.
    void dump_message(const MessageInfo& message) {
        const std::string network = network_name(message.network);
        const std::string fairness = fairness_name(message.fairness);
        if (!network.empty() || !fairness.empty()) {
            line(1, fmt::format("(message {}{}{})", message.name, network, fairness));
        }
    }

    void dump_role(const RoleInfo& role) {
        line(1, fmt::format("(role {} {}", role.name, local(role.me)));
        for (const VariableId id : role.variables) {
            line(2,
                 fmt::format("(variable {} {})",
                             spec_.variable(id).name,
                             expr(spec_.variable(id).initial)));
        }
        for (const ProcedureId id : role.procedures) {
            const ProcedureInfo& procedure = spec_.procedure(id);
            body(fmt::format("(procedure {}{}", procedure.name, locals(procedure.parameters)),
                 procedure.body);
        }
        if (role.on_start.valid()) {
            body("(on start", role.on_start);
        }
        for (const MessageHandler& handler : role.handlers) {
            body(fmt::format("({}on {}{} from {} as {} when {}{}",
                             handler.either ? "either " : "",
                             spec_.message(handler.message).name,
                             locals(handler.fields),
                             local(handler.sender),
                             local(handler.request),
                             expr(handler.guard),
                             handler.otherwise ? " otherwise" : ""),
                 handler.body);
        }
        for (const TimerHandler& handler : role.timer_handlers) {
            body(fmt::format("(on {} {}", spec_.timer(handler.timer).name, local(handler.key)),
                 handler.body);
        }
        for (const LostHandler& handler : role.lost_handlers) {
            body(fmt::format(
                     "(on lost {} {}", spec_.role(handler.peer).name, local(handler.process)),
                 handler.body);
        }
        for (const ActionInfo& action : role.actions) {
            body(fmt::format("(action {}{}{} when {}",
                             action.name,
                             fairness_name(action.fairness),
                             locals(action.parameters),
                             expr(action.guard)),
                 action.body);
        }
        line(1, ")");
    }

    void body(const std::string& header, BlockId id) {
        line(2, header);
        block(3, id);
        line(2, ")");
    }

    void block(int depth, BlockId id) {
        for (const typed::Statement& statement : spec_.block(id).statements) {
            dump_statement(depth, statement);
        }
    }

    std::string place(const typed::Place& place) const {
        std::string out = spec_.variable(place.variable).name;
        for (const auto& part : place.path) {
            out += std::visit(
                overloaded{
                    [&](const typed::PlaceField& f) { return fmt::format(".{}", f.field); },
                    [&](const typed::PlaceKey& k) { return fmt::format("[{}]", expr(k.key)); },
                },
                part);
        }
        return out;
    }

    void nested(int depth, const std::string& header, BlockId id) {
        line(depth, header);
        block(depth + 1, id);
        line(depth, ")");
    }

    void dump_statement(int depth, const typed::Statement& statement) {
        std::visit([&](const auto& node) { dump_node(depth, node); }, statement.node);
    }

    void dump_node(int depth, const typed::Assign& s) {
        line(depth, fmt::format("(= {} {})", place(s.place), expr(s.value)));
    }

    void dump_node(int depth, const typed::AddElement& s) {
        line(depth, fmt::format("(add {} {})", place(s.place), expr(s.element)));
    }

    void dump_node(int depth, const typed::RemoveElement& s) {
        line(depth, fmt::format("(remove {} {})", place(s.place), expr(s.element)));
    }

    void dump_node(int depth, const typed::Let& s) {
        line(depth, fmt::format("(let {} {})", local(s.local), expr(s.value)));
    }

    void dump_node(int depth, const typed::Fresh& s) {
        line(depth, fmt::format("(fresh {})", local(s.local)));
    }

    void dump_node(int depth, const typed::If& s) {
        nested(depth, fmt::format("(if {}", expr(s.condition)), s.then_block);
        if (s.else_block.valid()) {
            nested(depth, "(else", s.else_block);
        }
    }

    void dump_node(int depth, const typed::Send& s) {
        line(depth,
             fmt::format(
                 "(send {}{} to {})", spec_.message(s.message).name, exprs(s.fields), expr(s.to)));
    }

    void dump_node(int depth, const typed::Reply& s) {
        line(depth,
             fmt::format("(reply {}{} to {})",
                         spec_.message(s.message).name,
                         exprs(s.fields),
                         expr(s.request)));
    }

    void dump_node(int depth, const typed::StartTimer& s) {
        line(depth,
             fmt::format(
                 "(start {} {} {})", spec_.timer(s.timer).name, expr(s.key), expr(s.duration)));
    }

    void dump_node(int depth, const typed::StopTimer& s) {
        line(depth, fmt::format("(stop {} {})", spec_.timer(s.timer).name, expr(s.key)));
    }

    void dump_node(int depth, const typed::Ignore&) { line(depth, "(ignore)"); }

    void dump_node(int depth, const typed::Return&) { line(depth, "(return)"); }

    void dump_node(int depth, const typed::Assert& s) {
        line(depth, fmt::format("(assert {})", expr(s.condition)));
    }

    void dump_node(int depth, const typed::ProcedureCall& s) {
        line(depth,
             fmt::format("(call {}{})", spec_.procedure(s.procedure).name, exprs(s.arguments)));
    }

    void dump_node(int depth, const typed::For& s) {
        nested(depth, fmt::format("(for {} {}", local(s.local), expr(s.domain)), s.body);
    }

    void dump_node(int depth, const typed::ForEach& s) {
        nested(depth, fmt::format("(for-each {} {}", local(s.local), expr(s.list)), s.body);
    }

    void dump_node(int depth, const typed::Pick& s) {
        static constexpr const char* kOrders[] = {"", " max", " min"};
        nested(depth,
               fmt::format("(pick {} {} {}{} {}",
                           local(s.local),
                           expr(s.domain),
                           expr(s.condition),
                           kOrders[static_cast<int>(s.order)],
                           expr(s.key)),
               s.body);
        if (s.else_block.valid()) {
            nested(depth, "(else", s.else_block);
        }
    }

    const TypedSpec& spec_;
    std::string out_;
};

} // namespace

std::string dump(const TypedSpec& spec) {
    return Dumper(spec).run();
}

} // namespace muster::spec
