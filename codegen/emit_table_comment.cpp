#include "codegen/emit_role.hpp"
#include "codegen/model/spec_text.hpp"
#include "spec/types/walk.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace muster::codegen {

using namespace spec::typed;
using spec::BlockId;

namespace {

/// What code may do, in words; each thing once, in the order of the text.
class Effects {
public:
    explicit Effects(const spec::TypedSpec& spec)
        : spec_(spec) {}

    void collect(BlockId block) {
        for (const Statement& statement : spec_.block(block).statements) {
            note(statement);
            spec::for_each_part(
                statement, [](spec::ExprId) {}, [this](BlockId inner) { collect(inner); });
        }
    }

    [[nodiscard]] std::string text() const {
        std::string all;
        append(all, "sets", writes_);
        append(all, "sends", sends_);
        append(all, "replies", replies_);
        append(all, "starts", starts_);
        append(all, "stops", stops_);
        return all.empty() ? "nothing" : all;
    }

private:
    using Names = std::vector<std::string>;

    static void add(Names& names, const std::string& name) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(name);
        }
    }

    static void append(std::string& all, std::string_view verb, const Names& names) {
        if (names.empty()) {
            return;
        }
        all += (all.empty() ? "" : "; ") + std::string(verb);
        for (std::size_t i = 0; i < names.size(); ++i) {
            all += (i == 0 ? " " : ", ") + names[i];
        }
    }

    void write(const Place& place) { add(writes_, spec_.variable(place.variable).name); }

    void note(const Statement& statement) {
        if (const auto* assign = std::get_if<Assign>(&statement.node)) {
            write(assign->place);
        } else if (const auto* more = std::get_if<AddElement>(&statement.node)) {
            write(more->place);
        } else if (const auto* less = std::get_if<RemoveElement>(&statement.node)) {
            write(less->place);
        } else if (const auto* send = std::get_if<Send>(&statement.node)) {
            add(sends_, spec_.message(send->message).name);
        } else if (const auto* reply = std::get_if<Reply>(&statement.node)) {
            add(replies_, spec_.message(reply->message).name);
        } else if (const auto* start = std::get_if<StartTimer>(&statement.node)) {
            add(starts_, spec_.timer(start->timer).name);
        } else if (const auto* stop = std::get_if<StopTimer>(&statement.node)) {
            add(stops_, spec_.timer(stop->timer).name);
        } else if (const auto* call = std::get_if<ProcedureCall>(&statement.node)) {
            collect(spec_.procedure(call->procedure).body);
        }
    }

    const spec::TypedSpec& spec_;
    Names writes_;
    Names sends_;
    Names replies_;
    Names starts_;
    Names stops_;
};

} // namespace

void emit_table_comment(const RoleContext& context, Writer& writer) {
    const auto& spec = context.spec;
    const auto row = [&](const std::string& event, const std::string& guard, BlockId body) {
        Effects effects(spec);
        const auto& statements = spec.block(body).statements;
        const bool ignored =
            statements.size() == 1 && std::holds_alternative<Ignore>(statements.front().node);
        effects.collect(body);
        writer.doc_comment("    " + event + (guard.empty() ? "" : " [" + guard + ']') + " / " +
                           (ignored ? "ignored" : effects.text()));
    };
    const auto guard_text = [&](spec::ExprId guard) {
        return guard.valid() ? spec_text(spec, guard) : std::string();
    };
    writer.doc_comment("Its transitions, event [guard] / what the handler may do:");
    if (context.role.on_start.valid()) {
        row("start", "", context.role.on_start);
    }
    for (const auto& handler : context.role.handlers) {
        row((handler.either ? "either " : "") + spec.message(handler.message).name,
            handler.otherwise ? "otherwise" : guard_text(handler.guard),
            handler.body);
    }
    for (const auto& handler : context.role.timer_handlers) {
        row("timer " + spec.timer(handler.timer).name, "", handler.body);
    }
    for (const auto& handler : context.role.lost_handlers) {
        row("lost " + spec.role(handler.peer).name, "", handler.body);
    }
    for (const auto& action : context.role.actions) {
        row("action " + action.name, guard_text(action.guard), action.body);
    }
    const auto own = [&](const spec::TimingAssumption& assumption) {
        return spec.timer(assumption.timer).role == context.id;
    };
    if (std::any_of(spec.timing.begin(), spec.timing.end(), own)) {
        writer.line("///");
        writer.doc_comment("Verdicts may rest on these assumptions about timing, which are the "
                           "host's to keep:");
    }
    for (const auto& assumption : spec.timing) {
        if (own(assumption)) {
            writer.doc_comment("    " + assumption.name + ", of timer " +
                               spec.timer(assumption.timer).name);
        }
    }
}

} // namespace muster::codegen
