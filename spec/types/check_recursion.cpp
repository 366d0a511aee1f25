#include "spec/types/rules.hpp"
#include "spec/types/walk.hpp"

#include <fmt/format.h>

namespace muster::spec {

namespace {

enum class Mark { unvisited, on_path, done };

class RecursionChecker {
public:
    RecursionChecker(const TypedSpec& spec, Diagnostics& diagnostics)
        : spec_(spec)
        , diagnostics_(diagnostics)
        , marks_(spec.procedures.size(), Mark::unvisited) {}

    void run() {
        for (std::uint32_t i = 0; i < spec_.procedures.size(); ++i) {
            visit(ProcedureId{i}, spec_.procedures[i].span);
        }
    }

private:
    void visit(ProcedureId id, Span call) {
        Mark& mark = marks_[id.value];
        if (mark == Mark::on_path) {
            diagnostics_.report(
                {.code = Code::recursion,
                 .message = fmt::format("procedure `{}` calls itself", spec_.procedure(id).name),
                 .primary = {call, "reached again by this call"},
                 .secondary = {{spec_.procedure(id).span, "declared here"}},
                 .notes = {"calls are expanded, so a procedure may not reach itself"}});
        }
        if (mark != Mark::unvisited) {
            return;
        }
        mark = Mark::on_path;
        block(spec_.procedure(id).body);
        marks_[id.value] = Mark::done;
    }

    void block(BlockId id) {
        for (const typed::Statement& statement : spec_.block(id).statements) {
            if (const auto* call = std::get_if<typed::ProcedureCall>(&statement.node)) {
                visit(call->procedure, statement.span);
            }
            for_each_part(
                statement, [](ExprId) {}, [&](BlockId inner) { block(inner); });
        }
    }

    const TypedSpec& spec_;
    Diagnostics& diagnostics_;
    std::vector<Mark> marks_;
};

} // namespace

void check_recursion(const TypedSpec& spec, Diagnostics& diagnostics) {
    RecursionChecker(spec, diagnostics).run();
}

} // namespace muster::spec
