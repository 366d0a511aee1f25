#include "spec/types/rules.hpp"
#include "spec/types/walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace muster::spec {

namespace {

enum class Mark { unvisited, on_path, done };

/// How deep calls may be nested: whatever expands them goes as deep.
constexpr std::uint32_t kMaxCallChain = 256;

class RecursionChecker {
public:
    RecursionChecker(const TypedSpec& spec, Diagnostics& diagnostics)
        : spec_(spec)
        , diagnostics_(diagnostics)
        , marks_(spec.procedures.size(), Mark::unvisited)
        , heights_(spec.procedures.size(), 0) {}

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
            height_ = std::max(height_, heights_[id.value]);
            return;
        }
        if (depth_ == kMaxCallChain) {
            report_long_chain(call);
            return;
        }
        mark = Mark::on_path;
        ++depth_;
        const std::uint32_t outer_height = std::exchange(height_, 0);
        block(spec_.procedure(id).body);
        --depth_;
        if (height_ == kMaxCallChain) {
            report_long_chain(spec_.procedure(id).span);
            height_ = 0; // or every procedure above this one would be reported
        }
        heights_[id.value] = height_ + 1;
        height_ = std::max(outer_height, heights_[id.value]);
        marks_[id.value] = Mark::done;
    }

    void report_long_chain(Span span) {
        diagnostics_.report(
            {.code = Code::nesting_too_deep,
             .message = fmt::format("procedures call procedures more than {} deep", kMaxCallChain),
             .primary = {span, "one too many"}});
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
    /// How deep calls go below each procedure that is done, and below the one that is visited.
    std::vector<std::uint32_t> heights_;
    std::uint32_t height_ = 0;
    std::uint32_t depth_ = 0; // of the calls on the path
};

} // namespace

void check_recursion(const TypedSpec& spec, Diagnostics& diagnostics) {
    RecursionChecker(spec, diagnostics).run();
}

} // namespace muster::spec
