#include "spec/types/rules.hpp"
#include "spec/types/walk.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace muster::spec {

namespace {

/// Looks for functions whose values, as one instance or test gives them, need each other.
class FunctionValueChecker {
public:
    FunctionValueChecker(const TypedSpec& spec, Diagnostics& diagnostics)
        : spec_(spec)
        , diagnostics_(diagnostics)
        , called_(spec.defs.size()) {}

    void check(const std::vector<FunctionValue>& values) {
        values_.clear();
        marks_.clear();
        for (const FunctionValue& value : values) {
            if (value.def.valid()) {
                values_.emplace(value.function, value.def);
            }
        }
        for (const auto& [function, def] : values_) {
            visit(function);
        }
    }

private:
    enum class Mark { unvisited, on_path, done };

    void visit(FunctionId function) {
        const auto value = values_.find(function);
        Mark& mark = marks_[function];
        if (value == values_.end() || mark == Mark::done) {
            return;
        }
        const DefInfo& def = spec_.def(value->second);
        if (mark == Mark::on_path) {
            const std::string& name = spec_.functions[function.value].name;
            diagnostics_.report(
                {.code = Code::recursion,
                 .message = fmt::format("`{}` is given by a def that needs `{}`", name, name),
                 .primary = {spec_.expr(def.body).span, fmt::format("the body of `{}`", def.name)},
                 .help = "give a def that does not use the function, or list its values"});
            return;
        }
        mark = Mark::on_path;
        for (const FunctionId needed : called_by(value->second)) {
            visit(needed);
        }
        mark = Mark::done;
    }

    const std::set<FunctionId>& called_by(DefId def) {
        auto& known = called_[def.value];
        if (!known) {
            std::set<FunctionId> found;
            collect(spec_.def(def).body, found);
            known = std::move(found);
        }
        return *known;
    }

    void collect(ExprId id, std::set<FunctionId>& found) {
        const typed::Expr& expr = spec_.expr(id);
        if (const auto* call = std::get_if<typed::FunctionCall>(&expr.node)) {
            found.insert(call->function);
        }
        if (const auto* call = std::get_if<typed::DefCall>(&expr.node)) {
            const auto& inner = called_by(call->def);
            found.insert(inner.begin(), inner.end());
        }
        for_each_part(expr, [&](ExprId part) { collect(part, found); });
    }

    const TypedSpec& spec_;
    Diagnostics& diagnostics_;
    std::vector<std::optional<std::set<FunctionId>>> called_; // by def, once it is known
    std::map<FunctionId, DefId> values_;
    std::map<FunctionId, Mark> marks_;
};

} // namespace

void check_function_values(const TypedSpec& spec, Diagnostics& diagnostics) {
    FunctionValueChecker checker(spec, diagnostics);
    for (const InstanceInfo& instance : spec.instances) {
        checker.check(instance.functions);
    }
    for (const TestInfo& test : spec.tests) {
        checker.check(test.functions);
    }
}

} // namespace muster::spec
