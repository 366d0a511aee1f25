#include "checker/infer/lemma_name.hpp"

#include "spec/types/walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace muster::checker::infer {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::ExprId;

namespace {

constexpr std::size_t kMaxSubjects = 2; // of the premises, and of the conclusion

using Words = std::vector<std::string>;

class Namer {
public:
    explicit Namer(const spec::TypedSpec& spec)
        : spec_(spec) {}

    std::string name(ExprId formula) {
        const ExprId body = without_binders(formula);
        Words premises;
        ExprId conclusion = body;
        if (const auto* binary = as<typed::Binary>(body);
            binary != nullptr && binary->op == BinaryOp::implies) {
            collect(binary->left, premises);
            conclusion = binary->right;
        }
        premises.resize(std::min(premises.size(), kMaxSubjects));
        Words conclusions;
        collect(conclusion, conclusions);
        std::erase_if(conclusions, [&](const std::string& word) {
            return std::find(premises.begin(), premises.end(), word) != premises.end();
        });
        conclusions.resize(std::min(conclusions.size(), kMaxSubjects));
        return joined(premises, conclusion, conclusions);
    }

private:
    template <class Node>
    const Node* as(ExprId id) const {
        return std::get_if<Node>(&spec_.expr(id).node);
    }

    ExprId without_binders(ExprId id) const {
        const auto* quantifier = as<typed::Quantifier>(id);
        return quantifier != nullptr && quantifier->kind == spec::QuantifierKind::forall
                   ? without_binders(quantifier->body)
                   : id;
    }

    bool is_negative(ExprId id) const {
        const auto* negated = as<typed::Unary>(id);
        const auto* binary = as<typed::Binary>(id);
        return (negated != nullptr && negated->op == spec::UnaryOp::logical_not) ||
               (binary != nullptr && binary->op == BinaryOp::not_equal);
    }

    /// That two variables are equal.
    bool is_identity(ExprId id) const {
        const auto* binary = as<typed::Binary>(id);
        return binary != nullptr && binary->op == BinaryOp::equal &&
               as<typed::LocalRef>(binary->left) != nullptr &&
               as<typed::LocalRef>(binary->right) != nullptr;
    }

    std::string joined(const Words& premises, ExprId conclusion, const Words& conclusions) const {
        const std::string from = fmt::format("{}", fmt::join(premises, "_and_"));
        const std::string to = fmt::format("{}", fmt::join(conclusions, "_or_"));
        if (premises.empty()) {
            return to.empty() ? "inferred" : (is_negative(conclusion) ? "never_" : "always_") + to;
        }
        if (is_identity(conclusion)) {
            return from + "_is_unique";
        }
        if (to.empty()) {
            return from + (is_negative(conclusion) ? "_excludes_itself" : "_is_bounded");
        }
        return from + (is_negative(conclusion) ? "_excludes_" : "_implies_") + to;
    }

    /// What a formula is about, in the order in which it is read.
    void collect(ExprId id, Words& words) const {
        const typed::Expr& expr = spec_.expr(id);
        if (const auto* message = as<typed::MessagePattern>(id)) {
            add((message->in_flight ? "in_flight_" : "sent_") +
                    spec_.message(message->message).name,
                words);
        } else if (const std::string value = named_value(id); !value.empty()) {
            add(value, words);
            return;
        } else if (const auto* variable = as<typed::VariableRef>(id)) {
            add(spec_.variable(variable->variable).name, words);
        } else if (const auto* timer = as<typed::Armed>(id)) {
            add(spec_.timer(timer->timer).name, words);
        } else if (const auto* def = as<typed::DefCall>(id)) {
            add(spec_.def(def->def).name, words);
        } else if (const auto* function = as<typed::FunctionCall>(id)) {
            add(spec_.functions[function->function.value].name, words);
        }
        spec::for_each_part(expr, [&](ExprId part) { collect(part, words); });
    }

    /// `phase_Stable` of `phase == Stable`.
    std::string named_value(ExprId id) const {
        const auto* binary = as<typed::Binary>(id);
        if (binary == nullptr ||
            (binary->op != BinaryOp::equal && binary->op != BinaryOp::not_equal)) {
            return {};
        }
        const auto* value = as<typed::EnumLiteral>(binary->right);
        Words words;
        collect(binary->left, words);
        if (value == nullptr || words.size() != 1) {
            return {};
        }
        const spec::EnumInfo& info = spec_.enums[spec_.type_of(binary->right).declaration];
        return words.front() + "_" + info.enumerators[value->enumerator];
    }

    static void add(const std::string& word, Words& words) {
        if (std::find(words.begin(), words.end(), word) == words.end()) {
            words.push_back(word);
        }
    }

    const spec::TypedSpec& spec_;
};

bool is_name_of_spec(const spec::TypedSpec& spec, const std::string& name) {
    const auto named = [&](const auto& all) {
        return std::any_of(
            all.begin(), all.end(), [&](const auto& each) { return each.name == name; });
    };
    return named(spec.properties) || named(spec.lives) || named(spec.timing) || named(spec.defs) ||
           named(spec.constants) || named(spec.functions) || named(spec.roles) ||
           named(spec.messages) || named(spec.instances);
}

} // namespace

std::string
lemma_name(const spec::TypedSpec& spec, ExprId formula, const std::set<std::string>& taken) {
    const std::string base = Namer(spec).name(formula);
    std::string name = base;
    for (std::size_t number = 2; taken.contains(name) || is_name_of_spec(spec, name); ++number) {
        name = fmt::format("{}_{}", base, number);
    }
    return name;
}

} // namespace muster::checker::infer
