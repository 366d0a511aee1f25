#include "spec/ast/overloaded.hpp"
#include "spec/types/dump.hpp"
#include "spec/types/dump_parts.hpp"

#include <fmt/format.h>

namespace muster::spec {

namespace {

std::string range_text(const IntegerRange& range) {
    return fmt::format("{} .. {}",
                       range.low ? std::to_string(*range.low) : "",
                       range.high ? std::to_string(*range.high) : "");
}

class ScenarioDumper {
public:
    explicit ScenarioDumper(const TypedSpec& spec)
        : spec_(spec) {}

    std::string run() {
        for (const InstanceInfo& instance : spec_.instances) {
            dump_instance(instance);
        }
        for (const TestInfo& test : spec_.tests) {
            dump_test(test);
        }
        return std::move(out_);
    }

private:
    void line(int depth, const std::string& text) {
        out_.append(static_cast<std::size_t>(depth) * 2, ' ');
        out_ += text + "\n";
    }

    std::string expr(ExprId id) const { return dump(spec_, id); }

    void values(const std::vector<ConstValue>& constants,
                const std::vector<FunctionValue>& functions) {
        for (const ConstValue& value : constants) {
            line(2,
                 fmt::format(
                     "(= {} {})", spec_.constants[value.constant.value].name, expr(value.value)));
        }
        for (const FunctionValue& value : functions) {
            line(2,
                 fmt::format("(= {} {})",
                             spec_.functions[value.function.value].name,
                             value.def.valid() ? spec_.def(value.def).name : expr(value.map)));
        }
    }

    void dump_instance(const InstanceInfo& instance) {
        line(1, fmt::format("(instance {}", instance.name));
        for (const SortSize& size : instance.sorts) {
            line(2,
                 fmt::format("(sort {} {}{})",
                             spec_.sorts[size.sort.value].name,
                             size.size,
                             local_list(spec_, size.elements)));
        }
        values(instance.constants, instance.functions);
        for (const ConstBound& bound : instance.constant_bounds) {
            bounded(spec_.constants[bound.constant.value].name, bound.range);
        }
        for (const VariableBound& bound : instance.variables) {
            const VariableInfo& variable = spec_.variable(bound.variable);
            bounded(spec_.role(variable.role).name + "." + variable.name, bound.range);
        }
        for (const FieldBound& bound : instance.fields) {
            const MessageInfo& message = spec_.message(bound.message);
            bounded(message.name + "." + message.fields[bound.field].name, bound.range);
        }
        for (const ArgumentBound& bound : instance.arguments) {
            const RoleInfo& role = spec_.role(bound.role);
            const ActionInfo& action = role.actions[bound.action];
            const LocalId parameter = action.parameters[bound.parameter];
            bounded(role.name + "." + action.name + "." + spec_.local(parameter).name, bound.range);
        }
        if (instance.max_in_flight) {
            line(2, fmt::format("(in-flight {})", *instance.max_in_flight));
        }
        if (instance.max_duplicates != 1) {
            line(2, fmt::format("(duplicates {})", instance.max_duplicates));
        }
        line(1, ")");
    }

    void bounded(const std::string& what, const IntegerRange& range) {
        line(2, fmt::format("(in {} {})", what, range_text(range)));
    }

    void dump_test(const TestInfo& test) {
        line(1,
             fmt::format("(test \"{}\" {} {} (elements{})",
                         test.title,
                         spec_.role(test.role).name,
                         local_name(spec_, test.process),
                         local_list(spec_, test.elements)));
        values(test.constants, test.functions);
        for (const TestStep& step : test.steps) {
            const std::string text =
                std::visit([&](const auto& node) { return this->text(node, test); }, step.node);
            line(2, step.refused ? fmt::format("(refuse {})", text) : text);
        }
        line(1, ")");
    }

    std::string exprs(const std::vector<ExprId>& ids) const {
        std::string out;
        for (const ExprId id : ids) {
            out += " " + expr(id);
        }
        return out;
    }

    std::string text(const TestMessage& step, const TestInfo&) const {
        return fmt::format("({}{} from {})",
                           spec_.message(step.message).name,
                           exprs(step.fields),
                           expr(step.from));
    }

    std::string text(const TestTimer& step, const TestInfo&) const {
        return fmt::format("(timer {} {})", spec_.timer(step.timer).name, expr(step.key));
    }

    std::string text(const TestAction& step, const TestInfo& test) const {
        return fmt::format("(action {}{})",
                           spec_.role(test.role).actions[step.action].name,
                           exprs(step.arguments));
    }

    std::string text(const TestCrash&, const TestInfo&) const { return "(crash)"; }

    std::string text(const TestLost& step, const TestInfo& test) const {
        const RoleId peer = spec_.role(test.role).lost_handlers[step.handler].peer;
        return fmt::format("(lost {} {})", spec_.role(peer).name, expr(step.process));
    }

    std::string text(const TestExpectation& step, const TestInfo&) const {
        return fmt::format("(expect {})", expr(step.condition));
    }

    std::string text(const TestSends& step, const TestInfo&) const {
        if (!step.message.valid()) {
            return "(sends nothing)";
        }
        const MessageInfo& message = spec_.message(step.message);
        std::string fields;
        for (const auto& [field, value] : step.fields) {
            fields += fmt::format(" ({} {})", message.fields[field].name, expr(value));
        }
        return fmt::format("(sends {}{} to {})", message.name, fields, expr(step.to));
    }

    const TypedSpec& spec_;
    std::string out_;
};

} // namespace

std::string dump_scenarios(const TypedSpec& spec) {
    return ScenarioDumper(spec).run();
}

} // namespace muster::spec
