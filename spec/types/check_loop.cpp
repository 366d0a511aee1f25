#include "spec/types/rules.hpp"
#include "spec/types/walk.hpp"

#include <fmt/format.h>

namespace muster::spec {

namespace {

class LoopChecker {
public:
    LoopChecker(const TypedSpec& spec, Diagnostics& diagnostics)
        : spec_(spec)
        , diagnostics_(diagnostics) {}

    void run() {
        for (const typed::Block& block : spec_.blocks) {
            for (const typed::Statement& statement : block.statements) {
                if (const auto* loop = std::get_if<typed::For>(&statement.node)) {
                    body(loop->body, loop->local);
                }
            }
        }
    }

private:
    void body(BlockId id, LocalId x) {
        if (!id.valid()) {
            return;
        }
        for (const typed::Statement& statement : spec_.block(id).statements) {
            check(statement, x);
        }
    }

    void check(const typed::Statement& statement, LocalId x) {
        const Span span = statement.span;
        std::visit(
            overloaded{
                [&](const typed::Assign& s) {
                    if (!indexed_by(s.place, x)) {
                        refuse(span, x, "it writes what every iteration shares");
                    }
                },
                [&](const typed::AddElement& s) {
                    if (!indexed_by(s.place, x) && !is_local(s.element, x)) {
                        refuse(span, x, "it adds something else than the loop's own element");
                    }
                },
                [&](const typed::RemoveElement& s) {
                    if (!indexed_by(s.place, x) && !is_local(s.element, x)) {
                        refuse(span, x, "it removes something else than the loop's own element");
                    }
                },
                [&](const typed::StartTimer& s) {
                    if (!is_local(s.key, x)) {
                        refuse(span, x, "it starts a timer that is not the element's own");
                    }
                },
                [&](const typed::StopTimer& s) {
                    if (!is_local(s.key, x)) {
                        refuse(span, x, "it stops a timer that is not the element's own");
                    }
                },
                [&](const typed::If& s) {
                    body(s.then_block, x);
                    body(s.else_block, x);
                },
                [&](const typed::Fresh&) { refuse(span, x, "it draws a fresh value"); },
                [&](const typed::Pick&) { refuse(span, x, "it makes a choice of its own"); },
                [&](const typed::For&) { refuse(span, x, "it loops again"); },
                [&](const typed::ForEach&) { refuse(span, x, "it loops again"); },
                [&](const typed::Return&) { refuse(span, x, "it returns"); },
                [&](const typed::ProcedureCall&) { refuse(span, x, "it calls a procedure"); },
                [](const typed::Let&) {},
                [](const typed::Send&) {},
                [](const typed::Reply&) {},
                [](const typed::Ignore&) {},
                [](const typed::Assert&) {},
            },
            statement.node);
    }

    bool is_local(ExprId id, LocalId x) const {
        if (!id.valid()) {
            return false;
        }
        const auto* local = std::get_if<typed::LocalRef>(&spec_.expr(id).node);
        return local != nullptr && local->local == x;
    }

    bool indexed_by(const typed::Place& place, LocalId x) const {
        for (const auto& part : place.path) {
            if (const auto* key = std::get_if<typed::PlaceKey>(&part)) {
                return is_local(key->key, x);
            }
        }
        return false;
    }

    void refuse(Span span, LocalId x, std::string_view why) {
        const std::string& name = spec_.local(x).name;
        diagnostics_.report(
            {.code = Code::loop_not_simultaneous,
             .message = "this statement cannot stand in a `for`",
             .primary = {span, std::string(why)},
             .secondary = {{spec_.local(x).span, "the loop treats every element at once"}},
             .notes = {fmt::format("an iteration may write only to state indexed by `{0}`, add or "
                                   "remove `{0}`, start or stop a timer of `{0}`, and send",
                                   name)},
             .help = "compute the whole with a comprehension before or after the loop"});
    }

    const TypedSpec& spec_;
    Diagnostics& diagnostics_;
};

} // namespace

void check_loops(const TypedSpec& spec, Diagnostics& diagnostics) {
    LoopChecker(spec, diagnostics).run();
}

} // namespace muster::spec
