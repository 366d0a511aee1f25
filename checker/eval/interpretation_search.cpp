#include "checker/eval/interpretation_search.hpp"

#include <algorithm>

namespace muster::checker {
namespace {

// An axiom with more instances than this is looked at as a whole.
constexpr std::size_t kMaxInstances = 10'000;

class Building {
public:
    Building(Interpreter& interpreter, const Fixed& fixed)
        : interpreter_(interpreter) {
        interpreter_.build(&fixed);
    }

    ~Building() { interpreter_.build(nullptr); }

    Building(const Building&) = delete;
    Building& operator=(const Building&) = delete;
    Building(Building&&) = delete;
    Building& operator=(Building&&) = delete;

private:
    Interpreter& interpreter_;
};

} // namespace

InterpretationSearch::InterpretationSearch(const spec::TypedSpec& spec,
                                           Interpreter& interpreter,
                                           const Fixed& fixed,
                                           std::vector<std::size_t> axioms)
    : spec_(spec)
    , interpreter_(interpreter)
    , fixed_(fixed) {
    add_entries(fixed);
    waiting_.resize(entries_.size());
    for (const std::size_t axiom : axioms) {
        add_axiom(spec.properties[axiom].body);
    }
}

void InterpretationSearch::add_entries(const Fixed& fixed) {
    for (std::uint32_t i = 0; i < spec_.functions.size(); ++i) {
        first_entry_.push_back(entries_.size());
        const bool given = std::any_of(fixed.functions.begin(),
                                       fixed.functions.end(),
                                       [&](const auto& one) { return one.function.value == i; });
        if (given) {
            continue;
        }
        std::size_t calls = 1;
        for (const spec::LocalId parameter : spec_.functions[i].parameters) {
            calls *= interpreter_.values_of(spec_.local(parameter).type).size();
            if (calls > kMaxTried) {
                too_much_ = true;
                return;
            }
        }
        const auto& values = interpreter_.values_of(spec_.functions[i].result);
        if (values.size() == 1) {
            flat_.push_back({spec::FunctionId{i}, std::vector<Value>(calls, values.front())});
            continue;
        }
        if (entries_.size() + calls > kMaxEntries) {
            too_much_ = true;
            return;
        }
        entries_.insert(entries_.end(), calls, {spec::FunctionId{i}, &values});
    }
}

// A quantifier over integers reads whole tables to see which of them to try.
void InterpretationSearch::add_axiom(spec::ExprId formula) {
    if (!integer_binders(spec_, formula).empty()) {
        late_.push_back(formula);
        return;
    }
    const std::size_t before = constraints_.size();
    if (!add_instances(formula, {formula, {}})) {
        constraints_.resize(before);
        constraints_.push_back({formula, {}});
    }
}

bool InterpretationSearch::add_instances(spec::ExprId formula, Constraint constraint) {
    const auto* quantifier = std::get_if<spec::typed::Quantifier>(&spec_.expr(formula).node);
    const bool splits = quantifier != nullptr && quantifier->kind == spec::QuantifierKind::forall &&
                        std::none_of(quantifier->binders.begin(),
                                     quantifier->binders.end(),
                                     [](const auto& binder) { return binder.domain.valid(); });
    if (!splits) {
        constraint.formula = formula;
        constraints_.push_back(std::move(constraint));
        return true;
    }
    std::vector<Constraint> instances{std::move(constraint)};
    for (const spec::typed::Binder& binder : quantifier->binders) {
        std::vector<Constraint> longer;
        const auto& values = interpreter_.values_of(spec_.local(binder.local).type);
        if (instances.size() * values.size() > kMaxInstances) {
            return false;
        }
        for (const Constraint& instance : instances) {
            for (const Value& value : values) {
                longer.push_back(instance);
                longer.back().bound.emplace_back(binder.local, value);
            }
        }
        instances = std::move(longer);
    }
    const std::size_t before = constraints_.size();
    return std::all_of(instances.begin(), instances.end(), [&](Constraint& instance) {
        return add_instances(quantifier->body, std::move(instance)) &&
               constraints_.size() - before <= kMaxInstances;
    });
}

bool InterpretationSearch::run(const State& base, Wanted wanted, std::vector<State>& found) {
    if (too_much_) {
        return false;
    }
    state_ = base;
    for (const FlatTable& table : flat_) {
        state_.functions[table.function.value] = table.values;
    }
    found_ = &found;
    wanted_ = wanted;
    over_ = false;
    for (auto& list : waiting_) {
        list.clear();
    }
    const Building building(interpreter_, fixed_);
    bool possible = true;
    for (std::uint32_t i = 0; i < constraints_.size() && possible; ++i) {
        possible = look_at(i) != Truth::fails;
    }
    if (possible) {
        fill(0);
    }
    return !too_much_;
}

InterpretationSearch::Truth InterpretationSearch::look_at(std::uint32_t index) {
    const Constraint& constraint = constraints_[index];
    for (const auto& [local, value] : constraint.bound) {
        interpreter_.bind(local, value);
    }
    try {
        return interpreter_.holds(constraint.formula, state_, state_) ? Truth::holds : Truth::fails;
    } catch (const NoValueYet& missing) {
        waits_at_ = first_entry_[missing.function.value] + missing.call;
        waiting_[waits_at_].push_back(index);
        return Truth::waits;
    }
}

void InterpretationSearch::fill(std::size_t entry) {
    if (entry == entries_.size()) {
        take_whole();
        return;
    }
    std::vector<Value>& table = state_.functions[entries_[entry].function.value];
    for (const Value& value : *entries_[entry].values) {
        if (++tried_ > kMaxTried) {
            too_much_ = over_ = true;
        }
        if (over_) {
            return;
        }
        table.push_back(value);
        std::vector<std::size_t> moved_to;
        bool possible = true;
        for (const std::uint32_t constraint : waiting_[entry]) {
            const Truth truth = look_at(constraint);
            if (truth == Truth::waits) {
                moved_to.push_back(waits_at_);
            }
            possible = truth != Truth::fails;
            if (!possible) {
                break;
            }
        }
        if (possible) {
            fill(entry + 1);
        }
        for (const std::size_t list : moved_to) {
            waiting_[list].pop_back();
        }
        table.pop_back();
    }
}

void InterpretationSearch::take_whole() {
    State whole = state_;
    interpreter_.define_functions(fixed_, whole);
    for (const spec::ExprId axiom : late_) {
        if (!interpreter_.holds(axiom, whole, whole)) {
            return;
        }
    }
    found_->push_back(std::move(whole));
    too_much_ = found_->size() > kMaxFound;
    over_ = too_much_ || wanted_ == Wanted::one;
}

} // namespace muster::checker
