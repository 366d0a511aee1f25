#include "checker/eval/value_space.hpp"
#include "checker/explore/reads.hpp"
#include "checker/trace/render_text.hpp"
#include "spec/types/walk.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace muster::checker {
namespace {

constexpr std::size_t kMaxEntries = 12; // of one function

// What the steps of the spec look at.
Reads reads_of_behaviour(const spec::TypedSpec& spec) {
    Reads reads;
    const auto look = [&](spec::ExprId expr) {
        if (expr.valid()) {
            collect_reads(spec, expr, reads);
        }
    };
    for (const auto& block : spec.blocks) {
        for (const auto& statement : block.statements) {
            spec::for_each_part(statement, look, [](spec::BlockId) {});
        }
    }
    for (const spec::VariableInfo& variable : spec.variables) {
        look(variable.initial);
    }
    for (const spec::RoleInfo& role : spec.roles) {
        for (const spec::MessageHandler& handler : role.handlers) {
            look(handler.guard);
        }
        for (const spec::ActionInfo& action : role.actions) {
            look(action.guard);
        }
    }
    for (const spec::TimingAssumption& assumption : spec.timing) {
        look(assumption.condition);
    }
    return reads;
}

class FunctionRenderer {
public:
    FunctionRenderer(const spec::TypedSpec& spec, const Trace& trace, ElementNames& names)
        : spec_(spec)
        , universe_(trace.universe)
        , names_(names) {}

    // Empty where the state does not say what the function is.
    std::string render(const spec::FunctionInfo& function, const std::vector<Value>& table) {
        std::vector<std::vector<Value>> values;
        std::size_t calls = 1;
        for (const spec::LocalId parameter : function.parameters) {
            auto all =
                all_values(spec_, universe_, spec_.local(parameter).type, universe_.integers);
            values.push_back(all ? std::move(*all) : std::vector<Value>{});
            calls *= values.back().size();
        }
        if (calls != table.size() || calls == 0) {
            return {};
        }
        const bool is_map = function.parameters.size() == 1;
        std::vector<std::string> entries;
        for (std::size_t call = 0; call < std::min(calls, kMaxEntries); ++call) {
            const std::string arguments = arguments_of(function, values, call);
            const std::string result = render_value(spec_, function.result, table[call], names_);
            entries.push_back(is_map
                                  ? fmt::format("{} -> {}", arguments, result)
                                  : fmt::format("{}({}) = {}", function.name, arguments, result));
        }
        if (calls > kMaxEntries) {
            entries.push_back(fmt::format("… ({} more)", calls - kMaxEntries));
        }
        const std::string text = fmt::format("{}", fmt::join(entries, ", "));
        return is_map ? fmt::format("{} = {{{}}}", function.name, text) : text;
    }

private:
    // The table follows the arguments in ascending order, the first one slowest.
    std::string arguments_of(const spec::FunctionInfo& function,
                             const std::vector<std::vector<Value>>& values,
                             std::size_t call) {
        std::vector<const Value*> row(values.size());
        for (std::size_t i = values.size(); i > 0; --i) {
            row[i - 1] = &values[i - 1][call % values[i - 1].size()];
            call /= values[i - 1].size();
        }
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < row.size(); ++i) {
            texts.push_back(
                render_value(spec_, spec_.local(function.parameters[i]).type, *row[i], names_));
        }
        return fmt::format("{}", fmt::join(texts, ", "));
    }

    const spec::TypedSpec& spec_;
    const Universe& universe_;
    ElementNames& names_;
};

} // namespace

std::vector<std::string> render_functions(const spec::TypedSpec& spec,
                                          const Trace& trace,
                                          spec::ExprId shown,
                                          ElementNames& names) {
    Reads reads = reads_of_behaviour(spec);
    if (shown.valid()) {
        collect_reads(spec, shown, reads);
    }
    return render_tables(spec, trace, reads.functions, names);
}

std::vector<std::string> render_tables(const spec::TypedSpec& spec,
                                       const Trace& trace,
                                       const std::set<spec::FunctionId>& functions,
                                       ElementNames& names) {
    FunctionRenderer renderer(spec, trace, names);
    std::vector<std::string> lines;
    for (const spec::FunctionId id : functions) {
        if (id.value >= trace.initial.functions.size()) {
            continue;
        }
        std::string line =
            renderer.render(spec.functions[id.value], trace.initial.functions[id.value]);
        if (!line.empty()) {
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

} // namespace muster::checker
